import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'

const { as, given, world } = await house()

test('another tab has a session of its own, as old as the first and not fresh', async () => {
  const first = await given.session(given.user)
  const second = await as(first.accessToken).tell(sessions.another)
  expect(second.refreshToken).not.toBe(first.refreshToken)
  expect((await as(second.accessToken).tell(account.self)).id).toBe(given.user.id)
  const { rows } = await world.superPool.query<{ verified_at: Date | null; created_at: Date; ends_at: Date }>(
    'select verified_at, created_at, ends_at from sessions where user_id = $1 order by last_seen_at desc, id desc limit 2',
    [given.user.id],
  )
  expect(rows.map(row => row.ends_at)).toEqual([rows[0]?.ends_at, rows[0]?.ends_at])
  expect(rows.some(row => row.verified_at === null)).toBe(true)
})

test('each ends alone, and both with whoever they belong to', async () => {
  const id = await given.addUser('Ida', 'Tabs')
  const first = await given.session({ id, workspace: given.owner.workspace })
  const second = await as(first.accessToken).tell(sessions.another)
  const third = await as(second.accessToken).tell(sessions.another)
  const { items } = await as(third.accessToken).tell(sessions.list)
  await as(third.accessToken).tell(sessions.end, { id: items.find(one => one.current)?.id ?? '' })
  expect((await as(third.accessToken).ask(account.self)).status).toBe(401)
  expect((await as(second.accessToken).ask(account.self)).status).toBe(200)
  await as(given.administrator.accessToken).tell(bulkRuns.deactivateOne, { id })
  for (const { accessToken } of [first, second]) expect((await as(accessToken).ask(account.self)).status).toBe(401)
})
