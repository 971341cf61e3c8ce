import type { Event } from '../state/events.ts'
import type { State } from '../state/state.ts'

/** What every step is given: what is so, and how to tell what happens. */
export interface StepProps {
  readonly state: State
  readonly tell: (event: Event) => void
}
