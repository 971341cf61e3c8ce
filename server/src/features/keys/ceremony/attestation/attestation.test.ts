import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyAttestation } from './attestation.ts'
import { AUTHORITY, certificate, der, extension, MANUFACTURER, name, newKey, pem } from '#test/emulators/certificate.ts'
import { attested } from '#test/api/ceremony.ts'

const root = newKey()
const rootCertificate = certificate({
  key: root.publicKey,
  by: root.privateKey,
  subject: name({ CN: 'Root' }),
  extensions: [AUTHORITY],
})
const { about, signed } = attested()
const { publicKey, data, credential, clientDataHash } = about
const MODEL = '2b0601040182e51c010104'
const model = Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex')
const maker = newKey()
const leaf = { key: maker.publicKey, by: root.privateKey }

const verify = (format: string, parts: Record<string, unknown>, anchors = [pem(rootCertificate)]) =>
  verifyAttestation(format, { ...about, statement: new Map(Object.entries(parts)) }, anchors)
const refused = (clause: string, says: RegExp) =>
  expect.objectContaining({ code: 'refused', clause, message: expect.stringMatching(says) as string }) as Error

describe('packed', () => {
  const say = (asked: Partial<Parameters<typeof certificate>[0]> = {}, parts: Record<string, unknown> = {}) =>
    verify('packed', {
      alg: -7,
      sig: sign('sha256', signed, maker.privateKey),
      x5c: [certificate({ ...leaf, ...asked })],
      ...parts,
    })

  test('of a manufacturer is accepted', () => {
    expect(say()).toMatchObject({ type: 'certified', trusted: true })
    expect(say({ extensions: [extension(MODEL, der(0x04, model))] }).trusted).toBe(true)
  })

  test.each<[RegExp, Parameters<typeof say>]>([
    [/signed/, [{}, { sig: sign('sha256', Buffer.from('else'), maker.privateKey) }]],
    [/signed/, [{}, { alg: -257 }]],
    [/signed/, [{ key: newKey().publicKey }]],
    [/version 3/, [{ version: 1 }]],
    [/authority/, [{ extensions: [AUTHORITY] }]],
    [/doesn't name the manufacturer/, [{ subject: name({ ...MANUFACTURER, OU: 'Sales' }) }]],
    [/doesn't name the manufacturer/, [{ subject: name({ ...MANUFACTURER, C: 'Switzerland' }) }]],
    [/doesn't name the manufacturer/, [{ subject: name({ C: 'CH', OU: MANUFACTURER.OU, CN: MANUFACTURER.CN }) }]],
    [/doesn't name the manufacturer/, [{ subject: name({ C: 'CH', O: MANUFACTURER.O, OU: MANUFACTURER.OU }) }]],
    [/another model/, [{ extensions: [extension(MODEL, der(0x04, Buffer.alloc(16)))] }]],
    [/another model/, [{ extensions: [extension(MODEL, der(0x04, model), true)] }]],
  ])('§8.2 refuses %s (%#)', (says, given) => {
    expect(() => say(...given)).toThrow(refused('§8.2', says))
  })
})

describe('fido-u2f', () => {
  const { x = '', y = '' } = publicKey.key.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const old = Buffer.concat([Buffer.of(0), data.rpIdHash, clientDataHash, credential.id, ...point])
  const good = { sig: sign('sha256', old, maker.privateKey), x5c: [certificate(leaf)] }

  test('is accepted', () => {
    expect(verify('fido-u2f', good)).toMatchObject({ type: 'certified', trusted: true })
  })

  test.each<[RegExp, Record<string, unknown>]>([
    [/complete/, { x5c: [certificate(leaf), rootCertificate] }],
    [/complete/, { sig: undefined }],
    [/signed/, { sig: sign('sha256', signed, maker.privateKey) }],
  ])('§8.6 refuses %s (%#)', (says, parts) => {
    expect(() => verify('fido-u2f', { ...good, ...parts })).toThrow(refused('§8.6', says))
  })
})

test('§8.6 refuses keys on other curves', () => {
  const wide = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const x5c = [certificate({ key: wide.publicKey, by: root.privateKey })]
  const statement = new Map(Object.entries({ sig: sign('sha256', signed, wide.privateKey), x5c }))
  expect(() => verifyAttestation('fido-u2f', { ...about, statement }, [])).toThrow(
    refused('§8.6', /certificate is not for/),
  )
  const other = {
    ...about,
    statement: new Map(statement).set('x5c', [certificate(leaf)]),
    publicKey: { algorithm: -35, key: wide.publicKey },
  }
  expect(() => verifyAttestation('fido-u2f', other, [])).toThrow(refused('§8.6', /new key is not/))
})

describe('apple', () => {
  const NONCE = '2a864886f763640802'
  const nonce = (bytes: Buffer) => extension(NONCE, der(0x30, der(0xa1, der(0x04, hash('sha256', bytes, 'buffer')))))
  const say = (extensions: Buffer[], key = publicKey.key) =>
    verify('apple', { x5c: [certificate({ key, by: root.privateKey, extensions })] })

  test('is accepted', () => {
    expect(say([nonce(signed)])).toMatchObject({ type: 'certified', trusted: true })
  })

  test.each<[RegExp, Parameters<typeof say>]>([
    [/another ceremony/, [[]]],
    [/another ceremony/, [[nonce(Buffer.from('else'))]]],
    [/another key/, [[nonce(signed)], maker.publicKey]],
  ])('§8.8 refuses %s (%#)', (says, given) => {
    expect(() => say(...given)).toThrow(refused('§8.8', says))
  })
})

describe('trust', () => {
  const other = newKey()
  const middle = { key: other.publicKey, by: root.privateKey, subject: name({ CN: 'Middle' }) }
  const below = certificate({ ...leaf, by: other.privateKey, issuer: name({ CN: 'Middle' }) })
  const say = (x5c: Buffer[], anchors = [pem(rootCertificate)]) =>
    verify('packed', { alg: -7, sig: sign('sha256', signed, maker.privateKey), x5c }, anchors).trusted

  test.each<[string, boolean, Parameters<typeof say>]>([
    ['a leaf certificate under a root', true, [[certificate(leaf)]]],
    [
      'a leaf certificate under an intermediate under a root',
      true,
      [[below, certificate({ ...middle, extensions: [AUTHORITY] })]],
    ],
    ['a chain that includes its root', true, [[certificate(leaf), rootCertificate]]],
    ['a trusted leaf certificate', true, [[below], [pem(below)]]],
    ['no roots', false, [[certificate(leaf)], []]],
    ['a root that is not a certificate', false, [[certificate(leaf)], ['nonsense']]],
    ['a missing intermediate', false, [[below]]],
    ['an intermediate that is not an authority', false, [[below, certificate(middle)]]],
    [
      'an intermediate that did not sign the leaf',
      false,
      [[certificate({ ...leaf, by: maker.privateKey }), rootCertificate]],
    ],
    ['an expired leaf certificate', false, [[certificate({ ...leaf, until: '210101000000Z' })]]],
    [
      'an expired intermediate',
      false,
      [[below, certificate({ ...middle, extensions: [AUTHORITY], until: '210101000000Z' })]],
    ],
  ])('in %s: %s', (_, verdict, given) => {
    expect(say(...given)).toBe(verdict)
  })
})
