import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const password = 'correct horse battery'

const begin = async (email: string) => (await as(undefined).tell(signIn.emailInitial, { email })).session

test('a password signs in without waiting for the email', async () => {
  await as(given.administrator.accessToken).tell(account.changePassword, { password })
  const session = await begin(given.administrator.email)
  const tokens = await as(session).tell(signIn.emailLogin, { pin: password })
  const self = await as(String(tokens.accessToken)).tell(account.self)
  expect(self).toMatchObject({ email: given.administrator.email, hasPassword: true })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'sign-in.password' })
  expect(items[0]).toMatchObject({ status: 1, actorName: given.administrator.name })
})

test('gives the same refusal for a wrong password, no password, and an unknown user', async () => {
  const replies = new Set<string>()
  for (const email of [given.administrator.email, given.readOnly.email, 'nobody@northgate.example']) {
    const answer = await as(await begin(email)).ask(signIn.emailLogin, { pin: 'wrong password' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'password-refused' } })
    replies.add(JSON.stringify({ ...answer.body, requestId: '' }))
  }
  expect(replies.size).toBe(1)
})

test('five wrong passwords end the sign-in attempt', async () => {
  const session = await begin(given.userManager.email)
  for (let tries = 0; tries < 5; tries++) {
    expect(await as(session).ask(signIn.emailLogin, { pin: 'wrong' })).toMatchObject({ status: 401 })
  }
  expect(await as(session).ask(signIn.emailLogin, { pin: 'wrong' })).toMatchObject({ body: { code: 'code-spent' } })
})
