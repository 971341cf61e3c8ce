import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { operatorSays } from '../app/operator.ts'
import { startTestApp } from '../app/test-app.ts'
import { closeMonths } from '../billing/billing-jobs.ts'

// Each step starts processes, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000 })

const workspaces = 24
const { world } = await startTestApp({ BILLING: 'on' })
const url = world.config.databaseUrl ?? ''
const env = { DATABASE_URL: url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), BILLING: 'on' }

function close(): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const program = join(import.meta.dirname, '../billing/closing-process.ts')
  return spawn(process.execPath, [program], { env: { PATH, NODE_COMPILE_CACHE, ...env }, stdio: 'inherit' })
}

const rows = async <T extends pg.QueryResultRow>(text: string) => (await world.superPool.query<T>(text)).rows
const bills = () =>
  rows<{ id: string; workspace: string; number: string }>(
    `select b.id, b.workspace_id as workspace, b.number from bills b join workspaces w on w.id = b.workspace_id
      where w.slug like 'billed-%' order by b.number`,
  )
const countMails = async () => {
  const [row] = await rows<{ n: number }>("select count(*)::integer as n from jobs.job where name = 'mail'")
  return row?.n ?? 0
}

test('a month whose closing was killed in the middle has each bill, number, and email once', async () => {
  await world.superPool.query(
    `with made as (insert into workspaces (id, slug, name, type, sealed_key, country)
        select gen_random_uuid(), 'billed-' || n, 'Billed ' || n, 1, '', 'DE' from generate_series(1, $1) n returning id, slug),
      policies as (insert into billing_policies (workspace_id, currency, payment_method, email, updated_at)
        select id, 'EUR', 1, slug || '@billed.example', now() from made)
    insert into usage_days (workspace_id, day, keys, sso_users, new_sso_users, second_factor_users, new_second_factor_users)
      select id, date_trunc('month', now())::date - 1, 20, 0, 0, 0, 0 from made`,
    [workspaces],
  )
  const mailsBefore = await countMails()
  const child = close()
  const gone = once(child, 'exit')
  while ((await bills()).length < 3) await sleep(2)
  // The next bill has its number and waits to be stored
  const hold = new pg.Client(url)
  await hold.connect()
  await hold.query('begin')
  await hold.query('lock table bills in exclusive mode')
  await sleep(200)
  child.kill('SIGKILL')
  await gone
  await hold.query('rollback')
  await hold.end()
  expect((await bills()).length).toBeLessThan(workspaces)
  for (let run = 0; run < 2; run++) {
    await closeMonths(world)
    const all = await bills()
    expect(new Set(all.map(one => one.workspace)).size).toBe(workspaces)
    const year = new Date().getUTCFullYear()
    expect(all.map(one => one.number)).toEqual(
      Array.from({ length: workspaces }, (_, n) => `CLV-${year}-${String(n + 1).padStart(6, '0')}`),
    )
    expect((await countMails()) - mailsBefore).toBe(workspaces)
  }
  expect(await operatorSays(env, 'check-billing')).toMatchObject({ code: 0 })
})
