import { silence } from '../state/query.ts'
import type { Event, Move } from '../state/events.ts'
import { only, withWizard } from './moves.ts'
import { forgotten } from './opening.ts'
import { leave } from './result.ts'
import type { State } from '../state/state.ts'

/** The last part of the silence is counted aloud; milliseconds. */
export const silenceSaid = 20_000

/** Somebody wished the page to stay as it is. */
export const forEver = Number.POSITIVE_INFINITY

/** Does anything count down? Only then need the clock be looked at. */
export const counts = ({ query, wizard, silentAt }: State): boolean =>
  wizard.leaveAt !== null ||
  wizard.confirmAt !== null ||
  (wizard.modal !== null && wizard.resendAt !== null) ||
  (query.kiosk && silentAt !== null && silentAt !== forEver)

/** Is there anything of a person on the page? */
export const begun = ({ wizard, notice, languageChosen }: State): boolean =>
  wizard.step > 0 || wizard.card !== null || notice !== null || languageChosen

/** Time passes. */
export function tick(state: State): Move {
  const { wizard, silentAt, query, now } = state
  if (wizard.leaveAt !== null && now >= wizard.leaveAt) return leave(state)
  if (query.kiosk && silentAt !== null && now >= silentAt) return forgotten(state)
  return only(state)
}

// What happens without anybody there
const byItself: ReadonlySet<Event['is']> = new Set<Event['is']>([
  'answered',
  'due',
  'extension',
  'lost',
  'refused',
  'stay',
  'texts',
  'tick',
  'worked',
])

/** Somebody is there: the silence begins anew, or begins where something of a person is on the page. */
export function touched(state: State, by: Event['is']): State {
  if (!state.query.kiosk || !begun(state)) return state.silentAt === null ? state : { ...state, silentAt: null }
  const anew = state.now + silence
  return { ...state, silentAt: byItself.has(by) ? (state.silentAt ?? anew) : anew }
}

/** Stops whatever counts down to leaving. */
export const stay = (state: State): State => ({ ...withWizard(state, { leaveAt: null }), silentAt: forEver })

/** Whole seconds until a moment, never less than none. */
export const secondsUntil = (moment: number | null, now: number): number =>
  moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
