import type { Call } from '../state/calls.ts'
import type { Effect, Move } from '../state/events.ts'
import type { Notice, State, Step, Wizard } from '../state/state.ts'

/** Nothing is to be done but to show the state. */
export const only = (state: State): Move => [state, []]

/** Effects before those of a move. */
export const after = (effects: readonly Effect[], [state, more]: Move): Move => [state, [...effects, ...more]]

export const withWizard = (state: State, change: Partial<Wizard>): State => ({
  ...state,
  wizard: { ...state.wizard, ...change },
})

export const withNotice = (state: State, text: string, more: Partial<Notice> = {}): State => ({
  ...state,
  notice: { text, kind: 'problem', code: null, call: null, ...more },
})

/** Asks the server; the answer to any earlier call is of no interest any more. */
export function ask(state: State, call: Call, more: { proof?: string; repeated?: boolean } = {}): Move {
  const id = state.calls + 1
  const session = call.name === 'challenge' ? null : state.session
  return [
    { ...state, calls: id, asked: { id, call, repeated: more.repeated === true, working: false } },
    [{ does: 'call', id, call, session, proof: more.proof ?? null }],
  ]
}

/** Is step 0 a place to be? A page with one service and no home begins behind it (R72). */
export const hasHome = ({ config }: State): boolean =>
  config === null || config.displayHomePageScreen || config.services.enrollment === config.services.pinRecovery

/** Goes on to a step; Back returns to the one that was left (R116). */
export function enter(state: State, step: Step, change: Partial<Wizard> = {}): State {
  const { wizard } = state
  const stays = wizard.step === step || (wizard.step === 0 && !hasHome(state))
  return withWizard(state, { ...change, step, history: stays ? wizard.history : [...wizard.history, wizard.step] })
}

/** What belongs to step 3 alone, as it is when that step is left (R105). */
const verificationLeft = { modal: null, confirmAt: null } as const

/** Back to the step before; without one nothing happens (R99, R116). */
export function back(state: State): State {
  const { history } = state.wizard
  const to = history.at(-1)
  return to === undefined ? state : withWizard(state, { ...verificationLeft, step: to, history: history.slice(0, -1) })
}

/** Leaves step 3 for another. */
export const leaveVerification = (state: State): State => withWizard(state, verificationLeft)
