import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { UserRow } from './users.store.ts'
import { type UserColumns, textColumns } from './users.columns.ts'

export type NewRow = UserColumns & { id: string }

const namesIn = ([first = {}]: readonly object[]): string[] => textColumns.filter(name => name in first)
const shape = (names: readonly string[]) => sql.raw(['id uuid', ...names.map(name => `${name} text`)].join(', '))

export async function insertUsers(
  db: Db,
  workspace: string,
  rows: readonly NewRow[],
  proven: readonly string[],
  now: Date,
  source: number,
): Promise<void> {
  const names = namesIn(rows)
  const columns = sql.raw(names.join(', '))
  const given = sql.raw(names.map(name => `e.${name}`).join(', '))
  await sql`
    insert into users (workspace_id, id, source, ${columns}, email_verified_at, created_at, updated_at)
    select ${workspace}::uuid, e.id, ${source}::smallint, ${given}, ${names.includes('email') ? provenAt(proven, now) : sql`null`}, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(${shape(names)})
    on conflict do nothing`.execute(db)
}

const provenAt = (domains: readonly string[], now: Date) =>
  sql`case when split_part(e.email, '@', 2) = any(${domains}::text[]) then ${now}::timestamptz end`

export async function findExistingIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select id from users where users.workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(row => row.id))
}

export async function updateUsers(
  db: Db,
  rows: readonly (Partial<UserColumns> & { id: string })[],
  proven: readonly string[],
  now: Date,
): Promise<void> {
  const names = namesIn(rows)
  const set = sql.raw(names.map(name => `${name} = e.${name}`).join(', '))
  const mailboxes = names.includes('email')
    ? sql`, email_verified_at = case when u.email is distinct from e.email then ${provenAt(proven, now)} else u.email_verified_at end`
    : sql``
  await sql`
    update users u set ${set}${mailboxes}, updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(${shape(names)})
    where u.workspace_id = current_workspace() and u.id = e.id`.execute(db)
}

/**
 * Users with one of these User IDs, addresses, or Employee IDs. Uses arrays, because a join would scan all
 * users.
 */
export async function usersNamed(
  db: Db,
  named: { userIds: readonly string[]; emails: readonly string[]; employeeIds: readonly string[] },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select * from users where users.workspace_id = current_workspace() and id in (
      select id from users where users.workspace_id = current_workspace() and deleted_at is null and sort_user_id = any(array(select lower(x) from unnest(${named.userIds}::text[]) x))
      union select id from users where users.workspace_id = current_workspace() and deleted_at is null and email = any(${named.emails}::text[])
      union select id from users where users.workspace_id = current_workspace() and deleted_at is null and sort_employee_id = any(array(select lower(x) from unnest(${named.employeeIds}::text[]) x))
    )`.execute(db)
  return rows
}

export const lockUsers = (db: Db, ids: readonly string[]): Promise<UserRow[]> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
