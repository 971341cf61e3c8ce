import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { collectStatements } from '#test/app/sent-statements.ts'
import { run } from './db.ts'
import { readAs } from './reading/read-as.ts'
import { transact } from './transaction.ts'
import { problem } from '../problem.ts'
import type { TransactionContext } from '../app-context.ts'

const { world, given } = await startTestApp()
const from = {
  actor: { kind: 'nobody' },
  request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
  workspace: given.owner.workspace,
} as const

const rename = 'update workspaces set name = $1 where id = $2'
const fails = 'select 1 / count(*) from workspaces where name = $1'
const nameNow = async () => {
  const { rows } = await world.superPool.query<{ name: string }>('select name from workspaces where id = $1', [
    from.workspace,
  ])
  return rows[0]?.name
}
beforeEach(() => world.superPool.query(rename, ['Before', from.workspace]))

test('a commit sent with the last statements keeps their changes', async () => {
  await transact(world, from, async ctx => {
    const last = run(ctx.db, rename, ['Behind', from.workspace])
    ctx.commitBehind()
    await last
  })
  expect(await nameNow()).toBe('Behind')
})

test('a commit sent with the last statements keeps nothing if any of them fails', async () => {
  for (const order of [0, 1]) {
    const work = transact(world, from, async ctx => {
      const change = () => run(ctx.db, rename, ['Never', from.workspace])
      const failure = () => run(ctx.db, fails, ['nobody is called so'])
      const last = (order === 0 ? [change, failure] : [failure, change]).map(statement => statement())
      ctx.commitBehind()
      await Promise.all(last)
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await nameNow()).toBe('Before')
  }
})

test('work that ignores a failed statement before the commit still gets the error', async () => {
  const work = transact(world, from, async ctx => {
    const last = [run(ctx.db, rename, ['Never', from.workspace]), run(ctx.db, fails, ['nobody is called so'])]
    ctx.commitBehind()
    await Promise.allSettled(last)
  })
  await expect(work).rejects.toThrow('the transaction was undone')
  expect(await nameNow()).toBe('Before')
})

test('a statement after the commit finds no workspace, and the connection stays clean', async () => {
  const work = transact(world, from, async ctx => {
    ctx.commitBehind()
    await run(ctx.db, rename, ['Late', from.workspace])
  })
  await expect(work).rejects.toThrow()
  expect(await nameNow()).toBe('Before')
  const after = await Promise.all(
    Array.from({ length: 20 }, () => transact(world, from, ctx => run<{ ok: number }>(ctx.db, 'select 1 as ok', []))),
  )
  expect(after.map(({ rows }) => rows[0]?.ok)).toEqual(Array.from({ length: 20 }, () => 1))
})

test('work for an expected user is sent with the session check, and counts only if the user matches', async () => {
  const enter = { name: 'enter-expected', text: 'select pg_sleep(0.05), 1 as number', values: [] }
  const order: string[] = []
  const work = async (ctx: TransactionContext) => {
    order.push(`asked as ${ctx.actor.kind}`)
    return (await run<{ ok: number }>(ctx.db, 'select 1 as ok', [])).rows[0]?.ok
  }
  const stand = (more: object) => (rows: unknown[]) => {
    order.push('known')
    expect(rows).toHaveLength(1)
    return { ...from, ...more }
  }
  const expected = { from: { ...from, actor: { kind: 'nobody' } as const }, holds: () => true }
  expect(await readAs(world, enter, stand({}), work, expected)).toBe(1)
  expect(order).toEqual(['asked as nobody', 'known'])
  order.length = 0
  await readAs(world, enter, stand({}), work, { ...expected, holds: () => false })
  expect(order).toEqual(['asked as nobody', 'known', 'asked as nobody'])
  order.length = 0
  await readAs(world, enter, stand({ unitsOf: given.owner.id }), work, expected)
  expect(order).toEqual(['asked as nobody', 'known', 'asked as nobody'])
  const refuse = () => {
    throw problem('session-ended')
  }
  await expect(readAs(world, enter, refuse, work, expected)).rejects.toMatchObject({ code: 'session-ended' })
  const fail = () => Promise.reject(new Error('begun for somebody else'))
  await expect(readAs(world, enter, refuse, fail, expected)).rejects.toMatchObject({ code: 'session-ended' })
  await expect(readAs(world, enter, stand({}), fail, expected)).rejects.toThrow('begun for somebody else')
})

test('the session check is sent with the first statement of the expected work, or separately if there is none yet', async () => {
  // The first statement sets the workspace, so a different value shows which statements share its transaction
  const there = '00000000-0000-7000-8000-000000000001'
  const enter = { name: 'enter-there', text: `select set_config('app.workspace', $1, true) as here`, values: [there] }
  const where = async (ctx: TransactionContext) =>
    (await run<{ here: string }>(ctx.db, `select current_setting('app.workspace', true) as here`, [])).rows[0]?.here
  const expected = { from: { ...from, actor: { kind: 'nobody' } as const }, holds: () => true }
  const asked = (work: (ctx: TransactionContext) => Promise<unknown>) =>
    readAs(world, enter, () => from, work, expected)
  expect(await asked(where)).toBe(there)
  expect(await asked(async ctx => [await where(ctx), await where(ctx)])).toEqual([there, from.workspace])
  const later = async (ctx: TransactionContext) => {
    await new Promise(done => setTimeout(done, 5))
    return where(ctx)
  }
  expect(await asked(later)).toBe(from.workspace)
  const texts = await collectStatements(() => asked(() => Promise.resolve('nothing asked')))
  expect(texts).toEqual([enter.text])
})

test('a statement across all workspaces that names no rows is refused', async () => {
  const everywhere = { ...from, everywhere: true } as const
  const change = (work: (ctx: TransactionContext) => Promise<unknown>) => transact(world, everywhere, work)
  await expect(change(({ db }) => db.updateTable('workspaces').set({ name: 'All' }).execute())).rejects.toThrow(
    'must say which rows',
  )
  await expect(change(({ db }) => db.deleteFrom('group_members').execute())).rejects.toThrow('must say which rows')
  expect(await nameNow()).toBe('Before')
})
