import type { ReactNode } from 'react'
import classes from './onboarding.module.css'

export const StepForm = ({ go, children }: { go: () => void; children: ReactNode }) => (
  <form
    className={classes.step}
    onSubmit={event => {
      event.preventDefault()
      go()
    }}
  >
    {children}
  </form>
)
