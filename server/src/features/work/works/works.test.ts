import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { users, userStatus } from '@claviger/contract/people/users'
import type { Run } from '@claviger/contract/work/runs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { longWorks } from '#jobs/long-works.ts'
import { transact } from '#platform/db/transaction.ts'
import { longWork, registerKinds } from './work-kind.ts'
import { resumeWorks } from './works.jobs.ts'
import { findWork, findRowsToUndo, type Work } from './works.store.ts'

const home = await startTestApp()
const { app, as, given, world } = home
const admin = as(given.administrator.accessToken)
const manager = as(given.userManager.accessToken)
const { workspace } = given.owner

const staff = (prefix: string, count: number) => addCrowd(home, prefix, count)
async function finished(run: Run): Promise<Run> {
  await expect
    .poll(async () => (await admin.tell(bulkRuns.get, { id: run.id })).finishedAt, { timeout: 20_000 })
    .not.toBeNull()
  return admin.tell(bulkRuns.get, { id: run.id })
}
const suspended = async (ids: readonly string[]) =>
  (await world.superPool.query('select from users where id = any($1) and status = 40', [ids])).rowCount
async function cutShort(run: Run, done: number): Promise<void> {
  await world.superPool.query(
    `update users set suspended_at = null where id in (select subject from work_rows where work_id = $1 and row > $2)`,
    [run.id, done],
  )
  await world.superPool.query(
    'update work_rows set outcome = null, acted_at = null, was = null where work_id = $1 and row > $2',
    [run.id, done],
  )
  await world.superPool.query(
    `update works set state = 'running', finished_at = null, processed = $2, last_row = $2,
       counts = jsonb_build_object('done', $2::integer), touched_at = now() - interval '1 minute' where id = $1`,
    [run.id, done],
  )
}

test('each kind has a unique name', () => {
  const names = longWorks.map(kind => kind.name)
  expect(new Set(names).size).toBe(names.length)
})

test('stopped work keeps its finished rows, reports the rest, and can be undone', async () => {
  const ids = await staff('Halted', 80)
  const run = await finished(await admin.tell(bulkRuns.suspend, { ids }))
  expect(await admin.ask(bulkRuns.stop, { id: run.id })).toMatchObject({ status: 409, body: { code: 'wrong-step' } })
  await cutShort(run, 60)
  const stopped = await admin.tell(bulkRuns.stop, { id: run.id })
  expect(stopped).toMatchObject({ stopped: true, total: 80, processed: 80, succeeded: 60 })
  expect(stopped.undoUntil).not.toBeNull()
  await resumeWorks.work(world, {})
  expect(await suspended(ids)).toBe(60)
  const { items, total } = await admin.tell(bulkRuns.rows, { id: run.id, refused: true })
  expect([total, new Set(items.map(row => row.reason))]).toEqual([20, new Set(['stopped'])])
  const { rows } = await world.superPool.query(
    "select actor_name, after from activities where object_id = $1 and action = 'work.stopped'",
    [run.id],
  )
  expect(rows).toEqual([{ actor_name: 'Grace Hopper', after: { rows: 60, of: 80 } }])
  const undone = await finished(await admin.tell(bulkRuns.undo, { id: run.id }))
  expect(undone).toMatchObject({ total: 60, succeeded: 60, undoes: run.id })
  expect(await suspended(ids)).toBe(0)
})

test('a retry repeats only the failed rows as a new run', async () => {
  const keyless = await given.addUser('Again', 'Keyless')
  const ids = [keyless, ...(await staff('Again', 2))]
  const run = await admin.tell(bulkRuns.suspend, { ids })
  expect(run).toMatchObject({ total: 3, succeeded: 2 })
  await given.addActiveKeys([keyless])
  await admin.tell(bulkRuns.activateOne, { id: ids[1] as string })
  const again = await admin.tell(bulkRuns.retry, { id: run.id })
  expect(again).toMatchObject({ act: 'suspend', total: 1, succeeded: 1 })
  expect((await admin.tell(users.get, { id: ids[1] as string })).status).toBe(userStatus.active)
  expect(await admin.ask(bulkRuns.retry, { id: again.id })).toMatchObject({ status: 409 })
  const undone = await admin.tell(bulkRuns.undo, { id: run.id })
  expect(await admin.ask(bulkRuns.retry, { id: undone.id })).toMatchObject({ status: 409 })
})

test('a retry uses the permissions of the user who retries, not of the one who started', async () => {
  const above = await given.addUser('Reach', 'Above')
  await testData(home).appoint(above, 2)
  const run = await as(given.owner.accessToken).tell(bulkRuns.suspend, { ids: [above] })
  expect(run).toMatchObject({ total: 1, succeeded: 0 })
  await given.addActiveKeys([above])
  expect(await manager.tell(bulkRuns.retry, { id: run.id })).toMatchObject({ total: 1, succeeded: 0 })
  expect((await admin.tell(users.get, { id: above })).status).toBe(userStatus.active)
  expect(await as(given.owner.accessToken).tell(bulkRuns.retry, { id: run.id })).toMatchObject({ succeeded: 1 })
})

