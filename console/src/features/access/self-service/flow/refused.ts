import { msg } from '../words/words.ts'
import type { Call } from '../state/calls.ts'
import type { Asked, State } from '../state/state.ts'
import type { Move, Refused } from '../state/events.ts'
import { after, ask, back, only, withNotice, withWizard } from './moves.ts'
import { restarted } from './opening.ts'
import { codeOnItsWay, withFault } from './verify.ts'

/** Statuses whose message is shown (R59); all others are swallowed (R58). */
const told = new Set([400, 402, 403, 404, 409, 422, 500])
/** These speak of the code that was typed, and stand beside it alone. */
const ofTheCode = new Set(['visit-code-refused', 'visit-code-spent'])
const speaksOfCode = (call: Call, code: string | null) =>
  ofTheCode.has(code ?? '') || (call.name === 'verify' && call.code !== undefined && code === 'invalid-input')
/** The page itself is not there, or not any more. */
const ofThePage = new Set(['page-unknown', 'page-off'])
/** Somebody between the browser and the service says that it is not there. */
const unreachable = new Set([502, 503, 504])
/** So often a session is begun anew by itself before the page asks. */
const restartsAtMost = 3
/** Waits before a call is repeated; milliseconds. */
const patience = [1000, 2000, 3000, 5000] as const
const crowdPatience = 10_000

const unclear = msg(
  "The connection was lost while your card was being set up. Try the card. If it doesn't work, start again",
)

/** The server did not answer: nothing is lost, and the same call goes out again after a while. */
export function lost(state: State, why: 'unreachable' | 'crowded'): Move {
  const tries = state.away?.why === why ? state.away.tries + 1 : 1
  const ms = why === 'crowded' ? crowdPatience : (patience[tries - 1] ?? 5000)
  return [{ ...state, away: { why, tries } }, [{ does: 'wait', timer: 'retry', ms }]]
}

/** Repeats the call that was lost. */
export const repeat = (state: State): Move =>
  state.away === null || state.asked === null ? only(state) : ask(state, state.asked.call, { repeated: true })

/** Somebody tries again what was refused, or opens anew what is closed. */
export function retry(state: State): Move {
  if (state.away !== null) return repeat(state)
  if (state.stage === 'closed') return restarted({ ...state, restarts: 0, notice: null })
  const call = state.notice?.call ?? null
  return call === null || state.asked !== null ? only(state) : ask({ ...state, notice: null }, call)
}

/** A call was refused. */
export function refused(state: State, asked: Asked, why: Refused): Move {
  const { status, code, message, work } = why
  if (code === 'proof-needed' && work !== null)
    return [{ ...state, asked: { ...asked, working: true } }, [{ does: 'work', id: asked.id, work }]]
  if (unreachable.has(status)) return lost(state, 'unreachable')
  if (status === 429 && code === 'too-many') return lost(state, 'crowded')
  const free: State = { ...state, asked: null, away: null }
  if (status === 401 && message !== null) return anew(free, asked, message)
  return consequence(shown(free, asked, why), asked, why)
}

/**
 * Begins a new session, unless that has not helped before (R57). A page may stand open for hours: whoever comes to it
 * has lost nothing by that, so nothing is said, and what was chosen goes on.
 */
function anew(state: State, { call, repeated }: Asked, message: string): Move {
  const noted: State = { ...withNotice(state, message, { kind: 'fact' }), restarts: state.restarts + 1 }
  if (noted.restarts > restartsAtMost) return only({ ...noted, stage: 'closed' })
  const { action, card } = state.wizard
  if (call.name === 'config') return restarted({ ...noted, notice: null })
  if (call.name !== 'start' || repeated || action === null) return restarted(noted)
  return restarted({ ...noted, notice: null }, { action, card })
}

function shown(state: State, { call, repeated }: Asked, { status, code, message }: Refused): State {
  if (repeated && (code === 'wrong-step' || code === 'card-taken') && (call.name === 'enroll' || call.name === 'reset'))
    return withNotice(state, unclear, { code: 'unclear' })
  // A modal says itself what is wrong with its code
  if (!told.has(status) || message === null || speaksOfCode(call, code)) return { ...state, notice: null }
  return withNotice(state, message, { code, call })
}

/** What a failed call means for the step (R81, R102, R103). */
function consequence(state: State, { call }: Asked, { code, message, status }: Refused): Move {
  const calm = withWizard(state, { spinner: false })
  // What stands behind an open modal nobody sees
  const fault = told.has(status) ? message : null
  if (ofThePage.has(code ?? '')) return only({ ...calm, stage: 'closed' })
  switch (call.name) {
    case 'challenge':
    case 'config':
      return only({ ...calm, stage: 'closed' })
    case 'code':
      // The code of a moment ago still counts
      if (code === 'visit-code-too-soon') return codeOnItsWay(calm, call.type)
      return only(call.back ? back(calm) : withFault(calm, fault))
    case 'verify':
      return only(call.code === undefined ? back(calm) : withFault(calm, fault))
    case 'start':
    case 'lookup':
    case 'token':
    case 'enroll':
    case 'reset':
      return only(calm)
  }
}

/** The browser has worked: the call goes out again with the proof. */
export const worked = (state: State, asked: Asked, proof: string): Move =>
  after([], ask(state, asked.call, { proof, repeated: asked.repeated }))
