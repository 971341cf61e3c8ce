import { account } from '@claviger/contract/access/account'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner, watchPlans } from '#test/app/plans.ts'

const { as, given, world } = await startTestApp()

test('a plan cached for a small workspace does not scan all users and sessions of a large one', async () => {
  await world.superPool.query(
    `insert into users (workspace_id, id, user_id, first_name, last_name)
     select $1, gen_random_uuid(), 'crowd-' || n, 'Crowd', 'Number ' || n from generate_series(1, 20000) n`,
    [given.owner.workspace],
  )
  await world.superPool.query(
    `insert into sessions (workspace_id, id, user_id, method, expires_at, ends_at, role_ends_at, refresh_hash)
     select workspace_id, gen_random_uuid(), id, 'passkey', now() + interval '1 day', now() + interval '1 day', now() + interval '1 day', '' from users where user_id like 'crowd-%'`,
  )
  await asOwner(world, 'analyze users, sessions')
  const plansOf = await watchPlans(world)
  const look = async (token: string) => {
    for (let round = 0; round < 12; round++) await as(token).tell(account.self, {})
  }
  await look(given.ownerElsewhere.accessToken)
  const scans = await plansOf(() => look(given.owner.accessToken))
  const looked = scans.filter(({ table }) => table === 'users' || table === 'sessions')
  expect(looked.length).toBeGreaterThan(0)
  expect(Math.max(...looked.map(scan => scan.rows))).toBeLessThan(100)
})
