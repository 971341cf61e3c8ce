import { CeremonyError } from '../ceremony.ts'

// Structures of TPM 2.0 Library, Part 2; all numbers are big-endian.

export interface PublicArea {
  readonly nameAlgorithm: number
  readonly key:
    | { readonly n: Buffer; readonly e: number }
    | { readonly curve: number; readonly x: Buffer; readonly y: Buffer }
}

export interface TpmCertification {
  readonly magic: number
  readonly type: number
  readonly extraData: Buffer
  readonly name: Buffer
}

const RSA = 0x0001
const ECC = 0x0023
const USUAL_EXPONENT = 65537
const CLOCK_AND_FIRMWARE = 17 + 8

function reader(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes)
  let at = 0
  const take = (size: number): Buffer => {
    if (at + size > buffer.length) throw new CeremonyError('malformed', '§8.3', 'A TPM structure is truncated')
    at += size
    return buffer.subarray(at - size, at)
  }
  const short = () => take(2).readUInt16BE()
  return {
    take,
    short,
    long: () => take(4).readUInt32BE(),
    sized: () => take(short()),
    done: () => at === buffer.length,
  }
}

const leftOver = () => new CeremonyError('malformed', '§8.3', 'A TPM structure is followed by extra bytes')

export function readPublicArea(bytes: Uint8Array): PublicArea {
  const { take, short, long, sized, done } = reader(bytes)
  const type = short()
  const nameAlgorithm = short()
  take(4) // object attributes
  sized() // authorization policy
  take(4) // symmetric algorithm and scheme, both null for a signing key
  let key: PublicArea['key']
  if (type === RSA) {
    take(2) // key bits, also known from the modulus
    const e = long() || USUAL_EXPONENT
    key = { n: sized(), e }
  } else if (type === ECC) {
    const curve = short()
    take(2) // key derivation scheme
    key = { curve, x: sized(), y: sized() }
  } else {
    throw new CeremonyError('refused', '§8.3', 'The TPM created a key of an unknown type')
  }
  if (!done()) throw leftOver()
  return { nameAlgorithm, key }
}

export function readCertified(bytes: Uint8Array): TpmCertification {
  const { take, short, long, sized, done } = reader(bytes)
  const magic = long()
  const type = short()
  sized() // qualified signer
  const extraData = sized()
  take(CLOCK_AND_FIRMWARE)
  const name = sized()
  sized() // qualified name
  if (!done()) throw leftOver()
  return { magic, type, extraData, name }
}
