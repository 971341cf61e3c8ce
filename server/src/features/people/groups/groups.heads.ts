import { sql } from 'kysely'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'

/** Where all the users are counted whom the asker sees; undefined for an administrator of several units, which may overlap. */
export async function placeOfAll(ctx: Ctx): Promise<string | undefined> {
  if (ctx.unitsOf === undefined) return workspaceOf(ctx)
  const units = await ctx.db.selectFrom('organization_units').select('id').limit(2).execute()
  return units.length === 1 ? units[0]?.id : undefined
}

// To gather and sort as many members takes longer than a page may
const many = 50_000

/** True for a group or unit of many members that holds a fiftieth of the workspace: walking all users soon meets some. */
export async function isLarge(ctx: Ctx, place: string): Promise<boolean> {
  const { rows } = await sql<{ large: boolean }>`
    select here >= ${many}::integer and here * 50 >= everywhere as large from (
      select coalesce(sum(users) filter (where of = ${place}::uuid), 0) as here,
        coalesce(sum(users) filter (where of = workspace_id), 0) as everywhere
      from head_counts where of = any(array[${place}::uuid, ${workspaceOf(ctx)}::uuid])
    ) counted`.execute(ctx.db)
  return rows[0]?.large ?? false
}

/** How many users of a group, a unit or the whole workspace are in each status, as the database keeps count. */
export async function headsByStatus(ctx: Ctx, of: string): Promise<{ status: number; count: number }[]> {
  const { rows } = await sql<{ status: number; count: number }>`
    select status, sum(users)::bigint as count from head_counts where of = ${of}::uuid
    group by status having sum(users) > 0 order by status`.execute(ctx.db)
  return rows
}
