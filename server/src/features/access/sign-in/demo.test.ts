import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'

const { as, given, world } = await house({ DEMO: 'true' })

test('the demonstration signs in its owner, and nobody else', async () => {
  expect(await as(undefined).ask(signIn.demo)).toMatchObject({ status: 404 })
  await world.superPool.query('update workspaces set demo = true where id = $1', [given.owner.workspace])
  const { accessToken } = await as(undefined).tell(signIn.demo)
  expect(await as(accessToken).tell(account.self)).toMatchObject({ email: given.owner.email, demo: true })
})
