import { connectionKinds } from '@claviger/contract/directories/connections'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface OtherLink {
  local_id: string
  id: string
  position: number
  leads: string[]
  /** Fields that the other directory maps. */
  fields: string[]
}

/** Links of these users to other directories. */
export async function otherLinks(db: Db, connection: string, users: readonly string[]): Promise<OtherLink[]> {
  if (users.length === 0) return []
  const { rows } = await sql<OtherLink>`
    select l.local_id, c.id, c.position, c.leads,
      array(select m ->> 'field' from jsonb_array_elements(c.mapping) m) as fields
    from directory_links l join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = 'user' and l.local_id = any(${users}::uuid[])
      and l.connection_id <> ${connection}::uuid`.execute(db)
  return rows
}

/** Users by their external ID in any LDAP directory. */
export async function linksToLdap(db: Db, anchors: readonly string[]): Promise<Map<string, string>> {
  if (anchors.length === 0) return new Map()
  const { rows } = await sql<{ anchor: string; local_id: string }>`
    select l.anchor, l.local_id from directory_links l
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = 'user' and l.anchor = any(${anchors}::text[])
      and c.kind = ${connectionKinds.ldap}::smallint`.execute(db)
  return new Map(rows.map(row => [row.anchor, row.local_id]))
}

/**
 * Those of these users whose membership in a group another directory decides: it is linked to the group and the user, and
 * comes first.
 */
export async function findMembersDecidedElsewhere(
  db: Db,
  connection: { id: string; position: number },
  group: string,
  users: readonly string[],
): Promise<Set<string>> {
  if (users.length === 0) return new Set()
  const { rows } = await sql<{ local_id: string }>`
    select l.local_id from directory_links l
      join directory_links g on g.workspace_id = current_workspace() and g.connection_id = l.connection_id
        and g.what = 'group' and g.local_id = ${group}::uuid and g.left_at is null
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = 'user' and l.local_id = any(${users}::uuid[])
      and l.left_at is null and l.connection_id <> ${connection.id}::uuid
      and (c.position, c.id) < (${connection.position}::integer, ${connection.id}::uuid)`.execute(db)
  return new Set(rows.map(row => row.local_id))
}

/** Forgets what was applied for users of several directories, so that the next run applies it in the new order. */
export async function forgetTold(db: Db, what: 'user' | 'group', locals: readonly string[] | null): Promise<void> {
  await sql`
    update directory_links l set told = '' where l.workspace_id = current_workspace() and l.what = ${what}
      and ${
        locals === null
          ? sql`l.local_id in (select o.local_id from directory_links o
              where o.workspace_id = current_workspace() and o.what = ${what} group by o.local_id having count(*) > 1)`
          : sql`l.local_id = any(${locals}::uuid[])`
      }`.execute(db)
}

/** The directory that leads for each user or group after one is removed. */
export async function findNextLeaders(
  db: Db,
  connection: string,
  what: 'user' | 'group',
  locals: readonly string[],
): Promise<{ local_id: string; id: string; kind: number }[]> {
  if (locals.length === 0) return []
  const { rows } = await sql<{ local_id: string; id: string; kind: number }>`
    select distinct on (l.local_id) l.local_id, c.id, c.kind from directory_links l
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = ${what} and l.local_id = any(${locals}::uuid[])
      and l.connection_id <> ${connection}::uuid
    order by l.local_id, c.position, c.id`.execute(db)
  return rows
}

/** The leading directory of each user or group that has several. */
export async function findLeaders(
  db: Db,
  what: 'user' | 'group',
): Promise<{ local_id: string; id: string; kind: number }[]> {
  const { rows } = await sql<{ local_id: string; id: string; kind: number }>`
    select distinct on (l.local_id) l.local_id, c.id, c.kind from directory_links l
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = ${what} and exists (
      select from directory_links o where o.workspace_id = current_workspace() and o.what = ${what}
        and o.local_id = l.local_id and o.connection_id <> l.connection_id)
    order by l.local_id, c.position, c.id`.execute(db)
  return rows
}

/** Moves the links of a group to another, which then has the members of all its directories. */
export async function moveGroupLinks(db: Db, from: string, to: string): Promise<void> {
  await sql`update directory_links l set local_id = ${to}::uuid, told = ''
    where l.workspace_id = current_workspace() and l.what = 'group' and l.local_id = ${from}::uuid`.execute(db)
}
