import pg from 'pg'
import { pino } from 'pino'
import { closeMonths } from '../../server/src/features/billing/bills/bills.jobs.ts'
import { dayOfInstant, monthEnd } from '../../server/src/features/billing/prices/prices.days.ts'
import { computeUsage } from '../../server/src/features/billing/usage/usage.ts'
import { openWorld } from '../../server/src/open-world.ts'
import { loadConfig } from '../../server/src/platform/config.ts'
import { days, hours, later } from '../../server/src/platform/clock.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const workspaces = 5000
const keysEach = 200

/** Usage of one day for 5,000 workspaces with 1,000,000 keys, and closing their month. */
export async function billing(stage: Stage): Promise<Row[]> {
  const today = new Date()
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await client.query('set role claviger_super')
  await fill(client, dayOfInstant(today))
  let now = later(today, days(1))
  const config = loadConfig({ ...stage.env, BILLING: 'on' })
  const connection = { connectionString: stage.databaseUrl }
  const world = await openWorld(config, connection, pino({ level: 'warn' }), { now: () => now })
  try {
    const usage = await seconds(() => computeUsage(world))
    // The rest of the month is counted before the month is closed
    now = later(new Date(`${monthEnd(dayOfInstant(today))}T00:00:00Z`), hours(27))
    await computeUsage(world)
    const closing = await seconds(() => closeMonths(world))
    const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from bills')
    if (rows[0]?.n !== workspaces) throw new Error(`${rows[0]?.n} bills instead of ${workspaces}`)
    const again = await seconds(() => closeMonths(world))
    return [
      atMost('billing', 'usage of a day, 5,000 workspaces and 1,000,000 keys', usage, 's', 60),
      atMost('billing', 'closing a month of 5,000 workspaces', closing, 's', 600),
      atMost('billing', 'closing it again, which does nothing', again, 's', 120),
    ]
  } finally {
    await world.close()
    await client.query("delete from workspaces where slug like 'billed-%'")
    await client.end()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function fill(client: pg.Client, today: string): Promise<void> {
  await client.query(
    `insert into workspaces (id, slug, name, type, sealed_key, country)
      select gen_random_uuid(), 'billed-' || n, 'Billed ' || n, 1, '', 'DE' from generate_series(1, $1) n`,
    [workspaces],
  )
  await client.query(`insert into license_pools (workspace_id) select id from workspaces where slug like 'billed-%'`)
  await client.query(
    `insert into key_ledger (workspace_id, at, keys)
      select w.id, $1::date + n * interval '1 minute', 1 from workspaces w, generate_series(1, $2) n where w.slug like 'billed-%'`,
    [today, keysEach],
  )
  await client.query('analyze key_ledger')
}
