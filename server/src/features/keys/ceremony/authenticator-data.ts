import { hash } from 'node:crypto'
import { firstItem } from './bytes.ts'
import { CeremonyError, type CeremonyExpectation } from './ceremony.ts'

export interface Flags {
  readonly userPresent: boolean
  readonly userVerified: boolean
  readonly backupEligible: boolean
  readonly backupState: boolean
}

export interface AttestedCredential {
  readonly aaguid: string
  readonly id: Buffer
  /** COSE_Key bytes, exactly as signed. */
  readonly publicKey: Buffer
}

export interface AuthenticatorData {
  readonly raw: Buffer
  readonly rpIdHash: Buffer
  readonly flags: Flags
  readonly signCount: number
  readonly attested: AttestedCredential | undefined
}

interface Facts {
  readonly data: AuthenticatorData
  readonly expected: CeremonyExpectation
}

const malformed = (message: string) => new CeremonyError('malformed', '§6.1', message)
const UP = 0x01
const UV = 0x04
const BE = 0x08
const BS = 0x10
const AT = 0x40
const ED = 0x80

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

function readAttested(bytes: Buffer): [AttestedCredential, rest: Buffer] {
  if (bytes.length < 18) throw malformed('The attested credential data is truncated')
  const end = 18 + bytes.readUInt16BE(16)
  if (bytes.length <= end) throw malformed('The credential ID is truncated')
  const [, rest] = firstItem(bytes.subarray(end), 'The credential public key')
  const after = bytes.length - rest.length
  return [
    {
      aaguid: uuidOf(bytes.toString('hex', 0, 16)),
      id: bytes.subarray(18, end),
      publicKey: bytes.subarray(end, after),
    },
    bytes.subarray(after),
  ]
}

export function readAuthenticatorData(raw: Buffer): AuthenticatorData {
  if (raw.length < 37) throw malformed('The authenticator data is truncated')
  const bits = raw.readUInt8(32)
  let rest = raw.subarray(37)
  let attested: AttestedCredential | undefined
  if (bits & AT) [attested, rest] = readAttested(rest)
  if (bits & ED) {
    const [extensions, after] = firstItem(rest, 'The extension data')
    if (!(extensions instanceof Map)) throw malformed('The extension data is not a map')
    rest = rest.subarray(rest.length - after.length)
  }
  if (rest.length > 0) throw malformed('The authenticator data is followed by extra bytes')
  const flags = {
    userPresent: (bits & UP) !== 0,
    userVerified: (bits & UV) !== 0,
    backupEligible: (bits & BE) !== 0,
    backupState: (bits & BS) !== 0,
  }
  return { raw, rpIdHash: raw.subarray(0, 32), flags, signCount: raw.readUInt32BE(33), attested }
}

export const isForUs = ({ data, expected }: Facts): boolean =>
  hash('sha256', expected.rpId, 'buffer').equals(data.rpIdHash)

export const userWasPresent = ({ data }: Facts): boolean => data.flags.userPresent

export const userWasVerified = ({ data, expected }: Facts): boolean =>
  data.flags.userVerified || expected.userVerification === 'preferred'

export const backupIsPossible = ({ data }: Facts): boolean => data.flags.backupEligible || !data.flags.backupState
