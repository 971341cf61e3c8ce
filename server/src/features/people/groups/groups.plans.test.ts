import { groups } from '@claviger/contract/people/groups'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, vacuumTables, watchPlans } from '#test/app/plans.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const owner = as(given.owner.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)
let plansOf: Awaited<ReturnType<typeof watchPlans>>

// 1,000 policies that each name 40 of 1,000 groups
beforeAll(async () => {
  await asOwner(
    world,
    `insert into groups (workspace_id, id, name)
     select '${workspace}', md5('group' || n)::uuid, 'Ward ' || lpad(n::text, 4, '0') from generate_series(0, 999) n`,
    `insert into policies (workspace_id, id, name, priority, action, state, content, created_at, changed_at, changed_by)
     select '${workspace}', md5('policy' || n)::uuid, 'Policy ' || n, n, 0, 0, '{"description": "", "groups": []}', now(), now(), 'Ada'
     from generate_series(1, 1000) n`,
    `insert into policy_groups (workspace_id, policy_id, group_id)
     select '${workspace}', md5('policy' || n)::uuid, md5('group' || (n * 40 + m) % 1000)::uuid
     from generate_series(1, 1000) n, generate_series(0, 39) m`,
  )
  await vacuumTables(world, 'groups', 'policies', 'policy_groups')
  plansOf = await watchPlans(world)
}, 120_000)

test('a page of groups counts only the policies of its own groups, by an index', async () => {
  for (let turn = 0; turn < 7; turn++) await elsewhere.tell(groups.list, { pageSize: 20 })
  const scans = await plansOf(async () => {
    const { items } = await owner.tell(groups.list, { search: 'ward', pageSize: 20 })
    expect(items.map(group => group.policyCount)).toEqual(Array.from({ length: 20 }, () => 40))
  })
  const counted = scans.filter(({ table }) => table === 'policy_groups')
  expect(counted).toHaveLength(1)
  expect(counted[0]?.how).toMatch(/^Index|^Bitmap/)
  expect(counted[0]?.rows).toBeLessThanOrEqual(21 * 40)
  expect(scans.filter(({ table }) => table === 'policies')).toEqual([])
})
