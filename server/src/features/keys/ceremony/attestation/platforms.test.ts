import { hash, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyAttestation } from './attestation.ts'
import { AUTHORITY, certificate, der, extension, name, newKey, pem } from '#test/emulators/certificate.ts'
import { attested } from '#test/api/ceremony.ts'

const root = newKey()
const anchors = [
  pem(
    certificate({ key: root.publicKey, by: root.privateKey, subject: name({ CN: 'Root' }), extensions: [AUTHORITY] }),
  ),
]
const { about, signed } = attested()
const verify = (format: string, parts: Record<string, unknown>, publicKey = about.publicKey) =>
  verifyAttestation(format, { ...about, publicKey, statement: new Map(Object.entries(parts)) }, anchors)
const refused = (clause: string, says: RegExp) =>
  expect.objectContaining({ clause, message: expect.stringMatching(says) as string }) as Error
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.of(value))

describe('android-key', () => {
  const { publicKey, privateKey } = newKey()
  const mine = { ...about, publicKey: { algorithm: -7, key: publicKey } }
  const PURPOSE = Buffer.of(0xa1)
  const ALL_APPLICATIONS = Buffer.from('bf8458', 'hex')
  const ORIGIN = Buffer.from('bf853e', 'hex')
  const purpose = (value: number) => der(PURPOSE, der(0x31, integer(value)))
  const origin = (value: number) => der(ORIGIN, integer(value))
  const describing = (challenge: Buffer, software: Buffer[], trusted: Buffer[]) =>
    extension(
      '2b06010401d679020111',
      sequence(
        integer(4),
        der(0x0a, Buffer.of(1)),
        integer(4),
        der(0x0a, Buffer.of(1)),
        der(0x04, challenge),
        der(0x04),
        sequence(...software),
        sequence(...trusted),
      ),
    )
  const say = (
    asked: { software?: Buffer[]; trusted?: Buffer[]; challenge?: Buffer; key?: KeyObject; described?: boolean },
    parts: Record<string, unknown> = {},
  ) => {
    const {
      software = [],
      trusted = [purpose(2), origin(0)],
      challenge = about.clientDataHash,
      key = publicKey,
      described = true,
    } = asked
    const extensions = described ? [describing(challenge, software, trusted)] : []
    const x5c = [certificate({ key, by: root.privateKey, extensions })]
    const statement = new Map(Object.entries({ alg: -7, sig: sign('sha256', signed, privateKey), x5c, ...parts }))
    return verifyAttestation('android-key', { ...mine, statement }, anchors)
  }

  test('is accepted', () => {
    expect(say({})).toMatchObject({ type: 'certified', trusted: true })
    expect(say({ trusted: [] }).trusted).toBe(true)
  })

  test.each<[RegExp, Parameters<typeof say>]>([
    [/complete/, [{}, { alg: -257 }]],
    [/complete/, [{}, { sig: 'text' }]],
    [/signed/, [{}, { sig: sign('sha256', Buffer.from('else'), privateKey) }]],
    [/another key/, [{ key: root.publicKey }]],
    [/describe/, [{ described: false }]],
    [/another ceremony/, [{ challenge: Buffer.alloc(32) }]],
    [/All applications/, [{ software: [der(ALL_APPLICATIONS, der(0x05))] }]],
    [/not generated on the device/, [{ trusted: [purpose(2), origin(2)] }]],
    [/for signing/, [{ trusted: [purpose(0), origin(0)] }]],
  ])('§8.4 refuses %s (%#)', (says, given) => {
    expect(() => say(...given)).toThrow(refused('§8.4', says))
  })
})

test.each([
  ['without its lists', sequence(integer(4)), /complete/],
  ['that is truncated', Buffer.of(0x30, 5, 2), /truncated/],
  ['without a length', Buffer.of(0x30), /truncated/],
  ['with a truncated length', Buffer.of(0x30, 0x84, 1), /truncated/],
  ['that is empty', Buffer.alloc(0), /truncated/],
])('refuses a description of an Android key %s', (_, described, says) => {
  const { publicKey, privateKey } = newKey()
  const extensions = [extension('2b06010401d679020111', described)]
  const x5c = [certificate({ key: publicKey, by: root.privateKey, extensions })]
  const statement = new Map(Object.entries({ alg: -7, sig: sign('sha256', signed, privateKey), x5c }))
  const mine = { ...about, publicKey: { algorithm: -7, key: publicKey }, statement }
  expect(() => verifyAttestation('android-key', mine, anchors)).toThrow(says)
})

