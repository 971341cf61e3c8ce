import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { ask, sendPair } from './send-statements.ts'

const { world, given } = await startTestApp()
const connected = async () => {
  const made = new pg.Client({ connectionString: world.config.databaseUrl, pipeline: true })
  await made.connect()
  return made
}
const client = await connected()
afterAll(() => client.end())

interface Wire {
  describe: (what: object) => void
  parse: (what: { name: string; text: string }) => void
}

async function wired(on: pg.Client, work: () => Promise<unknown>) {
  const wire = (on as unknown as { connection: Wire }).connection
  const { describe, parse } = wire
  const seen = { described: 0, prepared: [] as string[] }
  wire.describe = what => {
    seen.described++
    describe.call(wire, what)
  }
  wire.parse = what => {
    seen.prepared.push(what.name)
    parse.call(wire, what)
  }
  try {
    await work()
    return seen
  } finally {
    Object.assign(wire, { describe, parse })
  }
}

const everyKind = `select $1::int as number, 9007199254740991::bigint as large, 1.5::numeric as part, true as yes, null::text as nothing,
  'text' as text, timestamptz '2026-01-02 03:04:05Z' as at, date '2026-01-02' as day, array[1, 2] as list, '{"a":1}'::json as json,
  '\\x00ff'::bytea as bytes, '192.0.2.1'::inet as address, 1 as twice, null as twice`

test('an answer equals that of the driver, the first time and later', async () => {
  const driven = await client.query(everyKind, [7])
  for (let time = 0; time < 3; time++) {
    const answer = await ask(client, { name: 'every-kind', text: everyKind, values: [7] })
    expect(answer.rows).toStrictEqual(driven.rows)
    expect(answer).toMatchObject({ rowCount: 1, command: 'SELECT' })
  }
  const nameless = await ask(client, { text: everyKind, values: [7] })
  expect(nameless.rows).toStrictEqual(driven.rows)
})

test('a named statement is described once and prepared once', async () => {
  const query = { name: 'columns-once', text: 'select $1::int as number', values: [1] }
  const workspace = given.owner.workspace
  const fresh = await connected()
  const first = await wired(fresh, () => ask(fresh, query, workspace))
  expect(first).toEqual({ described: 1, prepared: ['inside', 'columns-once'] })
  const next = await wired(fresh, () => Promise.all([ask(fresh, query, workspace), ask(fresh, query)]))
  expect(next).toEqual({ described: 0, prepared: [] })
  await fresh.end()
})

test('a statement that changes rows reports their number, with or without returned rows', async () => {
  await client.query('create temporary table counted (id int)')
  const insert = { name: 'count-in', text: 'insert into counted select generate_series(1, $1::int)', values: [3] }
  const remove = { name: 'count-out', text: 'delete from counted where id <= $1 returning id', values: [3] }
  for (let time = 0; time < 2; time++) {
    expect(await ask(client, insert)).toMatchObject({ command: 'INSERT', rowCount: 3, rows: [] })
    expect((await ask(client, remove)).rows.map(row => (row as { id: number }).id)).toEqual([1, 2, 3])
  }
})

test('an error is reported to its caller, and the same statement keeps working', async () => {
  const divide = (by: number) => ask(client, { name: 'divide', text: 'select 6 / $1::int as part', values: [by] })
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ part: 3 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  const [early, refused, late] = await Promise.allSettled([divide(1), divide(0), divide(3)])
  expect([early.status, refused.status, late.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a statement whose table is missing is prepared once the table exists', async () => {
  const asked = () =>
    ask(client, { name: 'not-yet', text: 'select id from not_yet where $1', values: [true] }, given.owner.workspace)
  await expect(asked()).rejects.toMatchObject({ code: '42P01' })
  await client.query('create temporary table not_yet (id int)')
  expect((await asked()).rows).toEqual([])
})

test('a statement whose columns changed fails once and is then read correctly', async () => {
  await client.query('create temporary table grown as select 1 as id')
  const asked = async () => (await ask(client, { name: 'grown', text: 'select * from grown', values: [] })).rows
  expect(await asked()).toEqual([{ id: 1 }])
  await client.query(`alter table grown add column name text not null default 'new'`)
  await expect(asked()).rejects.toMatchObject({ code: '0A000' })
  expect(await asked()).toEqual([{ id: 1, name: 'new' }])
})

test('a workspace is set only for its own statement', async () => {
  const where = { name: 'where', text: `select current_setting('app.workspace', true) as here`, values: [] }
  const workspace = given.owner.workspace
  expect((await ask(client, where, workspace)).rows).toEqual([{ here: workspace }])
  expect((await ask(client, where)).rows[0]).not.toEqual({ here: workspace })
  for (let time = 0; time < 2; time++)
    expect((await ask(client, { text: where.text, values: [] }, workspace)).rows).toEqual([{ here: workspace }])
  await expect(ask(client, where, `'; drop table users`)).rejects.toThrow()
})

test('two statements form one transaction: what the first sets applies to the second, and each gets its result', async () => {
  const workspace = given.owner.workspace
  const enter = (id: string) => ({
    name: 'enter-first',
    text: `select set_config('app.workspace', $1::uuid::text, true) as entered`,
    values: [id],
  })
  const where = { name: 'where-then', text: `select current_setting('app.workspace', true) as here`, values: [] }
  for (let time = 0; time < 2; time++) {
    const { first, second } = sendPair(client, enter(workspace), where)
    expect((await first).rows).toEqual([{ entered: workspace }])
    expect((await second).rows).toEqual([{ here: workspace }])
  }
  expect((await ask(client, where)).rows[0]).not.toEqual({ here: workspace })
  const wrong = sendPair(client, enter(workspace), { name: 'wrong-then', text: 'select 1 / $1::int', values: [0] })
  const [first, second] = await Promise.allSettled([wrong.first, wrong.second])
  expect(first).toMatchObject({ status: 'fulfilled', value: { rows: [{ entered: workspace }] } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  const nobody = sendPair(client, enter('nobody'), where)
  for (const one of await Promise.allSettled([nobody.first, nobody.second]))
    expect(one).toMatchObject({ status: 'rejected', reason: { code: '22P02' } })
  expect((await sendPair(client, enter(workspace), where).second).rows).toEqual([{ here: workspace }])
})

test('two statements run inside a workspace that is set before them, and only they do', async () => {
  const workspace = given.owner.workspace
  const here = (name: string) => ({
    name,
    text: `select current_setting('app.workspace', true) as ${name}`,
    values: [],
  })
  for (let time = 0; time < 2; time++) {
    const { first, second } = sendPair(client, here('first'), here('second'), workspace)
    expect((await first).rows).toEqual([{ first: workspace }])
    expect((await second).rows).toEqual([{ second: workspace }])
  }
  expect((await ask(client, here('later'))).rows[0]).not.toEqual({ later: workspace })
  expect(() => sendPair(client, here('first'), here('second'), `'; drop table users`)).toThrow('not an id')
})

test('the driver reuses a statement that was prepared here, by its name', async () => {
  const question = { name: 'shared-name', text: 'select $1::int as one', values: [1] }
  expect((await ask(client, question)).rows).toEqual([{ one: 1 }])
  expect((await client.query(question)).rows).toEqual([{ one: 1 }])
})

test('a name identifies only one statement', async () => {
  await ask(client, { name: 'one-name', text: 'select 1 as one', values: [] })
  await expect(ask(client, { name: 'one-name', text: 'select 2 as two', values: [] })).rejects.toThrow('another')
})
