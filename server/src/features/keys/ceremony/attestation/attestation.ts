import { CeremonyError } from '../ceremony.ts'
import { androidKey } from './android-key.ts'
import { apple } from './apple.ts'
import { chainsUp } from '../ceremony.certificates.ts'
import { fidoU2f } from './fido-u2f.ts'
import { packed } from './packed.ts'
import { rootsFor } from './roots.ts'
import type { Attested, Shown } from './shown.ts'
import { tpm } from './tpm.ts'

export interface Attestation extends Shown {
  /** Whether the certificates end in a root that is trusted here. */
  readonly trusted: boolean
}

/** A statement that says nothing (§8.7). */
function none({ statement }: Attested): Shown {
  if (statement.size > 0)
    throw new CeremonyError('refused', '§8.7', 'The attestation statement of type “none” is not empty')
  return { type: 'none', path: [] }
}

// `android-safetynet` is left out: its service was switched off in 2024; `compound` waits for the first browser that sends it.
const formats = new Map<string, (attested: Attested) => Shown>([
  ['none', none],
  ['packed', packed],
  ['fido-u2f', fidoU2f],
  ['tpm', tpm],
  ['android-key', androidKey],
  ['apple', apple],
])

/**
 * Verifies an attestation statement, §7.1 steps 21 to 24. A statement that is wrong is refused; one that is right and ends
 * in no root that vouches for its model is taken as no more than self attestation (step 24, note). `anchors` are such
 * roots besides those that come along.
 */
export function verifyAttestation(
  format: string,
  attested: Attested,
  anchors: readonly string[],
  now: Date = new Date(),
): Attestation {
  const verify = formats.get(format)
  if (!verify) throw new CeremonyError('refused', '§7.1 step 21', 'The attestation format is not supported')
  const shown = verify(attested)
  const roots = [...rootsFor(format, attested.credential.aaguid), ...anchors]
  return { ...shown, trusted: chainsUp(shown.path, roots, now) }
}
