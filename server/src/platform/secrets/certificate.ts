import { createHash, createPublicKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { bits, der, derTime, octets, oid, sequence, setOf, derTrue, utf8, readWholeDer } from './der.ts'

const sha256WithRsa = sequence(oid('1.2.840.113549.1.1.11'), Buffer.from([0x05, 0x00]))
const pair = promisify(generateKeyPair)

export interface CertificatePair {
  readonly privateKey: Buffer
  readonly certificate: Buffer
}

/** A new 2048-bit RSA key with a self-signed certificate (RFC 5280), for signatures only. */
export async function makeCertificate(name: string, from: Date, until: Date): Promise<CertificatePair> {
  const { privateKey } = await pair('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificate: selfSigned(privateKey, name, from, until),
  }
}

export const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`

/** A self-signed certificate in DER. With a given serial number (15 bytes) it is the same each time. */
export function selfSigned(
  key: KeyObject,
  name: string,
  from: Date,
  until: Date,
  serial: Uint8Array = randomBytes(15),
): Buffer {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const subject = sequence(setOf(sequence(oid('2.5.4.3'), utf8(name.slice(0, 64)))))
  const keyId = createHash('sha1').update(spki).digest()
  const extensions = sequence(
    // Not a CA; signs documents; subject key identifier
    sequence(oid('2.5.29.19'), derTrue(), octets(sequence())),
    sequence(oid('2.5.29.15'), derTrue(), octets(bits(Buffer.from([0x80]), 7))),
    sequence(oid('2.5.29.14'), octets(octets(keyId))),
  )
  const body = sequence(
    der(0xa0, readWholeDer(Buffer.from([2]))),
    readWholeDer(Buffer.concat([Buffer.from([0x01]), serial])),
    sha256WithRsa,
    subject,
    sequence(derTime(from), derTime(until)),
    subject,
    spki,
    der(0xa3, extensions),
  )
  return sequence(body, sha256WithRsa, bits(sign('sha256', body, key)))
}
