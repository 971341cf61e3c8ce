import './ground/look/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './ground/data/query.ts'
import { theme } from './ground/look/theme.ts'
import { Toasts } from './ground/ui/over/Toasts.tsx'
import { router } from './routes.tsx'
import { wireShell } from './shell/wire.ts'

wireShell()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

// The variables stand in a style sheet: the strict policy of the server refuses inline sheets
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
