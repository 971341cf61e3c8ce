import { randomInt } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { BillDetails } from '@claviger/contract/billing/bills'
import pg from 'pg'
import { pino } from 'pino'
import { closeMonths } from '../../server/src/features/billing/bills/bills.jobs.ts'
import { pdfOf } from '../../server/src/features/billing/bills/bills.pdf.ts'
import { addDays, dayOfInstant, monthEnd } from '../../server/src/features/billing/prices/prices.days.ts'
import { computeUsage } from '../../server/src/features/billing/usage/usage.ts'
import { openAppContext } from '../../server/src/open-app-context.ts'
import { days, hours, later } from '../../server/src/platform/clock.ts'
import { loadConfig } from '../../server/src/platform/config.ts'
import { timeCalls } from '../load.ts'
import { atMost, type Row } from '../report.ts'
import { type Stage, startServer } from '../stage.ts'

const workspaces = Number(process.env['BENCH_BILLED'] ?? 5000)
const keysEach = 200
const years = 10
const activations = 20
const turns = 24

/**
 * Usage of one day for 5,000 workspaces with 1,000,000 keys, closing their month, what a license check adds to an
 * activation, a PDF, and the billing pages of a workspace with ten years of invoices.
 */
export async function billing(stage: Stage): Promise<Row[]> {
  const client = new pg.Client(stage.databaseUrl)
  await client.connect()
  await client.query('set role claviger_super')
  try {
    const licenses = shown(await licenseCheck(stage, client))
    await fill(client, dayOfInstant(new Date()))
    const months = shown(await closing(stage, client))
    return [...months, ...licenses, ...shown(await papers(stage, client))]
  } finally {
    await client.query("delete from workspaces where slug like 'billed-%'")
    await client.end()
  }
}

/** Shows figures before the scenario ends, because it takes minutes. */
function shown(rows: Row[]): Row[] {
  for (const { what, value, unit, note = '' } of rows)
    process.stdout.write(`  ${what}: ${value.toFixed(2)} ${unit}${note}\n`)
  return rows
}

async function closing(stage: Stage, client: pg.Client): Promise<Row[]> {
  const today = new Date()
  let now = later(today, days(1))
  const config = loadConfig({ ...stage.env, BILLING: 'on' })
  const connection = { connectionString: stage.databaseUrl }
  const world = await openAppContext(config, connection, pino({ level: 'warn' }), { now: () => now })
  try {
    let running = true
    const others = callsWhile(stage, () => running)
    const usage = await seconds(() => computeUsage(world))
    running = false
    const meanwhile = await others
    // The rest of the month is counted before the month is closed
    now = later(new Date(`${monthEnd(dayOfInstant(today))}T00:00:00Z`), hours(27))
    await computeUsage(world)
    const closed = await seconds(() => closeMonths(world))
    const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from bills')
    if (rows[0]?.n !== workspaces) throw new Error(`${rows[0]?.n} bills instead of ${workspaces}`)
    const again = await seconds(() => closeMonths(world))
    const of = `${workspaces} workspaces`
    return [
      atMost('billing', `usage of a day, ${of} and ${workspaces * keysEach} keys`, usage, 's', 60),
      atMost('billing', 'other calls meanwhile, p99', meanwhile, 'ms', 50),
      atMost('billing', `closing a month of ${of}`, closed, 's', 600),
      atMost('billing', 'closing it again, which does nothing', again, 's', 120),
    ]
  } finally {
    await world.close()
  }
}

/** One user by ID, one call after the other. */
async function callsWhile(stage: Stage, isRunning: () => boolean): Promise<number> {
  const taken: number[] = []
  while (isRunning()) {
    const { p50 } = await timeCalls(1, () => call(stage, stage.address, `/administrator/tokens/${stage.user}`))
    taken.push(p50)
  }
  taken.sort((one, other) => one - other)
  return taken[Math.floor(taken.length * 0.99)] ?? 0
}

