import { type DeviceQuery, devices, deviceSorts } from '@claviger/contract/keys/devices'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, analyzeTables, vacuumTables, watchPlans } from '#test/app/plans.ts'
import { newId } from '#platform/ids.ts'
import { cleanUp } from '#jobs/cleanup.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const reader = as(given.readOnly.accessToken)
const write = (text: string, values: unknown[] = []) => world.superPool.query(text, values)
const group = newId()

// Of 100,000, one in four is a tablet, one in fifty can be used offline, one in a hundred is silent
beforeAll(async () => {
  await asOwner(
    world,
    `insert into devices (workspace_id, id, kind, machine_id, host_name, registered_name, name, hash, platform, client, version, apps,
       has_driver, offline, api_key_name, created_at, last_seen_at)
     select '${workspace}', gen_random_uuid(), case when n % 4 = 0 then 2 else 1 end, 'M-' || n, 'HOST-' || n, 'HOST-' || n,
       case when n % 4 = 0 then 'Tablet ' else 'Ward ' end || lpad(n::text, 6, '0'), sha256(n::text::bytea), 'Windows 11',
       'agent', '1.' || n % 9, case when n % 8 = 1 then '[]'::jsonb else '[{"name":"agent","version":"1"}]' end, n % 8 = 3,
       n % 50 = 9, 'Clients', now() - n * interval '1 second', now() - case when n % 100 = 5 then 40 else 1 end * interval '1 day'
     from generate_series(1, 100000) n`,
  )
  await write('insert into device_groups (workspace_id, id, name, created_at) values ($1, $2, $3, now())', [
    workspace,
    group,
    'Ward',
  ])
  await write(
    `insert into device_group_members (workspace_id, group_id, device_id)
     select workspace_id, $2, id from devices where workspace_id = $1 and machine_id like 'M-%00'`,
    [workspace, group],
  )
  await vacuumTables(world, 'devices', 'device_group_members', 'device_counts')
  await analyzeTables(world, workspace, 'devices')
}, 120_000)

type Ask = Partial<DeviceQuery>
const list = (ask: Ask) => reader.tell(devices.list, ask)

describe('a workspace with 100,000 devices', () => {
  const asks: [string, Ask][] = [
    ...deviceSorts.flatMap((sort): [string, Ask][] => [
      [`by ${sort}`, { sort }],
      [`by ${sort}, from the end, of one kind`, { sort, order: 'desc', kind: 2 }],
      [`a search that nearly all match, by ${sort}`, { sort, search: 'host' }],
    ]),
    ['with offline sign-ins', { offline: true, kind: 1 }],
    ['without offline sign-ins', { offline: false }],
    ['silent', { silentDays: 30 }],
    ['inactive for 30 days, of one type', { silentDays: 30, kind: 2 }],
    ['not used today', { silentDays: 1 }],
    ['in a group', { group }],
    ['a search with one match', { search: 'host-4321' }],
    ['a search with matches only at the end', { search: 'ward 09' }],
    ['a search with matches only at the end, of one type', { search: 'ward 09', kind: 1, offline: true }],
    ['a search without a match', { search: 'zzzz' }],
  ]
  let plansOf: Awaited<ReturnType<typeof watchPlans>>
  beforeAll(async () => {
    plansOf = await watchPlans(world)
  })
  const lookedAt = (scans: Awaited<ReturnType<typeof plansOf>>) =>
    scans
      .filter(({ table, how }) => table === 'devices' && how !== 'Index Only Scan')
      .reduce((sum, scan) => sum + scan.rows, 0)

  test.each(asks)('%s reads few of them', async (_what, ask) => {
    const scans = await plansOf(() => list({ ...ask, pageSize: 50 }))
    expect(scans.length).toBeGreaterThan(0)
    expect(lookedAt(scans)).toBeLessThan(12_000)
  })

  test('the counts next to the list read none of them', async () => {
    expect(lookedAt(await plansOf(() => reader.tell(devices.counts)))).toBe(0)
  })
})

test('searches, filters, and totals return the right devices', async () => {
  expect(await list({})).toMatchObject({ total: 100_000, totalIs: 'exact' })
  expect((await list({ kind: 1, offline: true })).total).toBe(2000)
  expect((await list({ silentDays: 30 })).total).toBe(1000)
  expect((await list({ group })).total).toBe(1000)
  expect((await list({ group, kind: 1 })).total).toBe(0)
  expect((await list({ search: 'ward 000001' })).items.map(item => item.name)).toEqual(['Ward 000001'])
  const first = await list({ search: 'ward 09', pageSize: 50 })
  expect(first).toMatchObject({ totalIs: 'at least' })
  expect(first.items[0]?.name).toBe('Ward 090001')
  const second = await list({ search: 'ward 09', pageSize: 50, page: 2 })
  const after = await list({ search: 'ward 09', pageSize: 50, after: first.next as string })
  expect(after.items).toEqual(second.items)
  expect((await list({ search: 'ward 09', kind: 2 })).total).toBe(0)
})

test('stored counts match actual counts after every kind of change', async () => {
  const anew = async () => {
    const { rows } = await write(
      `select count(*) filter (where kind = 1)::integer as computers, count(*) filter (where kind = 2)::integer as mobiles,
         1 as groups, count(*) filter (where kind = 1 and has_driver)::integer as "withDriver",
         count(*) filter (where kind = 1 and apps = '[]')::integer as "withoutApp",
         count(*) filter (where offline)::integer as offline,
         count(*) filter (where last_seen_at < now() - interval '30 days')::integer as silent
       from devices where workspace_id = $1`,
      [workspace],
    )
    return rows[0]
  }
  for (const act of [
    `update devices set offline = true where machine_id like 'M-%77'`,
    `update devices set apps = '[]' where machine_id like 'M-%79'`,
    `update devices set last_seen_at = now() where machine_id like 'M-%05'`,
    `delete from devices where machine_id like 'M-%81'`,
  ]) {
    await write(act)
    expect(await reader.tell(devices.counts)).toEqual(await anew())
  }
  await cleanUp.work(world, {})
  expect(await reader.tell(devices.counts)).toEqual(await anew())
  const { rows } = await write(
    'select count(*) > count(distinct (kind, offline, has_driver, without_app)) as several from device_counts',
  )
  expect(rows).toEqual([{ several: false }])
})
