import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'

export function der(identifier: number | Buffer, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length =
    size < 0x80 ? Buffer.of(size) : size < 0x100 ? Buffer.of(0x81, size) : Buffer.of(0x82, size >> 8, size & 0xff)
  return Buffer.concat([typeof identifier === 'number' ? Buffer.of(identifier) : identifier, length, content])
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const types = { C: '550406', O: '55040a', OU: '55040b', CN: '550403' }

export const name = (parts: Partial<Record<keyof typeof types, string>>): Buffer =>
  sequence(
    ...Object.entries(parts).map(([type, text]) =>
      der(0x31, sequence(oid(types[type as 'C']), der(0x0c, Buffer.from(text)))),
    ),
  )

export const extension = (type: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(type), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value))

export const AUTHORITY = extension('551d13', sequence(der(0x01, Buffer.of(0xff))), true)
export const MANUFACTURER = { C: 'CH', O: 'Example', OU: 'Authenticator Attestation', CN: 'Example key' }
export const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Asked {
  readonly key: KeyObject
  readonly by: KeyObject
  readonly subject?: Buffer
  readonly issuer?: Buffer
  readonly extensions?: readonly Buffer[]
  readonly version?: 1 | 3
  readonly until?: string
}

const SIGNED_WITH = sequence(oid('2a8648ce3d040302'))

export function certificate(asked: Asked): Buffer {
  const {
    key,
    by,
    subject = name(MANUFACTURER),
    issuer = name({ CN: 'Root' }),
    extensions = [],
    version = 3,
    until = '490101000000Z',
  } = asked
  const body = sequence(
    ...(version === 3 ? [der(0xa0, der(0x02, Buffer.of(2)))] : []),
    der(0x02, Buffer.of(7)),
    SIGNED_WITH,
    issuer,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from(until))),
    subject,
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  return sequence(body, SIGNED_WITH, der(0x03, Buffer.of(0), sign('sha256', body, by)))
}

export const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----`

export function ownCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const self = name({ CN: 'Claviger' })
  const bytes = certificate({ key: publicKey, by: newKey().privateKey, subject: self, issuer: self })
  return {
    cert: new X509Certificate(bytes).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
