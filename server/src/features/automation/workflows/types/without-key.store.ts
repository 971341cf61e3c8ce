import { activations } from '@claviger/contract/keys/key-assignment'
import { keyStatus, keyKinds } from '@claviger/contract/keys/security-keys'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { inGroups, inUse, nameOf, ofRank } from './due.store.ts'
import type { WorkflowDraft } from './type.ts'

const usable = sql`exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id
  and k.status = ${sql.lit(keyStatus.active)} and k.blocked_at is null and not k.proof_due)`

/** Users without a usable key to remind: from the second day, at the interval, up to the maximum. */
export function withoutKey({ id, groups, settings }: WorkflowDraft, now: Date): RawBuilder<unknown> {
  const { everyDays = 7, times = 3 } = settings
  return sql`
    select u.id, ${nameOf} as name, null::text as detail, 'remind' as step, u.sort_name
    from users u left join workflow_marks m
      on m.workspace_id = current_workspace() and m.workflow_id = ${id}::uuid and m.subject = u.id
    where ${inUse} and ${inGroups(groups)} and not ${usable} and u.created_at <= ${now}::timestamptz - interval '1 day'
      and (m.subject is null or (m.times < ${times}::integer and m.at <= ${now}::timestamptz - make_interval(days => ${everyDays}::integer)))`
}

/** Clears reminders of users who have a usable key again, so that losing it starts over. */
export async function forgetReminded(db: Db, workflow: string): Promise<void> {
  await sql`
    delete from workflow_marks m using users u
    where m.workspace_id = current_workspace() and m.workflow_id = ${workflow}::uuid
      and u.workspace_id = current_workspace() and u.id = m.subject and ${usable}`.execute(db)
}

export interface UserWithoutKey {
  id: string
  had_key: boolean
  rank: boolean
  pending: string | null
}

/** What users without a key have instead. */
export async function findUsersWithoutKey(db: Db, ids: readonly string[]): Promise<Map<string, UserWithoutKey>> {
  const { rows } = await sql<UserWithoutKey>`
    select u.id, u.had_key, ${ofRank} as rank,
      (select k.id from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id and k.status = ${sql.lit(keyStatus.pending)} and k.kind <> ${sql.lit(keyKinds.fingerprint)}
        and k.activation = ${sql.lit(activations.byUser)}
        order by k.created_at desc, k.id limit 1) as pending
    from users u where u.workspace_id = current_workspace() and u.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
