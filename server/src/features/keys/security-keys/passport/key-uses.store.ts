import { activityStatus } from '@claviger/contract/oversight/activity'
import { keyUseDays } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** IDs under which the log names a key: its own, and those of its passkeys. */
const namesOf = (key: string) => sql`any(array(select c.id::text from credentials c
  where c.workspace_id = current_workspace() and c.security_key_id = ${key}::uuid) || ${key}::text)`

export interface UseDay {
  day: string
  succeeded: number
  failed: number
  computers: number
}

/** Uses of a key for each day of the workspace's time zone, from the log entries whose IDs are not below `lowest`. */
export async function usesByDay(db: Db, key: string, lowest: string, now: Date): Promise<UseDay[]> {
  const { rows } = await sql<UseDay>`
    with zone as (
      select name, (${now}::timestamptz at time zone name)::date as today
      from (select coalesce((select w.time_zone from workspaces w where w.id = current_workspace()), 'UTC') as name) own
    ), used as materialized (
      select (a.at at time zone zone.name)::date as day, a.status, a.decision #>> '{facts,device}' as device
      from zone, activities a
      where a.workspace_id = current_workspace() and a.kind = 'use' and a.object_id = ${namesOf(key)} and a.id >= ${lowest}::uuid
    )
    select to_char(span.day, 'YYYY-MM-DD') as day,
      count(*) filter (where used.status = ${sql.lit(activityStatus.succeeded)})::integer as succeeded,
      count(*) filter (where used.status = ${sql.lit(activityStatus.failed)})::integer as failed,
      (select count(distinct device)::integer from used) as computers
    from zone cross join generate_series(zone.today - ${sql.lit(keyUseDays - 1)}, zone.today, interval '1 day') span (day)
      left join used on used.day = span.day::date
    group by span.day order by span.day`.execute(db)
  return rows
}

interface RecentUse {
  id: string
  at: Date
  action: string
  status: number
  reason: string | null
  site: string | null
  computer_id: string | null
  computer_name: string | null
  ip: string | null
}

export async function recentUses(db: Db, key: string, most: number): Promise<RecentUse[]> {
  const { rows } = await sql<RecentUse>`
    select a.id, a.at, a.action, a.status, a.reason, a.after ->> 'site' as site, d.id as computer_id, d.name as computer_name, a.ip
    from activities a left join devices d
      on d.workspace_id = current_workspace() and d.id = (a.decision #>> '{facts,device}')::uuid
    where a.workspace_id = current_workspace() and a.kind = 'use' and a.object_id = ${namesOf(key)}
    order by a.id desc limit ${most}::integer`.execute(db)
  return rows
}

interface TriesRow {
  tries_left: number | null
  not_before: Date | null
  tries_of: Date | null
}

export async function storedTriesOf(db: Db, key: string): Promise<TriesRow | undefined> {
  const { rows } = await sql<TriesRow>`
    select tries_left, not_before, tries_of from held_cards
    where held_cards.workspace_id = current_workspace() and security_key_id = ${key}::uuid`.execute(db)
  return rows[0]
}
