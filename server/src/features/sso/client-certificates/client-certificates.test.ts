import { X509Certificate, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { AUTHORITY, certificate, der, extension, name, newKey, pem } from '#test/emulators/certificate.ts'
import { sameName } from './distinguished.ts'
import { hasName, chainsToAuthority } from './client-certificates.ts'

const now = new Date('2026-06-01T00:00:00Z')
const truth = der(0x01, Buffer.of(0xff))
const usage = (bits: number) => extension('551d0f', der(0x03, Buffer.of(0, bits)), true)
const extended = (purpose: string) => extension('551d25', der(0x30, der(0x06, Buffer.from(purpose, 'hex'))))
const client = '2b06010505070302'
const server = '2b06010505070301'
const pathLength = (most: number) => extension('551d13', der(0x30, truth, der(0x02, Buffer.of(most))), true)

interface Party {
  key: KeyObject
  own: KeyObject
  subject: Buffer
  x509: X509Certificate
}
function made(cn: string, by: Party | undefined, extensions: Buffer[], until = '491231235959Z'): Party {
  const pair = newKey()
  const subject = name({ C: 'DE', O: 'Northgate, Ltd.', CN: cn })
  const bytes = certificate({
    key: pair.publicKey,
    by: by?.own ?? pair.privateKey,
    subject,
    issuer: by?.subject ?? subject,
    extensions,
    until,
  })
  return { key: pair.publicKey, own: pair.privateKey, subject, x509: new X509Certificate(bytes) }
}
const pemOf = ({ x509 }: Party) => pem(x509.raw)
const root = made('Root', undefined, [AUTHORITY, usage(0x06)])
const between = made('Between', root, [AUTHORITY])
const leads = (leaf: Party, chain: Party[] = [], authorities = [root], at = now) =>
  chainsToAuthority(
    leaf.x509,
    chain.map(one => one.x509),
    authorities.map(pemOf),
    at,
  )

test('a certificate leads to an authority directly or through intermediates', () => {
  expect(leads(made('Machine', root, [usage(0x80), extended(client)]))).toBe(true)
  const machine = made('Machine', between, [])
  expect(leads(machine, [between])).toBe(true)
  expect(leads(machine, [root, between])).toBe(true)
  expect(leads(machine, [], [between])).toBe(true)
  expect(leads(machine)).toBe(false)
})

test.each<[string, () => boolean]>([
  ['of another authority with the same name', () => leads(made('Machine', made('Root', undefined, [AUTHORITY]), []))],
  ['that is self-signed', () => leads(made('Machine', undefined, []))],
  [
    'issued by a certificate that is not an authority',
    () => {
      const nobody = made('Nobody', root, [])
      return leads(made('Machine', nobody, []), [nobody])
    },
  ],
  [
    'issued by an authority without permission to sign certificates',
    () => {
      const idle = made('Idle', root, [AUTHORITY, usage(0x80)])
      return leads(made('Machine', idle, []), [idle])
    },
  ],
  [
    'with a longer chain than the root allows',
    () => {
      const narrow = made('Narrow', undefined, [pathLength(0), usage(0x06)])
      const next = made('Next', narrow, [AUTHORITY])
      return leads(made('Machine', next, []), [next], [narrow])
    },
  ],
  ['that has expired', () => leads(made('Machine', root, [], '260101000000Z'))],
  [
    'with an expired intermediate',
    () => {
      const over = made('Over', root, [AUTHORITY], '260101000000Z')
      return leads(made('Machine', over, []), [over])
    },
  ],
  ['under an expired root', () => leads(made('Machine', root, []), [], [root], new Date('2050-01-01T00:00:00Z'))],
  ['for servers', () => leads(made('Machine', root, [extended(server)]))],
  ['without permission to create signatures', () => leads(made('Machine', root, [usage(0x08)]))],
  ['of the authority itself', () => leads(between)],
  ['with an unknown critical extension', () => leads(made('Machine', root, [extension('2a0304', truth, true)]))],
  [
    'issued by an authority for other names',
    () => {
      const some = made('Some', root, [AUTHORITY, extension('551d1e', der(0x30), true)])
      return leads(made('Machine', some, []), [some])
    },
  ],
  [
    'with changed bytes',
    () => {
      const machine = made('Machine', root, [])
      const bytes = Buffer.from(machine.x509.raw)
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      return chainsToAuthority(new X509Certificate(bytes), [], [pemOf(root)], now)
    },
  ],
])('a certificate %s is refused', (_what, verdict) => {
  expect(verdict()).toBe(false)
})

test('a certificate is identified by one name of the chosen type', () => {
  const general = (tag: number, value: Uint8Array) => der(tag, value)
  const names = extension(
    '551d11',
    der(
      0x30,
      general(0x82, Buffer.from('Machine.northgate.example')),
      general(0x86, Buffer.from('spiffe://northgate.example/machine')),
      general(0x87, Buffer.of(192, 0, 2, 7)),
      general(0x87, Buffer.from('20010db8000000000000000000000001', 'hex')),
      general(0x81, Buffer.from('Machine@Northgate.example')),
    ),
  )
  const { x509 } = made('Machine', root, [names])
  const has = (property: Parameters<typeof hasName>[1], value: string) => hasName(x509, property, value)
  expect(has('tls_client_auth_san_dns', 'machine.northgate.example')).toBe(true)
  expect(has('tls_client_auth_san_dns', '*.northgate.example')).toBe(false)
  expect(has('tls_client_auth_san_uri', 'spiffe://northgate.example/machine')).toBe(true)
  expect(has('tls_client_auth_san_uri', 'machine.northgate.example')).toBe(false)
  expect(has('tls_client_auth_san_ip', '192.0.2.7')).toBe(true)
  expect(has('tls_client_auth_san_ip', '192.0.2.8')).toBe(false)
  expect(has('tls_client_auth_san_ip', '2001:db8::1')).toBe(true)
  expect(has('tls_client_auth_san_email', 'Machine@northgate.EXAMPLE')).toBe(true)
  expect(has('tls_client_auth_san_email', 'machine@northgate.example')).toBe(false)
  expect(has('tls_client_auth_subject_dn', 'CN=Machine,O=Northgate\\, Ltd.,C=DE')).toBe(true)
  expect(has('tls_client_auth_subject_dn', 'cn=Machine, o=Northgate\\2C Ltd., c=DE')).toBe(true)
  expect(has('tls_client_auth_subject_dn', 'C=DE,O=Northgate\\, Ltd.,CN=Machine')).toBe(false)
  expect(has('tls_client_auth_subject_dn', 'CN=Machine,C=DE')).toBe(false)
  expect(hasName(root.x509, 'tls_client_auth_san_dns', 'Root')).toBe(false)
  const sly = new X509Certificate(
    certificate({ key: newKey().publicKey, by: root.own, subject: name({ CN: 'x\nCN=Machine', O: 'a+CN=Machine' }) }),
  )
  expect(sameName(sly.subject, 'CN=Machine')).toBe(false)
  expect(sameName(sly.subject, 'O=a\\+CN=Machine,CN=x\\0ACN=Machine')).toBe(true)
})