test('the result of a run can be downloaded as a file', async () => {
  const ids = await staff('Filed', 2)
  const run = await admin.tell(bulkRuns.suspend, { ids: [...ids, given.owner.id] })
  const file = async (query: string, language?: string) => {
    const { payload, headers } = await app.inject({
      url: `/administrator/tokens/bulk/${run.id}/result${query}`,
      headers: { authorization: given.administrator.accessToken, ...(language && { 'accept-language': language }) },
    })
    expect(headers['content-type']).toContain('text/csv')
    return payload.slice(1).split('\r\n').filter(Boolean).toSorted()
  }
  expect(await file('')).toEqual([
    'Ada Byron,ada.byron@northgate.example,Not done,has a higher role than you',
    'Filed No00001,Filed1,Done,',
    'Filed No00002,Filed2,Done,',
    'Name,User ID,Result,Reason',
  ])
  expect(await file('?refused=true', 'de')).toEqual([
    'Ada Byron,ada.byron@northgate.example,Nicht erledigt,hat eine höhere Rolle als Sie',
    expect.stringContaining('Ergebnis'),
  ])
})

test('other workspaces and read-only users can neither stop nor retry a run', async () => {
  const run = await admin.tell(bulkRuns.suspend, { ids: await staff('Foreign', 1) })
  for (const call of [bulkRuns.stop, bulkRuns.retry]) {
    expect(await as(given.ownerElsewhere.accessToken).ask(call, { id: run.id })).toMatchObject({ status: 404 })
    expect(await as(given.readOnly.accessToken).ask(call, { id: run.id })).toMatchObject({ status: 403 })
  }
  expect(await as(given.ownerElsewhere.accessToken).ask(bulkRuns.result, { id: run.id })).toMatchObject({ status: 404 })
})

const broken = longWork('test-broken', {
  may: 'users.write',
  object: 'bulk-run',
  lines: { begun: { action: 'users.act-started', says: () => ({}) } },
  did: ['done'],
  size: () => 10,
  write: () => Promise.reject(new Error('this kind cannot be done')),
})

test('failing work does not block other work, and is given up after half an hour', async () => {
  registerKinds([broken])
  const ids = await staff('Behind', 60)
  const run = await finished(await admin.tell(bulkRuns.suspend, { ids }))
  const [failing, newer] = [crypto.randomUUID(), crypto.randomUUID()]
  await world.superPool.query(
    `insert into works (workspace_id, id, kind, state, parameters, total, counts, actor_id, actor_name, created_at, touched_at)
     select $1, id, kind, 'running', '{}', 3, '{}', $4, 'Grace Hopper', now(), now() - interval '1 hour'
     from (values ($2::uuid, 'test-broken'), ($3::uuid, 'test-newer')) one(id, kind)`,
    [workspace, failing, newer, given.administrator.id],
  )
  await world.superPool.query(
    'insert into work_rows (workspace_id, work_id, row, subject) select $1, $2, n, gen_random_uuid() from generate_series(1, 3) n',
    [workspace, failing],
  )
  await cutShort(run, 50)
  await resumeWorks.work(world, {})
  expect(await suspended(ids)).toBe(60)
  const state = async () =>
    (await world.superPool.query('select state, failures, counts from works where id = $1', [failing])).rows[0]
  expect(await state()).toEqual({ state: 'running', failures: 1, counts: {} })
  for (let tries = 2; tries <= 30; tries++) {
    await world.superPool.query(`update works set touched_at = now() - interval '1 minute' where id in ($1, $2)`, [
      failing,
      newer,
    ])
    await resumeWorks.work(world, {})
  }
  const waits = await world.superPool.query('select state, failures from works where id = $1', [newer])
  expect(waits.rows).toEqual([{ state: 'running', failures: 30 }])
  await world.superPool.query('delete from works where id = $1', [newer])
  expect(await state()).toEqual({ state: 'stopped', failures: 0, counts: { refused: 3 } })
  const { rows } = await world.superPool.query('select distinct reason from work_rows where work_id = $1', [failing])
  expect(rows).toEqual([{ reason: 'failed' }])
})

test('a retry for a group deleted since adds no user and gives the reason', async () => {
  const [free] = await staff('Free', 1)
  const [member] = await staff('Member', 1)
  const { id: group } = await admin.tell(groups.create, { name: 'Short-lived' })
  await admin.tell(bulkRuns.addToGroup, { ids: [member as string], target: group })
  const run = await admin.tell(bulkRuns.addToGroup, { ids: [free as string, member as string], target: group })
  expect(run).toMatchObject({ total: 2, succeeded: 1 })
  await admin.tell(groups.remove, { groupId: group })
  const again = await admin.tell(bulkRuns.retry, { id: run.id })
  expect(again).toMatchObject({ total: 1, succeeded: 0 })
  const { items } = await admin.tell(bulkRuns.rows, { id: again.id })
  expect(items.map(row => row.reason)).toEqual(['target-closed'])
})

test('an undo of many rows reads each row only a few times', async () => {
  const ids = await staff('Counted', 2000)
  const run = await finished(await admin.tell(bulkRuns.suspend, { ids }))
  const undo = await finished(await admin.tell(bulkRuns.undo, { id: run.id }))
  expect(await suspended(ids)).toBe(0)
  await world.superPool.query('update work_rows set outcome = null where work_id = $1', [undo.id])
  const standpoint = { actor: { kind: 'nobody' }, request: { id: 'r', ip: '', userAgent: '' }, workspace } as const
  await transact(world, standpoint, async ctx => {
    const work = (await findWork(ctx.db, workspace, undo.id)) as Work
    expect(await findRowsToUndo(ctx.db, { ...work, last_row: 0 }, 2000)).toHaveLength(2000)
    const { rows } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
      where relname = 'work_rows'`.execute(ctx.db)
    expect(rows[0]?.read).toBeLessThan(20 * ids.length)
  })
})
