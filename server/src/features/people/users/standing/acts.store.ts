import type { BulkReason } from '@claviger/contract/people/bulk-runs'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { countRowsByReason } from '#platform/db/reasons.ts'
import type { UserRow } from '../users.store.ts'
import { type ActRequest, userReasonSql, standings } from './reasons.store.ts'

export interface ActVerdict {
  id: string
  reason: BulkReason | null
  first_name: string
  last_name: string
  user_id: string
  email: string | null
  employee_id: string | null
  shares_email: boolean
  suspended_at: Date | null
  suspended_by: number | null
  deactivated_at: Date | null
  role: number | null
}

export async function inspectUsers(db: Db, asked: ActRequest, ids: readonly string[]): Promise<ActVerdict[]> {
  await sql`select from users where users.workspace_id = current_workspace() and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<ActVerdict>`
    select list.id, ${userReasonSql(asked)} as reason, u.first_name, u.last_name, u.user_id, u.email, u.employee_id,
      u.shares_email, u.suspended_at, u.suspended_by, u.deactivated_at, a.role
    from unnest(${ids}::uuid[]) as list(id) ${standings}
      left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id`.execute(db)
  return rows
}

export const countUserReasons = (db: Db, asked: ActRequest, list: RawBuilder<unknown>) =>
  countRowsByReason(
    db,
    userReasonSql(asked),
    sql`u.active_keys as keys, u.sort_name, u.first_name || ' ' || u.last_name as name
      from (${list}) as list(id) ${standings}`,
    { keys: sql`coalesce(sum(keys), 0)` },
  )

export async function keptApiKeys(db: Db, asked: ActRequest, list: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.name from (${list}) as list(id) ${standings}
      join api_keys k on k.workspace_id = current_workspace() and k.keeper_id = list.id
    where ${userReasonSql(asked)} is null order by k.name limit 20`.execute(db)
  return rows.map(row => row.name)
}

export interface UserStanding {
  id: string
  suspendedAt: Date | null
  suspendedBy: number
  deactivatedAt: Date | null
}

export async function setStatuses(db: Db, all: readonly UserStanding[]): Promise<void> {
  await sql`update users set suspended_at = to_be.suspended_at, suspended_by = to_be.suspended_by, deactivated_at = to_be.deactivated_at
    from unnest(${all.map(one => one.id)}::uuid[], ${all.map(one => one.suspendedAt)}::timestamptz[],
      ${all.map(one => one.suspendedBy)}::smallint[], ${all.map(one => one.deactivatedAt)}::timestamptz[])
      as to_be(id, suspended_at, suspended_by, deactivated_at)
    where users.workspace_id = current_workspace() and users.id = to_be.id`.execute(db)
}

export async function setDeleted(db: Db, ids: readonly string[], at: Date | null): Promise<void> {
  await sql`update users set deleted_at = ${at}::timestamptz where users.workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(
    db,
  )
}

export const rowsOfUsers = (db: Db, ids: readonly string[]): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().where('id', 'in', ids).where('deleted_at', 'is', null).execute()
