import { type Db, run } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'

export interface SessionRow {
  id: string
  session_id: string
  application_id: string
  user_id: string
  name_id: string
  name_format: string
}

const columns = 'id, session_id, application_id, user_id, name_id, name_format'

const noted = (name: string) => `insert into saml_sessions (workspace_id, ${columns}, created_at, ends_at)
  select current_workspace(), $1::uuid, $2::uuid, $3::uuid, $4::uuid, ${name}, $6, $7::timestamptz, $8::timestamptz from agreed
  on conflict (workspace_id, session_id, application_id) do update
    set name_id = excluded.name_id, name_format = excluded.name_format, ends_at = excluded.ends_at
  returning id`

const [byName, byNamed] = [noted('$5'), noted('coalesce((select name_id from named), $5)')]

/**
 * Records a sign-in at an application and returns its session index, always the same for a session. `named` is
 * the part that stores the name ID.
 */
export const sessionPart = (row: SessionRow & { created_at: Date; ends_at: Date }, named: boolean): StatementPart => ({
  text: named ? byNamed : byName,
  values: [
    row.id,
    row.session_id,
    row.application_id,
    row.user_id,
    row.name_id,
    row.name_format,
    row.created_at,
    row.ends_at,
  ],
})

export async function sessionsNamed(
  db: Db,
  application: string,
  name: string,
  indexes: readonly string[],
): Promise<(SessionRow & { user_name: string })[]> {
  const { rows } = await run<SessionRow & { user_name: string }>(
    db,
    `select s.id, s.session_id, s.application_id, s.user_id, s.name_id, s.name_format, u.first_name || ' ' || u.last_name as user_name
     from saml_sessions s join users u on u.workspace_id = current_workspace() and u.id = s.user_id
     where s.workspace_id = current_workspace() and s.application_id = $1::uuid
       and s.name_id = $2 and (cardinality($3::uuid[]) = 0 or s.id = any($3::uuid[])) order by s.id limit 50`,
    [application, name, indexes],
  )
  return rows
}

/** Deletes and returns the application sign-ins of these sessions, in their original order. */
export async function deleteSessionsOf(db: Db, sessions: readonly string[]): Promise<SessionRow[]> {
  const { rows } = await run<SessionRow>(
    db,
    `delete from saml_sessions where workspace_id = current_workspace() and session_id = any($1::uuid[]) returning ${columns}`,
    [sessions],
  )
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export interface LogoutRow {
  id: string
  ahead: SessionRow[]
  waits_for: string | null
  application_id: string | null
  incomplete: boolean
  asked_by: LogoutRequester | null
  /** Where it continues at the end; sealed, because it reveals the user's identity there. */
  onward: Buffer | null
}

export interface LogoutRequester {
  application: string
  request: string
  relayState?: string | undefined
}

export async function putLogout(db: Db, row: LogoutRow, endsAt: Date): Promise<void> {
  await run(
    db,
    `insert into saml_logouts (workspace_id, id, ahead, waits_for, application_id, incomplete, asked_by, ends_at, onward)
     values (current_workspace(), $1::uuid, $2::jsonb, $3, $4::uuid, $5, $6::jsonb, $7, $8)
     on conflict (workspace_id, id) do update set ahead = excluded.ahead, waits_for = excluded.waits_for,
       application_id = excluded.application_id, incomplete = excluded.incomplete`,
    [
      row.id,
      JSON.stringify(row.ahead),
      row.waits_for,
      row.application_id,
      row.incomplete,
      row.asked_by && JSON.stringify(row.asked_by),
      endsAt,
      row.onward,
    ],
  )
}

/** Claims a sign-out in progress, so that no other request continues it. */
export async function claimLogout(db: Db, id: string, now: Date): Promise<LogoutRow | undefined> {
  const { rows } = await run<LogoutRow>(
    db,
    `delete from saml_logouts where workspace_id = current_workspace() and id = $1::uuid and ends_at > $2
     returning id, ahead, waits_for, application_id, incomplete, asked_by, onward`,
    [id, now],
  )
  return rows[0]
}
