import { problem } from '#platform/problem.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Program, registeredProgram } from '../access-keys/access-keys.ts'
import type { TemplateRow } from './fingerprints.store.ts'

export type FingerProgram = Program & { readonly finger: NonNullable<Program['finger']> }

/**
 * The calling program at a fingerprint reader. @throws what registeredProgram throws; finger-program-needed
 */
export async function fingerProgram(ctx: TransactionContext): Promise<FingerProgram> {
  const program = await registeredProgram(ctx)
  if (!program.finger) throw problem('finger-program-needed')
  return { ...program, finger: program.finger }
}

export const templateSubject = (id: string, of: Pick<TemplateRow, 'user_id' | 'key_id'>): SealedSubject =>
  `fingerprint_templates:sealed:${id} of ${of.user_id}/${of.key_id}`
