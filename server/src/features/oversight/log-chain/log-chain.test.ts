import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { watchPlans } from '#test/app/plans.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { newIdAt } from '#platform/ids.ts'
import { type ActivityEntry, record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { lineFields } from './line.ts'
import { linkLog } from './log-chain.ts'
import { beginRegister } from './register/register.ts'
import { trimLog } from './log-trimming.ts'
import { verifyLog } from './chain-verification.ts'

const { given, world, clock } = await startTestApp()
const { workspace } = given.owner
const owner = new pg.Client(world.config.databaseUrl)
await owner.connect()
afterAll(() => owner.end())

const request = { id: 'r', ip: '203.0.113.80', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' }
const standpoint = { actor: { kind: 'nobody' }, request, workspace } as const
const by = { id: given.owner.id, name: given.owner.name }
const entry: ActivityEntry = {
  action: 'user.updated',
  by,
  object: { type: 'user', id: given.user.id, name: given.user.name },
  before: { lastName: 'Kovářová', ' b': 1 },
  after: { lastName: 'Novák', phone: { a: 1, b: [1, 2.5] } },
}
const logged = (more: Partial<ActivityEntry> = {}) =>
  transact(world, standpoint, ctx => record(ctx, { ...entry, ...more }))

const check = async (noted?: { position: number; hash: string }) => {
  for await (const verdict of verifyLog(world, { slug: 'northgate', noted })) return verdict
  throw new Error('no verdict')
}
const placed = async () =>
  (
    await owner.query<{ position: number; activity_id: string }>(
      'select position, activity_id from activity_links where workspace_id = $1 order by position',
      [workspace],
    )
  ).rows

/** Links until so many lines have a position: other tests may hold transactions for which linking waits. */
const linked = async (count: number) => {
  await expect
    .poll(
      async () => {
        await linkLog(world)
        return (await placed()).length
      },
      { timeout: 10_000 },
    )
    .toBe(count)
}

async function beginAnew() {
  for (const table of ['activities', 'activity_links', 'activity_chains', 'activity_seals', 'activity_linking'])
    await owner.query(`truncate ${table}`)
  await owner.query('truncate log_register, log_register_chains')
  await owner.query("update log_register_head set position = 0, hash = decode(repeat('00', 32), 'hex'), seal = null")
  await owner.query('update workspaces set created_at = $1', [clock.now()])
  await rm(world.config.logCheckpoints, { force: true })
  await beginRegister(world)
}

beforeEach(async () => {
  await beginAnew()
  for (let n = 0; n < 9; n++) await logged()
  await logged({ failed: 'Not today' })
  await linked(10)
})

test('an untouched log verifies, and its end can be noted and compared later', async () => {
  const first = await check()
  expect(first).toMatchObject({ workspace: 'northgate', checked: 10, head: { position: 10 }, fault: null })
  const noted = { position: 10, hash: first.head?.hash ?? '' }
  await logged()
  await linked(11)
  expect(await check(noted)).toMatchObject({ checked: 11, fault: null })
  expect(await check({ ...noted, hash: '0'.repeat(64) })).toMatchObject({ fault: { kind: 'seal', position: 10 } })
  expect(await check({ position: 12, hash: noted.hash })).toMatchObject({ fault: { kind: 'removed', position: 12 } })
})

test('the hash covers every log column except the transaction ID', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'activities'",
  )
  expect(rows.map(row => row.name).toSorted()).toEqual([...lineFields, 'xid'].toSorted())
})

test.each([
  ['at', "at + interval '1 microsecond'"],
  ['kind', "'use'"],
  ['action', "'user.deleted'"],
  ['status', '2'],
  ['reason', "'Because'"],
  ['actor_id', 'gen_random_uuid()'],
  ['actor_name', "'Somebody Else'"],
  ['object_type', "'group'"],
  ['object_id', 'null'],
  ['object_name', "'Nobody'"],
  ['before', `before || '{"lastName": "Kovarova"}'`],
  ['after', `after - 'phone'`],
  ['ip', "'203.0.113.81'"],
  ['user_agent', "''"],
  ['request_id', "'s'"],
  ['decision', `'{"allowed": true}'`],
])('an altered %s is detected', async (column, value) => {
  const middle = (await placed())[4]!
  await owner.query(`update activities set ${column} = ${value} where id = $1`, [middle.activity_id])
  expect(await check()).toMatchObject({ checked: 4, fault: { kind: 'altered', position: 5, line: middle.activity_id } })
})

test('an altered ID or workspace counts as a removed line', async () => {
  const middle = (await placed())[4]!
  await owner.query('update activities set id = gen_random_uuid() where id = $1', [middle.activity_id])
  expect(await check()).toMatchObject({ fault: { kind: 'removed', position: 5 } })
})

