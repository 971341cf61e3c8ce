import './list-prefetch.ts'
import './platform/look/styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './platform/data/query.ts'
import { theme } from './platform/look/theme.ts'
import { firstLanguage } from './platform/text/browser-language.ts'
import { startLanguage } from './platform/text/language.ts'
import { Toasts } from './platform/ui/over/Toasts.tsx'
import { outside } from './routes.outside.tsx'
import { openWithoutFrame } from './frame/opening/SignedOutRoot.tsx'
import { wireShell } from './shell/shell-wiring.ts'

// Lowered while React was loaded (list-prefetch.ts)
Error.stackTraceLimit = 10

const reported = document.querySelector<HTMLMetaElement>('meta[name="error-reports"]')?.content
if (reported !== undefined)
  void import('./platform/error-reports/report-errors.ts').then(file => file.reportErrors(reported))

wireShell(async () => (await import('./features/keys/credentials/confirm.ts')).confirmPerson())

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')

const patience = 1000

// A language file that fails to load must not prevent signing in
const spoken = startLanguage(firstLanguage()).catch(() => undefined)

const nextTask = () => new Promise(done => setTimeout(done))

async function inside() {
  const [file] = await Promise.all([import('./frame/opening/SignedInRoot.tsx'), spoken])
  // Separates evaluating the code from starting it, so that input in between is handled
  await nextTask()
  await file.prefetchFirstScreen()
  return file
}

// Most first screens need no router and render sooner without it
const here = window.location.pathname
const first = outside.find(
  ({ path, single, prefix }) => single === true && (path === here || (prefix === true && here.startsWith(path))),
)
const { page, there } = openWithoutFrame(first ?? { path: 'inside', load: inside, early: true })

function show(within: Element) {
  // The CSS variables are in a style sheet because the server's strict CSP blocks inline styles
  const all = (
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queries}>
          {page}
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
  // A transition renders in interruptible slices, so that input stays responsive
  startTransition(() => createRoot(within).render(all))
}

const late = new Promise(done => setTimeout(done, patience))
void spoken.then(() => Promise.race([there, late])).then(() => show(root))
