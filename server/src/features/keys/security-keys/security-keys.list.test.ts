import { type KeyQuery, keySorts, securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, analyzeTables, vacuumTables, watchPlans } from '#test/app/plans.ts'
import { newId } from '#platform/ids.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const reader = as(given.readOnly.accessToken)
const write = (text: string, values: unknown[] = []) => world.superPool.query(text, values)
const group = newId()
const unit = newId()
let unitAdmin = reader

// 5,000 users with 20 keys each; 1 % in the group, 2 % in the unit
beforeAll(async () => {
  await write(
    `insert into users (workspace_id, id, user_id, first_name, last_name, active_keys)
     select $1, gen_random_uuid(), 'u' || n, 'Person', 'Number ' || lpad(n::text, 5, '0'), 20 from generate_series(1, 5000) n`,
    [workspace],
  )
  await asOwner(
    world,
    `insert into security_keys (workspace_id, id, user_id, kind, name, status, verification, aaguid, blocked_at,
       credential_storage, proximity, audit, offline, remembered_pin_hours, activation, made_by_name, created_at,
       changed_at, last_used_at)
     select u.workspace_id, gen_random_uuid(), u.id, k.kind, 'Key ' || right(u.user_id, 5) || '-' || n, case n when 7 then 40 when 8 then 30 else 20 end,
       case k.kind when 2 then 3 + n / 4 % 2 when 1 then 1 end,
       case k.kind when 3 then '2fc0579f-8113-47ea-b116-bb5a8db9202a'::uuid end, case when n = 9 and u.user_id like '%77' then now() end,
       1, false, true, false, 0, 1, 'Test', now() - n * interval '1 hour', now(), case when n % 3 = 0 then now() - n * interval '1 day' end
     from users u, generate_series(1, 20) n, lateral (select 1 + n % 4 as kind) k where u.user_id like 'u%' and u.workspace_id = '${workspace}'`,
  )
  await write('insert into groups (workspace_id, id, name) values ($1, $2, $3)', [workspace, group, 'Ward'])
  await write('insert into organization_units (workspace_id, id, name) values ($1, $2, $3)', [workspace, unit, 'Lab'])
  await write(
    `insert into group_members (workspace_id, group_id, user_id) select $1, $2, id from users where workspace_id = $1 and user_id ~ '^u.*00$'`,
    [workspace, group],
  )
  await write(
    `insert into unit_members (workspace_id, unit_id, user_id) select $1, $2, id from users where workspace_id = $1 and user_id ~ '^u.*50$'`,
    [workspace, unit],
  )
  const id = await given.addUser('Uma', 'Units')
  await write('insert into administrators (workspace_id, user_id, role, type, additional) values ($1, $2, 3, 2, $3)', [
    workspace,
    id,
    [1],
  ])
  await write('insert into unit_administrators (workspace_id, unit_id, user_id) values ($1, $2, $3)', [
    workspace,
    unit,
    id,
  ])
  unitAdmin = as((await given.session({ id, workspace })).accessToken)
  await vacuumTables(world, 'users', 'security_keys', 'group_members', 'unit_members', 'head_counts')
  await analyzeTables(world, workspace, 'users', 'security_keys')
}, 120_000)

type Ask = Partial<KeyQuery>
const list = (ask: Ask, who = reader) => who.tell(securityKeys.list, ask)

describe('at 100,000 keys', () => {
  const asks: [string, Ask][] = [
    ...keySorts.flatMap((sort): [string, Ask][] => [
      [`by ${sort}`, { sort, pageSize: 50 }],
      [`by ${sort}, from the end`, { sort, order: 'desc', pageSize: 50 }],
    ]),
    ['one type', { type: [2] }],
    ['one status', { status: [40] }],
    ['blocked', { blocked: true }],
    ['Without a PIN', { pinless: true }],
    ['one model', { model: '2fc0579f-8113-47ea-b116-bb5a8db9202a' }],
    ['not used for a week', { unusedDays: 7 }],
    ['in a group', { group }],
    ['in a unit', { unit }],
    ['a search with one owner as the match', { search: 'number 04321' }],
    ['a search with one key as the match', { search: 'key u1234-5' }],
    ['a search that matches nearly all keys', { search: 'key' }],
    ['a search without a match', { search: 'zzzz' }],
  ]
  const large = ['security_keys', 'users', 'credentials', 'held_credentials', 'activities']
  let plansOf: Awaited<ReturnType<typeof watchPlans>>
  beforeAll(async () => {
    plansOf = await watchPlans(world)
  })

  const lookedAt = (scans: Awaited<ReturnType<typeof plansOf>>) =>
    scans.filter(scan => large.includes(scan.table)).reduce((sum, scan) => sum + scan.rows, 0)

  // Totals are exact up to 10,001
  test.each(asks)('%s reads no more keys than its total needs', async (_what, ask) => {
    const scans = await plansOf(() => list(ask))
    expect(scans).not.toEqual([])
    const looked = lookedAt(scans)
    expect(looked).toBeLessThan(15_000)
  })

  test.each<[string, Ask]>([
    ['all', {}],
    ['in a group', { group }],
    // Enough that the sample that selects the plan can't miss them
    ['three types', { type: [2, 3, 4] }],
  ])('matches late in the order are found through the index of names: %s', async (_what, more) => {
    const scans = await plansOf(() => list({ search: 'key u4', pageSize: 50, ...more }))
    expect(lookedAt(scans.filter(scan => scan.how !== 'Index Only Scan'))).toBeLessThan(15_000)
  })

  test('the counts next to the filters read no keys', async () => {
    const scans = await plansOf(() => reader.tell(securityKeys.counts))
    expect(scans.filter(scan => scan.table === 'security_keys')).toEqual([])
  })
})

