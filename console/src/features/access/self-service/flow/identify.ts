import { selfServiceActions } from '../state/page-actions.ts'
import { skipsNextSteps } from '@claviger/contract/access/self-service/form'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { ReplyTo } from '../state/page-calls.ts'
import type { Effect, Move } from '../state/events.ts'
import { after, ask, enter, only, withWizard } from './page-moves.ts'
import type { State } from '../state/state.ts'
import { enterVerification } from './verification-flow.ts'

export const identify = (state: State, identity: Identity): Move =>
  ask(withWizard({ ...state, notice: null }, { identity }), { name: 'token', identity })

export const identified = (state: State, identity: Identity): Move =>
  state.asked === null && state.wizard.step === 2 ? identify(state, identity) : only(state)

/** Exactly one user was found; the remaining requirements decide the next step (R95–R98, G22). */
export function found(state: State, token: ReplyTo<'token'>): Move {
  const { verificationType, isPinRequired, pinConfig, channels, unreached, person, signIn, language } = token
  const known = withWizard(state, {
    verification: verificationType,
    pinRequired: isPinRequired,
    pinConfig,
    channels,
    unreached,
    person,
    signIn,
    modal: null,
    spinner: false,
  })
  const spoken: Effect[] = language === null ? [] : [{ does: 'speak', language }]
  return after(spoken, nextAfterToken(known, skipsNextSteps(token)))
}

function nextAfterToken(state: State, skips: boolean): Move {
  const { verification, action } = state.wizard
  if (verification !== 'none') return enterVerification(enter(state, 3))
  if (skips && action === selfServiceActions.enrollment) return ask(state, { name: 'enroll' })
  return only(enter(state, 4))
}
