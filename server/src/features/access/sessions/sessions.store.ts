import type { Updateable } from 'kysely'
import { type Db, run } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type Method = 'passkey' | 'code' | 'password' | 'link' | 'demo' | 'command'

interface NewSession {
  workspace_id: string
  id: string
  user_id: string
  method: Method
  created_at: Date
  verified_at: Date | null
  expires_at: Date
  refresh_hash: Buffer
  ip: string
  user_agent: string
  opened_by: string | null
}

const insert = `insert into sessions (workspace_id, id, user_id, method, created_at, last_seen_at, verified_at, expires_at,
    refresh_hash, ip, user_agent, opened_by)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11)`

export async function insertSession(db: Db, row: NewSession): Promise<void> {
  const { workspace_id, id, user_id, method, created_at, verified_at, expires_at, refresh_hash, ip, user_agent } = row
  const opened = [created_at, verified_at, expires_at, refresh_hash, ip, user_agent, row.opened_by]
  await run(db, insert, [workspace_id, id, user_id, method, ...opened])
}

/** The live session with its user, held until the transaction ends so that two refreshes cannot both win. */
export const lockSession = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', join =>
      join.onRef('users.workspace_id', '=', 'sessions.workspace_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(['sessions.user_id', 'sessions.generation', 'sessions.refresh_hash', 'sessions.opened_by'])
    .select(eb => eb.fn<string>('concat_ws', [eb.val(' '), 'users.first_name', 'users.last_name']).as('name'))
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .forUpdate('sessions')
    .executeTakeFirst()

export async function turnGeneration(db: Db, id: string, to: Updateable<Tables['sessions']>): Promise<void> {
  await db.updateTable('sessions').set(to).where('id', '=', id).execute()
}

export const openSessions = (db: Db, user: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent', 'method'])
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()

export async function endSessionOf(db: Db, user: string, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends the sessions of a user, all but one where one is to stay. */
export async function endOthersOf(db: Db, user: string, stays: string | undefined, now: Date): Promise<number> {
  const update = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
  const result = await (stays === undefined ? update : update.where('id', '!=', stays)).executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends the sessions of everybody in the transaction's workspace but these users. */
export async function endSessionsBut(db: Db, workspace: string, users: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('workspace_id', '=', workspace)
    .where('user_id', 'not in', [...users])
    .where('ended_at', 'is', null)
    .execute()
}

/** A passkey has just confirmed the person behind the session. */
export async function markVerified(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ verified_at: now }).where('id', '=', id).execute()
}
