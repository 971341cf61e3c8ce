import { timingSafeEqual } from 'node:crypto'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { PinTries } from './authenticator.card.ts'
import type { CommandContext } from './command-context.ts'
import { isBlocked } from './command-context.ts'
import { regenerate } from './pin/agreement.ts'
import type { KeyAgreement } from './pin/agreement.ts'

/** All attempts (CTAP 2.1 §6.5.2.2): the state after a correct PIN or an unblock. */
export const FULL: PinTries = { left: 8, notBefore: 0 }

/** Consecutive wrong PINs per tap (§6.5.5.6 step 7). */
const PER_TAP = 3

/** Seconds to wait after each wrong PIN. Users mistype twice; programs don't stop. */
const WAITS = [0, 0, 30, 60, 120, 300, 900]

const spent = ({ left }: PinTries, now: number): PinTries => ({
  left: left - 1,
  notBefore: now + (WAITS[FULL.left - left] ?? 0) * 1000,
})

/** Whether the next attempt needs another tap (§6.5.5.2, powerCycleState). */
export const needsTap = ({ session }: CommandContext): boolean => session.mismatches >= PER_TAP

export function mayTry(context: CommandContext): void {
  if (isBlocked(context.card)) throw failCtap('PIN_BLOCKED')
  if (needsTap(context) || context.faculties.now < context.card.tries.notBefore) throw failCtap('PIN_AUTH_BLOCKED')
}

/**
 * Compares the platform's PIN with the card's (§6.5.5.6 steps 6 to 8, §6.5.5.7.1 steps 8 to 10, §6.5.5.7.2
 * likewise). The attempt is spent first and restored only if the PIN was right.
 */
export async function tryPin(context: CommandContext, shared: KeyAgreement, pinHashEnc: Uint8Array): Promise<void> {
  const { card, faculties } = context
  if (!card.pinHash) throw failCtap('PIN_NOT_SET')
  const after = spent(card.tries, faculties.now)
  // Another request is trying a PIN right now; the platform can retry
  if (!(await faculties.spendTry(card.tries, after))) throw failCtap('CHANNEL_BUSY')
  const given = shared.protocol.decrypt(shared.secret, pinHashEnc)
  if (given?.length !== card.pinHash.length || !timingSafeEqual(given, card.pinHash)) {
    regenerate(context, shared.number)
    context.session = { ...context.session, token: null, mismatches: context.session.mismatches + 1 }
    if (after.left === 0) throw failCtap('PIN_BLOCKED')
    throw failCtap(needsTap(context) ? 'PIN_AUTH_BLOCKED' : 'PIN_INVALID')
  }
  context.session = { ...context.session, mismatches: 0 }
  context.changes.push({ kind: 'tries restored' })
}
