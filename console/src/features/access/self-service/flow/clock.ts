import { idleTimeout } from '../state/page-query.ts'
import type { Event, PageMove } from '../state/events.ts'
import { withoutEffects, withWizard } from './page-moves.ts'
import { onForgotten } from './opening.ts'
import { leavePage } from './result-flow.ts'
import type { State } from '../state/state.ts'

/** Length of the visible countdown at the end of the inactivity timeout, in ms. */
export const silenceSaid = 20_000

export const forEver = Number.POSITIVE_INFINITY

/** True while a countdown runs; the clock ticks only then. */
export const counts = ({ query, wizard, silentAt }: State): boolean =>
  wizard.leaveAt !== null ||
  wizard.confirmAt !== null ||
  (wizard.modal !== null && wizard.resendAt !== null) ||
  (query.kiosk && silentAt !== null && silentAt !== forEver)

/** True if the page contains any input of a user. */
export const hasBegun = ({ wizard, notice, languageChosen }: State): boolean =>
  wizard.step > 0 || wizard.card !== null || notice !== null || languageChosen

export function onTick(state: State): PageMove {
  const { wizard, silentAt, query, now } = state
  if (wizard.leaveAt !== null && now >= wizard.leaveAt) return leavePage(state)
  if (query.kiosk && silentAt !== null && now >= silentAt) return onForgotten(state)
  return withoutEffects(state)
}

// Events that happen without a user being present
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

/** User activity: restarts the inactivity timer, or starts it if the page contains a user's input. */
export function onActivity(state: State, by: Event['is']): State {
  if (!state.query.kiosk || !hasBegun(state)) return state.silentAt === null ? state : { ...state, silentAt: null }
  const idleUntil = state.now + idleTimeout
  return { ...state, silentAt: byItself.has(by) ? (state.silentAt ?? idleUntil) : idleUntil }
}

export const stayOpen = (state: State): State => ({ ...withWizard(state, { leaveAt: null }), silentAt: forEver })

/** Whole seconds until a moment, at least 0. */
export const secondsUntil = (moment: number | null, now: number): number =>
  moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
