import { users } from '@claviger/contract/people/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, analyzeTables, vacuumTables, watchPlans } from '#test/app/plans.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { usersNamed } from './users.many.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const reader = as(given.readOnly.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)
const write = (text: string, values: unknown[] = []) => world.superPool.query(text, values)
const group = newId()
const unit = newId()
let plansOf: Awaited<ReturnType<typeof watchPlans>>

beforeAll(async () => {
  await asOwner(
    world,
    `insert into users (workspace_id, id, user_id, first_name, last_name, active_keys, had_key, created_at)
     select '${workspace}', md5('person' || n)::uuid, 'p' || n, 'Person ' || lpad(n::text, 5, '0'),
       (array['Anna','Bruno','Viktor','Dora','Emil','Farid'])[1 + abs(hashint4(n)::bigint) % 6], case when n % 10 < 7 then 1 else 0 end, n % 10 < 8, now() - n * interval '1 second'
     from generate_series(1, 20000) n`,
  )
  await write('insert into groups (workspace_id, id, name) values ($1, $2, $3)', [workspace, group, 'Quarter'])
  await write('insert into organization_units (workspace_id, id, name) values ($1, $2, $3)', [
    workspace,
    unit,
    'Eighth',
  ])
  const members = (table: string, column: string, every: number) =>
    asOwner(
      world,
      `insert into ${table} (workspace_id, ${column}, user_id)
       select '${workspace}', '${column === 'group_id' ? group : unit}', md5('person' || n)::uuid from generate_series(1, 20000) n where n % ${every} = 0`,
    )
  await members('group_members', 'group_id', 4)
  await members('unit_members', 'unit_id', 8)
  await vacuumTables(world, 'users', 'user_sign_ins', 'group_members', 'unit_members', 'head_counts')
  await analyzeTables(world, workspace, 'users')
  plansOf = await watchPlans(world)
}, 120_000)

type Ask = NonNullable<Parameters<typeof reader.tell<typeof users.list>>[1]>

describe('a page of a large workspace, after the sessions have served a small one', () => {
  test.each<[string, Ask, number]>([
    ['all', {}, 500],
    ['by last sign-in', { sort: 'lastSignIn', order: 'desc' }, 500],
    ['by status', { status: [20] }, 500],
    ['by status, sorted by creation time', { status: [31], sort: 'created' }, 2500],
    ['by two statuses, sorted by creation time', { status: [20, 31], sort: 'created' }, 500],
    ['by group', { group }, 2500],
    ['by group and status', { group, status: [20] }, 4000],
    ['by unit, sorted by creation time', { unit, sort: 'created' }, 4000],
    ['a search', { search: 'vik' }, 1000],
    ['a search with few matches', { search: 'p123' }, 700],
    ['a search for two words in any order', { search: 'p12 vik' }, 1000],
    ['a search for two words in a group', { search: 'p1 vik', group }, 6000],
    ['a search in a group', { search: 'vik', group }, 6000],
    ['a search in a unit, sorted by last sign-in', { search: 'vik', unit, sort: 'lastSignIn' }, 8000],
    ['by group, unit, and status', { group, unit, status: [20] }, 25_000],
  ])('%s', async (_what, ask, most) => {
    for (let turn = 0; turn < 7; turn++) await elsewhere.tell(users.list, { ...ask, pageSize: 50 })
    const scans = await plansOf(async () => {
      const page = await reader.tell(users.list, { ...ask, pageSize: 50 })
      expect(page.items.length).toBe(50)
    })
    const looked = scans
      .filter(({ table }) => ['users', 'user_sign_ins', 'group_members', 'unit_members'].includes(table))
      .reduce((sum, scan) => sum + scan.rows, 0)
    expect(looked).toBeLessThan(most)
  })
})

test('existing users are looked up only by the identifiers of the new ones', async () => {
  const from = { actor: { kind: 'nobody' }, request: { id: 'plans', ip: '', userAgent: '' }, workspace } as const
  const named = { userIds: ['P7', 'nobody'], emails: ['p8@x.example'], employeeIds: ['9'] }
  const find = () => transact(world, from, ctx => usersNamed(ctx.db, named))
  for (let turn = 0; turn < 7; turn++) await find()
  const scans = await plansOf(async () => {
    expect((await find()).map(row => row.user_id)).toEqual(['p7'])
  })
  expect(scans.filter(({ table }) => table === 'users').reduce((sum, scan) => sum + scan.rows, 0)).toBeLessThan(20)
})

test('a search in a group and combined filters return the expected users on every page', async () => {
  const expected = async (where: string) => {
    const { rows } = await write(
      `select u.user_id from users u where u.workspace_id = $1 and u.deleted_at is null and ${where} order by u.sort_name, u.id limit 100`,
      [workspace],
    )
    return rows.map(row => (row as { user_id: string }).user_id)
  }
  const inGroup = `exists (select from group_members m where m.group_id = '${group}' and m.user_id = u.id)`
  const inUnit = `exists (select from unit_members m where m.unit_id = '${unit}' and m.user_id = u.id)`
  for (const [ask, where] of [
    [{ search: 'vik', group }, `u.search like '%vik%' and ${inGroup}`],
    [{ search: 'p12 vik', group }, `u.search like '%vik%' and u.search like '%p12%' and ${inGroup}`],
    [{ search: '0123', unit }, `u.search like '%0123%' and ${inUnit}`],
    [{ group, unit, status: [20] }, `${inGroup} and ${inUnit} and u.status = 20`],
    [{ group, withoutKey: true }, `${inGroup} and u.active_keys = 0`],
  ] as const) {
    const found = await expected(where)
    const first = await reader.tell(users.list, {
      ...ask,
      status: [...('status' in ask ? ask.status : [])],
      pageSize: 50,
    })
    expect(first.items.map(item => item.userId)).toEqual(found.slice(0, 50))
    if (first.next === null) continue
    const after = await reader.tell(users.list, {
      ...ask,
      status: [...('status' in ask ? ask.status : [])],
      pageSize: 50,
      after: first.next,
    })
    expect(after.items.map(item => item.userId)).toEqual(found.slice(50, 100))
  }
})
