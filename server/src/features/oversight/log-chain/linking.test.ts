// Several logs that link independently: a delayed one, an idle one, and a restored database.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId, newIdAt } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import { linkLog } from './log-chain.ts'
import { verifyLog } from './chain-verification.ts'

const { given, world, clock } = await startTestApp()
const [north, south] = [given.owner.workspace, given.ownerElsewhere.workspace]
const owner = new pg.Client(world.config.databaseUrl)
await owner.connect()
afterAll(() => owner.end())

const request = { id: 'r', ip: '203.0.113.80', userAgent: '' }
const logged = (workspace: string) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace }, ctx =>
    record(ctx, { action: 'user.updated', by: { id: null, name: 'Somebody' } }),
  )
const putIn = (workspace: string, at: Date, through: pg.ClientBase = owner) =>
  through.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name)
     values ($1, $2, $3, 'change', 'user.deleted', 1, 'Grace Hopper')`,
    [workspace, newIdAt(at), at],
  )
const waitingIn = async (workspaces: string[]) =>
  (
    await owner.query(
      `select from activities a where workspace_id = any($1)
       and not exists (select from activity_links l where l.workspace_id = a.workspace_id and l.activity_id = a.id)`,
      [workspaces],
    )
  ).rowCount
const linked = (...workspaces: string[]) =>
  expect
    .poll(
      async () => {
        await linkLog(world)
        return waitingIn(workspaces)
      },
      { timeout: 20_000 },
    )
    .toBe(0)
const rowOf = async (workspace: string) =>
  (
    await owner.query<{ version: string; newest: boolean; counted: boolean }>(
      `select xmin || '/' || ctid as version, all_below = (select max(all_below) from activity_linking) as newest,
         greatest(linked_below, all_below, mark) <= pg_snapshot_xmax(pg_current_snapshot()) as counted
       from activity_linking where workspace_id = $1`,
      [workspace],
    )
  ).rows[0]
const slugs = new Set(['northgate', 'southgate'])
const faults = async () => {
  const found: Record<string, unknown> = {}
  for await (const { workspace, fault } of verifyLog(world)) if (fault && slugs.has(workspace)) found[workspace] = fault
  return found
}

test('while a process is blocked in one log, another links the next and finishes the first if it is killed', async () => {
  await logged(north)
  await linked(north, south)
  const before = await faults()
  await logged(north)
  const late = await world.superPool.connect()
  await late.query('begin')
  await putIn(south, clock.now(), late)
  const ended =
    'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > max(xid) as so from activities where workspace_id = $1'
  await expect.poll(async () => (await owner.query(ended, [north])).rows, { timeout: 20_000 }).toEqual([{ so: true }])
  await owner.query('begin')
  await owner.query('select from activity_chains where workspace_id = $1 for update', [north])
  const pool = new pg.Pool({ connectionString: world.config.databaseUrl })
  pool.on('connect', client => client.on('error', () => undefined))
  const another = Object.assign(Object.create(world) as typeof world, { superPool: pool })
  const first = linkLog(another).catch((error: unknown) => error)
  const held = async () =>
    (
      await owner.query<{ pid: number }>(
        'select distinct pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
    ).rows
  await expect.poll(async () => (await held()).length, { timeout: 20_000 }).toBe(1)
  await late.query('commit')
  late.release()
  await linked(south)
  expect(await waitingIn([north])).toBe(1)
  await owner.query('select pg_terminate_backend($1)', [(await held())[0]?.pid])
  expect(await first).toBeInstanceOf(Error)
  await owner.query('rollback')
  await pool.end()
  await linked(north)
  expect(await faults()).toEqual(before)
})

test('an idle log is not touched, and lines inserted into its past are still detected', async () => {
  await logged(south)
  await linked(north, south)
  await logged(north)
  await linked(north)
  const before = await rowOf(south)
  for (let n = 0; n < 3; n++) {
    clock.forward(days(1))
    await logged(north)
    await linked(north)
  }
  expect(await rowOf(south)).toEqual(before)
  expect(before).toMatchObject({ newest: false })
  await putIn(south, later(clock.now(), -days(2)))
  await linked(south)
  expect(await faults()).toEqual({ southgate: expect.objectContaining({ kind: 'inserted' }) as unknown })
})

test('lines of a deleted workspace block no other log', async () => {
  await putIn(newId(), clock.now())
  await logged(north)
  await linked(north, south)
  await logged(north)
  await linked(north)
  expect(await rowOf(north)).toMatchObject({ newest: true })
  expect(await linkLog(world)).toBe(0)
})

test('after the transaction counter of the database restarts, all chains continue', async () => {
  await logged(south)
  await linked(north, south)
  await owner.query("update activity_linking set linked_below = '99999999999', all_below = '99999999999', seal = ''")
  await logged(north)
  await linked(north)
  for (const one of [north, south]) expect(await rowOf(one)).toMatchObject({ counted: true })
  await logged(south)
  await linked(south)
})
