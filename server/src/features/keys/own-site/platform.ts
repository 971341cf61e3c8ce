import { createECDH, createHmac, hash, randomBytes } from 'node:crypto'
import { type CborMap, encoded, mapOf, members } from '#platform/ctap/cbor.ts'
import { agreementKey } from '#platform/ctap/cose.ts'
import { descriptor } from '#platform/ctap/descriptors.ts'
import { bytesAt, mapAt, requireParameter } from '#platform/ctap/parameters.ts'
import { permissions, pinProtocols } from '#platform/ctap/pin-protocol.ts'
import { ctapStatuses } from '#platform/ctap/ctap-status.ts'

// The platform's side of CTAP 2.1, as far as our own page needs it; elsewhere the browser does this.

export type Send = (request: Uint8Array) => Promise<Uint8Array>

/** The card declined; the status is from CTAP 2.1 §8.2. */
export class AuthenticatorRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

type Token = Uint8Array

const commands = { make: 0x01, get: 0x02, clientPin: 0x06 } as const
const PROTOCOL = 2
const protocol = pinProtocols[PROTOCOL]

async function ask(send: Send, command: number, request: CborMap): Promise<CborMap> {
  const reply = await send(Buffer.concat([Buffer.of(command), encoded(request)]))
  const [status = -1] = reply
  if (status !== ctapStatuses.OK) throw new AuthenticatorRefusal(status)
  return mapOf(reply.subarray(1))
}

/** Computes the shared secret for one request (§6.5.6, encapsulate) and our public key. */
async function agree(send: Send): Promise<{ secret: Uint8Array; ours: CborMap }> {
  const said = await ask(send, commands.clientPin, members([1, PROTOCOL], [2, 0x02]))
  const theirs = requireParameter(mapAt(said, 1))
  const half = createECDH('prime256v1')
  const point = half.generateKeys()
  const shared = half.computeSecret(
    Buffer.concat([Buffer.of(4), requireParameter(bytesAt(theirs, -2)), requireParameter(bytesAt(theirs, -3))]),
  )
  return { secret: protocol.derive(shared), ours: agreementKey({ x: point.subarray(1, 33), y: point.subarray(33) }) }
}

/** Gets a PIN token for one party (§6.5.5.7.2). @throws Declined if the PIN was wrong or can't be tried */
async function tokenFor(send: Send, pin: string, permission: number, rpId: string): Promise<Token> {
  const { secret, ours } = await agree(send)
  const digest = hash('sha256', pin.normalize('NFC'), 'buffer').subarray(0, 16)
  const shown = protocol.encrypt(secret, digest, randomBytes(16))
  const asked = members([1, PROTOCOL], [2, 0x09], [3, ours], [6, shown], [9, permission], [10, rpId])
  const said = await ask(send, commands.clientPin, asked)
  const token = protocol.decrypt(secret, requireParameter(bytesAt(said, 2)))
  if (!token) throw new Error('a token that was not encrypted for us')
  return token
}

const proof = (token: Token, clientDataHash: Uint8Array) => createHmac('sha256', token).update(clientDataHash).digest()

/** Only proves the PIN; a wrong one counts. @throws Declined */
export async function provePin(send: Send, pin: string, rpId: string): Promise<void> {
  await tokenFor(send, pin, permissions.get, rpId)
}

/** Signs with one of these passkeys (§6.2). @throws Declined */
export async function signWithPlatform(
  send: Send,
  pin: string,
  by: { rpId: string; clientDataHash: Uint8Array; allow: readonly Uint8Array[] },
): Promise<CborMap> {
  const token = await tokenFor(send, pin, permissions.get, by.rpId)
  const { clientDataHash } = by
  return ask(
    send,
    commands.get,
    members(
      [1, by.rpId],
      [2, clientDataHash],
      [3, by.allow.map(descriptor)],
      [6, proof(token, clientDataHash)],
      [7, PROTOCOL],
    ),
  )
}

/** Makes a passkey (§6.1). @throws Declined */
export async function registerOnPlatform(
  send: Send,
  pin: string,
  by: {
    rp: { id: string; name: string }
    user: { id: Uint8Array; name: string; displayName: string }
    clientDataHash: Uint8Array
  },
): Promise<CborMap> {
  const { rp, user, clientDataHash } = by
  const token = await tokenFor(send, pin, permissions.make, rp.id)
  return ask(
    send,
    commands.make,
    members(
      [1, clientDataHash],
      [2, members(['id', rp.id], ['name', rp.name])],
      [3, members(['id', user.id], ['name', user.name], ['displayName', user.displayName])],
      [4, [members(['alg', -7], ['type', 'public-key'])]],
      [7, members(['rk', true])],
      [8, proof(token, clientDataHash)],
      [9, PROTOCOL],
    ),
  )
}
