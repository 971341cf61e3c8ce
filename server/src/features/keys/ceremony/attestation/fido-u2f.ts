import { CeremonyError } from '../ceremony.ts'
import { isSignedBy } from '../public-key.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { certificateOf, certificatesIn } from '../ceremony.certificates.ts'

const refused = (message: string) => new CeremonyError('refused', '§8.6', message)
const ES256 = -7

export function fidoU2f({
  statement,
  data,
  credential,
  publicKey,
  clientDataHash,
}: AttestationSubject): AttestationEvidence {
  const path = certificatesIn(statement, '§8.6')
  const signature = statement.get('sig')
  if (path.length !== 1 || !(signature instanceof Uint8Array)) throw refused('The attestation statement is incomplete')
  const { key } = certificateOf(path[0], '§8.6')
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw refused('The certificate is not for a P-256 key')
  const { x = '', y = '' } = publicKey.key.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  if (publicKey.algorithm !== ES256 || point.length !== 65) throw refused('The new key is not a P-256 key')
  const signed = Buffer.concat([Buffer.of(0), data.rpIdHash, clientDataHash, credential.id, point])
  if (!isSignedBy({ key, algorithm: ES256 }, signed, signature))
    throw refused('The attestation statement is not signed by its certificate')
  return { type: 'certified', path }
}
