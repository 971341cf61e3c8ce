import { type Selectable, sql } from 'kysely'
import { openTo } from '#platform/entrance/entrance.ts'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type DirectoryLinkRow = Selectable<Tables['directory_links']>
export type LinkedKind = 'user' | 'group'

export async function linksOf(
  db: Db,
  connection: string,
  what: LinkedKind,
  anchors: readonly string[],
): Promise<DirectoryLinkRow[]> {
  if (anchors.length === 0) return []
  return db
    .selectFrom('directory_links')
    .selectAll()
    .where('connection_id', '=', connection)
    .where('what', '=', what)
    .where('anchor', '=', sql<string>`any(${anchors}::text[])`)
    .execute()
}

export async function linksOfLocals(db: Db, what: LinkedKind, ids: readonly string[]): Promise<DirectoryLinkRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('directory_links')
    .selectAll()
    .where('what', '=', what)
    .where('local_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** The directory that leads for a group. */
export async function findLeadingDirectory(db: Db, group: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select leading_connection(current_workspace(), 'group', ${group}::uuid) as id`.execute(db)
  return rows[0]?.id ?? undefined
}

/** The links of a user or group, the leading one first. */
export async function linksInOrder(db: Db, what: LinkedKind, local: string): Promise<DirectoryLinkRow[]> {
  const { rows } = await sql<DirectoryLinkRow>`
    select l.* from directory_links l
      join directory_connections c on c.workspace_id = current_workspace() and c.id = l.connection_id
    where l.workspace_id = current_workspace() and l.what = ${what} and l.local_id = ${local}::uuid
    order by c.position, c.id`.execute(db)
  return rows
}

export interface LinkState {
  anchor: string
  told: string
  activeThere: boolean
  leftAt: Date | null
  roleGiven: number | null
}

export type NewLink = LinkState & { localId: string }

/** Inserts links; returns those inserted, without conflicts on immutable ID or user. */
export async function insertLinks(
  db: Db,
  workspace: string,
  connection: string,
  what: LinkedKind,
  links: readonly NewLink[],
  now: Date,
): Promise<Set<string>> {
  if (links.length === 0) return new Set()
  const { rows } = await sql<{ anchor: string }>`
    insert into directory_links (workspace_id, connection_id, what, anchor, local_id, told, active_there, left_at, role_given, created_at, changed_at)
    select ${workspace}::uuid, ${connection}::uuid, ${what}, e.anchor, e."localId", decode(e.told, 'hex'), e."activeThere", e."leftAt",
      e."roleGiven", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as e(anchor text, "localId" uuid, told text, "activeThere" boolean,
      "leftAt" timestamptz, "roleGiven" smallint)
    on conflict do nothing returning anchor`.execute(db)
  return new Set(rows.map(row => row.anchor))
}

export async function updateLinks(
  db: Db,
  connection: string,
  what: LinkedKind,
  links: readonly LinkState[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return
  await sql`
    update directory_links l set told = decode(e.told, 'hex'), active_there = e."activeThere", left_at = e."leftAt",
      role_given = e."roleGiven", changed_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as e(anchor text, told text, "activeThere" boolean,
      "leftAt" timestamptz, "roleGiven" smallint)
    where l.workspace_id = current_workspace() and l.connection_id = ${connection}::uuid and l.what = ${what} and l.anchor = e.anchor`.execute(
    db,
  )
}

export async function deleteLinks(
  db: Db,
  connection: string,
  what: LinkedKind,
  anchors: readonly string[],
): Promise<void> {
  await sql`delete from directory_links l where l.workspace_id = current_workspace() and l.connection_id = ${connection}::uuid
    and l.what = ${what} and l.anchor = any(${anchors}::text[])`.execute(db)
}

export async function recountLinks(db: Db): Promise<void> {
  await sql`select recount_directory_links()`.execute(db)
}

export async function localIdsOf(db: Db, connection: string, what: LinkedKind): Promise<string[]> {
  const rows = await db
    .selectFrom('directory_links')
    .select('local_id')
    .where('connection_id', '=', connection)
    .where('what', '=', what)
    .execute()
  return rows.map(row => row.local_id)
}

export async function peopleCounts(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ connection_id: string; n: number }>`
    select connection_id, count(*)::integer as n from directory_links
    where workspace_id = current_workspace() and what = 'user' and left_at is null group by connection_id`.execute(db)
  return new Map(rows.map(row => [row.connection_id, row.n]))
}

export async function managedOf(
  db: Db,
  connection: string,
): Promise<{ people: number; groups: number; memberships: number }> {
  const { rows } = await sql<{ people: number; groups: number; memberships: number }>`
    select count(*) filter (where l.what = 'user')::integer as people,
      count(*) filter (where l.what = 'group')::integer as groups,
      coalesce(sum((select count(*) from group_members m where m.workspace_id = l.workspace_id and m.group_id = l.local_id))
        filter (where l.what = 'group'), 0)::integer as memberships
    from directory_links l
    where l.workspace_id = current_workspace() and l.connection_id = ${connection}::uuid and l.left_at is null`.execute(
    db,
  )
  return rows[0] ?? { people: 0, groups: 0, memberships: 0 }
}

export async function overdue(
  db: Db,
  now: Date,
  most: number,
): Promise<{ workspace_id: string; connection_id: string; anchor: string }[]> {
  const { rows } = await sql<{ workspace_id: string; connection_id: string; anchor: string }>`
    select l.workspace_id, l.connection_id, l.anchor from directory_links l
      join directory_connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
      join users u on u.workspace_id = l.workspace_id and u.id = l.local_id
      join workspaces w on w.id = l.workspace_id and ${sql.raw(openTo('directory-run', 'w.status'))}
    where l.left_at is not null and l.what = 'user' and c.leaving = 'delete' and c.active and u.deleted_at is null
      and l.left_at <= ${now}::timestamptz - make_interval(days => c.delete_after_days)
      and leading_connection(l.workspace_id, 'user', l.local_id) = l.connection_id
    order by l.left_at limit ${most}`.execute(db)
  return rows
}

export async function linksAfter(
  db: Db,
  connection: string,
  what: LinkedKind,
  after: string,
  most: number,
): Promise<{ anchor: string; local_id: string; name: string | null }[]> {
  const name =
    what === 'user'
      ? sql`(select u.first_name || ' ' || u.last_name from users u where u.workspace_id = l.workspace_id and u.id = l.local_id)`
      : sql`(select g.name from groups g where g.workspace_id = l.workspace_id and g.id = l.local_id)`
  const { rows } = await sql<{ anchor: string; local_id: string; name: string | null }>`
    select l.anchor, l.local_id, ${name} as name from directory_links l
    where l.workspace_id = current_workspace() and l.connection_id = ${connection}::uuid and l.what = ${what} and l.anchor > ${after}
      and l.left_at is null
    order by l.anchor limit ${most}`.execute(db)
  return rows
}

export async function groupNamesOf(db: Db, connection: string): Promise<{ anchor: string; name: string }[]> {
  const { rows } = await sql<{ anchor: string; name: string }>`
    select l.anchor, g.name from directory_links l
      join groups g on g.workspace_id = current_workspace() and g.id = l.local_id and g.ended_at is null
    where l.workspace_id = current_workspace() and l.connection_id = ${connection}::uuid and l.what = 'group'`.execute(
    db,
  )
  return rows
}

/** External IDs of the members of a group whose membership this directory decides. */
export async function externalIdsIn(
  db: Db,
  connection: { id: string; position: number },
  group: string,
): Promise<string[]> {
  const { rows } = await sql<{ anchor: string }>`
    select l.anchor from (
        select workspace_id, group_id, user_id from group_members
        union all select workspace_id, group_id, user_id from ended_group_members) m
      join directory_links l on l.workspace_id = m.workspace_id and l.what = 'user' and l.local_id = m.user_id
    where m.workspace_id = current_workspace() and m.group_id = ${group}::uuid and l.connection_id = ${connection.id}::uuid
      and not exists (select from directory_links o
        join directory_links g on g.workspace_id = current_workspace() and g.connection_id = o.connection_id
          and g.what = 'group' and g.local_id = ${group}::uuid and g.left_at is null
        join directory_connections c on c.workspace_id = current_workspace() and c.id = o.connection_id
        where o.workspace_id = current_workspace() and o.what = 'user' and o.local_id = m.user_id and o.left_at is null
          and (c.position, c.id) < (${connection.position}::integer, ${connection.id}::uuid))`.execute(db)
  return rows.map(row => row.anchor)
}

/** Next users by ID without a directory, without a role, and not already suspended by a directory. */
export async function unmanagedAfter(
  db: Db,
  after: string | null,
  most: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where u.workspace_id = current_workspace() and u.deleted_at is null and (${after}::uuid is null or u.id > ${after}::uuid)
      and u.suspended_by & 2 = 0
      and not exists (select from directory_links l where l.workspace_id = u.workspace_id and l.what = 'user' and l.local_id = u.id)
      and u.id not in (select user_id from may_become(current_workspace()))
    order by u.id limit ${most}`.execute(db)
  return rows
}

/** The latest user with a role who left their directory but still has access, and their number. */
export async function leaverOfRank(db: Db): Promise<{ id: string; name: string; n: number } | undefined> {
  const { rows } = await run<{ id: string; name: string; n: number }>(
    db,
    `select u.id, trim(u.first_name || ' ' || u.last_name) as name, count(*) over () as n
     from (select user_id from administrators where workspace_id = current_workspace()
         union select user_id from super_administrators where workspace_id = current_workspace()) of_rank
       join users u on u.workspace_id = current_workspace() and u.id = of_rank.user_id
       join directory_links l on l.workspace_id = current_workspace() and l.what = 'user' and l.local_id = u.id
     where not l.active_there and leading_connection(current_workspace(), 'user', u.id) = l.connection_id
       and u.deleted_at is null and u.suspended_at is null
     order by l.changed_at desc, u.id limit 1`,
    [],
  )
  return rows[0]
}
