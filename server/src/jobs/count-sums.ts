import type { AppContext } from '../platform/app-context.ts'
import type { ScheduledTask } from '../platform/scheduled-tasks.ts'

// Changes add rows to the counts of users, keys, and devices, so that they don't wait for each other. Each list reads the
// sums, and is slower the more rows there are.

/** Sums up the rows of each count. Reads all of them, of all workspaces. */
export const countSums = {
  head_counts: `with several as (
      select workspace_id, of from head_counts group by workspace_id, of
      having count(*) > count(distinct status) or sum(users) = 0
    ), gone as (
      delete from head_counts c using several s where c.workspace_id = s.workspace_id and c.of = s.of returning c.*
    )
    insert into head_counts (workspace_id, of, status, users, keys)
      select workspace_id, of, status, sum(users), sum(keys) from gone
      group by workspace_id, of, status having sum(users) <> 0`,
  key_counts: `with several as (
      select workspace_id from key_counts group by workspace_id
      having count(*) > count(distinct (kind, status, aaguid, blocked, pinless)) or bool_or(keys = 0)
    ), gone as (
      delete from key_counts c using several s where c.workspace_id = s.workspace_id returning c.*
    )
    insert into key_counts (workspace_id, kind, status, aaguid, blocked, pinless, keys)
      select workspace_id, kind, status, aaguid, blocked, pinless, sum(keys) from gone
      group by 1, 2, 3, 4, 5, 6 having sum(keys) <> 0`,
  device_counts: `with several as (
      select workspace_id from device_counts group by workspace_id
      having count(*) > count(distinct (kind, offline, has_driver, without_app)) or bool_or(devices = 0)
    ), gone as (
      delete from device_counts c using several s where c.workspace_id = s.workspace_id returning c.*
    )
    insert into device_counts (workspace_id, kind, offline, has_driver, without_app, devices)
      select workspace_id, kind, offline, has_driver, without_app, sum(devices) from gone
      group by 1, 2, 3, 4, 5 having sum(devices) <> 0`,
} as const

type CountTable = keyof typeof countSums

/** Fewer new rows than this don't slow a list down. */
const enough = 50

/** Rows that each table had received when its counts were last summed up. */
const summed = new WeakMap<AppContext['superPool'], Partial<Record<CountTable, number>>>()

async function sumUp(world: AppContext): Promise<void> {
  const before = summed.get(world.superPool) ?? {}
  summed.set(world.superPool, before)
  for (const [table, received] of await receivedRows(world)) {
    if (received - (before[table] ?? 0) < enough) continue
    await world.superPool.query(countSums[table])
    // The sums count as received, too, as soon as the statistics show them
    before[table] = received
  }
}

/** From the statistics of PostgreSQL, which lag by about a second: a look at the tables would read all their rows. */
async function receivedRows(world: AppContext): Promise<[CountTable, number][]> {
  const { rows } = await world.superPool.query<{ name: CountTable; received: string }>(
    `select relname as name, n_tup_ins as received from pg_stat_user_tables
      where schemaname = 'public' and relname = any($1)`,
    [Object.keys(countSums)],
  )
  return rows.map(({ name, received }) => [name, Number(received)])
}

export const countBeat: ScheduledTask = { name: 'count-sums', everySeconds: 5, work: sumUp }
