import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { encode } from 'cborg'
import { describe, expect, test } from 'vitest'
import { isSignedBy, publicKeyOf, readPublicKey } from './public-key.ts'

const point = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = point.publicKey.export({ format: 'jwk' })
const [X, Y] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
const good: [number, unknown][] = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, X],
  [-3, Y],
]
const cose = (...changes: [number, unknown][]) => encode(new Map([...good, ...changes]))
const without = (label: number) => encode(new Map(good.filter(([key]) => key !== label)))

function rsa(modulusLength: number): Uint8Array {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
  return encode(
    new Map<number, unknown>([
      [1, 3],
      [3, -257],
      [-1, Buffer.from(n, 'base64url')],
      [-2, Buffer.from(e, 'base64url')],
    ]),
  )
}

const numbers = (n: Buffer, e: Buffer) =>
  encode(
    new Map<number, unknown>([
      [1, 3],
      [3, -257],
      [-1, n],
      [-2, e],
    ]),
  )
function modulus(bits: number, last = 1): Buffer {
  const bytes = randomBytes(bits / 8)
  bytes[0] = 0x80
  bytes[bytes.length - 1] = last
  return bytes
}
const usual = Buffer.of(1, 0, 1)

describe('a credential public key', () => {
  test('verifies signatures of its private key', () => {
    const signature = sign('sha256', Buffer.from('data'), point.privateKey)
    expect(isSignedBy(publicKeyOf(cose()), Buffer.from('data'), signature)).toBe(true)
    expect(isSignedBy(publicKeyOf(cose()), Buffer.from('date'), signature)).toBe(false)
  })

  test('refuses the algorithm of another key type', () => {
    const signature = sign('sha256', Buffer.from('data'), point.privateKey)
    expect(isSignedBy({ key: point.publicKey, algorithm: -257 }, Buffer.from('data'), signature)).toBe(false)
    expect(isSignedBy({ key: point.publicKey, algorithm: 1 }, Buffer.from('data'), signature)).toBe(false)
  })

  test.each<[string, Uint8Array]>([
    ['of an unknown algorithm', cose([3, -999])],
    ['without an algorithm', without(3)],
    ['with a type that does not match its algorithm', cose([1, 3])],
    ['on a different curve', cose([-1, 2])],
    ['with a point off its curve', cose([-3, X])],
    ['in compressed form', cose([-3, true])],
    ['with a coordinate that is too short', cose([-2, X.subarray(1)])],
    ['with a coordinate that is too long', cose([-2, Buffer.concat([Buffer.of(0), X])])],
    ['with a missing part', without(-2)],
    ['that is not a map', encode([1, 2])],
    ['of RSA with 1024 bits', rsa(1024)],
    ['of RSA with 4104 bits', numbers(modulus(4104), usual)],
    ['of RSA with 16384 bits', numbers(modulus(16_384), usual)],
    ['of RSA with 2040 bits and leading zeros', numbers(Buffer.concat([Buffer.of(0), modulus(2040)]), usual)],
    ['of RSA with an even modulus', numbers(modulus(2048, 2), usual)],
    ['of RSA with the exponent 1', numbers(modulus(2048), Buffer.of(1))],
    ['of RSA with the exponent 3', numbers(modulus(2048), Buffer.of(3))],
    ['of RSA with an even exponent', numbers(modulus(2048), Buffer.of(1, 0, 2))],
    ['of RSA with an exponent of five bytes', numbers(modulus(2048), Buffer.of(1, 0, 0, 0, 1))],
    ['with a duplicate label', Buffer.from('a201020102', 'hex')],
  ])('%s is malformed', (_, bytes) => {
    expect(() => readPublicKey(bytes)).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
  })

  test('is parsed once', () => {
    const bytes = cose()
    expect(publicKeyOf(bytes)).toBe(publicKeyOf(Uint8Array.from(bytes)))
    expect(publicKeyOf(rsa(2048))).not.toBe(publicKeyOf(bytes))
  })

  test('is removed from the cache after 4096 others were used', () => {
    const edwards = () =>
      encode(
        new Map<number, unknown>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, randomBytes(32)],
        ]),
      )
    const [first, second] = [edwards(), edwards()]
    const [kept, forgotten] = [publicKeyOf(first), publicKeyOf(second)]
    for (let others = 0; others < 4096; others++) {
      publicKeyOf(edwards())
      if (others === 2000) publicKeyOf(first)
    }
    expect(publicKeyOf(first)).toBe(kept)
    expect(publicKeyOf(second)).not.toBe(forgotten)
  })

  test('of type RSA is accepted with 2048 to 4096 bits', () => {
    expect(readPublicKey(rsa(2048)).algorithm).toBe(-257)
    expect(readPublicKey(numbers(modulus(4096), usual)).algorithm).toBe(-257)
    expect(readPublicKey(numbers(modulus(3072), Buffer.of(0xff, 0xff, 0xff, 0xff))).algorithm).toBe(-257)
  })
})
