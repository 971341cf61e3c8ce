import { selfServiceActions } from '../state/names.ts'
import type { CodeChannel } from '@claviger/contract/access/self-service'
import type { ReplyTo } from '../state/calls.ts'
import type { Move } from '../state/events.ts'
import { ask, enter, leaveVerification, only, withWizard } from './moves.ts'
import type { State } from '../state/state.ts'

/** A code may be asked for again after that (R101); nobody confirms in less than that (R104); milliseconds. */
export const resendPause = 600_000
export const confirmPause = 3000

/** Step 3 begins: what needs nobody's choice starts by itself (R100, R104). */
export function enterVerification(state: State): Move {
  const { verification, channels } = state.wizard
  if (verification === 'automatic') return ask(state, { name: 'verify' })
  if (verification === 'selfConfirmation') return only(withWizard(state, { confirmAt: state.now + confirmPause }))
  const [channel, ...others] = channels
  // One way only is no choice: the code is on its way already
  if (verification === 'default' && channel && others.length === 0)
    return ask(state, { name: 'code', type: channel.type, back: true })
  return only(state)
}

/** Asks for a code; while one may still arrive, not for another (R101). */
export function wantCode(state: State, channel: CodeChannel): Move {
  const { step, verification, resendAt, modal } = state.wizard
  if (step !== 3 || verification !== 'default' || state.asked !== null) return only(state)
  const early = modal !== null && resendAt !== null && state.now < resendAt
  // What was sent a moment ago still counts
  if (early && modal.channel === channel) return only(withWizard(state, { modal: { ...modal, open: true } }))
  return ask({ ...state, notice: null }, { name: 'code', type: channel, back: false })
}

/** The code is on its way: the modal opens, and the time to the next one begins (R101). */
export const codeSent = (state: State, channel: CodeChannel, resendAt = state.now + resendPause): Move =>
  only(withWizard({ ...state, notice: null }, { modal: { channel, fault: null, open: true }, resendAt }))

/** A code was sent before, and still counts. */
export function codeOnItsWay(state: State, channel: CodeChannel): Move {
  const { resendAt } = state.wizard
  return codeSent(state, channel, resendAt !== null && resendAt > state.now ? resendAt : undefined)
}

export const closeModal = (state: State): Move =>
  only(state.wizard.modal === null ? state : withWizard(state, { modal: { ...state.wizard.modal, open: false } }))

export const typeCode = (state: State, code: string): Move =>
  state.wizard.modal === null || state.asked !== null
    ? only(state)
    : ask(withWizard(state, { modal: { ...state.wizard.modal, fault: null } }), { name: 'verify', code })

/** Confirms that one is the person shown, not before three seconds (R104). */
export function confirm(state: State): Move {
  const { step, verification, confirmAt } = state.wizard
  const early = confirmAt === null || state.now < confirmAt
  if (step !== 3 || verification !== 'selfConfirmation' || early || state.asked !== null) return only(state)
  return ask({ ...state, notice: null }, { name: 'verify' })
}

/** Ends the sign-in at the identity provider. */
export const verifySignedIn = (state: State, signedIn: string): Move =>
  ask(withWizard(state, { spinner: true }), { name: 'verify', signedIn })

/** Verified: to the PIN, or the card is made at once (R106, R107). */
export function verified(state: State, { isPinRequired, pinConfig }: ReplyTo<'verify'>): Move {
  const { wizard } = state
  const known = withWizard(leaveVerification(state), {
    pinConfig: pinConfig ?? wizard.pinConfig,
    spinner: false,
    confirmAt: null,
  })
  if (wizard.action === selfServiceActions.recovery || isPinRequired)
    return only(enter(withWizard(known, { verification: 'none', pinRequired: true }), 4))
  return ask(withWizard(known, { pinRequired: false }), { name: 'enroll' })
}

/** Why a code does not count, or no other can be sent; said in the modal. */
export const withFault = (state: State, fault: string | null): State => {
  const { modal } = state.wizard
  return modal === null ? state : withWizard(state, { modal: { ...modal, fault } })
}
