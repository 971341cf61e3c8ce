import { timingSafeEqual } from 'node:crypto'
import { refuse } from '../../../ground/ctap/status.ts'
import type { Tries } from './authenticator.card.ts'
import type { CommandContext } from './command-context.ts'
import { isBlocked } from './command-context.ts'
import { regenerate } from './pin/agreement.ts'
import type { Shared } from './pin/agreement.ts'

/** All tries there are (CTAP 2.1 §6.5.2.2), and the state of a card whose PIN was just right or was unblocked. */
export const FULL: Tries = { left: 8, notBefore: 0 }

/** Wrong PINs in a row that one tap allows (§6.5.5.6 step 7). */
const PER_TAP = 3

/** Seconds to wait after the first wrong PIN, the second, and so on; people mistype twice, programs do not stop. */
const WAITS = [0, 0, 30, 60, 120, 300, 900]

/** What stands while a PIN is looked at, and stays if it was wrong. */
const spent = ({ left }: Tries, now: number): Tries => ({
  left: left - 1,
  notBefore: now + (WAITS[FULL.left - left] ?? 0) * 1000,
})

/** Is another tap needed before the next try (§6.5.5.2, powerCycleState)? */
export const needsTap = ({ session }: CommandContext): boolean => session.mismatches >= PER_TAP

/** Ends a try that may not be made: blocked for good, for this tap, or for a while. */
export function mayTry(context: CommandContext): void {
  if (isBlocked(context.card)) throw refuse('PIN_BLOCKED')
  if (needsTap(context) || context.faculties.now < context.card.tries.notBefore) throw refuse('PIN_AUTH_BLOCKED')
}

/**
 * Compares the PIN the platform sent with the card's (§6.5.5.6 steps 6 to 8, §6.5.5.7.1 steps 8 to 10, §6.5.5.7.2 likewise).
 * The try is spent before, and given back only when it was right.
 */
export async function tryPin(context: CommandContext, shared: Shared, pinHashEnc: Uint8Array): Promise<void> {
  const { card, faculties } = context
  if (!card.pinHash) throw refuse('PIN_NOT_SET')
  const after = spent(card.tries, faculties.now)
  // Somebody else is trying at this very moment; the platform may ask again
  if (!(await faculties.spendTry(card.tries, after))) throw refuse('CHANNEL_BUSY')
  const given = shared.protocol.decrypt(shared.secret, pinHashEnc)
  if (given?.length !== card.pinHash.length || !timingSafeEqual(given, card.pinHash)) {
    regenerate(context, shared.number)
    context.session = { ...context.session, token: null, mismatches: context.session.mismatches + 1 }
    if (after.left === 0) throw refuse('PIN_BLOCKED')
    throw refuse(needsTap(context) ? 'PIN_AUTH_BLOCKED' : 'PIN_INVALID')
  }
  context.session = { ...context.session, mismatches: 0 }
  context.changes.push({ kind: 'tries restored' })
}
