import { CeremonyError } from '../ceremony.ts'
import { isSignedBy } from '../public-key.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { certificateOf, certificatesIn, modelMatches } from '../ceremony.certificates.ts'

const refused = (message: string) => new CeremonyError('refused', '§8.2', message)

function self(
  { statement, publicKey }: AttestationSubject,
  signed: Buffer,
  signature: Uint8Array,
): AttestationEvidence {
  if (statement.get('alg') !== publicKey.algorithm)
    throw refused('The attestation statement uses a different algorithm than the key')
  if (!isSignedBy(publicKey, signed, signature)) throw refused('The attestation statement is not signed by the new key')
  return { type: 'self', path: [] }
}

export function readPacked(attested: AttestationSubject): AttestationEvidence {
  const { statement, data, credential, clientDataHash } = attested
  const [algorithm, signature] = [statement.get('alg'), statement.get('sig')]
  if (typeof algorithm !== 'number' || !(signature instanceof Uint8Array))
    throw refused('The attestation statement is incomplete')
  const signed = Buffer.concat([data.raw, clientDataHash])
  if (!statement.has('x5c')) return self(attested, signed, signature)
  const path = certificatesIn(statement, '§8.2')
  const leaf = certificateOf(path[0], '§8.2')
  if (!isSignedBy({ key: leaf.key, algorithm }, signed, signature))
    throw refused('The attestation statement is not signed by its certificate')
  if (leaf.version !== 3 || leaf.authority)
    throw refused('The certificate is not version 3 or belongs to a certificate authority')
  const { C, O, OU, CN } = leaf.subject
  if (C?.length !== 2 || !O || !CN || OU !== 'Authenticator Attestation')
    throw refused("The certificate doesn't name the manufacturer")
  if (!modelMatches(leaf, credential.aaguid)) throw refused('The certificate is for another model')
  return { type: 'certified', path }
}
