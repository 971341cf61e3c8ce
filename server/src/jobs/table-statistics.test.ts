import { units } from '@claviger/contract/people/units'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, watchPlans } from '#test/app/plans.ts'
import { countGrownTables } from './table-statistics.ts'

const { as, given, world } = await startTestApp()
const people = 5000

test('after thousands of users were added, lists are planned for a large workspace', async () => {
  const plansOf = await watchPlans(world)
  const list = async () => as(given.owner.accessToken).tell(units.list, { pageSize: 50 })
  for (let turn = 0; turn < 7; turn++) await list()
  await asOwner(
    world,
    `insert into users (workspace_id, id, user_id, first_name, last_name)
     select '${given.owner.workspace}', md5('person' || n)::uuid, 'p' || n, 'Person', 'Number ' || n from generate_series(1, ${people}) n`,
    `insert into organization_units (workspace_id, id, name)
     select '${given.owner.workspace}', md5('unit' || n)::uuid, 'Unit ' || n from generate_series(1, 1000) n`,
    `insert into unit_members (workspace_id, unit_id, user_id)
     select '${given.owner.workspace}', md5('unit' || (1 + n % 1000))::uuid, md5('person' || n)::uuid from generate_series(1, ${people}) n`,
  )
  // What PostgreSQL says about its tables lags by about a second
  await vi.waitFor(async () => {
    await countGrownTables(world)
    const { rows } = await world.superPool.query<{ n: number }>(
      "select reltuples as n from pg_class where relname in ('users', 'unit_members')",
    )
    expect(Math.min(...rows.map(({ n }) => n))).toBeGreaterThanOrEqual(people)
  }, 20_000)
  const scans = await plansOf(list)
  const read = scans.filter(({ table }) => table === 'users').reduce((sum, { rows }) => sum + rows, 0)
  expect(read).toBeLessThan(people)
})
