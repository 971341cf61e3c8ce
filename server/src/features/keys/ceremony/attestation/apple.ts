import { hash } from 'node:crypto'
import { CeremonyError } from '../ceremony.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { certificateOf, certificatesIn } from '../ceremony.certificates.ts'
import { derChildren, readDerValues } from './der.ts'

const refused = (message: string) => new CeremonyError('refused', '§8.8', message)
// 1.2.840.113635.100.8.2
const NONCE = '2a864886f763640802'

export function apple({ statement, data, publicKey, clientDataHash }: AttestationSubject): AttestationEvidence {
  const path = certificatesIn(statement, '§8.8')
  const { key, extensions } = certificateOf(path[0], '§8.8')
  const sequence = extensions.get(NONCE)?.value
  const tagged = sequence && derChildren(sequence).find(({ identifier }) => identifier === 0xa1)
  const said = tagged && readDerValues(tagged.content)[0]?.content
  const nonce = hash('sha256', Buffer.concat([data.raw, clientDataHash]), 'buffer')
  if (!said?.equals(nonce)) throw refused('The certificate is for another ceremony')
  if (!key.equals(publicKey.key)) throw refused('The certificate is for another key')
  return { type: 'certified', path }
}
