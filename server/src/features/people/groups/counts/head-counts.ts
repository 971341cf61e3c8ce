import { sql } from 'kysely'
import { workspaceOf } from '../../../../ground/db/transaction.ts'
import type { Ctx } from '../../../../ground/world.ts'

/** Where all the users are counted whom the asker sees; undefined for an administrator of several units, which may overlap. */
export async function placeOfAll(ctx: Ctx): Promise<string | undefined> {
  if (ctx.unitsOf === undefined) return workspaceOf(ctx)
  const units = await ctx.db.selectFrom('organization_units').select('id').limit(2).execute()
  return units.length === 1 ? units[0]?.id : undefined
}

/** How many users of a group, a unit or the whole workspace are in each status, as the database keeps count. */
export async function headsByStatus(ctx: Ctx, of: string): Promise<{ status: number; count: number }[]> {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, sum(users)::bigint as count from head_counts where of = ${of}::uuid
    group by status having sum(users) > 0 order by status`.execute(ctx.db)
  return rows
}
