import type { ReactNode } from 'react'
import classes from './onboarding.module.css'

/** A step of the onboarding; Enter and the button at its foot go on. */
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
