import type { Call } from '../state/page-calls.ts'
import type { Effect, PageMove } from '../state/events.ts'
import type { PageNotice, State, VisitStep, Wizard } from '../state/state.ts'

export const withoutEffects = (state: State): PageMove => [state, []]

export const withEffects = (effects: readonly Effect[], [state, more]: PageMove): PageMove => [
  state,
  [...effects, ...more],
]

export const withWizard = (state: State, change: Partial<Wizard>): State => ({
  ...state,
  wizard: { ...state.wizard, ...change },
})

export const withNotice = (state: State, text: string, more: Partial<PageNotice> = {}): State => ({
  ...state,
  notice: { text, kind: 'problem', code: null, call: null, ...more },
})

export function ask(state: State, call: Call, more: { proof?: string; repeated?: boolean } = {}): PageMove {
  const id = state.calls + 1
  const session = call.name === 'challenge' ? null : state.session
  return [
    { ...state, calls: id, asked: { id, call, repeated: more.repeated === true, working: false } },
    [{ does: 'call', id, call, session, proof: more.proof ?? null }],
  ]
}

/** Does the page have a step 0? A page with one service and no home starts after it (R72). */
export const hasHome = ({ config }: State): boolean =>
  config === null || config.displayHomePageScreen || config.services.enrollment === config.services.pinRecovery

/** Enters a step; Back returns to the one that was left (R116). */
export function enter(state: State, step: VisitStep, change: Partial<Wizard> = {}): State {
  const { wizard } = state
  const stays = wizard.step === step || (wizard.step === 0 && !hasHome(state))
  return withWizard(state, { ...change, step, history: stays ? wizard.history : [...wizard.history, wizard.step] })
}

/** Reset of the state of step 3, applied on leaving it (R105). */
const verificationLeft = { modal: null, confirmAt: null } as const

/** Goes to the previous step; does nothing without one (R99, R116). */
export function back(state: State): State {
  const { history } = state.wizard
  const to = history.at(-1)
  return to === undefined ? state : withWizard(state, { ...verificationLeft, step: to, history: history.slice(0, -1) })
}

export const leaveVerification = (state: State): State => withWizard(state, verificationLeft)
