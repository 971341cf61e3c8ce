import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const password = 'correct horse battery'

const begin = async (email: string) => (await as(undefined).tell(signIn.emailInitial, { email })).session

test('where a password is set it signs in without waiting for the mail', async () => {
  await as(given.administrator.accessToken).tell(account.changePassword, { password })
  const session = await begin(given.administrator.email)
  const tokens = await as(session).tell(signIn.emailLogin, { pin: password })
  const self = await as(String(tokens.accessToken)).tell(account.self)
  expect(self).toMatchObject({ email: given.administrator.email, hasPassword: true })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'sign-in.password' })
  expect(items[0]).toMatchObject({ status: 1, actorName: given.administrator.name })
})

test('a wrong password, no password and no such user are refused alike', async () => {
  for (const email of [given.administrator.email, given.readOnly.email, 'nobody@northgate.example']) {
    const answer = await as(await begin(email)).ask(signIn.emailLogin, { pin: 'wrong password' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'password-refused' } })
  }
})

test('five wrong passwords end the attempt', async () => {
  const session = await begin(given.userManager.email)
  for (let tries = 0; tries < 5; tries++) {
    expect(await as(session).ask(signIn.emailLogin, { pin: 'wrong' })).toMatchObject({ status: 401 })
  }
  expect(await as(session).ask(signIn.emailLogin, { pin: 'wrong' })).toMatchObject({ body: { code: 'code-spent' } })
})
