import { hash } from 'node:crypto'
import type { Assertion, CreationOptions, Registration, RequestOptions } from '@claviger/contract/keys/ceremony'
import { type CborMap, encoded, members } from '#platform/ctap/cbor.ts'
import { bytesAt, mapAt, requireParameter, textAt } from '#platform/ctap/parameters.ts'
import { signWithPlatform, registerOnPlatform, type Send } from './platform.ts'

// The browser's part of a WebAuthn ceremony (WebAuthn Level 3 §5.1.3 and §5.1.4), for a page whose browser
// can't reach the key.

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** Client data in the member order of §5.8.1.1, and its hash. */
export function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) {
  const json = JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return { clientDataJSON: textOf(Buffer.from(json)), clientDataHash: hash('sha256', json, 'buffer') }
}

interface Given {
  readonly send: Send
  readonly pin: string
  readonly origin: string
}

export async function makePasskey({ send, pin, origin }: Given, options: CreationOptions): Promise<Registration> {
  const { clientDataJSON, clientDataHash } = clientData('webauthn.create', options.challenge, origin)
  const user = { ...options.user, id: bytesOf(options.user.id) }
  const made = await registerOnPlatform(send, pin, { rp: options.rp, user, clientDataHash })
  const authData = requireParameter(bytesAt(made, 2))
  const object = members(['fmt', textAt(made, 1)], ['attStmt', mapAt(made, 3)], ['authData', authData])
  return {
    id: textOf(attestedId(authData)),
    type: 'public-key',
    clientDataJSON,
    attestationObject: textOf(encoded(object)),
    transports: ['usb'],
  }
}

export async function usePasskey({ send, pin, origin }: Given, options: RequestOptions): Promise<Assertion> {
  const { clientDataJSON, clientDataHash } = clientData('webauthn.get', options.challenge, origin)
  const allow = options.allowCredentials.map(({ id }) => bytesOf(id))
  const said = await signWithPlatform(send, pin, { rpId: options.rpId, clientDataHash, allow })
  const idOf = (map: CborMap | undefined) => textOf(requireParameter(bytesAt(requireParameter(map), 'id')))
  return {
    id: idOf(mapAt(said, 1)),
    type: 'public-key',
    clientDataJSON,
    authenticatorData: textOf(requireParameter(bytesAt(said, 2))),
    signature: textOf(requireParameter(bytesAt(said, 3))),
    userHandle: idOf(mapAt(said, 4)),
  }
}

/**
 * The credential ID in attested authenticator data (§6.5.1): after a 37-byte header, a 16-byte model, and the
 * length.
 */
function attestedId(authData: Uint8Array): Uint8Array {
  const data = Buffer.from(authData)
  return data.subarray(55, 55 + data.readUInt16BE(53))
}
