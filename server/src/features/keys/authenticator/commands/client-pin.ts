import { type CborMap, members } from '#platform/ctap/cbor.ts'
import { agreementKey } from '#platform/ctap/cose.ts'
import { bytesAt, mapAt, numberAt, requireParameter, textAt } from '#platform/ctap/parameters.ts'
import { permissions, type ProtocolNumber } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { CardState } from '../authenticator.card.ts'
import { UV_ATTEMPTS } from '../authenticator.model.ts'
import type { AuthenticatorCommand, CommandContext } from '../command-context.ts'
import { decapsulate, protocolAt, publicAgreement, type KeyAgreement } from '../pin/agreement.ts'
import { ABSENT, issueToken } from '../pin/auth-token.ts'
import { acceptNewPin } from '../pin/new-pin.ts'
import { mayTry, needsTap, tryPin } from '../authenticator.tries.ts'

const PROTOCOL = 0x01
const SUBCOMMAND = 0x02
const KEY_AGREEMENT = 0x03
const PARAM = 0x04
const NEW_PIN_ENC = 0x05
const PIN_HASH_ENC = 0x06
const PERMISSIONS = 0x09
const RP_ID = 0x0a

const protocolOf = (map: CborMap): ProtocolNumber => requireParameter(protocolAt(map, PROTOCOL))

/** §6.5.5.2 */
function retries(context: CommandContext): CborMap {
  return members([0x03, context.card.tries.left], [0x04, needsTap(context)])
}

/** §6.5.5.4 */
function keyAgreement(context: CommandContext, map: CborMap): CborMap {
  return members([0x01, agreementKey(publicAgreement(context, protocolOf(map)))])
}

/** §6.5.5.5 */
async function setPin(context: CommandContext, map: CborMap): Promise<null> {
  const theirs = requireParameter(mapAt(map, KEY_AGREEMENT))
  const newPinEnc = requireParameter(bytesAt(map, NEW_PIN_ENC))
  const param = requireParameter(bytesAt(map, PARAM))
  const number = protocolOf(map)
  if (context.card.pinHash) throw failCtap('PIN_AUTH_INVALID')
  // A badge number is no secret, so it need not allow its bearer to take over the card
  if (!context.card.allows.firstPin) throw failCtap('OPERATION_DENIED')
  const shared = decapsulate(context, number, theirs)
  if (!shared.protocol.verify(shared.secret, newPinEnc, param)) throw failCtap('PIN_AUTH_INVALID')
  await acceptNewPin(context, shared, newPinEnc)
  return null
}

/** §6.5.5.6 */
async function changePin(context: CommandContext, map: CborMap): Promise<null> {
  const theirs = requireParameter(mapAt(map, KEY_AGREEMENT))
  const newPinEnc = requireParameter(bytesAt(map, NEW_PIN_ENC))
  const pinHashEnc = requireParameter(bytesAt(map, PIN_HASH_ENC))
  const param = requireParameter(bytesAt(map, PARAM))
  const number = protocolOf(map)
  mayTry(context)
  const shared = decapsulate(context, number, theirs)
  const message = Buffer.concat([newPinEnc, pinHashEnc])
  if (!shared.protocol.verify(shared.secret, message, param)) throw failCtap('PIN_AUTH_INVALID')
  await tryPin(context, shared, pinHashEnc)
  await acceptNewPin(context, shared, newPinEnc)
  return null
}

interface Shown {
  readonly number: ProtocolNumber
  readonly theirs: CborMap
  readonly pinHashEnc: Uint8Array
}

function shown(map: CborMap): Shown {
  const theirs = requireParameter(mapAt(map, KEY_AGREEMENT))
  const pinHashEnc = requireParameter(bytesAt(map, PIN_HASH_ENC))
  return { number: protocolOf(map), theirs, pinHashEnc }
}

