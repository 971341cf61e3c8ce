import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** One DER value of the given contents. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length =
    size < 0x80 ? Buffer.of(size) : size < 0x100 ? Buffer.of(0x81, size) : Buffer.of(0x82, size >> 8, size & 0xff)
  return Buffer.concat([Buffer.of(tag), length, content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
// sha256WithRSAEncryption
const signedWith = sequence(oid('2a864886f70d01010b'), der(0x05))
const commonName = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`

/** An RSA key and the certificate by which it vouches for itself, in PEM; partners keep the certificate. */
export function ownCertificate(name: string, from: Date, until: Date): { certificate: string; privateKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = randomBytes(16)
  // Positive, and not beginning with a zero
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    signedWith,
    commonName(name),
    sequence(time(from), time(until)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  return {
    certificate: pem(sequence(body, signedWith, der(0x03, Buffer.of(0), signed(body, privateKey)))),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const signed = (body: Buffer, by: KeyObject) => sign('sha256', body, by)
