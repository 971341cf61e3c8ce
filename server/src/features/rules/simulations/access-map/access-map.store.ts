import { keyStatus } from '@claviger/contract/keys/security-keys'
import { protocols } from '@claviger/contract/apps/applications'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

interface UserRow {
  inactive: boolean
  key_id: string | null
  key_name: string | null
  key_kind: number | null
  key_model: string | null
  /** Whether its passkeys can be copied to other devices. */
  copied: boolean
}

/** A user and the usable key that they use by default. */
export async function userWithKey(db: Db, user: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select u.suspended_at is not null or u.deactivated_at is not null as inactive,
      k.id as key_id, k.name as key_name, k.kind as key_kind, k.aaguid as key_model,
      coalesce((select bool_and(c.backup_eligible) from credentials c
        where c.workspace_id = current_workspace() and c.security_key_id = k.id), true) as copied
    from users u left join lateral (
      select * from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id
        and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and not k.proof_due
      order by k.is_default desc, k.created_at, k.id limit 1
    ) k on true
    where u.workspace_id = current_workspace() and u.id = ${user}::uuid and u.deleted_at is null`.execute(db)
  return rows[0]
}

interface ApplicationRow {
  id: string
  name: string
  protocol: number
  assigned: boolean
}

/** Active applications, by name, and whether they are assigned to a user. */
export async function applicationsFor(db: Db, user: string, most: number): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select a.id, a.name, a.protocol, opens_application(a.id, ${user}::uuid) as assigned from applications a
    where a.workspace_id = current_workspace() and a.active and a.protocol <> ${sql.lit(protocols.bookmark)}
    order by lower(a.name), a.id limit ${most}::integer`.execute(db)
  return rows
}

/** Sites for which the user's cards have passkeys. */
export async function sitesOf(db: Db, user: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ site: string }>`
    select distinct h.rp_id as site from held_credentials h join security_keys k
      on k.workspace_id = current_workspace() and k.id = h.security_key_id
    where h.workspace_id = current_workspace() and k.user_id = ${user}::uuid and h.gone_at is null
    order by 1 limit ${most}::integer`.execute(db)
  return rows.map(({ site }) => site)
}
