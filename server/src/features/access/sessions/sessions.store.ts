import type { Facts } from '@claviger/contract/decide/decisions'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import { runSingleStatement } from '#platform/db/transaction.ts'
import type { AutocommitContext } from '#platform/app-context.ts'

export type SessionMethod = 'passkey' | 'code' | 'password' | 'link' | 'demo' | 'command' | 'external' | 'sms' | 'call'

export type SessionWay = SignInMethod | 'external'

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
  | 'profile'
  | 'provider'
  | 'number'
  | 'address'
  | 'finger'
  | 'policy'

interface NewSession {
  workspace_id: string
  id: string
  user_id: string
  method: SessionMethod
  way: SessionWay | null
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
  position: Facts['position']
  provider_level: string | null
  provider_methods: readonly string[] | null
}

// The maximum age of the workspace; `least` ignores null
const longest = `$5::timestamptz + make_interval(hours => (
    select w.session_hours from workspace_settings w where w.workspace_id = $1::uuid))`

const insert = `insert into sessions (workspace_id, id, user_id, method, created_at, last_seen_at, verified_at, expires_at,
    refresh_hash, ip, user_agent, opened_by, ends_at, role_ends_at, credential_id, key_id, way, position,
    provider_level, provider_methods)
  select $1::uuid, $2::uuid, $3::uuid, $4, $5::timestamptz, $5, $6::timestamptz, least($7::timestamptz, ${longest}), $8::bytea, $9, $10,
    $11::uuid, least($12::timestamptz, ${longest}), $13::timestamptz, $14::uuid, coalesce($15::uuid,
      (select c.security_key_id from credentials c where c.workspace_id = $1 and c.id = $14)), $16, $17::jsonb, $18, $19::text[]
  from agreed`

export function insertSession(row: NewSession): StatementPart {
  const { workspace_id, id, user_id, method, created_at, verified_at, expires_at, refresh_hash, ip, user_agent } = row
  const opened = [created_at, verified_at, expires_at, refresh_hash, ip, user_agent, row.opened_by]
  const ending = [
    row.ends_at,
    row.role_ends_at,
    row.credential_id,
    row.key_id,
    row.way,
    row.position && JSON.stringify(row.position),
    row.provider_level,
    row.provider_methods,
  ]
  return { text: insert, values: [workspace_id, id, user_id, method, ...opened, ...ending] }
}

interface Beside {
  id: string
  now: Date
  unused: Date
  held: Buffer
  refresh_hash: Buffer
  ip: string
  user_agent: string
}

/**
 * Copies a session without its fresh confirmation. The rows that authorize it are locked meanwhile, so that a
 * concurrent revocation waits and then ends both sessions. False if the session ended, the token is outdated, or the
 * session opens another user's account.
 */
export async function insertTabSession(db: Db, session: string, to: Beside): Promise<boolean> {
  const { rows } = await sql`
    with o as materialized (
      select * from sessions where id = ${session}::uuid and refresh_hash = ${to.held}::bytea
        and ended_at is null and opened_by is null for share
    ), person as materialized (
      select u.id from users u where (u.workspace_id, u.id) in (select workspace_id, user_id from o) for share
    ), device as materialized (
      select k.id from security_keys k where (k.workspace_id, k.id) in (select workspace_id, key_id from o) for share
    ), passkey as materialized (
      select c.id from credentials c where (c.workspace_id, c.id) in (select workspace_id, credential_id from o)
      for key share
    )
    insert into sessions (workspace_id, id, user_id, method, created_at, last_seen_at, expires_at, refresh_hash, ip,
      user_agent, ends_at, role_ends_at, credential_id, key_id, way, position, beside,
      provider_level, provider_methods)
    select o.workspace_id, ${to.id}::uuid, o.user_id, o.method, o.created_at, ${to.now}::timestamptz,
      least(${to.unused}::timestamptz, o.ends_at), ${to.refresh_hash}::bytea, ${to.ip}, ${to.user_agent}, o.ends_at,
      o.role_ends_at, o.credential_id, o.key_id, o.way, o.position, o.id, o.provider_level, o.provider_methods
    from o where exists (select from person) and (o.key_id is null or exists (select from device))
      and (o.credential_id is null or exists (select from passkey))
    returning id`.execute(db)
  return rows.length > 0
}

