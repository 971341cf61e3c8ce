import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { groups } from '@claviger/contract/people/groups'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'

const { as, clock, given, world } = await startTestApp({ DEMO: 'true' })

test('demo sign-in opens the owner account of the demo workspace only', async () => {
  expect(await as(undefined).ask(signIn.demo)).toMatchObject({ status: 404 })
  await world.superPool.query('update workspaces set demo = true where id = $1', [given.owner.workspace])
  const { accessToken } = await as(undefined).tell(signIn.demo)
  expect(await as(accessToken).tell(account.self)).toMatchObject({ email: given.owner.email, demo: true })
  // No visitor has a passkey, so changes need none, however long the visit lasts
  clock.forward(minutes(10))
  expect(await as(accessToken).ask(groups.create, { name: 'Visitors' })).toMatchObject({ status: 200 })
})
