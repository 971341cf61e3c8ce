import { type Db, run } from '#platform/db/db.ts'
import { isOfConnection } from './resources.store.ts'

export async function groupsOfPeople(
  db: Db,
  groups: readonly string[],
  people: readonly string[],
): Promise<{ user_id: string; group_id: string }[]> {
  if (groups.length === 0 || people.length === 0) return []
  const { rows } = await run<{ user_id: string; group_id: string }>(
    db,
    `select user_id, group_id from group_members
     where workspace_id = current_workspace() and group_id = any($1::uuid[]) and user_id = any($2::uuid[])`,
    [groups, people],
  )
  return rows
}

/** Users in these groups, up to a maximum. */
export async function peopleIn(db: Db, groups: readonly string[], most: number): Promise<string[]> {
  if (groups.length === 0) return []
  const { rows } = await run<{ user_id: string }>(
    db,
    `select distinct user_id from group_members where workspace_id = current_workspace() and group_id = any($1::uuid[]) limit $2::integer`,
    [groups, most],
  )
  return rows.map(row => row.user_id)
}

export async function groupNames(db: Db, connection: string, groups: readonly string[]): Promise<Map<string, string>> {
  if (groups.length === 0) return new Map()
  const { rows } = await run<{ id: string; name: string }>(
    db,
    `select r.id, r.doc ->> 'displayName' as name from scim_resources r where ${isOfConnection} and r.id = any($3::uuid[]) and r.gone_at is null`,
    [connection, 'group', groups],
  )
  return new Map(rows.map(row => [row.id, row.name]))
}
