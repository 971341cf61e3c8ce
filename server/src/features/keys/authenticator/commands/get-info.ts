import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { ES256 } from '#platform/ctap/cose.ts'
import {
  AAGUID,
  CREDENTIAL_ID,
  FIRMWARE,
  LEAST_PIN,
  MAX_BLOB,
  MAX_CREDENTIALS,
  MAX_LIST,
  MAX_MESSAGE,
  UV_ATTEMPTS,
} from '../authenticator.model.ts'
import type { AuthenticatorCommand, CommandContext } from '../command-context.ts'

export const remainingCredentials = ({ card }: CommandContext): number =>
  Math.max(0, MAX_CREDENTIALS - card.credentials.length)

/**
 * §6.4, option IDs. A verifying key signs nothing without verification (alwaysUv), because a badge number is
 * easily copied.
 */
function options({ card }: CommandContext): CborMap {
  const pin = card.verification === 'pin'
  const verifies = card.verification !== 'none'
  return members(
    ['rk', true],
    ['up', true],
    ['uv', card.verification === 'match' ? true : undefined],
    ['plat', false],
    ['alwaysUv', verifies],
    ['credMgmt', verifies && card.allows.manage ? true : undefined],
    ['clientPin', pin ? card.pinHash !== null : undefined],
    ['pinUvAuthToken', verifies ? true : undefined],
    ['makeCredUvNotRqd', !verifies],
  )
}

/** Fingerprint bit of the verification methods (FIDO Registry of Predefined Values §3.1). */
const FINGERPRINT = 0x02

/**
 * authenticatorGetInfo (CTAP 2.1 §6.4). PINless cards list FIDO_2_1 too, although §9 requires a verified user:
 * platforms that don't see it ask for a touch by making a dummy credential instead of using Selection.
 */
export const getInfo: AuthenticatorCommand = context => {
  const { card } = context
  const pin = card.verification === 'pin'
  const match = card.verification === 'match'
  return members(
    [0x01, ['FIDO_2_0', 'FIDO_2_1']],
    [0x02, ['credBlob', 'credProtect', 'hmac-secret']],
    [0x03, AAGUID],
    [0x04, options(context)],
    [0x05, MAX_MESSAGE],
    [0x06, [2, 1]],
    [0x07, MAX_LIST],
    [0x08, CREDENTIAL_ID],
    [0x09, ['usb']],
    [0x0a, [members(['alg', ES256], ['type', 'public-key'])]],
    [0x0c, pin ? card.forcePinChange : undefined],
    [0x0d, pin ? Math.max(LEAST_PIN, card.minPinLength) : undefined],
    [0x0e, FIRMWARE],
    [0x0f, MAX_BLOB],
    [0x11, match ? UV_ATTEMPTS : undefined],
    [0x12, match ? FINGERPRINT : undefined],
    [0x14, remainingCredentials(context)],
  )
}
