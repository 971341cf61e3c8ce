import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import { mostNamedPlaces } from '@claviger/contract/people/user-import'
import { userSources } from '@claviger/contract/people/users'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { firstReason } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'
import { rowsOf, type Work } from '#features/work/works/works.ts'

export async function rememberedFields(db: Db, workspace: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('import_mappings')
    .select(['header', 'field'])
    .where('workspace_id', '=', workspace)
    .limit(5000)
    .execute()
  return new Map(rows.map(row => [row.header, row.field]))
}

export async function remember(
  db: Db,
  workspace: string,
  pairs: readonly { header: string; field: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await db
    .insertInto('import_mappings')
    .values(pairs.map(pair => ({ workspace_id: workspace, ...pair })))
    .onConflict(conflict =>
      conflict.columns(['workspace_id', 'header']).doUpdateSet(eb => ({ field: eb.ref('excluded.field') })),
    )
    .execute()
}

/** Groups that a file can name. A group of the workspace comes after those of directories with the same name. */
export async function groupsToJoin(db: Db) {
  const { rows } = await sql<{ id: string; name: string; type: number; ruled: boolean }>`
    select g.id, g.name, g.type, r.group_id is not null as ruled
    from groups g left join group_rules r on r.workspace_id = g.workspace_id and r.group_id = g.id
    where g.ended_at is null order by g.source_id is null limit 20000`.execute(db)
  return rows
}

export const unitsToJoin = (db: Db) =>
  db.selectFrom('organization_units').select(['id', 'name']).limit(20_000).execute()

export async function placesOfUsers(db: Db, users: readonly string[]) {
  if (users.length === 0) return []
  const { rows } = await sql<{ user_id: string; id: string }>`
    select user_id, group_id as id from group_members where group_members.workspace_id = current_workspace() and user_id = any(${users}::uuid[])
    union all select user_id, unit_id from unit_members where unit_members.workspace_id = current_workspace() and user_id = any(${users}::uuid[])`.execute(
    db,
  )
  return rows
}

/** Position of each user field in a row. */
const fieldsIn = { facts: sql`r.facts`, user: sql`r.facts -> 'user'` }
export type FieldsIn = keyof typeof fieldsIn

/** Names of groups and units that reviewed rows create, by place. */
export async function placesToCreate(db: Db, work: Pick<Work, 'workspace_id' | 'id'>, where: FieldsIn) {
  const { rows } = await sql<{ place: 'groups' | 'units'; count: number; names: string[] }>`
    select place, count(*)::integer as count, (array_agg(name order by lower(name)))[:${sql.lit(mostNamedPlaces)}] as names
    from (
      select distinct on (p.place, lower(n.name)) p.place, n.name from work_rows r
        cross join (values ('groups'), ('units')) p(place)
        cross join lateral jsonb_array_elements_text(coalesce(${fieldsIn[where]} -> 'created' -> p.place, '[]'::jsonb)) n(name)
      where ${rowsOf(work)}
      order by p.place, lower(n.name), r.row
    ) one group by place`.execute(db)
  return rows
}

export const searchedCells = sql`r.cells::text`

export const usersOfRows = (work: Pick<Work, 'workspace_id' | 'id'>) =>
  sql`select r.subject from work_rows r where ${rowsOf(work)} and r.outcome = 'update'`

// All columns written by the import must still have those values; otherwise the user was changed since
const reasonFor = (by: Asker) =>
  firstReason<BulkReason>([
    [sql`u.id is null or u.deleted_at is not null`, 'unknown'],
    [hasHigherRole(by, sql`u.id`), 'above-you'],
    [sql`r.outcome = 'new' and u.id = ${by.id}::uuid`, 'own-account'],
    [
      sql`r.outcome = 'update' and (r.was is null or u.source <> ${sql.lit(userSources.local)}
        or not to_jsonb(u) @> (r.facts -> 'columns'))`,
      'changed-since',
    ],
  ])

const standing = sql`work_rows r left join users u on u.workspace_id = r.workspace_id and u.id = r.subject`

interface Weight {
  outcome: 'new' | 'update'
  reason: BulkReason | null
  count: number
  keys: number
}

/** Number of users that an undo would reach, by what the import did and the reason against it. */
export async function countUserUndoReasons(db: Db, work: Work, by: Asker): Promise<Weight[]> {
  const { rows } = await sql<Weight>`
    select outcome, reason, count(*)::integer as count, coalesce(sum(keys), 0)::integer as keys
    from (
      select r.outcome, ${reasonFor(by)} as reason, u.active_keys as keys
      from ${standing} where ${rowsOf(work)} and r.row <= ${work.last_row}::integer
        and r.subject is not null and r.outcome in ('new', 'update')
    ) judged group by outcome, reason order by count(*) desc`.execute(db)
  return rows
}

export async function reasonsToStay(db: Db, undo: Work, by: Asker, numbers: readonly number[]) {
  const { rows } = await sql<{ row: number; reason: BulkReason | null }>`
    select r.row, ${reasonFor(by)} as reason from ${standing}
    where ${rowsOf({ workspace_id: undo.workspace_id, id: undo.undoes as string })}
      and r.row = any(${numbers}::integer[])`.execute(db)
  return rows
}
