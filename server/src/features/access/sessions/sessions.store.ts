import type { Facts } from '@claviger/contract/decide/decisions'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { StatementPart } from '#platform/db/parts.ts'
import { runStatement } from '#platform/db/run-statement.ts'
import type { StatementContext } from '#platform/app-context.ts'

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

const holdsRole = `(exists (select from administrators a where a.workspace_id = s.workspace_id and a.user_id = s.user_id)
    or exists (select from super_administrators p where p.workspace_id = s.workspace_id and p.user_id = s.user_id))`

/** A session that has not ended: sessions of administrators expire earlier. */
const isOpen = (now: string) =>
  `s.ended_at is null and s.expires_at > ${now} and (s.role_ends_at > ${now} or not ${holdsRole})`

/** An open session whose user can sign in. The database function `enter_session` says the same for each call. */
const isAlive = (now: string) => `${isOpen(now)}
    and (select u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
      from users u where u.workspace_id = s.workspace_id and u.id = s.user_id)`

// A refresh token names its session, generation, and secret
const itself = 's.workspace_id = $1::uuid and s.id = $2::uuid'
const isNewest = 's.generation = $3::integer and s.refresh_hash = $4::bytea'

/** Must be checked before a renewal: the account of another user, or access policies. */
const needsChecks = `(s.opened_by is not null
    or exists (select from policy_sets p where p.workspace_id = s.workspace_id))`

// Filters after the lookup by primary key, because a cached plan made for few users would also be used for many
const renew = `update sessions s set generation = s.generation + 1, refresh_hash = $6::bytea, last_seen_at = $5::timestamptz,
    expires_at = least($7::timestamptz, s.ends_at), ip = $8
  where ${itself} and ${isNewest} and ${isAlive('$5::timestamptz')} and ($9::boolean or not ${needsChecks})
  returning s.id`

interface Renewal {
  workspace: string
  id: string
  generation: number
  hash: Buffer
  nextHash: Buffer
  now: Date
  unused: Date
  ip: string
}

/**
 * Renews a session with its newest refresh token. False if nothing was written; `lockSession` tells why. `isChecked`
 * says that the caller has checked what access policies and a shared account require.
 */
export async function renewSession(
  ctx: StatementContext,
  { workspace, id, generation, hash, nextHash, now, unused, ip }: Renewal,
  isChecked: boolean,
): Promise<boolean> {
  const values = [workspace, id, generation, hash, now, nextHash, unused, ip, isChecked]
  return (await runStatement(ctx, { text: renew, values })).length > 0
}

const lock = `select s.user_id, s.opened_by, s.ended_at, s.ended_for, s.ends_at, s.role_ends_at,
    (select concat_ws(' ', u.first_name, u.last_name) from users u where u.workspace_id = s.workspace_id and u.id = s.user_id) as name,
    ${isNewest} as is_newest, ${isAlive('$5::timestamptz')} as is_alive
  from sessions s where ${itself} for update of s`

interface LockedSession {
  user_id: string
  name: string
  opened_by: string | null
  ended_at: Date | null
  ended_for: string | null
  ends_at: Date
  role_ends_at: Date
  is_newest: boolean
  is_alive: boolean
}

/** The session of a refresh token and why it can't be renewed, locked to serialize concurrent renewals. */
export async function lockSession(
  db: Db,
  { workspace, id, generation, hash, now }: Renewal,
): Promise<LockedSession | undefined> {
  return (await run<LockedSession>(db, lock, [workspace, id, generation, hash, now])).rows[0]
}

const listOpen = `select s.id, s.created_at, s.last_seen_at, s.ip, s.user_agent, s.method, k.name as key, a.name as offline_for,
    nullif(concat_ws(' ', o.first_name, o.last_name), '') as opened_by
  from sessions s
  left join security_keys k on k.workspace_id = s.workspace_id and k.id = s.key_id
  left join users o on o.workspace_id = s.workspace_id and o.id = s.opened_by
  left join applications a on a.workspace_id = s.workspace_id and a.id = s.offline_for
  where s.workspace_id = current_workspace() and s.user_id = $1::uuid and ${isOpen('$2::timestamptz')}
  order by s.last_seen_at desc limit 100`

interface OpenSession {
  id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
  method: string
  key: string | null
  opened_by: string | null
  offline_for: string | null
}

export const openSessions = async (db: Db, user: string, now: Date): Promise<OpenSession[]> =>
  (await run<OpenSession>(db, listOpen, [user, now])).rows

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
