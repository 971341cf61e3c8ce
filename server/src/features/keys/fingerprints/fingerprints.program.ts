import { problem } from '../../../ground/problem.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type Program, registeredProgram } from '../access-keys/access-keys.ts'
import type { TemplateRow } from './fingerprints.store.ts'

/** A program at a fingerprint reader. */
export type FingerProgram = Program & { readonly finger: NonNullable<Program['finger']> }

/** The program at a fingerprint reader that calls. Throws what registeredProgram does, and finger-program-needed. */
export async function fingerProgram(ctx: Ctx): Promise<FingerProgram> {
  const program = await registeredProgram(ctx)
  if (!program.finger) throw problem('finger-program-needed')
  return { ...program, finger: program.finger }
}

/** Which row a sealed template belongs to. */
export const aboutTemplate = (id: string, of: Pick<TemplateRow, 'user_id' | 'key_id'>): About =>
  `fingerprint_templates:sealed:${id} of ${of.user_id}/${of.key_id}`