describe('tpm', () => {
  const aik = newKey()
  const short = (value: number) => Buffer.of(value >> 8, value & 0xff)
  const sized = (bytes: Uint8Array) => Buffer.concat([short(bytes.length), bytes])
  const { x = '', y = '' } = about.publicKey.key.export({ format: 'jwk' })
  const [X, Y] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const area = (type = 0x23, curve = 3, first = X) =>
    Buffer.concat([
      short(type),
      short(0x0b),
      Buffer.alloc(4),
      sized(Buffer.alloc(0)),
      short(0x10),
      short(0x10),
      short(curve),
      short(0x10),
      sized(first),
      sized(Y),
    ])
  const nameOf = (bytes: Buffer, algorithm = 0x0b) => Buffer.concat([short(algorithm), hash('sha256', bytes, 'buffer')])
  const info = (said: { magic?: string; type?: number; extra?: Buffer; name?: Buffer } = {}) => {
    const {
      magic = 'ff544347',
      type = 0x8017,
      extra = hash('sha256', signed, 'buffer'),
      name: called = nameOf(area()),
    } = said
    return Buffer.concat([
      Buffer.from(magic, 'hex'),
      short(type),
      sized(Buffer.alloc(0)),
      sized(extra),
      Buffer.alloc(25),
      sized(called),
      sized(Buffer.alloc(0)),
    ])
  }
  const attribute = (type: number, text: string) =>
    der(0x31, sequence(Buffer.from(`0605678105020${type}`, 'hex'), der(0x0c, Buffer.from(text))))
  const chip = [attribute(1, 'id:53544D20'), attribute(2, 'Model'), attribute(3, 'id:01')]
  const otherName = (parts: Buffer[]) => extension('551d11', sequence(der(0xa4, sequence(...parts))), true)
  const usage = (type: string) => extension('551d25', sequence(der(0x06, Buffer.from(type, 'hex'))))
  const AIK = '6781050803'
  const leaf = {
    key: aik.publicKey,
    by: root.privateKey,
    subject: sequence(),
    extensions: [otherName(chip), usage(AIK)],
  }
  const say = (
    parts: Record<string, unknown> = {},
    asked: Partial<typeof leaf> & { version?: 1 | 3 } = {},
    publicKey = about.publicKey,
  ) => {
    const certInfo = parts['certInfo'] instanceof Buffer ? parts['certInfo'] : info()
    const sig = sign('sha256', certInfo, aik.privateKey)
    const said = { ver: '2.0', alg: -7, sig, x5c: [certificate({ ...leaf, ...asked })], pubArea: area(), certInfo }
    return verify('tpm', { ...said, ...parts }, publicKey)
  }

  test('is accepted', () => {
    expect(say()).toMatchObject({ type: 'certified', trusted: true })
  })

  test('is accepted if a coordinate lacks leading zeros', () => {
    for (;;) {
      const { publicKey } = newKey()
      const point = publicKey.export({ format: 'jwk' })
      const [first, second] = [point.x, point.y].map(one => Buffer.from(one ?? '', 'base64url')) as [Buffer, Buffer]
      if (first[0] !== 0) continue
      const cut = Buffer.concat([
        ...[0x23, 0x0b].map(short),
        Buffer.alloc(4),
        sized(Buffer.alloc(0)),
        ...[0x10, 0x10, 3, 0x10].map(short),
        sized(first.subarray(1)),
        sized(second),
      ])
      const said = { pubArea: cut, certInfo: info({ name: nameOf(cut) }) }
      expect(say(said, {}, { algorithm: -7, key: publicKey })).toMatchObject({ type: 'certified', trusted: true })
      return
    }
  })

  test.each<[RegExp, Parameters<typeof say>]>([
    [/version/, [{ ver: '1.2' }]],
    [/complete/, [{ pubArea: undefined }]],
    [/complete/, [{ alg: -8 }]],
    [/another key/, [{ pubArea: area(0x23, 3, Y) }]],
    [/another key/, [{ pubArea: area(0x23, 4) }]],
    [/unknown type/, [{ pubArea: area(0x25) }]],
    [/truncated/, [{ pubArea: area().subarray(0, -1) }]],
    [/followed by extra bytes/, [{ pubArea: Buffer.concat([area(), Buffer.of(0)]) }]],
    [/followed by extra bytes/, [{ certInfo: Buffer.concat([info(), Buffer.of(0)]) }]],
    [/did not certify/, [{ certInfo: info({ magic: 'ff544348' }) }]],
    [/did not certify/, [{ certInfo: info({ type: 0x8018 }) }]],
    [/another ceremony/, [{ certInfo: info({ extra: Buffer.alloc(32) }) }]],
    [/another name/, [{ certInfo: info({ name: nameOf(Buffer.from('else')) }) }]],
    [/another name/, [{ certInfo: info({ name: nameOf(area(), 0x0c) }) }]],
    [/signed/, [{ sig: Buffer.from('nonsense') }]],
    [/signed/, [{ alg: -65535, certInfo: info({ extra: hash('sha1', signed, 'buffer') }) }]],
    [/attestation key/, [{}, { version: 1, extensions: [] }]],
    [/attestation key/, [{}, { subject: name({ CN: 'Named' }) }]],
    [/attestation key/, [{}, { extensions: [...leaf.extensions, AUTHORITY] }]],
    [/attestation key/, [{}, { extensions: [otherName(chip.slice(1)), usage(AIK)] }]],
    [/attestation key/, [{}, { extensions: [otherName(chip)] }]],
    [/attestation key/, [{}, { extensions: [otherName(chip), usage('551d2500')] }]],
    [
      /another model/,
      [{}, { extensions: [...leaf.extensions, extension('2b0601040182e51c010104', der(0x04, Buffer.alloc(16)))] }],
    ],
  ])('§8.3 refuses %s (%#)', (says, given) => {
    expect(() => say(...given)).toThrow(refused('§8.3', says))
  })
})
