import { activityStatus } from '@claviger/contract/oversight/activity'
import { groupTypes } from '@claviger/contract/people/groups'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { LocalDay } from './local-days.ts'

interface Count {
  count: number
}

export const zoneOfWorkspace = async (db: Db): Promise<string> =>
  (await db.selectFrom('workspaces').select('time_zone').executeTakeFirst())?.time_zone ?? 'UTC'

export async function usersByStatus(db: Db): Promise<(Count & { status: number })[]> {
  const { rows } = await sql<Count & { status: number }>`
    select status, count(*) as count from users where deleted_at is null group by status order by status`.execute(db)
  return rows
}

export async function usersSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<Count>`
    select count(*) as count from users where deleted_at is null and created_at >= ${since}::timestamptz`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counted backwards from the current total, so that only later changes are read; the bin still has deleted
 * users.
 */
export async function usersAtEndOf(db: Db, on: readonly LocalDay[], total: number): Promise<number[]> {
  const { rows } = await sql<Count>`
    select ${total}::bigint
      - (select count(*) from users where deleted_at is null and created_at >= day.ends)
      + (select count(*) from users where deleted_at is not null and deleted_at >= day.ends and created_at < day.ends) as count
    from unnest(${endsOf(on)}::timestamptz[]) with ordinality as day(ends, place) order by place`.execute(db)
  return rows.map(row => row.count)
}

/**
 * Passkeys by authenticator model. Those of deleted users are subtracted, because the bin is small and the
 * whole is not.
 */
export async function passkeysByModel(db: Db): Promise<(Count & { aaguid: string })[]> {
  const { rows } = await sql<Count & { aaguid: string }>`
    select aaguid, sum(n) as count from (
      select aaguid, count(*) as n from credentials group by aaguid
      union all
      select c.aaguid, -count(*) from users u join credentials c on c.workspace_id = u.workspace_id and c.user_id = u.id
      where u.deleted_at is not null group by c.aaguid
    ) by_model group by aaguid having sum(n) > 0`.execute(db)
  return rows
}

export async function passkeysSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<Count>`
    select count(*) as count from credentials c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
    where c.created_at >= ${since}::timestamptz and u.deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts only passkeys that still exist; deleted ones leave no row. */
export async function passkeysAtEndOf(db: Db, on: readonly LocalDay[], total: number): Promise<number[]> {
  const { rows } = await sql<Count>`
    with binned as materialized (
      select c.created_at from users u join credentials c on c.workspace_id = u.workspace_id and c.user_id = u.id where u.deleted_at is not null
    )
    select ${total}::bigint - (select count(*) from credentials where created_at >= day.ends)
      + (select count(*) from binned where created_at >= day.ends) as count
    from unnest(${endsOf(on)}::timestamptz[]) with ordinality as day(ends, place) order by place`.execute(db)
  return rows.map(row => row.count)
}

export async function groupsByType(db: Db): Promise<(Count & { type: number })[]> {
  const { rows } = await sql<Count & { type: number }>`
    select type, count(*) as count from groups where ended_at is null group by type order by type`.execute(db)
  return rows
}

export async function groupsSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<Count>`
    select count(*) as count from groups where created_at >= ${since}::timestamptz and ended_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts only groups that still exist; deleted ones leave no row. */
export async function groupsAtEndOf(db: Db, on: readonly LocalDay[], total: number): Promise<number[]> {
  const { rows } = await sql<Count>`
    select ${total}::bigint - (select count(*) from groups where created_at >= day.ends and ended_at is null) as count
    from unnest(${endsOf(on)}::timestamptz[]) with ordinality as day(ends, place) order by place`.execute(db)
  return rows.map(row => row.count)
}

export async function largestGroups(db: Db, most: number): Promise<{ id: string; name: string; users: number }[]> {
  const { rows } = await sql<{ id: string; name: string; users: number }>`
    with sizes as (
      select group_id, sum(n) as users from (
        select group_id, count(*) as n from group_members group by group_id
        union all
        select m.group_id, -count(*) from users u join group_members m on m.workspace_id = u.workspace_id and m.user_id = u.id
        where u.deleted_at is not null group by m.group_id
      ) counted group by group_id
    )
    select g.id, g.name, case when g.type = ${sql.lit(groupTypes.everyone)} then (select count(*) from users where deleted_at is null) else coalesce(s.users, 0) end as users
    from groups g left join sizes s on s.group_id = g.id where g.ended_at is null
    order by users desc, g.name limit ${most}::integer`.execute(db)
  return rows
}

/**
 * Sign-ins by day. Totals come from the index of actions plus unlinked lines, failures from a separate index,
 * so that the many lines are never scanned. Unit administrators can't see chain positions, so for them the
 * lines are scanned.
 */
