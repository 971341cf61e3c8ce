import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

// Gathering and sorting more members takes longer than a page may
const many = 50_000

/** Whether a group or unit has many members and at least a fiftieth of the workspace. */
export async function holdsMany(db: Db, workspace: string, place: string): Promise<boolean> {
  const { rows } = await sql<{ large: boolean }>`
    select here >= ${many}::integer and here * 50 >= everywhere as large from (
      select coalesce(sum(users) filter (where of = ${place}::uuid), 0) as here,
        coalesce(sum(users) filter (where of = workspace_id), 0) as everywhere
      from head_counts where head_counts.workspace_id = current_workspace() and of = any(array[${place}::uuid, ${workspace}::uuid])
    ) counted`.execute(db)
  return rows[0]?.large ?? false
}

export const someUnits = (db: Db) => db.selectFrom('organization_units').select('id').limit(2).execute()

/** Numbers of users and keys of a group or unit: the stored ones, or those visible to the caller. */
export const headsOf = (place: RawBuilder<unknown>, seen: boolean) =>
  sql`select array[coalesce(sum(c.users), 0), coalesce(sum(c.keys), 0)]
    from ${seen ? sql`own_head_counts() c where` : sql`head_counts c where c.workspace_id = current_workspace() and`} c.of = ${place}`

/** Sums up the counter rows of all workspaces. Each change adds a row, so that changes don't block each other. */
export const headCountSums = `with several as (
      select workspace_id, of from head_counts group by workspace_id, of
      having count(*) > count(distinct status) or sum(users) = 0
    ), gone as (
      delete from head_counts c using several s where c.workspace_id = s.workspace_id and c.of = s.of returning c.*
    )
    insert into head_counts (workspace_id, of, status, users, keys)
      select workspace_id, of, status, sum(users), sum(keys) from gone
      group by workspace_id, of, status having sum(users) <> 0`
