import { CeremonyError } from '../ceremony.ts'
import { androidKey } from './android-key.ts'
import { apple } from './apple.ts'
import { isPathTrusted } from '../ceremony.certificates.ts'
import { fidoU2f } from './fido-u2f.ts'
import { readPacked } from './packed.ts'
import { rootsFor } from './roots.ts'
import type { AttestationSubject, AttestationEvidence } from './attestation-evidence.ts'
import { tpm } from './tpm.ts'

export interface Attestation extends AttestationEvidence {
  readonly trusted: boolean
}

function none({ statement }: AttestationSubject): AttestationEvidence {
  if (statement.size > 0)
    throw new CeremonyError('refused', '§8.7', 'The attestation statement of type “none” is not empty')
  return { type: 'none', path: [] }
}

// No `android-safetynet`: its service was switched off in 2024. No `compound` until a browser sends it.
const formats = new Map<string, (attested: AttestationSubject) => AttestationEvidence>([
  ['none', none],
  ['packed', readPacked],
  ['fido-u2f', fidoU2f],
  ['tpm', tpm],
  ['android-key', androidKey],
  ['apple', apple],
])

/**
 * Verifies an attestation statement, §7.1 steps 21 to 24. A wrong statement is refused; a valid one without a
 * root that vouches for the model counts as self attestation (step 24, note). `anchors` are additional roots.
 */
export function verifyAttestation(
  format: string,
  attested: AttestationSubject,
  anchors: readonly string[],
  now: Date = new Date(),
): Attestation {
  const verify = formats.get(format)
  if (!verify) throw new CeremonyError('refused', '§7.1 step 21', 'The attestation format is not supported')
  const shown = verify(attested)
  const roots = [...rootsFor(format, attested.credential.aaguid), ...anchors]
  return { ...shown, trusted: isPathTrusted(shown.path, roots, now) }
}
