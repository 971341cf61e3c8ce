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

/** The connection that a statement ran on, and its value. */
const read = (value: string) =>
  readAs(
    world,
    enter,
    () => from,
    async ctx => {
      const text = `select pg_backend_pid() as pid, ${value} as value`
      const [row] = (await run<{ pid: number; value: unknown }>(ctx.db, text, [])).rows
      return row as { pid: number; value: unknown }
    },
  )
const numbers = [1, 2, 3, 4, 5, 6]
const slow = "(select 'slow' from pg_sleep(0.3))"

test('short reads at the same time share connections, and each gets its own answer', async () => {
  // A connection that is being opened takes as long as a slow read
  await Promise.all(numbers.map(one => read(`${one}`)))
  const found = await Promise.all(numbers.map(one => read(`${one}`)))
  expect(found.map(({ value }) => value)).toEqual(numbers)
  expect(new Set(found.map(({ pid }) => pid)).size).toBeLessThan(3)
})

test('a read that fails fails alone', async () => {
  const found = await Promise.allSettled(numbers.map(one => read(`6 / (${one} - 3)`)))
  expect(found.map(({ status }) => status)).toEqual(numbers.map(one => (one === 3 ? 'rejected' : 'fulfilled')))
})

test('a slow read holds no other up: none joins it while it runs, and later it has a connection of its own', async () => {
  const finished: unknown[] = []
  const note = async (value: string) => void finished.push((await read(value)).value)
  const first = note(slow)
  await sleep(50)
  await note('1')
  await first
  await Promise.all([note(slow), ...numbers.map(one => note(`${one}`))])
  expect(finished.map(one => (one === 'slow' ? one : 'short'))).toEqual(
    ['short', 'slow'].concat(
      numbers.map(() => 'short'),
      'slow',
    ),
  )
})

test('a lost connection fails only what was in flight on it, and the next reads get another one', async () => {
  const all = numbers.map(one => read(`(select ${one} from pg_sleep(0.2))`))
  const found = Promise.allSettled(all)
  await sleep(100)
  await asOwner(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'claviger read' and state = 'active' limit 1`,
  )
  const refused = (await found).flatMap((one, at) => {
    if (one.status === 'rejected') return [one.reason as unknown]
    expect(one.value.value).toBe(numbers[at])
    return []
  })
  expect(refused.length).toBeGreaterThan(0)
  for (const one of refused) expect(one).toMatchObject({ code: 'not-ready' })
  expect((await Promise.all(numbers.map(one => read(`${one}`)))).map(({ value }) => value)).toEqual(numbers)
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
