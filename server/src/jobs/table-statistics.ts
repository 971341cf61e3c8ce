import type { AppContext } from '../platform/app-context.ts'
import type { ScheduledTask } from '../platform/scheduled-tasks.ts'

// PostgreSQL takes a table without statistics for an almost empty one, and keeps the plans that it made then. It counts grown
// tables once a minute; an import, a directory run, or a full hall adds thousands of rows in seconds.

/** Below this, a plan for an empty table does no harm. */
const fewestRows = 1000
/** A plan is good for a table of up to this many times the rows that it was made for. */
const growth = 4

/** Counts tables that have outgrown their statistics, so that their statements are planned again. */
export async function countGrownTables(world: AppContext): Promise<void> {
  const { rows } = await world.superPool.query<{ name: string }>(
    `select t.relid::regclass::text as name from pg_stat_user_tables t join pg_class c on c.oid = t.relid
      where t.schemaname = 'public' and t.n_live_tup >= $1 and t.n_live_tup >= $2 * greatest(c.reltuples, 0)`,
    [fewestRows, growth],
  )
  // One transaction each, because it locks the table against other maintenance until it ends
  for (const { name } of rows) await world.superPool.query('select count_table($1::regclass)', [name])
}

export const statisticsTask: ScheduledTask = { name: 'table-statistics', everySeconds: 5, work: countGrownTables }
