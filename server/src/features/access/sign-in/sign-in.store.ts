import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type EmailSignIn = Selectable<Tables['email_sign_ins']>

export interface Candidate {
  workspace_id: string
  user_id: string
  workspace_name: string
  workspace_slug: string
  workspace_status: number
  icon_digest: string | null
  user_name: string
  first_name: string
  login_name: string
  email_verified: boolean
  owner: boolean
  by_code: boolean
  by_phone: boolean
  ways: string[]
  phone: string | null
  language: string | null
}

/** Users with this email in all workspaces, without suspended and deleted ones; at most 50. */
export async function findCandidates(db: Db, email: string, now: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select * from sign_in_candidates(${email}, ${now})`.execute(db)
  return rows
}

/** Suspended or deactivated users with this email in all workspaces; at most 50. */
export async function findStopped(db: Db, email: string) {
  const { rows } = await sql<Pick<Candidate, 'workspace_id' | 'user_id' | 'user_name'>>`
    select * from sign_in_stopped(${email})`.execute(db)
  return rows
}

export async function findPasswords(db: Db, email: string) {
  const { rows } = await sql<{ workspace_id: string; user_id: string; hash: string }>`
    select * from sign_in_passwords(${email})`.execute(db)
  return rows
}

export async function findDemoOwner(db: Db, isPartner: boolean) {
  const { rows } = await sql<{ workspace_id: string; user_id: string; user_name: string }>`
    select * from demo_owner(${isPartner})`.execute(db)
  return rows[0]
}

export async function lockAddress(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(db)
}

export async function insertSignIn(db: Db, row: Insertable<Tables['email_sign_ins']>): Promise<void> {
  await db.insertInto('email_sign_ins').values(row).execute()
}

export const findSignIn = (db: Db, id: string, now: Date): Promise<EmailSignIn | undefined> =>
  db.selectFrom('email_sign_ins').selectAll().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()

/**
 * Counts an attempt before it is checked, so that concurrent ones can't exceed the limit; undefined if none is left.
 */
export const countEmailTry = (
  db: Db,
  id: string,
  at: { now: Date; most: number; byCode: boolean },
): Promise<EmailSignIn | undefined> => {
  const counted = db
    .updateTable('email_sign_ins')
    .set(eb => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('expires_at', '>', at.now)
    .where('proven_at', 'is', null)
    .where('tries', '<', at.most)
  return (at.byCode ? counted.where('code_expires_at', '>', at.now) : counted).returningAll().executeTakeFirst()
}

export const sentAt = { code: 'mailed_at', sms: 'texted_at', call: 'called_at' } as const satisfies Record<
  CodeMethod,
  string
>

/** Replaces the code if the last one through this channel was sent before `before`; otherwise false. */
export async function replaceCode(
  db: Db,
  id: string,
  before: Date,
  to: { code_by: CodeMethod; code_hash: Buffer; code_expires_at: Date; now: Date },
): Promise<boolean> {
  const { now, ...row } = to
  const result = await db
    .updateTable('email_sign_ins')
    .set({ ...row, [sentAt[row.code_by]]: now, tries: 0 })
    .where('id', '=', id)
    .where(eb => eb.or([eb(sentAt[row.code_by], 'is', null), eb(sentAt[row.code_by], '<=', before)]))
    .where('proven_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function markProven(
  db: Db,
  id: string,
  proof: { proven_at: Date; proven_by: string; proven_users: string[] | null },
): Promise<void> {
  await db.updateTable('email_sign_ins').set(proof).where('id', '=', id).execute()
}

/** False if it was already deleted: of concurrent completions, only one signs in. */
export async function deleteSignIn(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('email_sign_ins').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Stores or removes an administrator's agreement to codes; false if unchanged. */
export async function saveConsent(db: Db, workspace: string, user: string, given: Date | null): Promise<boolean> {
  if (given === null) {
    const gone = await db.deleteFrom('code_consents').where('user_id', '=', user).executeTakeFirst()
    return gone.numDeletedRows > 0n
  }
  const made = await db
    .insertInto('code_consents')
    .values({ workspace_id: workspace, user_id: user, given_at: given })
    .onConflict(on => on.doNothing())
    .executeTakeFirst()
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n
}