/** Keys activated with a limit and without billing, in turns, because machines are noisy. */
async function licenseCheck(stage: Stage, client: pg.Client): Promise<Row[]> {
  const { items } = (await call(stage, stage.address, '/administrator/tokens/v2?page=4')) as { items: { id: string }[] }
  const activate = () =>
    call(stage, stage.address, '/administrator/tokens/userInfo/securitykey', {
      userId: items[randomInt(items.length)]?.id,
      type: 2,
      activation: 1,
      cardId: randomInt(2 ** 47)
        .toString(16)
        .padStart(14, '0')
        .toUpperCase(),
      cardFormat: 'hex',
    })
  const taken: Record<'with' | 'without', number[]> = { with: [], without: [] }
  await timeCalls(activations, activate)
  for (let turn = 0; turn < turns; turn++) {
    const which = turn % 2 === 0 ? 'without' : 'with'
    await client.query(
      which === 'with'
        ? `insert into license_pools (workspace_id, key_limit, limited_by, used) values ($1, 1000000, 'key-limit', 0)`
        : 'delete from license_pools where workspace_id = $1',
      [stage.workspace],
    )
    for (let n = 0; n < activations; n++) taken[which].push((await timeCalls(1, activate)).p50)
  }
  await client.query('delete from license_pools where workspace_id = $1', [stage.workspace])
  await client.query('delete from key_ledger where workspace_id = $1', [stage.workspace])
  const middle = (all: number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0
  const [plain, checked] = [middle(taken.without), middle(taken.with)]
  const row = atMost('billing', 'what the license check adds to an activation', (checked / plain - 1) * 100, '%', 3)
  return [
    {
      ...row,
      note: `  (medians of ${taken.with.length}: ${plain.toFixed(2)} ms without, ${checked.toFixed(2)} ms with)`,
    },
  ]
}

/** Pages and PDFs of a workspace that has been billed for ten years. */
async function papers(stage: Stage, client: pg.Client): Promise<Row[]> {
  await growOld(client, stage.workspace)
  const port = String(Number(new URL(stage.address).port) + 1)
  const server = await startServer({ ...stage.env, BILLING: 'on', PORT: port })
  const address = `http://127.0.0.1:${port}`
  const rows: Row[] = []
  try {
    const { items } = (await call(stage, address, '/administrator/bills/history')) as { items: { invoiceId: string }[] }
    const id = items[0]?.invoiceId ?? ''
    const to = dayOfInstant(new Date())
    const pages = {
      'the current bill': '/administrator/bills/current',
      'a page of invoices': '/administrator/bills/history?page=3',
      'an invoice': `/administrator/bills/${id}`,
      'usage of a month': `/administrator/bills/usage?from=${addDays(to, -30)}&to=${to}`,
      'usage of 360 days': `/administrator/bills/usage?from=${addDays(to, -359)}&to=${to}`,
    }
    for (const [what, path] of Object.entries(pages)) {
      await timeCalls(20, () => call(stage, address, path))
      const { p99 } = await timeCalls(300, () => call(stage, address, path))
      rows.push(atMost('billing', `${what}, ten years of invoices, p99`, p99, 'ms', 25))
    }
    const bill = (await call(stage, address, `/administrator/bills/${id}`)) as BillDetails
    rows.push(...(await pdfs(bill)))
  } finally {
    await server.stop()
  }
  return rows
}

async function pdfs(bill: BillDetails): Promise<Row[]> {
  const [line] = bill.lines
  if (!line) throw new Error('the bill has no lines')
  const long = { ...bill, lines: Array.from({ length: 25 }, () => line) }
  await timeCalls(30, () => pdfOf(long, 'en'))
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { p50 } = await timeCalls(200, () => pdfOf(long, 'en'))
  delay.disable()
  return [
    atMost('billing', 'a PDF of 25 lines, warm', p50, 'ms', 15),
    atMost('billing', 'longest pause of the event loop meanwhile', delay.max / 1e6, 'ms', 50),
  ]
}

/** Gives a workspace bills and usage of the past ten years, as copies of a bill that was issued. */
async function growOld(client: pg.Client, workspace: string): Promise<void> {
  await client.query(
    `insert into bills select (jsonb_populate_record(null::bills, to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(), 'workspace_id', $1::uuid,
        'number', 'OLD-' || n, 'status', 1, 'from_day', m::date, 'to_day', (m + interval '1 month - 1 day')::date))).*
      from (select * from bills limit 1) b,
        generate_series(1, $2) n, lateral (select date_trunc('month', now()) - n * interval '1 month' as m) month`,
    [workspace, years * 12],
  )
  await client.query(
    `insert into billing_periods (workspace_id, from_day, to_day, bill_id, closed_at)
      select b.workspace_id, b.from_day, b.to_day, b.id, now() from bills b where b.workspace_id = $1`,
    [workspace],
  )
  await client.query(
    `insert into usage_days (workspace_id, day, keys, sso_users, new_sso_users, second_factor_users, new_second_factor_users)
      select $1, current_date - n, 150 + n % 50, 20, 1, 10, 1 from generate_series(1, $2) n`,
    [workspace, years * 365],
  )
  await analyze(client, 'bills, billing_periods, usage_days')
}

async function call(stage: Stage, address: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: stage.accessToken,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said: unknown = await answer.json()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

// Only the owner of a table can analyze it
const analyze = (client: pg.Client, tables: string) =>
  client.query(`reset role; analyze ${tables}; set role claviger_super`)

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
    `insert into billing_policies (workspace_id, currency, payment_method, email, updated_at)
      select id, 'EUR', 1, slug || '@billed.example', now() from workspaces where slug like 'billed-%'`,
  )
  await client.query(
    `insert into key_ledger (workspace_id, at, keys)
      select w.id, $1::date + n * interval '1 minute', 1 from workspaces w, generate_series(1, $2) n where w.slug like 'billed-%'`,
    [today, keysEach],
  )
  await analyze(client, 'key_ledger')
}
