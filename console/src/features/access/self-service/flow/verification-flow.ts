import { selfServiceActions } from '../state/page-actions.ts'
import type { CodeChannel } from '@claviger/contract/access/self-service'
import type { ReplyTo } from '../state/page-calls.ts'
import type { PageMove } from '../state/events.ts'
import { ask, enter, leaveVerification, withoutEffects, withWizard } from './page-moves.ts'
import type { State } from '../state/state.ts'

/** Minimum times in ms: until a code can be requested again (R101), and before confirming is possible (R104). */
export const resendPause = 600_000
export const confirmPause = 3000

/** Step 3 starts: verification that needs no choice by the user starts automatically (R100, R104). */
export function enterVerification(state: State): PageMove {
  const { verification, channels } = state.wizard
  if (verification === 'automatic') return ask(state, { name: 'verify' })
  if (verification === 'selfConfirmation')
    return withoutEffects(withWizard(state, { confirmAt: state.now + confirmPause }))
  const [channel, ...others] = channels
  // With only one method there is no choice, so the code is sent immediately
  if (verification === 'default' && channel && others.length === 0)
    return ask(state, { name: 'code', type: channel.type, back: true })
  return withoutEffects(state)
}

/** Requests a code, but not another one while the last may still arrive (R101). */
export function wantCode(state: State, channel: CodeChannel): PageMove {
  const { step, verification, resendAt, modal } = state.wizard
  if (step !== 3 || verification !== 'default' || state.asked !== null) return withoutEffects(state)
  const early = modal !== null && resendAt !== null && state.now < resendAt
  // The code sent a moment ago is still valid
  if (early && modal.channel === channel) return withoutEffects(withWizard(state, { modal: { ...modal, open: true } }))
  return ask({ ...state, notice: null }, { name: 'code', type: channel, back: false })
}

/** The code was sent: opens the modal and starts the wait for the next one (R101). */
export const codeSent = (state: State, channel: CodeChannel, resendAt = state.now + resendPause): PageMove =>
  withoutEffects(withWizard({ ...state, notice: null }, { modal: { channel, fault: null, open: true }, resendAt }))

export function codeOnItsWay(state: State, channel: CodeChannel): PageMove {
  const { resendAt } = state.wizard
  return codeSent(state, channel, resendAt !== null && resendAt > state.now ? resendAt : undefined)
}

export const closeModal = (state: State): PageMove =>
  withoutEffects(
    state.wizard.modal === null ? state : withWizard(state, { modal: { ...state.wizard.modal, open: false } }),
  )

export const typeCode = (state: State, code: string): PageMove =>
  state.wizard.modal === null || state.asked !== null
    ? withoutEffects(state)
    : ask(withWizard(state, { modal: { ...state.wizard.modal, fault: null } }), { name: 'verify', code })

/** The user confirms their identity, after three seconds at the earliest (R104). */
export function confirm(state: State): PageMove {
  const { step, verification, confirmAt } = state.wizard
  const early = confirmAt === null || state.now < confirmAt
  if (step !== 3 || verification !== 'selfConfirmation' || early || state.asked !== null) return withoutEffects(state)
  return ask({ ...state, notice: null }, { name: 'verify' })
}

export const verifySignedIn = (state: State, signedIn: string): PageMove =>
  ask(withWizard(state, { spinner: true }), { name: 'verify', signedIn })

/** Verified: continues to the PIN, or enrolls the card immediately (R106, R107). */
export function verified(state: State, { isPinRequired, pinConfig }: ReplyTo<'verify'>): PageMove {
  const { wizard } = state
  const known = withWizard(leaveVerification(state), {
    pinConfig: pinConfig ?? wizard.pinConfig,
    spinner: false,
    confirmAt: null,
  })
  if (wizard.action === selfServiceActions.recovery || isPinRequired)
    return withoutEffects(enter(withWizard(known, { verification: 'none', pinRequired: true }), 4))
  return ask(withWizard(known, { pinRequired: false }), { name: 'enroll' })
}

export const withFault = (state: State, fault: string | null): State => {
  const { modal } = state.wizard
  return modal === null ? state : withWizard(state, { modal: { ...modal, fault } })
}
