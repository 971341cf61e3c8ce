import type { Event } from '../state/events.ts'
import type { State } from '../state/state.ts'

export interface StepProps {
  readonly state: State
  readonly tell: (event: Event) => void
}
