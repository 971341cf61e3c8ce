import type { StatementPart } from '#platform/db/parts.ts'

// One row per session and application, even if granted repeatedly: its ID is derived from both (UUID version 8)
const insert = `insert into sessions (workspace_id, id, user_id, method, way, created_at, last_seen_at, verified_at, expires_at,
    ends_at, role_ends_at, refresh_hash, ip, user_agent, credential_id, key_id, provider_level, provider_methods, offline_for)
  select s.workspace_id, overlay(overlay(md5(s.id::text || $1) placing '8' from 13) placing '8' from 17)::uuid, s.user_id, s.method, s.way, s.created_at, $2::timestamptz, s.verified_at,
    $3::timestamptz, $4::timestamptz, $4::timestamptz, $5::bytea, s.ip, s.user_agent, s.credential_id, s.key_id,
    s.provider_level, s.provider_methods, $1::uuid
  from agreed, sessions s
  where s.workspace_id = current_workspace() and s.id = (select session_id from used) and s.opened_by is null
    and s.offline_for is null and s.ended_at is null
  on conflict (workspace_id, id) do update set last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at
    where sessions.ended_at is null
  returning id`

export interface OfflineSession {
  application: string
  now: Date
  unused: Date
  endsAt: Date
  /** A random value that is the hash of no token, so such a session opens no console. */
  refresh: Buffer
}

export const insertOffline = ({ application, now, unused, endsAt, refresh }: OfflineSession): StatementPart => ({
  text: insert,
  values: [application, now, unused, endsAt, refresh],
})

const prolong = `update sessions s set last_seen_at = $1::timestamptz, expires_at = least($2::timestamptz, s.ends_at)
  from used where s.workspace_id = current_workspace() and s.id = used.session_id and s.offline_for is not null
    and s.ended_at is null`

export const prolongOffline = (now: Date, unused: Date): StatementPart => ({ text: prolong, values: [now, unused] })
