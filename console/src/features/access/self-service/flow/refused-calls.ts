import { msg } from '#platform/light-page/page-texts.ts'
import type { Call } from '../state/page-calls.ts'
import type { PendingCall, State } from '../state/state.ts'
import type { PageMove, CallRefusal } from '../state/events.ts'
import { withEffects, ask, back, withoutEffects, withNotice, withWizard } from './page-moves.ts'
import { restart } from './opening.ts'
import { codeOnItsWay, withFault } from './verification-flow.ts'

/** Statuses whose message is shown (R59); all others are hidden (R58). */
const told = new Set([400, 402, 403, 404, 409, 422, 500])
const ofTheCode = new Set(['visit-code-refused', 'visit-code-spent'])
const speaksOfCode = (call: Call, code: string | null) =>
  ofTheCode.has(code ?? '') || (call.name === 'verify' && call.code !== undefined && code === 'invalid-input')
const ofThePage = new Set(['page-unknown', 'page-off'])
const unreachable = new Set([502, 503, 504])
const restartsAtMost = 3
const patience = [1000, 2000, 3000, 5000] as const
const crowdPatience = 10_000

const unclear = msg(
  "The connection was lost while your card was being set up. Try the card. If it doesn't work, start again",
)

/** The server did not answer: keeps all state and repeats the same call after a delay. */
export function onCallLost(state: State, why: 'unreachable' | 'crowded'): PageMove {
  const tries = state.away?.why === why ? state.away.tries + 1 : 1
  const ms = why === 'crowded' ? crowdPatience : (patience[tries - 1] ?? 5000)
  return [{ ...state, away: { why, tries } }, [{ does: 'wait', timer: 'retry', ms }]]
}

export const repeatCall = (state: State): PageMove =>
  state.away === null || state.asked === null ? withoutEffects(state) : ask(state, state.asked.call, { repeated: true })

export function retry(state: State): PageMove {
  if (state.away !== null) return repeatCall(state)
  if (state.stage === 'closed') return restart({ ...state, restarts: 0, notice: null })
  const call = state.notice?.call ?? null
  return call === null || state.asked !== null ? withoutEffects(state) : ask({ ...state, notice: null }, call)
}

export function refused(state: State, asked: PendingCall, why: CallRefusal): PageMove {
  const { status, code, message, work } = why
  if (code === 'proof-needed' && work !== null)
    return [{ ...state, asked: { ...asked, working: true } }, [{ does: 'work', id: asked.id, work }]]
  if (unreachable.has(status)) return onCallLost(state, 'unreachable')
  if (status === 429 && code === 'too-many') return onCallLost(state, 'crowded')
  const free: State = { ...state, asked: null, away: null }
  if (status === 401 && message !== null) return startAgain(free, asked, message)
  return consequence(shown(free, asked, why), asked, why)
}

/**
 * Starts a new session, unless that has not helped before (R57). A page may stay open for hours, and an expired
 * session loses nothing: the page shows no message and continues with the user's choice.
 */
function startAgain(state: State, { call, repeated }: PendingCall, message: string): PageMove {
  const noted: State = { ...withNotice(state, message, { kind: 'fact' }), restarts: state.restarts + 1 }
  if (noted.restarts > restartsAtMost) return withoutEffects({ ...noted, stage: 'closed' })
  const { action, card } = state.wizard
  if (call.name === 'config') return restart({ ...noted, notice: null })
  if (call.name !== 'start' || repeated || action === null) return restart(noted)
  return restart({ ...noted, notice: null }, { action, card })
}

function shown(state: State, { call, repeated }: PendingCall, { status, code, message }: CallRefusal): State {
  if (repeated && (code === 'wrong-step' || code === 'card-taken') && (call.name === 'enroll' || call.name === 'reset'))
    return withNotice(state, unclear, { code: 'unclear' })
  if (!told.has(status) || message === null || speaksOfCode(call, code)) return { ...state, notice: null }
  return withNotice(state, message, { code, call })
}

/** Effect of a failed call on the step (R81, R102, R103). */
function consequence(state: State, { call }: PendingCall, { code, message, status }: CallRefusal): PageMove {
  const calm = withWizard(state, { spinner: false })
  // A notice behind an open modal would be invisible
  const fault = told.has(status) ? message : null
  if (ofThePage.has(code ?? '')) return withoutEffects({ ...calm, stage: 'closed' })
  switch (call.name) {
    case 'challenge':
    case 'config':
      return withoutEffects({ ...calm, stage: 'closed' })
    case 'code':
      // The code sent a moment ago is still valid
      if (code === 'visit-code-too-soon') return codeOnItsWay(calm, call.type)
      return withoutEffects(call.back ? back(calm) : withFault(calm, fault))
    case 'verify':
      return withoutEffects(call.code === undefined ? back(calm) : withFault(calm, fault))
    case 'start':
    case 'lookup':
    case 'token':
    case 'enroll':
    case 'reset':
      return withoutEffects(calm)
  }
}

export const onWorkDone = (state: State, asked: PendingCall, proof: string): PageMove =>
  withEffects([], ask(state, asked.call, { proof, repeated: asked.repeated }))
