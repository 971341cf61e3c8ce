import { CeremonyError } from '../ceremony.ts'
import { isSignedBy } from '../public-key.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { certificateOf, certificatesIn } from '../ceremony.certificates.ts'
import { type Der, derChildren, readDerValues } from './der.ts'

const refused = (message: string) => new CeremonyError('refused', '§8.4', message)
// 1.3.6.1.4.1.11129.2.1.17
const KEY_DESCRIPTION = '2b06010401d679020111'
const PURPOSE = 1
const ALL_APPLICATIONS = 600
const ORIGIN = 702
const SIGN = 2
const GENERATED = 0

interface KeyDescription {
  readonly challenge: Buffer
  readonly authorizations: readonly Der[]
}

function readKeyDescription(value: Buffer): KeyDescription {
  const [, , , , challenge, , software, trusted] = derChildren(value)
  if (!challenge || !software || !trusted) throw refused('The key description is incomplete')
  return {
    challenge: challenge.content,
    authorizations: [...readDerValues(software.content), ...readDerValues(trusted.content)],
  }
}

const authorized = (list: readonly Der[], tag: number): Buffer | undefined =>
  list.find(({ number }) => number === tag)?.content

/** The `android-key` statement: an Android key describes itself in its certificate (§8.4, §8.4.1). */
export function androidKey({ statement, data, publicKey, clientDataHash }: AttestationSubject): AttestationEvidence {
  const path = certificatesIn(statement, '§8.4')
  const [algorithm, signature] = [statement.get('alg'), statement.get('sig')]
  if (algorithm !== publicKey.algorithm || !(signature instanceof Uint8Array))
    throw refused('The attestation statement is incomplete')
  const { key, extensions } = certificateOf(path[0], '§8.4')
  const signed = Buffer.concat([data.raw, clientDataHash])
  if (!isSignedBy(publicKey, signed, signature)) throw refused('The attestation statement is not signed by the new key')
  if (!key.equals(publicKey.key)) throw refused('The certificate is for another key')
  const description = extensions.get(KEY_DESCRIPTION)
  if (!description) throw refused("The certificate doesn't describe the key")
  const { challenge, authorizations } = readKeyDescription(description.value)
  if (!challenge.equals(clientDataHash)) throw refused('The certificate is for another ceremony')
  if (authorized(authorizations, ALL_APPLICATIONS)) throw refused('All applications can use the key')
  // Both can be missing, as in the published vector; if present, they must be right.
  const [origin, purpose] = [authorized(authorizations, ORIGIN), authorized(authorizations, PURPOSE)]
  if (origin && readDerValues(origin)[0]?.content[0] !== GENERATED)
    throw refused('The key was not generated on the device')
  if (purpose && !derChildren(purpose).some(({ content }) => content[0] === SIGN))
    throw refused('The key is not meant for signing')
  return { type: 'certified', path }
}
