import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'
import { cborMapOf } from './bytes.ts'
import { CeremonyError } from './ceremony.ts'

export interface PublicKey {
  readonly algorithm: number
  readonly key: KeyObject
}

interface Algorithm {
  readonly kty: number
  readonly kind: string
  readonly digest: string | null
  jwk(cose: Map<unknown, unknown>): JsonWebKey
}

const malformed = (message: string) => new CeremonyError('malformed', '§5.8.5', message)

function text(value: unknown, length?: number): string {
  const fits = value instanceof Uint8Array && value.length > 0 && (length === undefined || value.length === length)
  if (!fits) throw malformed('A part of the public key is missing or has the wrong size')
  return Buffer.from(value).toString('base64url')
}

function onCurve(cose: Map<unknown, unknown>, curve: number): void {
  if (cose.get(-1) !== curve) throw malformed('The public key uses a different curve than its algorithm requires')
}

const ecdsa = (crv: string, curve: number, size: number, digest: string): Algorithm => ({
  kty: 2,
  kind: 'ec',
  digest,
  jwk(cose) {
    onCurve(cose, curve)
    return { kty: 'EC', crv, x: text(cose.get(-2), size), y: text(cose.get(-3), size) }
  },
})

const edwards = (crv: string, curve: number, size: number): Algorithm => ({
  kty: 1,
  kind: crv.toLowerCase(),
  digest: null,
  jwk(cose) {
    onCurve(cose, curve)
    return { kty: 'OKP', crv, x: text(cose.get(-2), size) }
  },
})

// Larger keys make verification so slow that a few users could keep the server busy; OpenSSL's limit is 16,384
const MODULUS = { least: 2048, most: 4096 }
// Minimum of FIPS 186-5 §A.1.1, maximum of TPMs: with smaller exponents, some signatures need no private key
const EXPONENT = { least: 65_537n, most: 2n ** 32n - 1n }

const bitsOf = (number: bigint): number => number.toString(2).length

function rsaNumbers(cose: Map<unknown, unknown>): JsonWebKey {
  const [n, e] = [text(cose.get(-1)), text(cose.get(-2))]
  const [modulus, exponent] = [n, e].map(one => BigInt(`0x${Buffer.from(one, 'base64url').toString('hex')}`)) as [
    bigint,
    bigint,
  ]
  const bits = bitsOf(modulus)
  if (bits < MODULUS.least || bits > MODULUS.most || modulus % 2n === 0n)
    throw malformed('The RSA modulus is not an odd number of 2,048 to 4,096 bits')
  if (exponent < EXPONENT.least || exponent > EXPONENT.most || exponent % 2n === 0n)
    throw malformed('The RSA exponent is too small, too large, or even')
  return { kty: 'RSA', n, e }
}

const rsa: Algorithm = { kty: 3, kind: 'rsa', digest: 'sha256', jwk: rsaNumbers }

const lattice = (alg: string): Algorithm => ({
  kty: 7,
  kind: alg.toLowerCase(),
  digest: null,
  jwk: cose => ({ kty: 'AKP', alg, pub: text(cose.get(-1)) }),
})

// IANA COSE algorithms; options.ts decides which of them a workspace requests.
const algorithms = new Map<unknown, Algorithm>([
  [-7, ecdsa('P-256', 1, 32, 'sha256')],
  [-35, ecdsa('P-384', 2, 48, 'sha384')],
  [-36, ecdsa('P-521', 3, 66, 'sha512')],
  [-8, edwards('Ed25519', 6, 32)],
  [-53, edwards('Ed448', 7, 57)],
  [-257, rsa],
  [-48, lattice('ML-DSA-44')],
  [-49, lattice('ML-DSA-65')],
  [-50, lattice('ML-DSA-87')],
])

/**
 * Parses a COSE_Key (RFC 9052 §7). A point off its curve, a weak or huge RSA key, or an unknown algorithm is
 * malformed.
 */
export function readPublicKey(cose: Uint8Array): PublicKey {
  const parts = cborMapOf(cose, 'The credential public key')
  const algorithm = parts.get(3)
  const known = algorithms.get(algorithm)
  if (typeof algorithm !== 'number' || !known) throw malformed('The public key uses an unknown algorithm')
  if (parts.get(1) !== known.kty) throw malformed('The public key has a different type than its algorithm requires')
  const jwk = known.jwk(parts)
  try {
    return { algorithm, key: createPublicKey({ key: jwk, format: 'jwk' }) }
  } catch {
    throw malformed('The public key is not a valid key')
  }
}

// Creating a KeyObject costs about as much as a verification, and users sign in repeatedly.
const CACHED = 4096
const cache = new Map<string, PublicKey>()

export function publicKeyOf(cose: Uint8Array): PublicKey {
  const name = Buffer.from(cose.buffer, cose.byteOffset, cose.byteLength).toString('latin1')
  const known = cache.get(name)
  if (known) cache.delete(name)
  else if (cache.size >= CACHED) cache.delete(cache.keys().next().value ?? '')
  const key = known ?? readPublicKey(cose)
  cache.set(name, key)
  return key
}

/** Verifies a signature by the COSE `algorithm`; ECDSA signatures are DER (§6.5.5). */
export function isSignedBy({ key, algorithm }: PublicKey, data: Uint8Array, signature: Uint8Array): boolean {
  const known = algorithms.get(algorithm)
  if (!known || known.kind !== key.asymmetricKeyType) return false
  try {
    return verify(known.digest, data, key, signature)
  } catch {
    // OpenSSL throws if it can't parse a signature.
    return false
  }
}
