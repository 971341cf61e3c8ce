import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'
import { runAutocommit, runMergeableStatement, runSingleStatement } from '../transaction.ts'
import { runInClass } from './admission-gate.ts'

const { world } = await startTestApp({ DATABASE_POOL: '10' })
const nobody = { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' } } as const

async function anyWorkspace(): Promise<string> {
  const id = newId()
  await world.superPool.query(
    `insert into workspaces (id, slug, name, type, sealed_key) values ($1, $2, 'Flights', 1, '')`,
    [id, `flights-${id.slice(-12)}`],
  )
  return id
}

let here = ''
beforeEach(async () => {
  here = await anyWorkspace()
})

const ask = <T>(text: string, values: unknown[], workspace = here) =>
  runInClass('entry', () =>
    runAutocommit(world, { ...nobody, workspace }, at => runSingleStatement<T>(at, { text, values })),
  )

/** Runs up to eight statements that form one batch, because two others are in flight. */
const inCompany = async <T>(work: () => T): Promise<T> => {
  const before = [1, 2].map(() => ask('select pg_sleep(0.015)', []))
  const done = work()
  await Promise.all(before)
  return done
}

const insert = `insert into groups (workspace_id, id, name) values (current_workspace(), $1::uuid, $2::text)
  returning name, pg_current_xact_id()::text as transaction`
const add = (name: string, id = newId()) => ask<{ name: string; transaction: string }>(insert, [id, name])
const names = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus']
const kept = async () => {
  const { rows } = await world.superPool.query<{ name: string }>(
    'select name from groups where workspace_id = $1 order by name',
    [here],
  )
  return rows.map(({ name }) => name)
}

test('concurrent statements share transactions, and each gets its own answer', async () => {
  const answers = await inCompany(() => Promise.all(names.map(name => add(name))))
  expect(answers.map(([row]) => row?.name)).toEqual(names)
  expect(new Set(answers.map(([row]) => row?.transaction)).size).toBeLessThan(3)
  expect(await kept()).toEqual(names)
})

test('a failing statement does not fail the others, and only its caller gets the error', async () => {
  const id = newId()
  const outcomes = await inCompany(() =>
    Promise.allSettled(names.map((name, place) => add(name, place > 3 ? id : newId()))),
  )
  const refused = outcomes.filter(one => one.status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ constraint: 'groups_pkey' })
  expect(await kept()).toHaveLength(5)
})

const doubled = `select g.place, 2 * g.item::integer as item, count(*) over ()::integer as items
  from jsonb_array_elements_text($1::jsonb) with ordinality g(item, place)`
const slowly = `${doubled} cross join pg_sleep(0.015)`
const double = (item: unknown, text = doubled) =>
  runInClass('entry', () =>
    runAutocommit(world, { ...nobody, workspace: here }, at =>
      runMergeableStatement<{ item: number; items: number }>(at, { text, item }),
    ),
  )

test('a mergeable statement does the work of several callers, and each gets its own rows', async () => {
  const [answers] = await inCompany(() =>
    Promise.all([
      Promise.all([1, 2, 3, 4].map(item => double(item))),
      Promise.all(names.slice(0, 2).map(name => add(name))),
    ]),
  )
  expect(answers.map(rows => rows.map(({ item }) => item))).toEqual([[2], [4], [6], [8]])
  expect(new Set(answers.map(([row]) => row?.items))).toEqual(new Set([4]))
  expect(await kept()).toEqual(names.slice(0, 2))
  expect(await double(5)).toMatchObject([{ item: 10, items: 1 }])
})

test('mergeable statements of one turn are one statement, although none is under way and there are few connections', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, (_, item) => double(item)))
  expect(answers.map(([row]) => row)).toEqual(
    Array.from({ length: 25 }, (_, item) => ({ place: item + 1, item: 2 * item, items: 25 })),
  )
})

test('mergeable statements gather while one is under way, and other statements do not wait for it', async () => {
  const first = double(1, slowly)
  await delay(1)
  const others = [2, 3, 4].map(async (item, place) => {
    await delay(place)
    return double(item, slowly)
  })
  const done: string[] = []
  const note = (what: string) => () => void done.push(what)
  await Promise.all([first.then(note('merged')), add('Ada').then(note('single'))])
  expect(done).toEqual(['single', 'merged'])
  expect((await Promise.all(others)).map(([row]) => row)).toMatchObject([4, 6, 8].map(item => ({ item, items: 3 })))
})

test('a failing item does not fail the others of its statement', async () => {
  const outcomes = await inCompany(() => Promise.allSettled([1, 'no number', 3].map(item => double(item))))
  expect(outcomes).toMatchObject([{ value: [{ item: 2 }] }, { status: 'rejected' }, { value: [{ item: 6 }] }])
})

test('a statement that waits for a lock does not delay the others', async () => {
  const id = newId()
  await add('Before', id)
  const rename = `update groups set name = $2 where workspace_id = current_workspace() and id = $1::uuid returning name`
  const other = await world.superPool.connect()
  try {
    await other.query('begin')
    await other.query('select from groups where workspace_id = $1 and id = $2 for update', [here, id])
    const [waiting, others] = await inCompany(() => {
      const one = ask<{ name: string }>(rename, [id, 'After'])
      return [one, Promise.all(names.map(name => add(name)))] as const
    })
    expect(await Promise.race([waiting.then(() => 'the one that waits'), others])).toHaveLength(7)
    await other.query('commit')
    expect(await waiting).toEqual([{ name: 'After' }])
  } finally {
    other.release(true)
  }
})

test('statements of different workspaces are not combined', async () => {
  const asked = [here, await anyWorkspace(), here, await anyWorkspace(), here]
  const answers = await inCompany(() =>
    Promise.all(asked.map(workspace => ask<{ id: string }>('select id from workspaces', [], workspace))),
  )
  expect(answers.map(rows => rows.map(({ id }) => id))).toEqual(asked.map(id => [id]))
})

test('when the connection is cut, every caller gets an error and no statement is sent twice', async () => {
  const watcher = new pg.Client(world.config.databaseUrl)
  await watcher.connect()
  try {
    const outcomes = inCompany(() =>
      Promise.allSettled([...names.map(name => add(name)), ask('select pg_sleep(20)', [])]),
    )
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep' and query like '%pg_sleep(20)'`
    await expect
      .poll(async () => (await watcher.query(cut)).rowCount, { timeout: 10_000, interval: 20 })
      .toBeGreaterThan(0)
    for (const one of await outcomes) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'not-ready' } })
    expect(await kept()).toEqual([])
  } finally {
    await watcher.end()
  }
})