test('a line removed from the middle is detected, with or without its link in the chain', async () => {
  const middle = (await placed())[4]!
  await owner.query('delete from activities where id = $1', [middle.activity_id])
  expect(await check()).toMatchObject({ checked: 4, fault: { kind: 'removed', position: 5 } })
  await owner.query('delete from activity_links where activity_id = $1', [middle.activity_id])
  expect(await check()).toMatchObject({ fault: { kind: 'removed', position: 5, says: 'Position 5 was removed' } })
})

test('a truncated tail is detected, even if the chain is rewound before it and continues', async () => {
  await owner.query('delete from activities where id in (select activity_id from activity_links where position > 7)')
  expect(await check()).toMatchObject({ fault: { kind: 'removed', position: 8 } })
  await owner.query('delete from activity_links where position > 7')
  expect(await check()).toMatchObject({
    fault: { kind: 'removed', position: 8, says: 'Positions 8 to 10 were removed' },
  })
  await owner.query(
    'update activity_chains c set position = 7, hash = (select hash from activity_links where position = 7)',
  )
  expect(await check()).toMatchObject({ fault: { kind: 'seal' } })
  await logged()
  await linked(8)
  expect(await check()).toMatchObject({ fault: { kind: 'seal' } })
})

test('a truncated beginning is detected', async () => {
  await owner.query('delete from activities where id in (select activity_id from activity_links where position <= 3)')
  await owner.query(
    `update activity_chains set anchor_position = 3, anchor_hash = (select hash from activity_links where position = 3)`,
  )
  await owner.query('delete from activity_links where position <= 3')
  expect(await check()).toMatchObject({ fault: { kind: 'seal' } })
})

test('a deleted chain is detected', async () => {
  await owner.query('delete from activity_chains')
  expect(await check()).toMatchObject({ fault: { kind: 'register' } })
})

test('swapped lines and swapped positions are detected', async () => {
  const [, one, other] = await placed()
  const change = 'update activities set actor_name = $2 where id = $1'
  await owner.query(change, [one!.activity_id, 'One'])
  expect(await check()).toMatchObject({ fault: { kind: 'altered', position: 2 } })
  await owner.query(change, [one!.activity_id, by.name])
  expect(await check()).toMatchObject({ fault: null })
  const move = 'update activity_links set position = $2 where activity_id = $1'
  for (const [id, to] of [
    [one!.activity_id, 99],
    [other!.activity_id, 2],
    [one!.activity_id, 3],
  ])
    await owner.query(move, [id, to])
  expect(await check()).toMatchObject({ fault: { kind: 'altered', position: 2 } })
})

