import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import { linkLog } from './log-chain.ts'
import { trimLog } from './log-trimming.ts'
import { verifyLog } from './chain-verification.ts'

const { given, world, clock } = await startTestApp()
const owner = new pg.Client(world.config.databaseUrl)
await owner.connect()
afterAll(() => owner.end())

const [north, south] = [given.owner.workspace, given.ownerElsewhere.workspace]
const now = clock.now()
const first = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago))
const nameOf = (ago: number) => `activities_${first(ago).toISOString().slice(0, 7).replace('-', '_')}`

const logged = async (workspace: string, when: Date, count = 1) => {
  clock.forward(when.getTime() - clock.now().getTime())
  const request = { id: 'r', ip: '203.0.113.80', userAgent: '' }
  for (let n = 0; n < count; n++)
    await transact(world, { actor: { kind: 'nobody' }, request, workspace }, ctx =>
      record(ctx, { action: 'user.updated', by: { id: null, name: 'Somebody' } }),
    )
}
const linked = (count: number) =>
  expect
    .poll(
      async () => {
        await linkLog(world)
        return (await owner.query('select from activity_links')).rowCount
      },
      { timeout: 20_000 },
    )
    .toBe(count)
const keepsSince = (workspace: string, when: Date) =>
  owner.query(
    `insert into workspace_settings (workspace_id, activity_days) values ($1, $2)
     on conflict (workspace_id) do update set activity_days = excluded.activity_days`,
    [workspace, Math.floor((now.getTime() - when.getTime()) / days(1))],
  )
const parts = async () =>
  (
    await owner.query<{ name: string }>(
      "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'activities'::regclass",
    )
  ).rows.map(row => row.name)
const faults = async () => {
  const found: unknown[] = []
  for await (const one of verifyLog(world, {})) found.push(one.fault)
  return found.filter(fault => fault !== null)
}

test('an expired month is dropped whole, other months line by line, and the rest still verifies', async () => {
  await owner.query('truncate activities')
  await owner.query('select make_log_months($1, $2)', [first(4), now])
  await logged(north, later(first(4), days(4)), 4)
  await logged(south, later(first(4), days(4)), 2)
  // A month's last line may be linked after the first of the next
  await logged(north, later(first(3), minutes(1)))
  await logged(north, later(first(3), -minutes(1)))
  await linked(8)
  await logged(north, later(first(3), days(4)), 3)
  await logged(south, later(first(3), days(4)))
  await linked(12)
  await logged(north, later(now, -minutes(20)))
  await logged(south, later(now, -minutes(20)))
  await linked(14)
  clock.forward(now.getTime() - clock.now().getTime())
  await keepsSince(north, first(2))
  await keepsSince(south, first(3))
  await trimLog(world)
  expect(await parts()).not.toContain(nameOf(4))
  expect(await parts()).toContain(nameOf(3))
  expect(await faults()).toEqual([])
  const cuts = async () =>
    (await owner.query<{ says: string }>("select says from log_register where event = 'cut' order by position")).rows
  expect((await cuts()).map(row => Number(row.says)).toSorted((a, b) => a - b)).toEqual([2, 3, 6])
  await linked(14 - 11 + 3)

  await keepsSince(south, first(2))
  const alter = (name: string) =>
    owner.query("update activities set actor_name = $2 where workspace_id = $1 and action = 'user.updated'", [
      south,
      name,
    ])
  await alter('Somebody Else')
  await trimLog(world)
  expect(await parts()).toContain(nameOf(3))
  await alter('Somebody')
  await trimLog(world)
  expect(await parts()).not.toContain(nameOf(3))
  expect(await faults()).toEqual([])
})