/** The shared secret, after the platform proved the PIN (§6.5.5.7.1 steps 5 to 10, §6.5.5.7.2 likewise). */
async function afterPin(context: CommandContext, { number, theirs, pinHashEnc }: Shown): Promise<KeyAgreement> {
  mayTry(context)
  const shared = decapsulate(context, number, theirs)
  await tryPin(context, shared, pinHashEnc)
  return shared
}

function grant(
  context: CommandContext,
  { protocol, number, secret }: KeyAgreement,
  to: number,
  rpId: string | null,
): CborMap {
  const token = issueToken(context, { protocol: number, permissions: to, rpId })
  return members([0x02, protocol.encrypt(secret, token, context.faculties.random(16))])
}

/** §6.5.5.7.1, for CTAP 2.0 platforms: to register and sign in, bound to the first party that uses it. */
async function pinToken(context: CommandContext, map: CborMap): Promise<CborMap> {
  const given = shown(map)
  if (map.has(PERMISSIONS) || map.has(RP_ID)) throw failCtap('INVALID_PARAMETER')
  const shared = await afterPin(context, given)
  if (context.card.forcePinChange) throw failCtap('PIN_INVALID')
  return grant(context, shared, permissions.make | permissions.get, null)
}

/**
 * The requested permissions, as far as the card grants them (§6.5.5.7.2 steps 3 to 5, §6.5.5.7.3 likewise).
 */
function wantedAt(context: CommandContext, map: CborMap): { to: number; rpId: string | null } {
  const wanted = requireParameter(numberAt(map, PERMISSIONS))
  const rpId = textAt(map, RP_ID)
  if (wanted <= 0) throw failCtap('INVALID_PARAMETER')
  if ((wanted & ABSENT) !== 0 || ((wanted & permissions.manage) !== 0 && !context.card.allows.manage)) {
    throw failCtap('UNAUTHORIZED_PERMISSION')
  }
  if ((wanted & (permissions.make | permissions.get)) !== 0) requireParameter(rpId)
  return { to: wanted & (permissions.make | permissions.get | permissions.manage), rpId: rpId ?? null }
}

/** §6.5.5.7.2 */
async function pinTokenWithPermissions(context: CommandContext, map: CborMap): Promise<CborMap> {
  const given = shown(map)
  const { to, rpId } = wantedAt(context, map)
  const shared = await afterPin(context, given)
  if (context.card.forcePinChange) throw failCtap('PIN_POLICY_VIOLATION')
  return grant(context, shared, to, rpId)
}

/** §6.5.5.3 */
const uvRetries = (): CborMap => members([0x05, UV_ATTEMPTS])

/** §6.5.5.7.3, for keys with built-in verification. */
function uvTokenWithPermissions(context: CommandContext, map: CborMap): CborMap {
  const theirs = requireParameter(mapAt(map, KEY_AGREEMENT))
  const number = protocolOf(map)
  const { to, rpId } = wantedAt(context, map)
  if (!context.faculties.userMatched) throw failCtap('UV_INVALID')
  return grant(context, decapsulate(context, number, theirs), to, rpId)
}

/** By kind of verification. A card without one still does key agreement, for hmac-secret. */
const subcommands: Readonly<Record<CardState['verification'], Readonly<Record<number, AuthenticatorCommand>>>> = {
  pin: {
    0x01: retries,
    0x02: keyAgreement,
    0x03: setPin,
    0x04: changePin,
    0x05: pinToken,
    0x09: pinTokenWithPermissions,
  },
  match: { 0x02: keyAgreement, 0x06: uvTokenWithPermissions, 0x07: uvRetries },
  none: { 0x02: keyAgreement },
}

/** authenticatorClientPIN (CTAP 2.1 §6.5.5). */
export const clientPin: AuthenticatorCommand = (context, map) => {
  const run = subcommands[context.card.verification][requireParameter(numberAt(map, SUBCOMMAND))]
  if (!run) throw failCtap('INVALID_SUBCOMMAND')
  return run(context, map)
}
