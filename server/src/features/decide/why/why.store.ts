import type { PolicyContent, ListEntry } from '@claviger/contract/decide/policy-content'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type DecidedRow = Pick<Selectable<Tables['activities']>, 'id' | 'at' | 'decision'>

/** Log entry of a use with a policy decision, if visible to the caller. */
export const findDecided = (db: Db, id: string): Promise<DecidedRow | undefined> =>
  db
    .selectFrom('activities')
    .select(['id', 'at', 'decision'])
    .where('id', '=', id)
    .where('decision', 'is not', null)
    .executeTakeFirst()

/** Log entry in an ID range (end exclusive) with these last 18 bits; prefers refused uses. */
export async function findReferred(
  db: Db,
  lowest: string,
  highest: string,
  tail: number,
): Promise<DecidedRow | undefined> {
  const { rows } = await sql<DecidedRow>`
    select id, at, decision from activities
    where workspace_id = current_workspace() and id >= ${lowest}::uuid and id < ${highest}::uuid and decision is not null
      and ('x' || right(id::text, 5))::bit(20)::integer & 262143 = ${tail}::integer
    order by status desc, id limit 1`.execute(db)
  return rows[0]
}

export async function policiesAt(db: Db, version: number) {
  const { rows } = await sql<{ id: string; version: number; content: PolicyContent }>`
    select id, version, content from (
      select distinct on (policy_id) policy_id as id, version, content from policy_versions
      where workspace_id = current_workspace() and set_version <= ${version}::bigint
      order by policy_id, version desc
    ) then_so where content is not null`.execute(db)
  return rows
}

export async function listsAt(db: Db, version: number) {
  const { rows } = await sql<{ id: string; type: number; entries: ListEntry[] }>`
    select distinct on (v.list_id) v.list_id as id, l.type, v.entries
    from named_list_versions v join named_lists l on l.workspace_id = v.workspace_id and l.id = v.list_id
    where v.workspace_id = current_workspace() and v.set_version <= ${version}::bigint and v.entries is not null
    order by v.list_id, v.version desc`.execute(db)
  return rows
}

export async function namesOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    with asked as (select unnest(${ids}::uuid[]) as id)
    select u.id, u.first_name || ' ' || u.last_name as name from asked join users u on u.workspace_id = current_workspace() and u.id = asked.id
    union all select g.id, g.name from asked join groups g on g.workspace_id = current_workspace() and g.id = asked.id
    union all select o.id, o.name from asked join organization_units o on o.workspace_id = current_workspace() and o.id = asked.id
    union all select k.id, k.name from asked join security_keys k on k.workspace_id = current_workspace() and k.id = asked.id
    union all select d.id, d.name from asked join devices d on d.workspace_id = current_workspace() and d.id = asked.id
    union all select m.id, m.name from asked join device_groups m on m.workspace_id = current_workspace() and m.id = asked.id`.execute(
    db,
  )
  return rows
}