export async function signIns(
  db: Db,
  on: readonly LocalDay[],
  actions: readonly string[],
  ofUnits: boolean,
): Promise<{ day: string; succeeded: number; failed: number }[]> {
  const lines = (status: number) =>
    sql`(select count(*) from activities a where a.id >= day.lowest and a.id < day.highest and a.status = ${sql.lit(status)}
      and a.action = any(${actions}::text[]))`
  const succeeded = ofUnits
    ? lines(1)
    : sql`(select count(*) from activity_links l where l.action = any(${actions}::text[])
        and l.activity_id >= day.lowest and l.activity_id < day.highest)
      + (select count(*) from waiting w where w.id >= day.lowest and w.id < day.highest)
      - ${lines(2)}`
  const { rows } = await sql<{ day: string; succeeded: number; failed: number }>`
    with day as materialized (
      select name, lowest_id_at(begins) as lowest, lowest_id_at(ends) as highest, place
      from unnest(${on.map(one => one.day)}::text[], ${on.map(one => one.begins)}::timestamptz[], ${endsOf(on)}::timestamptz[])
        with ordinality as day(name, begins, ends, place)
    ), waiting as materialized (
      select id from waiting_sign_ins(${actions}::text[], (select lowest from day order by place limit 1),
        (select highest from day order by place desc limit 1)) as id
    )
    select day.name as day, ${succeeded} as succeeded, ${lines(2)} as failed from day order by place`.execute(db)
  return rows
}

/**
 * Sign-ins by method since an instant. As in {@link signIns}, those of a whole workspace come from the index of actions,
 * with refused ones among them.
 */
export async function signInsByMethod(
  db: Db,
  since: Date,
  actions: readonly string[],
  ofUnits: boolean,
): Promise<(Count & { action: string })[]> {
  const lines = sql`select a.action, count(*) as n from activities a
    where a.workspace_id = current_workspace() and a.id >= lowest_id_at(${since}::timestamptz)`
  const linked = sql`select l.action, count(*) as n from activity_links l
    where l.workspace_id = current_workspace() and l.action = any(${actions}::text[])
      and l.activity_id >= lowest_id_at(${since}::timestamptz) group by l.action
    union all
    ${lines} and a.id in (select waiting_sign_ins(${actions}::text[], lowest_id_at(${since}::timestamptz),
      'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) group by a.action`
  const counted = ofUnits
    ? sql`${lines} and a.status = ${activityStatus.succeeded} and a.action = any(${actions}::text[]) group by a.action`
    : linked
  const { rows } = await sql<Count & { action: string }>`
    select action, sum(n)::bigint as count from (${counted}) by_action group by action`.execute(db)
  return rows
}

/** All refused uses of these actions. Of a limited number, the others would be taken for successful ones. */
export async function refusedByAction(
  db: Db,
  since: Date,
  actions: readonly string[],
): Promise<(Count & { action: string })[]> {
  const { rows } = await sql<Count & { action: string }>`
    select action, count(*) as count from activities
    where workspace_id = current_workspace() and status = ${sql.lit(activityStatus.failed)} and action = any(${actions}::text[])
      and id >= lowest_id_at(${since}::timestamptz) group by action`.execute(db)
  return rows
}

/** Refused uses by action and reason, the most frequent first, among the newest ones. */
export async function refusalsSince(
  db: Db,
  since: Date,
): Promise<(Count & { action: string; reason: string | null })[]> {
  const { rows } = await sql<Count & { action: string; reason: string | null }>`
    select action, reason, count(*) as count from (
      select action, reason, kind from activities where workspace_id = current_workspace() and status = ${sql.lit(activityStatus.failed)}
        and id >= lowest_id_at(${since}::timestamptz) order by id desc limit 20000
    ) newest where kind = 'use' group by action, reason order by count desc, action, reason`.execute(db)
  return rows
}

export async function keysUsedSince(db: Db, since: Date): Promise<(Count & { type: number })[]> {
  const { rows } = await sql<Count & { type: number }>`
    select kind as type, count(*) as count from security_keys
    where workspace_id = current_workspace() and last_used_at >= date_trunc('hour', ${since}::timestamptz)
    group by kind order by count desc`.execute(db)
  return rows
}

export async function usersWithKey(db: Db): Promise<{ users: number; withKey: number }> {
  const { rows } = await sql<{ users: number; withKey: number }>`
    select count(*) as users, count(*) filter (where active_keys > 0) as "withKey" from users
    where workspace_id = current_workspace() and deleted_at is null`.execute(db)
  return rows[0] ?? { users: 0, withKey: 0 }
}

export async function unitsWithoutKeys(
  db: Db,
  most: number,
): Promise<{ id: string; name: string; users: number; withKey: number }[]> {
  const { rows } = await sql<{ id: string; name: string; users: number; withKey: number }>`
    select o.id, o.name, count(*) as users, count(*) filter (where u.active_keys > 0) as "withKey"
    from organization_units o
    join unit_members m on m.workspace_id = o.workspace_id and m.unit_id = o.id
    join users u on u.workspace_id = m.workspace_id and u.id = m.user_id and u.deleted_at is null
    where o.workspace_id = current_workspace()
    group by o.id, o.name
    order by count(*) filter (where u.active_keys = 0) desc, o.name limit ${most}::integer`.execute(db)
  return rows
}

const endsOf = (on: readonly LocalDay[]) => on.map(one => one.ends)
