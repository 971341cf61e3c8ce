import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '../ids.ts'
import { problem } from '../problem.ts'
import { statementOf } from './parts.ts'
import { runAutocommit, runSingleStatement, transact } from './transaction.ts'

// One connection, so that consecutive statements share it
const { world, given } = await startTestApp({ DATABASE_POOL: '1' })
const workspace = given.owner.workspace
const nobody = {
  actor: { kind: 'nobody' },
  request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
} as const
const inside = <T>(text: string, values: unknown[] = [], here = workspace) =>
  runAutocommit(world, { ...nobody, workspace: here }, at => runSingleStatement<T>(at, { text, values }))
const nameNow = async () => {
  const { rows } = await world.superPool.query<{ name: string }>('select name from workspaces where id = $1', [
    workspace,
  ])
  return rows[0]?.name
}
const rename = 'update workspaces set name = $1 where id = $2 returning name'
beforeEach(() => world.superPool.query(rename, ['Before', workspace]))

test('a single statement sees only its workspace and is committed when it is answered', async () => {
  const other = newId()
  await world.superPool.query(
    `insert into workspaces (id, slug, name, type, sealed_key) values ($1, 'other', 'Other', 1, '')`,
    [other],
  )
  expect(await inside('select id from workspaces')).toEqual([{ id: workspace }])
  expect(await inside('select id from workspaces', [], other)).toEqual([{ id: other }])
  expect(await inside(rename, ['Alone', workspace])).toEqual([{ name: 'Alone' }])
  expect(await nameNow()).toBe('Alone')
  expect(await inside(rename, ['Never', workspace], other)).toEqual([])
  expect(await nameNow()).toBe('Alone')
})

test('no workspace setting stays on the connection, even after a failure', async () => {
  await inside('select id from workspaces')
  await expect(world.pool.query('select id from workspaces')).rejects.toThrow(/app\.workspace|uuid: ""/)
  await expect(inside('select 1 / count(*) from workspaces where name = $1', ['Nobody'])).rejects.toThrow('division')
  await expect(world.pool.query('select id from workspaces')).rejects.toThrow(/app\.workspace|uuid: ""/)
  expect(await inside('select id from workspaces where id = $1', [workspace])).toEqual([{ id: workspace }])
})

test('a failing statement rolls back all of its parts', async () => {
  const parts = {
    name: { text: 'update workspaces set name = $1 from agreed where id = $2', values: ['Never', workspace] },
    broken: {
      text: 'insert into groups (workspace_id, id, name) select $1::uuid, $2::uuid, null from agreed',
      values: [workspace, newId()],
    },
  }
  const work = runAutocommit(world, { ...nobody, workspace }, at =>
    runSingleStatement(at, statementOf(parts, 'select 1')),
  )
  await expect(work).rejects.toMatchObject({ code: '23502' })
  expect(await nameNow()).toBe('Before')
})

test.each([
  ['holds', 'true', ['Agreed'], 'Agreed'],
  ['does not hold', 'false', [], 'Before'],
])('parts are numbered consecutively and depend on a condition that %s', async (_what, holds, names, after) => {
  const parts = {
    agreed: { text: `select $1::text as called where ${holds}`, values: ['Agreed'] },
    renamed: {
      text: 'update workspaces set name = agreed.called || $2 from agreed where id = $1 returning name',
      values: [workspace, ''],
    },
  }
  const rows = await runAutocommit(world, { ...nobody, workspace }, at =>
    runSingleStatement<{ name: string }>(at, statementOf(parts, 'select name from renamed')),
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(await nameNow()).toBe(after)
})

test('writes that a refusal between statements keeps are committed', async () => {
  const work = runAutocommit(world, { ...nobody, workspace }, async at => {
    await runSingleStatement(at, { text: 'select id from workspaces', values: [] })
    throw problem('not-found').but(workspace, async kept => {
      await sql`update workspaces set name = 'Left' where id = ${workspace}::uuid`.execute(kept.db)
    })
  })
  await expect(work).rejects.toMatchObject({ code: 'not-found' })
  expect(await nameNow()).toBe('Left')
})

test('single statements do not affect transactions before and after them on the same connection', async () => {
  const order = await Promise.all([
    transact(world, { ...nobody, workspace }, ({ db }) => db.selectFrom('workspaces').select('id').execute()),
    inside('select id from workspaces'),
    transact(world, { ...nobody, workspace }, ({ db }) => db.selectFrom('workspaces').select('id').execute()),
  ])
  expect(order).toEqual([[{ id: workspace }], [{ id: workspace }], [{ id: workspace }]])
})
