import { activity } from '@claviger/contract/oversight/activity'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, watchPlans } from '#test/app/plans.ts'
import { lowestIdAt } from '#platform/ids.ts'
import { linkLog } from '../log-chain/log-chain.ts'

const { as, given, world } = await startTestApp()
let plansOf: Awaited<ReturnType<typeof watchPlans>>
const { workspace } = given.owner
const entries = 12_000
const ingrid = '00000000-0000-7000-8000-0000000000aa'

// More lines than a search scans before it uses the index: one rare old name and one very common
beforeAll(async () => {
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_id, actor_name, object_type, object_id, object_name, ip)
     select $1, ($2 || lpad(to_hex(n), 12, '0'))::uuid, to_timestamp(n), case when n in (9, 12) then 'change' else 'use' end,
       case when n in (9, 12) then 'user.deleted' else 'sign-in.passkey' end, case n when 8 then 2 else 1 end,
       case when n in (7, 9, 11000) then $4::uuid end, case when n in (7, 9, 11000) then 'Ingrid Solberg' else 'Everybody Else' end,
       case n when 9 then 'group' end, case n when 9 then 'g1' end, case n when 9 then 'Harbour' end,
       case when n in (7, 9) then '198.51.100.7' else '203.0.113.7' end
     from generate_series(1, $3::integer) n`,
    [workspace, lowestIdAt(new Date(1000)).slice(0, 24), entries, ingrid],
  )
  await asOwner(world, 'analyze activities')
  plansOf = await watchPlans(world)
})

const found = async (input: Record<string, unknown>) => {
  const { body } = await as(given.owner.accessToken).ask(activity.list, input)
  return { ...body, seconds: (body['items'] as { at: string }[]).map(item => Date.parse(item.at) / 1000) }
}

describe.each(['before entries get their chain positions', 'after entries got their chain positions'])('%s', when => {
  beforeAll(async () => {
    if (when === 'before entries get their chain positions') return
    const left = 'select from activities a where not exists (select from activity_links l where l.activity_id = a.id)'
    await vi.waitFor(
      async () => {
        await linkLog(world)
        expect((await world.superPool.query(left)).rowCount).toBe(0)
      },
      { timeout: 60_000, interval: 100 },
    )
    await asOwner(world, 'analyze activities, activity_links, activity_names')
  }, 90_000)

  test('finds a rare name beyond the newest entries, each mention once and in order', async () => {
    expect(await found({ search: 'solberg' })).toMatchObject({ seconds: [11_000, 9, 7], total: 3, totalIs: 'exact' })
    expect(await found({ search: 'solberg', order: 'asc' })).toMatchObject({ seconds: [7, 9, 11_000] })
    expect(await found({ search: 'solberg', to: new Date(9000).toISOString() })).toMatchObject({
      seconds: [11_000, 9, 7],
    })
  })

  test('finds entries by address and method, and counts them over time', async () => {
    expect(await found({ address: '198.51.100.7' })).toMatchObject({ seconds: [9, 7], total: 2 })
    expect(await found({ address: '198.51.100.7', kind: 'change' })).toMatchObject({ seconds: [9] })
    expect(await found({ address: '198.51.100.7', method: 'card' })).toMatchObject({ seconds: [] })
    expect(await found({ address: '198.51.100.7', method: 'passkey', pageSize: 1 })).toMatchObject({ seconds: [7] })
    expect(await found({ key: 'no such key' })).toMatchObject({ seconds: [] })
    expect(await found({ computer: 'no such computer' })).toMatchObject({ seconds: [] })
    const range = { from: new Date(1000).toISOString(), to: new Date(entries * 1000).toISOString() }
    const { buckets, whole } = await as(given.owner.accessToken).tell(activity.histogram, range)
    const sum = (of: 'succeeded' | 'failed') => buckets.reduce((all, one) => all + one[of], 0)
    expect([sum('succeeded'), sum('failed'), whole]).toEqual([entries - 1, 1, true])
    const few = await as(given.owner.accessToken).tell(activity.histogram, { ...range, address: '198.51.100.7' })
    expect(few.buckets[0]).toEqual({ succeeded: 2, failed: 0 })
  })

  test('pages through a rare name', async () => {
    const first = await found({ search: 'solberg', pageSize: 2 })
    expect(first).toMatchObject({ seconds: [11_000, 9], total: 3, totalIs: 'at least' })
    const second = await found({ search: 'solberg', pageSize: 2, after: (first as { next?: unknown }).next })
    expect(second).toMatchObject({ seconds: [7], total: 3, totalIs: 'exact', next: null })
  })

  test('stops counting a common name early', async () => {
    expect(await found({ search: 'everybody', pageSize: 5 })).toMatchObject({ total: 6, totalIs: 'at least' })
  })

  test('caps the total at the limit without a search', async () => {
    expect(await found({ kind: 'use' })).toMatchObject({ total: 10_000, totalIs: 'at least' })
  })

  test.each<[string, number, Record<string, unknown>]>([
    ['two letters', 3, { search: 'ol' }],
    ['one rare name', 3, { search: 'solberg' }],
    ['one address of an actor', 2, { search: '198.51' }],
    ['an actor and an object, side by side', 1, { search: 'solberg harbour' }],
    ['a rare action', 2, { action: 'user.deleted' }],
    ['a rare object type', 2, { kind: 'change' }],
    ['failures', 1, { status: 2 }],
    ['one user', 3, { user: ingrid }],
    ['one user and one action', 1, { user: ingrid, action: 'user.deleted' }],
  ])('finds entries by %s: %i', async (_what, count, ask) => {
    const scans = await plansOf(async () => expect(await found(ask)).toMatchObject({ total: count, totalIs: 'exact' }))
    const looked = scans.filter(({ table }) => table.startsWith('activit')).reduce((sum, scan) => sum + scan.rows, 0)
    if (when === 'after entries got their chain positions') expect(looked).toBeLessThan(5000)
  })
})