// Filters after the lookup by primary key, because a cached plan made for few users would also be used for many
const turn = `update sessions s set generation = s.generation + 1, refresh_hash = $5::bytea, last_seen_at = $6::timestamptz,
    expires_at = least($7::timestamptz, s.ends_at), ip = $8
  where s.workspace_id = $1::uuid and s.id = $2::uuid and s.generation = $3::integer and s.refresh_hash = $4::bytea
    and s.ended_at is null and s.expires_at > $6 and s.opened_by is null
    and not exists (select from policy_sets p where p.workspace_id = s.workspace_id)
    and (select u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
      from users u where u.workspace_id = s.workspace_id and u.id = s.user_id)
    and (s.role_ends_at > $6 or not (
      exists (select from administrators a where a.workspace_id = s.workspace_id and a.user_id = s.user_id)
      or exists (select from super_administrators p where p.workspace_id = s.workspace_id and p.user_id = s.user_id)))
  returning s.id`

interface Turn {
  id: string
  generation: number
  hashes: readonly [Buffer, Buffer]
  now: Date
  unused: Date
  ip: string
}

/**
 * Renews a session with its newest refresh token, in one statement. False if nothing was written: the session ended,
 * the token is an older one, or the session needs separate checks, because it opens another user's account or the
 * workspace has access policies.
 */
export async function rotateInOneStatement(
  at: AutocommitContext,
  { id, generation, hashes, now, unused, ip }: Turn,
): Promise<boolean> {
  const values = [at.workspace, id, generation, ...hashes, now, unused, ip]
  return (await runSingleStatement(at, { text: turn, values })).length > 0
}

/** The active session with its user, locked until the transaction ends to serialize concurrent refreshes. */
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

export const findEnded = (db: Db, id: string) =>
  db
    .selectFrom('sessions')
    .select(['generation', 'refresh_hash', 'ended_for', 'ended_at', 'ends_at', 'role_ends_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export async function rotateSession(db: Db, id: string, to: Updateable<Tables['sessions']>): Promise<void> {
  await db.updateTable('sessions').set(to).where('id', '=', id).execute()
}

const lives = (user: string, now: Date) => sql<boolean>`(s.role_ends_at > ${now}::timestamptz or not (
  exists (select from administrators a where a.workspace_id = current_workspace() and a.user_id = ${user}::uuid)
  or exists (select from super_administrators p where p.workspace_id = current_workspace() and p.user_id = ${user}::uuid)))`

export const openSessions = (db: Db, user: string, now: Date) =>
  db
    .selectFrom('sessions as s')
    .leftJoin('security_keys as k', join =>
      join.onRef('k.workspace_id', '=', 's.workspace_id').onRef('k.id', '=', 's.key_id'),
    )
    .leftJoin('users as by', join =>
      join.onRef('by.workspace_id', '=', 's.workspace_id').onRef('by.id', '=', 's.opened_by'),
    )
    .leftJoin('applications as a', join =>
      join.onRef('a.workspace_id', '=', 's.workspace_id').onRef('a.id', '=', 's.offline_for'),
    )
    .select(['s.id', 's.created_at', 's.last_seen_at', 's.ip', 's.user_agent', 's.method', 'k.name as key'])
    .select('a.name as offline_for')
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
  stays?: string | undefined
  method?: SessionMethod
  why: Ending
}

/** Ends a user's sessions and returns their number. Keeps `stays`, even if another tab opened it. */
export async function endMany(db: Db, user: string, { stays, method, why }: Many, now: Date): Promise<number> {
  if (stays !== undefined)
    await db
      .updateTable('sessions')
      .set({ beside: null })
      .where('id', '=', stays)
      .where('beside', 'is not', null)
      .execute()
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

export async function endSessionsBut(db: Db, workspace: string, users: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, ended_for: 'workspace' })
    .where('workspace_id', '=', workspace)
    .where('user_id', 'not in', [...users])
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the workspace's sessions whose sign-in method is no longer allowed, except `stays`. */
export async function endDisallowedSessions(db: Db, stays: string | null, now: Date): Promise<void> {
  await sql`
    with open as materialized (
      select u.user_id, ways_of(current_workspace(), u.user_id) as ways
      from (select distinct user_id from sessions
        where workspace_id = current_workspace() and ended_at is null and way is not null) u
    )
    update sessions s set ended_at = ${now}::timestamptz, ended_for = 'profile'
    from open where s.workspace_id = current_workspace() and s.user_id = open.user_id and s.ended_at is null
      and s.way is not null and s.id is distinct from ${stays}::uuid and not s.way = any (open.ways)
      and not (s.way = 'passkey' and 'badge' = any (open.ways) and exists (
        select from security_keys k where k.workspace_id = current_workspace() and k.id = s.key_id and k.kind = ${sql.lit(keyKinds.accessCard)}))`.execute(
    db,
  )
}

export async function markVerified(db: Db, id: string, now: Date, passkey: string): Promise<void> {
  await db.updateTable('sessions').set({ verified_at: now, confirmed_by: passkey }).where('id', '=', id).execute()
}
