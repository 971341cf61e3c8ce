import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { countRowsByReason } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'
import { keysAndOwners } from './reasons.store.ts'

type Reason = RawBuilder<KeyReason | null>

export interface InspectedKey {
  id: string
  reason: KeyReason | null
  name: string
  user_id: string
  kind: number
  status: number
  offline: boolean
  verification: number | null
  pin_due: boolean
  has_pin: boolean
  owner: string
}

export async function inspectKeys(db: Db, reason: Reason, ids: readonly string[]): Promise<InspectedKey[]> {
  await sql`select from users where users.workspace_id = current_workspace() and id in (select user_id from security_keys where security_keys.workspace_id = current_workspace() and id = any(${ids}::uuid[]))
    order by id for no key update`.execute(db)
  await sql`select from security_keys where security_keys.workspace_id = current_workspace() and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<InspectedKey>`
    select list.id, ${reason} as reason, k.name, k.user_id, k.kind, k.status, k.offline, k.verification, k.pin_due,
      k.pin_sealed is not null as has_pin, u.first_name || ' ' || u.last_name as owner
    from unnest(${ids}::uuid[]) as list(id) ${keysAndOwners}`.execute(db)
  return rows
}

export const countKeyReasons = (db: Db, reason: Reason, list: RawBuilder<unknown>) =>
  countRowsByReason(
    db,
    reason,
    sql`k.sort_name, k.user_id, k.name || ' · ' || u.first_name || ' ' || u.last_name as name
      from (${list}) as list(id) ${keysAndOwners}`,
    { users: sql`count(distinct user_id)::integer` },
  )

export async function keysAbove(db: Db, by: Asker, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select list.id from unnest(${ids}::uuid[]) as list(id) ${keysAndOwners} where ${hasHigherRole(by, sql`u.id`)}`.execute(
    db,
  )
  return new Set(rows.map(row => row.id))
}

export const keyRows = {
  beside: sql`left join security_keys k on k.workspace_id = r.workspace_id and k.id = r.subject
    left join users u on u.workspace_id = r.workspace_id and u.id = coalesce(k.user_id, r.subject)`,
  id: sql<string>`coalesce((r.facts ->> 'key')::uuid, r.subject)`,
  name: sql<string | null>`coalesce(r.named, k.name)`,
  detail: sql<string | null>`coalesce(r.facts ->> 'owner', u.first_name || ' ' || u.last_name)`,
  order: sql`coalesce(r.named, k.name)`,
}
