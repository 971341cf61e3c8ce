import type { RegistrationState } from '@claviger/contract/access/registration'
import type { Refusal } from '../../../ground/data/refusal.ts'
import type { Kind, StepName } from './flow.ts'

/** What every step of the registration is given. */
export interface StepProps {
  /** As the server has it; null until the e-mail is sent. */
  state: RegistrationState | null
  kind: Kind | null
  pick: (kind: Kind) => void
  /** Goes on with the server's new state. */
  advance: (state: RegistrationState) => void
  /** Goes to another step without sending anything. */
  open: (step: StepName) => void
  /** Opens an earlier step to mend its answer, and comes back afterwards. */
  mend: (step: StepName, why?: string) => void
  back: (() => void) | undefined
  /** Takes over refusals that speak of the registration as a whole; true when it has. */
  refused: (refusal: Refusal) => boolean
}

/** What a step is given once there is a registration at the server. */
export type BegunProps = StepProps & { state: RegistrationState }
