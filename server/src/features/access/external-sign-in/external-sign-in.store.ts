import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import type { ProviderSignOut } from './identity.ts'

export type ExternalSignInRow = Selectable<Tables['external_sign_ins']>

export async function insertExternalSignIn(db: Db, row: Insertable<Tables['external_sign_ins']>): Promise<void> {
  await db.insertInto('external_sign_ins').values(row).execute()
}

export const findExternalSignIn = (db: Db, id: string, now: Date): Promise<ExternalSignInRow | undefined> =>
  db.selectFrom('external_sign_ins').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()

/** Consumes the only response to a sign-in; undefined if already answered or for another browser. */
export const claimAnswer = (
  db: Db,
  id: string,
  at: { now: Date; provider: string; browser: Buffer | undefined },
): Promise<ExternalSignInRow | undefined> => {
  const taken = db
    .updateTable('external_sign_ins')
    .set({ answered_at: at.now })
    .where('id', '=', id)
    .where('provider_id', '=', at.provider)
    .where('expires_at', '>', at.now)
    .where('answered_at', 'is', null)
  return (at.browser ? taken.where('browser_hash', '=', at.browser) : taken).returningAll().executeTakeFirst()
}

export async function putAnswer(
  db: Db,
  id: string,
  to: {
    identity: string | null
    id_token: Buffer | null
    report: string | null
    code_hash: Buffer
    code_expires_at: Date
  },
): Promise<void> {
  await db.updateTable('external_sign_ins').set(to).where('id', '=', id).execute()
}

/** Consumes a response's result once; undefined for another browser, code, or visit, or if expired. */
export const consumeCompleted = (
  db: Db,
  id: string,
  by: { now: Date; code: Buffer; browser: Buffer | undefined; visit: string | null },
): Promise<ExternalSignInRow | undefined> =>
  db
    .updateTable('external_sign_ins')
    .set({ completed_at: by.now })
    .where('id', '=', id)
    .where('code_hash', '=', by.code)
    .where('code_expires_at', '>', by.now)
    .where('completed_at', 'is', null)
    .where('visit', 'is not distinct from', by.visit)
    // An IdP-initiated sign-in was not started by any browser
    .where(eb => eb.or([eb('browser_hash', 'is', null), eb('browser_hash', '=', by.browser ?? Buffer.alloc(0))]))
    .returningAll()
    .executeTakeFirst()

/** Keeps a completed sign-in until the user confirms it with an existing method, in this browser only. */
export async function awaitConfirmation(db: Db, id: string, browser: Buffer, until: Date): Promise<void> {
  await db
    .updateTable('external_sign_ins')
    .set({ pending: true, browser_hash: browser, code_expires_at: until, expires_at: until })
    .where('id', '=', id)
    .execute()
}

export const findWaiting = (db: Db, browser: Buffer, now: Date): Promise<ExternalSignInRow | undefined> =>
  db
    .selectFrom('external_sign_ins')
    .selectAll()
    .where('pending', '=', true)
    .where('browser_hash', '=', browser)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Consumes a waiting sign-in; false if a concurrent call did. */
export async function consumeWaiting(db: Db, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('external_sign_ins')
    .set({ pending: false })
    .where('id', '=', id)
    .where('pending', '=', true)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Records an assertion as used; false if it was used before. */
export async function spendAssertion(db: Db, row: Insertable<Tables['spent_assertions']>): Promise<boolean> {
  const made = await db
    .insertInto('spent_assertions')
    .values(row)
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const openedByPart = (row: {
  workspace: string
  session: string
  provider: string
  user: string
  subject: string
  sid: string | null
  leave: ProviderSignOut | undefined
  idToken: Buffer | null
}): StatementPart => ({
  text: `insert into external_sessions (workspace_id, session_id, provider_id, user_id, subject, sid, leave, id_token)
    select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, $7::jsonb, $8::bytea from agreed`,
  values: [
    row.workspace,
    row.session,
    row.provider,
    row.user,
    row.subject,
    row.sid,
    row.leave ? JSON.stringify(row.leave) : null,
    row.idToken,
  ],
})

export async function findProviderSessions(db: Db, sessions: readonly string[]) {
  const { rows } = await sql<{
    session_id: string
    provider_id: string
    sid: string | null
    leave: ProviderSignOut | null
    id_token: Buffer | null
  }>`
    select session_id, provider_id, sid, leave, id_token from external_sessions
    where workspace_id = current_workspace() and session_id = any(${sessions}::uuid[])
    order by array_position(${sessions}::uuid[], session_id) limit 1`.execute(db)
  return rows[0]
}

export async function sessionsOpenedBy(db: Db, provider: string, of: { subject: string | null; sid: string | null }) {
  const { rows } = await sql<{ id: string; user_id: string; name: string }>`
    select s.id, s.user_id, u.first_name || ' ' || u.last_name as name
    from external_sessions e
    join sessions s on s.workspace_id = current_workspace() and s.id = e.session_id and s.ended_at is null
    join users u on u.workspace_id = current_workspace() and u.id = s.user_id
    where e.workspace_id = current_workspace() and e.provider_id = ${provider}::uuid
      and (${of.subject}::text is null or e.subject = ${of.subject})
      and (${of.sid}::text is null or e.sid = ${of.sid})
      and (${of.subject}::text is not null or ${of.sid}::text is not null)`.execute(db)
  return rows
}

type Column = 'email' | 'user_id' | 'employee_id' | `scim_attribute_${1 | 2 | 3 | 4 | 5}`

/** Users whose field has this value; at most two, to detect ambiguity. */
export async function externalUsersWhere(db: Db, column: Column, value: string) {
  const { rows } = await sql<{ id: string; email: string | null }>`
    select id, email from users where workspace_id = current_workspace() and deleted_at is null
      and ${column === 'user_id' ? sql`sort_user_id = lower(${value})` : sql`${sql.ref(column)} = ${value}`} limit 2`.execute(
    db,
  )
  return rows
}

/** A user's role, if any. */
export async function roleOf(db: Db, user: string): Promise<{ role: number; additional: number[] } | undefined> {
  return db.selectFrom('administrators').select(['role', 'additional']).where('user_id', '=', user).executeTakeFirst()
}

export const openingOf = (db: Db, session: string) =>
  db.selectFrom('sessions').select(['method', 'created_at', 'opened_by']).where('id', '=', session).executeTakeFirst()
