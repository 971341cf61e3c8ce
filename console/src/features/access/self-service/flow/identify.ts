import { selfServiceActions } from '../state/page-actions.ts'
import { skipsNextSteps } from '@claviger/contract/access/self-service/form'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { ReplyTo } from '../state/page-calls.ts'
import type { Effect, PageMove } from '../state/events.ts'
import { withEffects, ask, enter, withoutEffects, withWizard } from './page-moves.ts'
import type { State } from '../state/state.ts'
import { enterVerification } from './verification-flow.ts'

export const identify = (state: State, identity: Identity): PageMove =>
  ask(withWizard({ ...state, notice: null }, { identity }), { name: 'token', identity })

export const onIdentified = (state: State, identity: Identity): PageMove =>
  state.asked === null && state.wizard.step === 2 ? identify(state, identity) : withoutEffects(state)

/** Exactly one user was found; the remaining requirements decide the next step (R95–R98, G22). */
export function onFound(state: State, token: ReplyTo<'token'>): PageMove {
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
  return withEffects(spoken, nextAfterToken(known, skipsNextSteps(token)))
}

function nextAfterToken(state: State, skips: boolean): PageMove {
  const { verification, action } = state.wizard
  if (verification !== 'none') return enterVerification(enter(state, 3))
  if (skips && action === selfServiceActions.enrollment) return ask(state, { name: 'enroll' })
  return withoutEffects(enter(state, 4))
}