test('filters and sort orders return the expected keys', async () => {
  const page = await list({ sort: 'owner', search: 'number 0432', pageSize: 100 })
  expect(page.total).toBe(220)
  expect(page.items.map(item => item.owner.name)).toEqual(page.items.map(item => item.owner.name).toSorted())
  expect((await list({ blocked: true })).total).toBe(50)
  const pinless = await list({ pinless: true, pageSize: 100 })
  expect(pinless.items).toHaveLength(100)
  expect(pinless.items.every(item => item.type === 2 && item.verification === 3)).toBe(true)
  expect((await list({ group, status: [40] })).total).toBe(50)
  expect((await list({ group, search: 'number 00100' })).total).toBe(20)
  const unused = await list({ unusedDays: 7, sort: 'lastActivity', order: 'desc', pageSize: 100 })
  expect(unused.items.every(item => item.lastActivity !== null)).toBe(true)
  const counts = await reader.tell(securityKeys.counts)
  expect(counts).toMatchObject({ all: 100_000, blocked: 50 })
  expect(counts.byModel).toMatchObject([{ name: 'YubiKey 5 NFC', count: 25_000 }])
})

test('matches late in the order keep that order across pages, by number and by cursor', async () => {
  const ask = { search: 'key u4', pageSize: 50 }
  const first = await list(ask)
  expect(first).toMatchObject({ totalIs: 'at least' })
  const second = await list({ ...ask, page: 2 })
  const after = await list({ ...ask, after: first.next as string })
  expect(after.items).toEqual(second.items)
  const names = [...first.items, ...second.items].map(item => item.name)
  expect(names.every(name => name.startsWith('Key u4'))).toBe(true)
  expect(new Set(names).size).toBe(100)
  const last = await list({ ...ask, order: 'desc', type: [2] })
  expect(last.items.every(item => item.type === 2 && item.name.startsWith('Key u4'))).toBe(true)
  const { rows } = await write(
    `select name from security_keys where workspace_id = $1 and name like 'Key u4%' order by sort_name, id limit 100`,
    [workspace],
  )
  expect(names).toEqual(rows.map(row => (row as { name: string }).name))
})

test.each([...keySorts])('paging by %s with cursors returns every key of a group exactly once', async sort => {
  const seen: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list({
      group,
      sort,
      order: 'desc',
      pageSize: 100,
      ...(after && { after }),
    })
    seen.push(...page.items.map(item => item.id))
    after = page.next
  }
  expect(seen).toHaveLength(1000)
  expect(new Set(seen).size).toBe(1000)
})

test('a unit administrator sees, finds, and changes only the keys of users in the unit (R177)', async () => {
  const page = await list({ pageSize: 100 }, unitAdmin)
  expect(page.total).toBe(1000)
  expect(page.items.every(item => item.owner.userId.endsWith('50'))).toBe(true)
  expect((await list({ search: 'number 04321' }, unitAdmin)).items).toEqual([])
  expect((await list({ search: 'number 04350' }, unitAdmin)).total).toBe(20)
  expect((await unitAdmin.tell(securityKeys.counts)).all).toBe(1000)
  const { items } = await list({ search: 'number 04321' })
  const foreign = items[0]?.id as string
  expect(await unitAdmin.ask(securityKeys.get, { id: foreign })).toMatchObject({ status: 404 })
  expect(await unitAdmin.ask(keyActCalls.suspendOne, { id: foreign })).toMatchObject({ status: 404 })
  const own = (await list({ search: 'number 04350', status: [20] }, unitAdmin)).items[0]?.id as string
  const run = await unitAdmin.tell(keyActCalls.suspend, { ids: [own, foreign] })
  expect(run).toMatchObject({ total: 2, succeeded: 1 })
  expect((await unitAdmin.tell(keyActCalls.rows, { id: run.id, refused: true })).items).toMatchObject([
    { id: foreign, reason: 'unknown', name: null },
  ])
  const all = await unitAdmin.tell(keyActCalls.preview, { act: 'suspend', all: true })
  expect(all.total).toBe(1000)
})
