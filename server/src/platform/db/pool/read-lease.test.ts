import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asOwner } from '#test/app/plans.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { run } from '../db.ts'
import { readAs } from '../reading/read-as.ts'

const { world, given } = await startTestApp({ DATABASE_POOL: '6' })
const from = {
  actor: { kind: 'nobody' },
  request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
  workspace: given.owner.workspace,
} as const
const enter = { name: 'enter-test', text: 'select 1', values: [] }

interface Asked {
  by?: number
  seconds?: number
}

/** Divides a number, later; tells the connection as well. */
const divide = (value: number, { by = 1, seconds = 0 }: Asked = {}) =>
  readAs(
    world,
    enter,
    () => from,
    async ctx => {
      const text = 'select pg_backend_pid() as pid, $1::int / $2::int as value from pg_sleep($3::float)'
      const [row] = (await run<{ pid: number; value: number }>(ctx.db, text, [value, by, seconds])).rows
      return row as { pid: number; value: number }
    },
  )
const numbers = [1, 2, 3, 4, 5, 6]
const together = (asked: (value: number) => Asked = () => ({})) =>
  Promise.allSettled(numbers.map(one => divide(one, asked(one))))
const connections = (all: Awaited<ReturnType<typeof together>>) =>
  new Set(all.map(one => (one.status === 'fulfilled' ? one.value.pid : 0))).size

/** Statements share connections after a few runs that were short, so a slow one must be forgotten first. */
const untilShared = () => expect.poll(async () => connections(await together())).toBeLessThan(3)

test('short reads at the same time share connections, and each gets its own answer', async () => {
  await untilShared()
  const found = await together()
  expect(found.map(one => one.status === 'fulfilled' && one.value.value)).toEqual(numbers)
})

test('a read that fails fails alone', async () => {
  await untilShared()
  const found = await together(value => ({ by: value - 3 }))
  expect(found.map(({ status }) => status)).toEqual(numbers.map(one => (one === 3 ? 'rejected' : 'fulfilled')))
})

test('a slow read holds no other up: none joins it while it runs, and later it has a connection of its own', async () => {
  await untilShared()
  const finished: string[] = []
  const slow = () => divide(1, { seconds: 0.3 }).then(() => void finished.push('slow'))
  const quick = () => divide(1).then(() => void finished.push('quick'))
  const first = slow()
  await sleep(50)
  await quick()
  await first
  // One quick run does not make up for it
  await quick()
  await Promise.all([slow(), ...numbers.map(quick)])
  expect(finished).toEqual(
    ['quick', 'slow', 'quick'].concat(
      numbers.map(() => 'quick'),
      'slow',
    ),
  )
})

test('a lost connection fails only what was in flight on it, and the next reads get another one', async () => {
  await untilShared()
  const all = together(() => ({ seconds: 0.2 }))
  await sleep(100)
  await asOwner(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'claviger read' and state = 'active' limit 1`,
  )
  const lost = (await all).filter(one => one.status === 'rejected')
  expect(lost.length).toBeGreaterThan(0)
  for (const one of lost) expect(one).toMatchObject({ reason: { code: 'not-ready' } })
  expect((await together()).map(one => one.status === 'fulfilled' && one.value.value)).toEqual(numbers)
})

test('a reader who is limited to units stays limited beside others who are not', async () => {
  const seen = (unitsOf: string | undefined) =>
    readAs(
      world,
      enter,
      () => ({ ...from, unitsOf }),
      async ctx => (await run(ctx.db, 'select from users', [])).rows.length,
    )
  const found = await Promise.all(numbers.flatMap(() => [seen(undefined), seen(given.owner.id)]))
  const [all = 0] = found
  expect(all).toBeGreaterThan(3)
  expect(found).toEqual(numbers.flatMap(() => [all, 0]))
})
