import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { deviceActs } from '@claviger/contract/keys/devices'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

interface Use {
  workspace: string
  device: string
  user: string
  key: string
  now: Date
}

/** Records an online use of a key on a device, which restarts its offline count. */
export async function noteUse(db: Db, { workspace, device, user, key, now }: Use): Promise<void> {
  await sql`
    insert into device_uses (workspace_id, device_id, user_id, security_key_id, first_at, last_at)
    values (${workspace}::uuid, ${device}::uuid, ${user}::uuid, ${key}::uuid, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (workspace_id, device_id, security_key_id)
    do update set user_id = excluded.user_id, last_at = excluded.last_at, offline_used = 0`.execute(db)
}

export interface UsedKey {
  security_key_id: string
  key_name: string
  key_offline: boolean
  key_audit: boolean
  key_kind: number
  key_model: string | null
  remembered_pin_hours: number
  user_id: string
  user_name: string
  user_login: string
  last_at: Date
  offline_used: number
}

const used = (now: Date) => sql`
  select u.security_key_id, k.name as key_name, k.audit as key_audit, k.kind as key_kind, k.aaguid as key_model, k.remembered_pin_hours, u.last_at, u.offline_used,
    k.offline and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and p.deleted_at is null and p.suspended_at is null
      and p.deactivated_at is null and (not k.proof_due or k.proof_counts_at <= ${now}::timestamptz) as key_offline,
    p.id as user_id, p.first_name || ' ' || p.last_name as user_name, p.user_id as user_login
  from device_uses u join security_keys k on k.workspace_id = u.workspace_id and k.id = u.security_key_id
    join users p on p.workspace_id = u.workspace_id and p.id = u.user_id`

export async function keysUsedAt(db: Db, device: string, now: Date): Promise<UsedKey[]> {
  const { rows } = await sql<UsedKey>`
    ${used(now)} where u.workspace_id = current_workspace() and u.device_id = ${device}::uuid and k.offline order by u.last_at desc, k.id limit 500`.execute(
    db,
  )
  return rows
}

export async function lockUsedKey(db: Db, device: string, key: string, now: Date): Promise<UsedKey | undefined> {
  const { rows } = await sql<UsedKey>`
    ${used(now)} where u.workspace_id = current_workspace() and u.device_id = ${device}::uuid and u.security_key_id = ${key}::uuid for update of u`.execute(
    db,
  )
  return rows[0]
}

/** Passkeys for this installation, which a device needs to verify an answer offline. */
export async function passkeysOfKeys(
  db: Db,
  keys: readonly string[],
): Promise<{ security_key_id: string; credential_id: Buffer; public_key: Buffer }[]> {
  const { rows } = await sql<{ security_key_id: string; credential_id: Buffer; public_key: Buffer }>`
    select security_key_id, credential_id, public_key from credentials
    where security_key_id = any(${keys}::uuid[]) order by created_at, id`.execute(db)
  return rows
}

/** Records the report of an offline use; false if it was already reported. */
export async function noteReport(db: Db, workspace: string, device: string, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into offline_uses (workspace_id, device_id, id, reported_at)
    values (${workspace}::uuid, ${device}::uuid, ${id}::uuid, ${now}::timestamptz) on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function countOffline(db: Db, device: string, key: string): Promise<void> {
  await sql`update device_uses set offline_used = least(offline_used + 1, 30000)
    where device_uses.workspace_id = current_workspace() and device_id = ${device}::uuid and security_key_id = ${key}::uuid`.execute(
    db,
  )
}

interface Preview {
  able: number
  already: number
  here: number
  users: number
  accounts: number
  names: string[] | null
}

export async function countDeviceReasons(db: Db, ids: readonly string[], act: (typeof deviceActs)[number]) {
  const able = act === 'remove' ? sql`true` : act === 'offline-on' ? sql`not d.offline` : sql`d.offline`
  const { rows } = await sql<Preview>`
    with here as (select d.*, ${able} as able from devices d where d.workspace_id = current_workspace() and d.id = any(${ids}::uuid[]))
    select count(*) filter (where able)::integer as able, count(*) filter (where not able)::integer as already,
      count(*)::integer as here, count(*) filter (where account_name is not null)::integer as accounts,
      (select count(distinct u.user_id)::integer from device_uses u where u.workspace_id = current_workspace() and u.device_id = any(${ids}::uuid[])) as users,
      (select array_agg(name) from (select name from here where able order by sort_name, id limit 5) first) as names
    from here`.execute(db)
  return rows[0] as Preview
}

interface PairedRow {
  id: string
  kind: number
  name: string
  platform: string
  key_id: string
  key_name: string
  first_at: Date
  last_at: Date
  offline_used: number
  key_offline: boolean
  device_offline: boolean
  offline_uses: number
  offline_hours: number
}

export async function devicesUsedBy(db: Db, user: string, now: Date): Promise<PairedRow[]> {
  const { rows } = await sql<PairedRow>`
    select d.id, d.kind, d.name, d.platform, k.id as key_id, k.name as key_name, u.first_at, u.last_at, u.offline_used,
      k.offline and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null
        and (not k.proof_due or k.proof_counts_at <= ${now}::timestamptz) as key_offline,
      d.offline as device_offline, d.offline_uses, d.offline_hours
    from device_uses u join devices d on d.workspace_id = current_workspace() and d.id = u.device_id join security_keys k on k.id = u.security_key_id
    where u.workspace_id = current_workspace() and u.user_id = ${user}::uuid order by u.last_at desc, d.id, k.id limit 1000`.execute(
    db,
  )
  return rows
}
