import type { RegistrationState } from '@claviger/contract/access/registration'
import type { CallError } from '#platform/data/refusal.ts'
import type { RegistrationKind, StepName } from './flow.ts'

export interface StepProps {
  /** Server state; null until the email is sent. */
  state: RegistrationState | null
  kind: RegistrationKind | null
  pick: (kind: RegistrationKind) => void
  advance: (state: RegistrationState) => void
  open: (step: StepName) => void
  mend: (step: StepName, why?: string) => void
  back: (() => void) | undefined
  /** Handles refusals that concern the whole registration; returns true if it did. */
  refused: (refusal: CallError) => boolean
}

/** Props of steps that need a registration on the server. */
export type BegunProps = StepProps & { state: RegistrationState }
