import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { SuspensionSource } from './suspenders.ts'
import type { UserRow } from '../users.store.ts'

export const lockPeople = (db: Db, ids: readonly string[]): Promise<UserRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('id')
        .forUpdate()
        .execute()

export interface UserName {
  id: string
  first_name: string
  last_name: string
}

export async function suspendUsers(
  db: Db,
  ids: readonly string[],
  who: SuspensionSource,
  now: Date,
): Promise<UserName[]> {
  const { rows } = await sql<UserName>`
    update users set suspended_by = suspended_by | ${who}::smallint, suspended_at = coalesce(suspended_at, ${now}::timestamptz)
    where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) and suspended_by & ${who}::smallint = 0
    returning id, first_name, last_name`.execute(db)
  return rows
}

/** Lifts one suspender's suspension; users suspended by others stay suspended. Returns the affected users. */
export async function unsuspendUsers(
  db: Db,
  ids: readonly string[],
  who: SuspensionSource,
): Promise<(UserName & { free: boolean })[]> {
  const { rows } = await sql<UserName & { free: boolean }>`
    update users set suspended_by = suspended_by & ~${who}::smallint,
      suspended_at = case when suspended_by & ~${who}::smallint = 0 then null else suspended_at end
    where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) and suspended_by & ${who}::smallint <> 0
    returning id, first_name, last_name, suspended_at is null as free`.execute(db)
  return rows
}

export async function setSources(db: Db, ids: readonly string[], source: number): Promise<void> {
  if (ids.length === 0) return
  await sql`update users set source = ${source}::smallint
    where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) and source <> ${source}::smallint`.execute(
    db,
  )
}

/** Updates planner statistics after many users were added. */
export async function recount(db: Db): Promise<void> {
  await sql`select recount_people()`.execute(db)
}

export async function setLanguages(db: Db, all: readonly { id: string; language: string | null }[]): Promise<void> {
  if (all.length === 0) return
  await sql`update users set language = e.language
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as e(id uuid, language text)
    where users.workspace_id = current_workspace() and users.id = e.id and users.language is distinct from e.language`.execute(
    db,
  )
}
