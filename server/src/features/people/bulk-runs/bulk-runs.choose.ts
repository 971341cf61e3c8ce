import type { Selection } from '@claviger/contract/people/bulk-runs'
import { type RawBuilder, sql } from 'kysely'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { matching } from '../users/users.list.ts'

/** The ids that a selection means, as SQL. Throws invalid-input when it means nobody. */
export async function chosen(ctx: Ctx, { ids, all, filter, except }: Selection): Promise<RawBuilder<unknown>> {
  if (ids?.length) return sql`select distinct unnest(${ids}::uuid[])`
  if (!all)
    throw problem('invalid-input', 'Choose at least one user', [{ field: 'ids', message: 'Choose at least one user' }])
  const where = [...(await matching(ctx, filter ?? {})), sql`users.id <> all(${except ?? []}::uuid[])`]
  return sql`select users.id from users where ${sql.join(where, sql` and `)}`
}
