import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'
import type { Part } from '../../../ground/db/parts.ts'

export type Method = 'passkey' | 'code' | 'password' | 'link' | 'demo' | 'command'

/** Why a session ended. */
export type Ending =
  | 'own'
  | 'replayed'
  | 'administrator'
  | 'user'
  | 'role'
  | 'key'
  | 'pin'
  | 'passkey'
  | 'password'
  | 'sharing'
  | 'workspace'

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
  credential_id: string | null
  key_id: string | null
  ends_at: Date
  role_ends_at: Date
}

const insert = `insert into sessions (workspace_id, id, user_id, method, created_at, last_seen_at, verified_at, expires_at,
    refresh_hash, ip, user_agent, opened_by, ends_at, role_ends_at, credential_id, key_id)
  select $1::uuid, $2::uuid, $3::uuid, $4, $5::timestamptz, $5, $6::timestamptz, $7::timestamptz, $8::bytea, $9, $10,
    $11::uuid, $12::timestamptz, $13::timestamptz, $14::uuid, coalesce($15::uuid,
      (select c.security_key_id from credentials c where c.workspace_id = $1 and c.id = $14))
  from agreed`

/** As a part of a statement. */
export function insertSession(row: NewSession): Part {
  const { workspace_id, id, user_id, method, created_at, verified_at, expires_at, refresh_hash, ip, user_agent } = row
  const opened = [created_at, verified_at, expires_at, refresh_hash, ip, user_agent, row.opened_by]
  const ending = [row.ends_at, row.role_ends_at, row.credential_id, row.key_id]
  return { text: insert, values: [workspace_id, id, user_id, method, ...opened, ...ending] }
}

/** The live session with its user, held until the transaction ends so that two refreshes cannot both win. */
export const lockSession = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', join =>
      join.onRef('users.workspace_id', '=', 'sessions.workspace_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select(['sessions.user_id', 'sessions.generation', 'sessions.refresh_hash', 'sessions.opened_by'])
    .select(['sessions.ends_at', 'sessions.role_ends_at'])
    .select(eb => eb.fn<string>('concat_ws', [eb.val(' '), 'users.first_name', 'users.last_name']).as('name'))
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('sessions.role_ends_at', '>', now),
        not(
          or([
            exists(selectFrom('administrators as a').whereRef('a.user_id', '=', 'sessions.user_id').select('a.role')),
            exists(
              selectFrom('super_administrators as p')
                .whereRef('p.user_id', '=', 'sessions.user_id')
                .select('p.user_id'),
            ),
          ]),
        ),
      ]),
    )
    .forUpdate('sessions')
    .executeTakeFirst()

/** What stays of a session that cannot be renewed. */
export const findEnded = (db: Db, id: string) =>
  db
    .selectFrom('sessions')
    .select(['generation', 'refresh_hash', 'ended_for', 'ended_at', 'ends_at', 'role_ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function turnGeneration(db: Db, id: string, to: Updateable<Tables['sessions']>): Promise<void> {
  await db.updateTable('sessions').set(to).where('id', '=', id).execute()
}

/** Sessions of a user that are not too old, however often they are used. */
const lives = (user: string, now: Date) => sql<boolean>`(s.role_ends_at > ${now}::timestamptz or not (
  exists (select from administrators a where a.user_id = ${user}::uuid)
  or exists (select from super_administrators p where p.user_id = ${user}::uuid)))`

/** The last hundred of the sessions of a user that are open. */
export const openSessions = (db: Db, user: string, now: Date) =>
  db
    .selectFrom('sessions as s')
    .leftJoin('security_keys as k', join =>
      join.onRef('k.workspace_id', '=', 's.workspace_id').onRef('k.id', '=', 's.key_id'),
    )
    .leftJoin('users as by', join =>
      join.onRef('by.workspace_id', '=', 's.workspace_id').onRef('by.id', '=', 's.opened_by'),
    )
    .select(['s.id', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent', 's.method', 'k.name as key'])
    .select(eb =>
      eb.fn<string | null>('nullif', [sql`concat_ws(' ', by.first_name, by.last_name)`, eb.val('')]).as('opened_by'),
    )
    .where('s.user_id', '=', user)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where(lives(user, now))
    .orderBy('s.last_seen_at', 'desc')
    .limit(100)
    .execute()

export async function endSessionOf(db: Db, user: string, id: string, now: Date, why: Ending): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_for: why })
    .where('id', '=', id)
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

interface Many {
  /** The one that stays. */
  stays?: string | undefined
  /** Only those that were opened so. */
  method?: Method
  why: Ending
}

/** Ends the sessions of a user; answers how many. */
export async function endMany(db: Db, user: string, { stays, method, why }: Many, now: Date): Promise<number> {
  let update = db
    .updateTable('sessions')
    .set({ ended_at: now, ended_for: why })
    .where('user_id', '=', user)
    .where('ended_at', 'is', null)
  if (stays !== undefined) update = update.where('id', '!=', stays)
  if (method !== undefined) update = update.where('method', '=', method)
  const result = await update.executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends the sessions of everybody in the transaction's workspace but these users. */
export async function endSessionsBut(db: Db, workspace: string, users: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_for: 'workspace' })
    .where('workspace_id', '=', workspace)
    .where('user_id', 'not in', [...users])
    .where('ended_at', 'is', null)
    .execute()
}

/** A passkey has just confirmed the person behind the session. */
export async function markVerified(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ verified_at: now }).where('id', '=', id).execute()
}
