import type { Me } from '@claviger/contract/access/account'

/** What each of the first steps is given. */
export interface OnboardingProps {
  me: Me
  next: () => void
  back: (() => void) | undefined
  /** Ends the first steps. */
  enter: () => void
}
