import { sql } from 'kysely'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import type { Ctx } from '../../../../ground/world.ts'

/** How many users of a group, a unit or the whole workspace are in each status, as the database keeps count. */
export async function headsByStatus(ctx: Ctx, of = workspaceOf(ctx)): Promise<{ status: number; count: number }[]> {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, sum(users)::bigint as count from head_counts where of = ${of}::uuid
    group by status having sum(users) > 0 order by status`.execute(ctx.db)
  return rows
}
