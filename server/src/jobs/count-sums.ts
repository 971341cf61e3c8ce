import { deviceCountSums } from '../features/keys/devices/devices.ts'
import { keyCountSums } from '../features/keys/security-keys/security-keys.ts'
import { headCountSums } from '../features/people/head-counts/head-counts.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { ScheduledTask } from '../platform/scheduled-tasks.ts'

// Changes add rows to the counts of users, keys, and devices, so that they don't wait for each other. Each list reads the
// sums, and is slower the more rows there are.

export const countSums = {
  head_counts: headCountSums,
  key_counts: keyCountSums,
  device_counts: deviceCountSums,
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
    const known = before[table] ?? 0
    // Statistics start from 0 when PostgreSQL recovers from a crash
    if (received >= known / 2 && received - known < enough) continue
    const { rowCount } = await world.superPool.query(countSums[table])
    // The sums count as received, too, as soon as the statistics show them
    before[table] = received + (rowCount ?? 0)
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

export const countTask: ScheduledTask = { name: 'count-sums', everySeconds: 5, work: sumUp }
