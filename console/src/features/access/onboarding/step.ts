import type { OwnAccount } from '@claviger/contract/access/account'

export interface OnboardingProps {
  me: OwnAccount
  next: () => void
  back: (() => void) | undefined
  enter: () => void
}
