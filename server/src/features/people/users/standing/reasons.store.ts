import type { BulkAct, BulkReason } from '@claviger/contract/people/bulk-runs'
import { userStatus } from '@claviger/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import { days, later, minutes } from '#platform/clock.ts'
import { firstReason, type ReasonRule } from '#platform/db/reasons.ts'
import { suspensionSources } from './suspenders.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'

export interface ActRequest {
  act: BulkAct
  by: Asker
  now: Date
  target: string | null
}

export const keptDays = 30
export const mailPause = minutes(1)

type Because = ReasonRule<BulkReason>

const { active, pending, suspended, needLicense } = userStatus
const there: Because = [sql`u.id is null or u.deleted_at is not null`, 'unknown']

/** In SQL over a user u: why the act can't happen to the user, null if it can. */
export const userReasonSql = (asked: ActRequest) => firstReason(rulesOf(asked))

export const standings = sql`left join users u on u.workspace_id = current_workspace() and u.id = list.id`

function* rulesOf(asked: ActRequest): Generator<Because> {
  const above: Because = [hasHigherRole(asked.by, sql`u.id`), 'above-you']
  const own: Because = [sql`u.id = ${asked.by.id}::uuid`, 'own-account']
  switch (asked.act) {
    case 'activate':
      yield* [there, above]
      // A deactivated user without a key has no status yet; the activation email creates it
      yield [sql`u.suspended_at is null and u.deactivated_at is null and u.active_keys > 0`, 'already']
      yield [sql`u.suspended_at is null and u.deactivated_at is null`, 'no-key']
      return
    case 'deactivate':
      yield* [there, own, above]
      yield [sql`u.status = ${sql.lit(suspended)}`, 'is-suspended']
      yield [sql`u.deactivated_at is not null`, 'already']
      yield [sql`u.status = ${sql.lit(pending)}`, 'not-active']
      return
    case 'suspend':
      yield* [there, own, above]
      // An administrator can also suspend a user suspended by a directory, so that the directory can't lift it by
      // itself
      yield [sql`u.suspended_by & ${sql.lit(suspensionSources.administrator)} <> 0`, 'already']
      yield [sql`u.status not in (${sql.lit(active)}, ${sql.lit(needLicense)}, ${sql.lit(suspended)})`, 'not-active']
      return
    case 'delete':
      yield* [there, own, above]
      return
    case 'invite':
      yield* [there, above]
      yield [sql`u.email is null`, 'no-email']
      yield [sql`u.suspended_at is not null or u.deactivated_at is not null`, 'shut-out']
      yield [sql`u.invited_at > ${later(asked.now, -mailPause)}::timestamptz`, 'too-soon']
      return
    case 'add-to-group':
      yield* [there, above]
      yield [
        sql`exists (select from group_members m where m.group_id = ${asked.target}::uuid and m.user_id = u.id)`,
        'member',
      ]
      return
    case 'add-to-unit':
      yield* [there, above]
      yield [
        sql`exists (select from unit_members m where m.unit_id = ${asked.target}::uuid and m.user_id = u.id)`,
        'member',
      ]
      return
    case 'restore':
      yield [sql`u.id is null or u.deleted_at <= ${later(asked.now, -days(keptDays))}::timestamptz`, 'unknown']
      yield [sql`u.deleted_at is null`, 'not-deleted']
      yield above
      yield* takenMeanwhile
  }
}

const other = (same: RawBuilder<unknown>) => sql`exists (select from users o where o.deleted_at is null and ${same})`
const takenMeanwhile: Because[] = [
  [other(sql`o.sort_user_id = u.sort_user_id`), 'user-id-taken'],
  [sql`not u.shares_email and ${other(sql`o.email = u.email and not o.shares_email`)}`, 'email-taken'],
  [other(sql`o.sort_employee_id = u.sort_employee_id`), 'employee-id-taken'],
]
