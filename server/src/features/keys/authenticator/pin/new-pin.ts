import { hash } from 'node:crypto'
import { equalBytes } from '#platform/ctap/parameters.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import { LEAST_PIN, MOST_PIN } from '../authenticator.model.ts'
import type { CommandContext } from '../command-context.ts'
import type { KeyAgreement } from './agreement.ts'

const PADDED = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw failCtap('PIN_POLICY_VIOLATION')
  }
}

/** Validates and sets a new PIN (CTAP 2.1 §6.5.5.5 steps 6 to 12, §6.5.5.6 steps 9 to 18). */
export async function acceptNewPin(
  context: CommandContext,
  { protocol, secret }: KeyAgreement,
  newPinEnc: Uint8Array,
): Promise<void> {
  const { card, faculties } = context
  const padded = protocol.decrypt(secret, newPinEnc)
  if (!padded) throw failCtap('PIN_AUTH_INVALID')
  if (padded.length !== PADDED) throw failCtap('INVALID_PARAMETER')
  const bytes = padded.subarray(0, padded.findLastIndex(byte => byte !== 0) + 1)
  const pin = textOf(bytes)
  const pinHash = hash('sha256', bytes, 'buffer').subarray(0, 16)
  const tooShort = Array.from(pin).length < Math.max(LEAST_PIN, card.minPinLength)
  const unchanged = card.forcePinChange && card.pinHash !== null && equalBytes(card.pinHash, pinHash)
  if (tooShort || bytes.length > MOST_PIN || unchanged || !(await faculties.acceptsPin(pin))) {
    throw failCtap('PIN_POLICY_VIOLATION')
  }
  // A new PIN revokes everything granted by the old one (§6.5.5.6 step 19)
  context.session = { ...context.session, token: null }
  context.changes.push({ kind: 'PIN set', pinHash, first: card.pinHash === null })
}
