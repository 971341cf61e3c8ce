import type { CborMap } from '#platform/ctap/cbor.ts'
import { bytesAt, mapAt, requireParameter } from '#platform/ctap/parameters.ts'
import { pinProtocols } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { Credential } from './authenticator.card.ts'
import type { HmacSecretRequest } from './authenticator.session.ts'
import { decapsulate, protocolAt } from './pin/agreement.ts'
import type { CommandContext } from './command-context.ts'

const KEY_AGREEMENT = 0x01
const SALT_ENC = 0x02
const SALT_AUTH = 0x03
const PROTOCOL = 0x04
const SALT = 32

/**
 * Decrypts the hmac-secret input of an assertion (CTAP 2.1 §12.5). Requires user presence: secrets are never
 * returned silently.
 */
export function parseHmacSecretRequest(
  context: CommandContext,
  extensions: CborMap,
  present: boolean,
): HmacSecretRequest | null {
  const input = mapAt(extensions, 'hmac-secret')
  if (!input) return null
  if (!present) throw failCtap('UNSUPPORTED_OPTION')
  const theirs = requireParameter(mapAt(input, KEY_AGREEMENT))
  const saltEnc = requireParameter(bytesAt(input, SALT_ENC))
  const saltAuth = requireParameter(bytesAt(input, SALT_AUTH))
  const shared = decapsulate(context, protocolAt(input, PROTOCOL) ?? 1, theirs)
  if (!shared.protocol.verify(shared.secret, saltEnc, saltAuth)) throw failCtap('PIN_AUTH_INVALID')
  const salts = shared.protocol.decrypt(shared.secret, saltEnc)
  if (salts?.length !== SALT && salts?.length !== 2 * SALT) throw failCtap('INVALID_LENGTH')
  const both = [salts.subarray(0, SALT), salts.subarray(SALT)].filter(({ length }) => length > 0)
  return { protocol: shared.number, secret: shared.secret, salts: both }
}

export async function hmacOutput(
  { faculties }: CommandContext,
  { protocol, secret, salts }: HmacSecretRequest,
  credential: Credential,
  verified: boolean,
): Promise<Uint8Array> {
  const outputs = await Promise.all(salts.map(salt => faculties.hmac(credential.key, verified, salt)))
  return pinProtocols[protocol].encrypt(secret, Buffer.concat(outputs), faculties.random(16))
}
