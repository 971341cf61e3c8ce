import type { Me } from '@claviger/contract/access/account'

export interface OnboardingProps {
  me: Me
  next: () => void
  back: (() => void) | undefined
  enter: () => void
}
