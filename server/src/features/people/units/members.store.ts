import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type Changed = { user_id: string }
const ids = (rows: readonly Changed[]) => rows.map(row => row.user_id)

export async function namesOfUnits(
  db: Db,
  unit: string | undefined,
  users: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from users where users.workspace_id = current_workspace() and id = any(${users}::uuid[])
    union
    select u.id, u.first_name || ' ' || u.last_name from unit_members m
      join users u on u.workspace_id = m.workspace_id and u.id = m.user_id where m.workspace_id = current_workspace() and m.unit_id = ${unit ?? null}::uuid`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.name]))
}

export async function addUnitPeople(
  db: Db,
  workspace: string,
  unit: string,
  users: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<Changed>`
    insert into unit_members (workspace_id, unit_id, user_id)
    select ${workspace}::uuid, ${unit}::uuid, unnest(${users}::uuid[]) on conflict do nothing returning user_id`.execute(
    db,
  )
  return ids(rows)
}

export async function dropPeople(db: Db, unit: string, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Changed>`
    delete from unit_members where unit_members.workspace_id = current_workspace() and unit_id = ${unit}::uuid and user_id = any(${users}::uuid[]) returning user_id`.execute(
    db,
  )
  return ids(rows)
}

/** Removes all other users from a unit, except deleted ones, and returns them. */
export async function replaceUnitPeople(db: Db, unit: string, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Changed>`
    delete from unit_members m using users u
    where u.workspace_id = current_workspace() and m.workspace_id = current_workspace() and m.unit_id = ${unit}::uuid and m.user_id <> all(${users}::uuid[]) and u.id = m.user_id and u.deleted_at is null
    returning m.user_id`.execute(db)
  return ids(rows)
}

export async function addPairs(
  db: Db,
  workspace: string,
  units: readonly string[],
  users: readonly string[],
): Promise<void> {
  await sql`insert into unit_members (workspace_id, unit_id, user_id)
    select ${workspace}::uuid, * from unnest(${units}::uuid[], ${users}::uuid[]) on conflict do nothing`.execute(db)
}
