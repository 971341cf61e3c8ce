import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { fingerReaders } from '@claviger/contract/keys/finger-readers'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersNamed } from '#features/people/users/users.many.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { statusOfCard } from '../held-keys/held-keys.ts'
import { handleOfKey, keysOf, objectOf } from '../security-keys/security-keys.ts'
import { templateSubject, fingerProgram } from './fingerprints.program.ts'
import { keptTemplates } from './fingerprints.store.ts'

/**
 * One user's templates for the calling reader, if their key is usable; none for an unknown user. Logs who
 * received them.
 * @throws what fingerProgram throws
 */
export async function readTemplates(ctx: TransactionContext, input: OutputOf<typeof fingerReaders.templates.input>) {
  const program = await fingerProgram(ctx)
  const named = input.person.trim()
  const people = await usersNamed(ctx.db, { userIds: [named], emails: [named.toLowerCase()], employeeIds: [] })
  const [person] = people
  const keys = person && people.length === 1 ? await keysOf(ctx.db, person.id) : []
  const key = keys.find(({ kind }) => kind === keyKinds.fingerprint)
  if (!key || (await statusOfCard(ctx, handleOfKey(key.id))).status !== 'active') return { items: [] }
  const rows = await keptTemplates(ctx.db, key.id, program.finger.model)
  if (rows.length === 0) return { items: [] }
  const sealer = await sealerOfWorkspace(ctx)
  await record(ctx, { action: 'fingerprint.handed-out', by: program, object: objectOf(key) })
  return {
    items: rows.map(row => ({
      id: row.id,
      name: row.name,
      template: Buffer.from(sealer.open(row.sealed, templateSubject(row.id, row))).toString('base64url'),
    })),
  }
}
