import { hash, verify } from 'node:crypto'
import { CeremonyError } from '../ceremony.ts'
import { isSignedBy, type PublicKey } from '../public-key.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { type Certificate, certificateOf, certificatesIn, modelMatches } from '../ceremony.certificates.ts'
import { type PublicArea, readCertified, readPublicArea } from './tpm.structures.ts'

const refused = (message: string) => new CeremonyError('refused', '§8.3', message)
const GENERATED_VALUE = 0xff544347
const ATTEST_CERTIFY = 0x8017
// RSASSA-PKCS1-v1_5 with SHA-1: older chips sign their statements with it, never their credentials.
const RS1 = -65535
const digests = new Map([
  [0x0004, 'sha1'],
  [0x000b, 'sha256'],
  [0x000c, 'sha384'],
  [0x000d, 'sha512'],
])
const digestsOfSignatures = new Map<unknown, string>([
  [RS1, 'sha1'],
  [-7, 'sha256'],
  [-35, 'sha384'],
  [-36, 'sha512'],
  [-257, 'sha256'],
])
const curves = new Map([
  [0x0003, 'P-256'],
  [0x0004, 'P-384'],
  [0x0005, 'P-521'],
])
// Extended key usage 2.5.29.37 with tcg-kp-AIKCertificate, 2.23.133.8.3
const USAGE = '551d25'
const AIK = Buffer.from('06056781050803', 'hex')
// Subject alternative name 2.5.29.17 with manufacturer, model, and version, 2.23.133.2.1 to .3
const OTHER_NAME = '551d11'
const CHIP = ['06056781050201', '06056781050202', '06056781050203'].map(type => Buffer.from(type, 'hex'))

const hexOf = (number: number) => {
  const digits = number.toString(16)
  return digits.padStart(digits.length + (digits.length % 2), '0')
}

function isSameKey({ key: area }: PublicArea, { key }: PublicKey): boolean {
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const { n, e = '', crv, x = '', y = '' } = key.export({ format: 'jwk' })
  if ('n' in area) return n === text(area.n) && Buffer.from(e, 'base64url').toString('hex') === hexOf(area.e)
  // Some chips cut leading zeros of a coordinate
  const isSame = (whole: string, cut: Buffer) => {
    const bytes = Buffer.from(whole, 'base64url')
    return cut.length <= bytes.length && bytes.equals(Buffer.concat([Buffer.alloc(bytes.length - cut.length), cut]))
  }
  return crv === curves.get(area.curve) && isSame(x, area.x) && isSame(y, area.y)
}

/** The name of a key: digest algorithm and digest of its public area (TPM 2.0, Part 1 §16). */
function nameOf(area: Uint8Array, algorithm: number): Buffer {
  const digest = digests.get(algorithm)
  if (!digest) throw refused('The TPM key name uses an unknown hash algorithm')
  const head = Buffer.alloc(2)
  head.writeUInt16BE(algorithm)
  return Buffer.concat([head, hash(digest, area, 'buffer')])
}

function isOfAttestationKey({ version, nameless, authority, extensions }: Certificate): boolean {
  const chip = extensions.get(OTHER_NAME)?.value
  const usage = extensions.get(USAGE)?.value
  return (
    version === 3 &&
    nameless &&
    !authority &&
    CHIP.every(part => chip?.includes(part)) &&
    (usage?.includes(AIK) ?? false)
  )
}

function isSignedWithSha1({ key }: Certificate, info: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify('sha1', info, key, signature)
  } catch {
    // A key that OpenSSL can't use (for example 16,385 bits) has signed nothing
    return false
  }
}

function isSigned(leaf: Certificate, algorithm: unknown, info: Uint8Array, signature: Uint8Array): boolean {
  if (algorithm === RS1) return leaf.key.asymmetricKeyType === 'rsa' && isSignedWithSha1(leaf, info, signature)
  return isSignedBy({ key: leaf.key, algorithm: Number(algorithm) }, info, signature)
}

/** The `tpm` statement: a chip certifies that it made the key (§8.3). */
export function tpm({
  statement,
  data,
  credential,
  publicKey,
  clientDataHash,
}: AttestationSubject): AttestationEvidence {
  const [algorithm, signature, area, info] = ['alg', 'sig', 'pubArea', 'certInfo'].map(name => statement.get(name))
  const path = certificatesIn(statement, '§8.3')
  if (statement.get('ver') !== '2.0') throw refused('The attestation statement has a different version')
  const complete = signature instanceof Uint8Array && area instanceof Uint8Array && info instanceof Uint8Array
  const digest = digestsOfSignatures.get(algorithm)
  if (!complete || !digest) throw refused('The attestation statement is incomplete')
  const publicArea = readPublicArea(area)
  if (!isSameKey(publicArea, publicKey)) throw refused('The TPM certified another key')
  const { magic, type, extraData, name } = readCertified(info)
  if (magic !== GENERATED_VALUE || type !== ATTEST_CERTIFY) throw refused('The TPM did not certify a key')
  if (!extraData.equals(hash(digest, Buffer.concat([data.raw, clientDataHash]), 'buffer')))
    throw refused('The attestation statement is for another ceremony')
  if (!name.equals(nameOf(area, publicArea.nameAlgorithm))) throw refused('The TPM certified a key with another name')
  const leaf = certificateOf(path[0], '§8.3')
  if (!isSigned(leaf, algorithm, info, signature))
    throw refused('The attestation statement is not signed by its certificate')
  if (!isOfAttestationKey(leaf)) throw refused('The certificate does not belong to an attestation key')
  if (!modelMatches(leaf, credential.aaguid)) throw refused('The certificate is for another model')
  return { type: 'certified', path }
}
