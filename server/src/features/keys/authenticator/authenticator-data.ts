import { hash } from 'node:crypto'
import { type CborMap, encoded } from '#platform/ctap/cbor.ts'
import { credentialKey, type Point } from '#platform/ctap/cose.ts'
import { AAGUID } from './authenticator.model.ts'

const UP = 0x01
const UV = 0x04
const AT = 0x40
const ED = 0x80

export const partyHash = (rpId: string): Buffer => hash('sha256', rpId, 'buffer')

interface Said {
  readonly rpId: string
  readonly present: boolean
  readonly verified: boolean
  readonly counter: number
  readonly attested?: { readonly id: Uint8Array; readonly publicKey: Point }
  readonly extensions: CborMap
}

/**
 * Authenticator data (WebAuthn §6.1). "Backup eligible" and "backup state" are never set: the key pair stays
 * in this one authenticator, whichever reader uses it.
 */
export function authenticatorData({ rpId, present, verified, counter, attested, extensions }: Said): Buffer {
  const head = Buffer.alloc(5)
  head[0] = (present ? UP : 0) | (verified ? UV : 0) | (attested ? AT : 0) | (extensions.size > 0 ? ED : 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([
    partyHash(rpId),
    head,
    ...(attested ? [AAGUID, lengthOf(attested.id), attested.id, encoded(credentialKey(attested.publicKey))] : []),
    ...(extensions.size > 0 ? [encoded(extensions)] : []),
  ])
}

const lengthOf = ({ length }: Uint8Array) => Buffer.of(length >> 8, length & 0xff)
