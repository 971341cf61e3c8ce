import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

export const StepForm = ({ go, children }: { go: () => void; children: ReactNode }) => (
  <Stack
    component="form"
    gap={20}
    onSubmit={event => {
      event.preventDefault()
      go()
    }}
  >
    {children}
  </Stack>
)