const insertAt = (at: Date, xid = 'pg_current_xact_id()::text::bigint', through: pg.ClientBase = owner) =>
  through.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name, xid)
     values ($1, $2, $3, 'change', 'user.deleted', 1, 'Grace Hopper', ${xid})`,
    [workspace, newIdAt(at), at],
  )

test('a line inserted into the past is detected', async () => {
  clock.forward(days(1))
  await logged()
  await linked(11)
  clock.forward(minutes(2))
  await logged()
  await linked(12)
  await insertAt(later(clock.now(), -minutes(30)))
  await linked(13)
  expect(await check()).toMatchObject({ checked: 12, fault: { kind: 'inserted', position: 13 } })
})

test('a line that waited long for its commit is not reported as forged', async () => {
  const slow = await world.superPool.connect()
  await slow.query('begin')
  await insertAt(clock.now(), undefined, slow)
  for (let n = 0; n < 3; n++) {
    clock.forward(minutes(20))
    await linkLog(world)
  }
  await slow.query('commit')
  slow.release()
  await linked(11)
  expect(await check()).toMatchObject({ checked: 11, fault: null })
})

test('a line with an old transaction ID or a forged position is detected', async () => {
  await insertAt(clock.now(), `'3'`)
  expect(await check()).toMatchObject({ fault: { kind: 'inserted', position: null } })
  await owner.query(
    `insert into activity_links select workspace_id, 11, id, 'epoch', '\\x${'ab'.repeat(32)}' from activities where xid = '3'`,
  )
  expect(await check()).toMatchObject({ fault: { kind: 'altered', position: 11 } })
})

test('recomputed hashes do not match their seals', async () => {
  await owner.query("update activity_links set hash = sha256('x') where position = 10")
  await owner.query("update activity_chains set hash = sha256('x')")
  expect((await check()).fault?.kind).toBe('altered')
})

test('a line that commits late still gets its position', async () => {
  const slow = await world.superPool.connect()
  await slow.query('begin')
  await insertAt(clock.now(), undefined, slow)
  await logged()
  expect(await linkLog(world)).toBe(0)
  await slow.query('commit')
  slow.release()
  await linked(12)
  expect(await check()).toMatchObject({ checked: 12, fault: null })
})

test('ten thousand lines of one transaction are linked in batches, with seals in between', async () => {
  const many = Array.from({ length: 10_000 }, () => entry)
  await transact(world, standpoint, ctx => recordMany(ctx, by, many))
  await linked(10_010)
  expect(await check()).toMatchObject({ checked: 10_010, fault: null })
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from activity_seals')
  expect(rows[0]?.n).toBeGreaterThanOrEqual(3)
})

test('linking a large transaction reads each line about once, not once per batch', async () => {
  const many = Array.from({ length: 4000 }, () => entry)
  await transact(world, standpoint, ctx => recordMany(ctx, by, many))
  const plansOf = await watchPlans(world)
  const scans = await plansOf(() => linked(4010))
  const looked = scans.filter(({ table }) => table === 'activities').reduce((sum, scan) => sum + scan.rows, 0)
  expect(looked).toBeGreaterThanOrEqual(4000)
  expect(looked).toBeLessThan(6000)
})

test('a large log that is older than its chain is not reported as forged', async () => {
  const old = (wanted: string, from: number) =>
    owner.query(
      `insert into activities (workspace_id, id, at, kind, action, status, actor_name)
       select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, to_timestamp(n), 'use', 'sign-in.passkey', 1, 'Long ago'
       from generate_series($3::integer, $3::integer + 12000) n`,
      [wanted, newIdAt(new Date(1000)).slice(0, 24), from],
    )
  await old(given.ownerElsewhere.workspace, 1)
  await expect.poll(() => linkLog(world), { timeout: 10_000 }).toBe(12_001)
  for await (const verdict of verifyLog(world, { slug: 'southgate' }))
    expect(verdict).toMatchObject({ checked: 12_001, fault: null })
})

test('a log whose first linking run is shared by several processes is not reported as forged', async () => {
  await beginAnew()
  clock.forward(days(1))
  await owner.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name)
     select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, to_timestamp(n), 'use', 'sign-in.passkey', 1, 'Long ago'
     from generate_series(1, 3000) n`,
    [workspace, newIdAt(new Date(1000)).slice(0, 24)],
  )
  await Promise.all([linkLog(world, { waits: true }), linkLog(world, { waits: true }), linkLog(world, { waits: true })])
  await linked(3000)
  expect(await check()).toMatchObject({ checked: 3000, fault: null })
})

test('two processes link every line exactly once', async () => {
  for (let n = 0; n < 20; n++) await logged()
  await Promise.all([linked(30), linkLog(world, { waits: true }), linkLog(world, { waits: true })])
  expect(await check()).toMatchObject({ checked: 30, fault: null })
})

test('the log still verifies after retention, and retention keeps a tampered log', async () => {
  await owner.query(
    `insert into workspace_settings (workspace_id, activity_days) values ($1, 30)
    on conflict (workspace_id) do update set activity_days = 30`,
    [workspace],
  )
  clock.forward(days(20))
  for (let n = 0; n < 3; n++) await logged()
  await linked(13)
  clock.forward(days(11))
  await trimLog(world)
  await linked(4)
  expect(await check()).toMatchObject({ checked: 4, head: { position: 14 }, fault: null })
  const { rows } = await owner.query("select actor_name, before from activities where action = 'activity.trimmed'")
  expect(rows).toEqual([{ actor_name: 'Claviger', before: { lines: 10 } }])
  await logged()
  await linked(5)
  expect(await check()).toMatchObject({ checked: 5, fault: null })
  await owner.query("update activities set actor_name = 'x' where id = $1", [(await placed())[0]!.activity_id])
  clock.forward(days(40))
  await trimLog(world)
  expect(await check()).toMatchObject({ fault: { kind: 'altered', position: 11 } })
})

test.each(['claviger_app', 'claviger_unit'])('%s can neither change nor delete log lines', async role => {
  await owner.query(`set role ${role}; set app.workspace = '${workspace}'`)
  const statements = [
    "update activities set actor_name = 'x'",
    'delete from activities',
    'delete from activity_links',
    'insert into activity_chains (workspace_id) values (gen_random_uuid())',
    "update activity_linking set passed_at = 'epoch'",
  ]
  try {
    for (const statement of statements)
      await expect(owner.query(statement), statement).rejects.toThrow(/permission denied/)
  } finally {
    await owner.query('reset role')
  }
})
