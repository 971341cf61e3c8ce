import { sign } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUTHORITY, certificate, der, extension, name, newKey, pem } from './certificate.ts'

const root = newKey()
const rootCertificate = certificate({
  key: root.publicKey,
  by: root.privateKey,
  subject: name({ CN: 'Root' }),
  extensions: [AUTHORITY],
})
const folder = await mkdtemp(join(tmpdir(), 'claviger-root-'))
// Other tests may still read it
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
export const rootFile = join(folder, 'root.pem')
await writeFile(rootFile, `${pem(rootCertificate)}\n`)
export const yubikey = '2fc0579f-8113-47ea-b116-bb5a8db9202a'
// Neither a version nor a variant of RFC 9562
export const unknownAaguid = '01020304-0506-0708-0102-030405060708'

interface Spoil {
  host?: string
  by?: typeof root
  until?: string
  number?: number
  entries?: unknown[]
}
export function blobOf({
  host = 'mds.fidoalliance.org',
  by = root,
  until = '490101000000Z',
  number = 7,
  entries,
}: Spoil = {}) {
  const leaf = newKey()
  const alternative = extension('551d11', der(0x30, der(0x82, Buffer.from(host))))
  const made = certificate({
    key: leaf.publicKey,
    by: by.privateKey,
    subject: name({ CN: host }),
    extensions: [alternative],
    until,
  })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'ES256', typ: 'JWT', x5c: [made.toString('base64')] })}.${part({
    no: number,
    nextUpdate: '2026-12-01',
    entries: entries ?? [
      {
        aaguid: yubikey,
        metadataStatement: { description: 'YubiKey 5 Series with NFC', icon: 'data:image/png;base64,iVBORw0KGgo=' },
        statusReports: [{ status: 'FIDO_CERTIFIED_L1', effectiveDate: '2020-05-12' }],
      },
      {
        aaguid: unknownAaguid,
        metadataStatement: { description: 'Key of tomorrow' },
        statusReports: [
          { status: 'FIDO_CERTIFIED', effectiveDate: '2025-01-01' },
          { status: 'REVOKED', effectiveDate: '2026-01-01' },
        ],
      },
      { attestationCertificateKeyIdentifiers: ['00'], metadataStatement: { description: 'U2F only' } },
    ],
  })}`
  const signature = sign('sha256', Buffer.from(signed), { key: leaf.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
