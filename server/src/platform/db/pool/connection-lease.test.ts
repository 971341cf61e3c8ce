import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { problem } from '#platform/problem.ts'
import { run } from '../db.ts'
import { sendTogether } from '../pipeline.ts'
import { readAs } from '../reading/read-as.ts'
import { transact } from '../transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'

// One connection: code that needs a second one would deadlock
const { world, given } = await startTestApp({ DATABASE_POOL: '1' })
const from = {
  actor: { kind: 'nobody' },
  request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
  workspace: given.owner.workspace,
} as const
const ask = (ctx: TransactionContext) => run(ctx.db, 'select pg_sleep(0.02)', [])
const rename = (ctx: TransactionContext, name: string) =>
  run(ctx.db, 'update workspaces set name = $1 where id = $2', [name, from.workspace])
const nameNow = async () => {
  const { rows } = await world.superPool.query<{ name: string }>('select name from workspaces where id = $1', [
    from.workspace,
  ])
  return rows[0]?.name
}
const refuse = () => Promise.reject(problem('not-found'))
const ways: [string, (work: (ctx: TransactionContext) => Promise<unknown>) => Promise<unknown>][] = [
  ['a transaction', work => transact(world, from, work)],
  ['reading', work => readAs(world, { name: 'enter-test', text: 'select 1', values: [] }, () => ({ ...from }), work)],
]

test.each(ways)('a statement after the end of %s is refused and never reaches the next caller', async (_, way) => {
  let late: Promise<unknown> | undefined
  const refused = way(ctx => {
    late = ask(ctx).then(() => rename(ctx, 'Late'))
    late.catch(() => undefined)
    return refuse()
  })
  await expect(refused).rejects.toMatchObject({ code: 'not-found' })
  await transact(world, from, async () => {
    await sleep(100)
  })
  await expect(late).rejects.toThrow('after the end of its transaction: update workspaces')
  expect(await nameNow()).not.toBe('Late')
})

test.each(ways)('the connection of %s is returned when the last statement is answered', async (_, way) => {
  const begun = performance.now()
  await way(async ctx => void run(ctx.db, 'select pg_sleep(0.2)', []))
  expect(performance.now() - begun).toBeGreaterThan(180)
})

test('an unhandled failure rolls back the transaction and is reported to the caller', async () => {
  const work = transact(world, from, async ctx => {
    await rename(ctx, 'Never')
    await run(ctx.db, 'select 1 / 0', []).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('the transaction was undone')
  expect(await nameNow()).not.toBe('Never')
})

test('branches sent together are all answered before the first refusal is thrown', async () => {
  let ended = false
  const slow = async (ctx: TransactionContext) => {
    await ask(ctx)
    await ask(ctx)
    ended = true
  }
  const work = transact(world, from, ctx => sendTogether(refuse(), slow(ctx)))
  await expect(work).rejects.toMatchObject({ code: 'not-found' })
  expect(ended).toBe(true)
})

test('the refusal that came first is thrown, not the one that it caused', async () => {
  const work = transact(world, from, ctx =>
    sendTogether(
      run(ctx.db, 'select pg_sleep(0.01)', []).then(() => ask(ctx)),
      run(ctx.db, 'select 1 / 0', []),
    ),
  )
  await expect(work).rejects.toMatchObject({ code: '22012' })
})

test('writes that a refusal keeps are committed on the connection that was given back', async () => {
  const many = Array.from({ length: 40 }, (_one, i) =>
    transact(world, from, () => {
      throw problem('not-found').but(from.workspace, async ctx => void (await rename(ctx, `Kept ${i}`)))
    }).catch((error: unknown) => error),
  )
  expect((await Promise.all(many)).map(error => (error as { code: string }).code)).toEqual(many.map(() => 'not-found'))
  expect(await nameNow()).toMatch(/^Kept/)
})

test('work that holds a connection cannot get a second one', async () => {
  const second = transact(world, from, () => world.superPool.query('select 1'))
  await expect(second).rejects.toThrow('would wait for a second one')
  await expect(transact(world, from, () => transact(world, from, ask))).rejects.toThrow('would wait for a second one')
})
