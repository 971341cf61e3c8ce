import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { activations } from '@claviger/contract/keys/key-assignment'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { firstReason, countRowsByReason } from '#platform/db/reasons.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'
import type { NewAssignment } from './key-assignment.ts'

export interface BulkAssignmentRequest {
  by: Asker
  wish: Pick<NewAssignment, 'type' | 'activation' | 'ifOneExists'>
  most: number | null
}

const standing = sql`left join users u on u.workspace_id = current_workspace() and u.id = list.id and u.deleted_at is null`

/**
 * In SQL: why a user can't be assigned the key, null if they can. Must match the refusals for a single user.
 */
function reasonSql({ by, wish, most }: BulkAssignmentRequest): RawBuilder<KeyReason | null> {
  const same = sql`exists (select from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id and k.kind = ${wish.type}::smallint)`
  const kept = wish.ifOneExists === 'replace' ? sql`and k.kind <> ${wish.type}::smallint` : sql``
  return firstReason<KeyReason>([
    [sql`u.id is null`, 'unknown'],
    [hasHigherRole(by, sql`u.id`), 'above-you'],
    [sql`u.suspended_at is not null or u.deactivated_at is not null`, 'shut-out'],
    [sql`${wish.activation === activations.byUser} and u.email is null`, 'no-email'],
    [sql`${wish.ifOneExists === 'block'} and ${same}`, 'kind-taken'],
    [sql`${wish.type === keyKinds.fingerprint && wish.ifOneExists !== 'replace'} and ${same}`, 'fingerprint-taken'],
    [
      sql`(select count(*) from security_keys k where k.workspace_id = current_workspace() and k.user_id = u.id ${kept}) >= ${most}::integer`,
      'limits-exceeded',
    ],
  ])
}

export const inspectUsersToAssign = (db: Db, asked: BulkAssignmentRequest, list: RawBuilder<unknown>) =>
  countRowsByReason(
    db,
    reasonSql(asked),
    sql`u.sort_name, u.first_name || ' ' || u.last_name as name
      from (${list}) as list(id) ${standing}`,
  )

export async function lockUsersFor(db: Db, asked: BulkAssignmentRequest, ids: readonly string[]) {
  await sql`select from users where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) order by id for no key update`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; name: string | null; reason: KeyReason | null }>`
    select list.id, u.first_name || ' ' || u.last_name as name, ${reasonSql(asked)} as reason
    from unnest(${ids}::uuid[]) as list(id) ${standing}`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
