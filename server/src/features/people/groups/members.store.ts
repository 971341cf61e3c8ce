import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface NamedUser {
  id: string
  name: string
}

export async function knownUsers(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from users where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) and deleted_at is null`.execute(
    db,
  )
  return rows.map(row => row.id)
}

const named = sql`select u.id, u.first_name || ' ' || u.last_name as name from changed join users u on u.workspace_id = current_workspace() and u.id = changed.user_id order by u.id`

export async function addPeople(
  db: Db,
  workspace: string,
  group: string,
  users: readonly string[],
): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    with changed as (
      insert into group_members (workspace_id, group_id, user_id)
      select ${workspace}::uuid, ${group}::uuid, unnest(${users}::uuid[]) on conflict do nothing returning user_id
    ) ${named}`.execute(db)
  return rows
}

export async function moveMembers(db: Db, workspace: string, from: string, into: string): Promise<void> {
  await sql`
    insert into group_members (workspace_id, group_id, user_id)
    select ${workspace}::uuid, ${into}::uuid, m.user_id from group_members m
    where m.workspace_id = current_workspace() and m.group_id = ${from}::uuid on conflict do nothing`.execute(db)
}

export async function dropPeople(db: Db, group: string, users: readonly string[]): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    with changed as (
      delete from group_members where group_members.workspace_id = current_workspace() and group_id = ${group}::uuid and user_id = any(${users}::uuid[]) returning user_id
    ) ${named}`.execute(db)
  return rows
}

/** Removes all other users from a group, except deleted ones, and returns them. */
export async function replacePeople(db: Db, group: string, users: readonly string[]): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    with changed as (
      delete from group_members m using users u
      where u.workspace_id = current_workspace() and m.workspace_id = current_workspace() and m.group_id = ${group}::uuid and m.user_id <> all(${users}::uuid[]) and u.id = m.user_id and u.deleted_at is null
      returning m.user_id
    ) ${named}`.execute(db)
  return rows
}

export interface Match {
  line: string
  id: string
  name: string
  user_id: string
  already: boolean
}

export async function usersOfLines(
  db: Db,
  lines: readonly string[],
  within: { group?: string | undefined; unit?: string | undefined },
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select lines.line, u.id, u.first_name || ' ' || u.last_name as name, u.user_id,
      exists (select from group_members m where m.workspace_id = current_workspace() and m.group_id = ${within.group ?? null}::uuid and m.user_id = u.id)
      or exists (select from unit_members m where m.unit_id = ${within.unit ?? null}::uuid and m.user_id = u.id) as already
    from unnest(${lines}::text[]) with ordinality as lines(line, place)
    cross join lateral (
      select * from users where users.workspace_id = current_workspace() and deleted_at is null and sort_user_id = lower(lines.line)
      union select * from users where users.workspace_id = current_workspace() and deleted_at is null and email = lower(lines.line)
    ) u
    order by lines.place, u.id`.execute(db)
  return rows
}

export async function addPairs(
  db: Db,
  workspace: string,
  groups: readonly string[],
  users: readonly string[],
): Promise<void> {
  await sql`insert into group_members (workspace_id, group_id, user_id)
    select ${workspace}::uuid, * from unnest(${groups}::uuid[], ${users}::uuid[]) on conflict do nothing`.execute(db)
}

export async function removePeople(db: Db, group: string, users: readonly string[]): Promise<void> {
  await sql`delete from group_members where group_members.workspace_id = current_workspace() and group_id = ${group}::uuid and user_id = any(${users}::uuid[])`.execute(
    db,
  )
}
