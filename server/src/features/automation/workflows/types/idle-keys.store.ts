import { keyStatus } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { inGroups, inUse, nameOf, ofRank } from './due.store.ts'
import type { WorkflowDraft } from './type.ts'

const ago = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days}::integer)`

/**
 * Keys with a due step: the owner is notified first; after some days without use, the key is suspended; after some
 * days without a change, it is deleted. Uses are recorded to the hour. Keys of administrators are reported but never
 * suspended.
 */
export function idleKeys({ id, groups, settings }: WorkflowDraft, now: Date): RawBuilder<unknown> {
  const { idleDays = 90, suspendAfter = null, deleteAfter = null, kinds = [] } = settings
  const suspends =
    suspendAfter === null
      ? sql`false`
      : sql`k.status = ${sql.lit(keyStatus.active)} and m.step = 'told' and k.idle_since < m.at - interval '1 hour' and m.at <= ${ago(now, suspendAfter)} and not ${ofRank}`
  const deletes =
    deleteAfter === null
      ? sql`false`
      : sql`k.status = ${sql.lit(keyStatus.suspended)} and m.step = 'suspended' and k.changed_at <= m.at and m.at <= ${ago(now, deleteAfter)} and not ${ofRank}`
  return sql`
    select k.id, ${nameOf} as name, k.name as detail, s.step, u.sort_name
    from security_keys k join users u on u.workspace_id = current_workspace() and u.id = k.user_id
      left join workflow_marks m on m.workspace_id = current_workspace() and m.workflow_id = ${id}::uuid and m.subject = k.id
      cross join lateral (select case
        when ${deletes} then 'delete'
        when ${suspends} then 'suspend'
        when k.status = ${sql.lit(keyStatus.active)} and k.idle_since <= ${ago(now, idleDays)} and (m.subject is null or m.at < k.idle_since - interval '1 hour'
          or (m.step = 'suspended' and k.changed_at <= ${ago(now, idleDays)})) then 'tell'
      end as step) s
    where k.workspace_id = current_workspace() and not k.binned and ${inUse} and s.step is not null
      and (k.status = ${sql.lit(keyStatus.suspended)} or k.idle_since <= ${ago(now, idleDays)})
      and ${kinds.length === 0 ? sql`true` : sql`k.kind = any(${kinds}::smallint[])`} and ${inGroups(groups)}`
}

export interface Owner {
  key: string
  key_name: string
  user: string
  first_name: string
  email: string | null
  since: Date
  rank: boolean
}

export async function ownersOfKeys(db: Db, keys: readonly string[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select k.id as key, k.name as key_name, u.id as user, u.first_name, u.email, k.idle_since as since, ${ofRank} as rank
    from security_keys k join users u on u.workspace_id = current_workspace() and u.id = k.user_id
    where k.workspace_id = current_workspace() and k.id = any(${keys}::uuid[])`.execute(db)
  return rows
}

export async function countIdleKeys(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from security_keys where workspace_id = current_workspace() and not binned and status <> ${sql.lit(keyStatus.pending)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}
