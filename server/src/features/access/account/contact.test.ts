import { account } from '@claviger/contract/access/account'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, clock, mailTo, world } = home
const workspace = given.owner.workspace

async function newPerson(first: string, last: string, more: Record<string, unknown> = {}) {
  const id = await given.addUser(first, last, more)
  const { accessToken } = await given.session({ id, workspace })
  return { id, caller: as(accessToken), email: `${first}.${last}@northgate.example`.toLowerCase() }
}

const wrong = (code: string | undefined) => (code === '000000' ? '000001' : '000000')

test('a new email takes effect after its code is confirmed, and a notice goes to the old email', async () => {
  const { caller, email } = await newPerson('Moves', 'Away')
  const begun = await caller.tell(account.changeContact, { email: 'Moved.Away@Northgate.example' })
  expect(begun).toMatchObject({ codeSentTo: 'moved.away@northgate.example', resendAfter: 600 })
  expect(await caller.tell(account.self)).toMatchObject({ email })
  const { code } = await mailTo('moved.away@northgate.example')
  expect(await caller.tell(account.verifyContact, { code: code! })).toMatchObject({
    email: 'moved.away@northgate.example',
  })
  expect(await mailTo(email)).toMatchObject({ subject: 'The email of your account was changed' })
  expect(await caller.ask(account.verifyContact, { code })).toMatchObject({ status: 401, body: { code: 'code-spent' } })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'account.contact-changed' })
  expect(items[0]).toMatchObject({ before: { email }, after: { email: 'moved.away@northgate.example' } })
})

test('a phone number is confirmed with a code sent to the own email, and can be removed', async () => {
  const { caller, email } = await newPerson('Has', 'Phone')
  const phoneNumber = { countryCode: '+49', mobileNumber: '030 901820' }
  expect(await caller.tell(account.changeContact, { phoneNumber })).toMatchObject({ codeSentTo: email })
  const { code } = await mailTo(email)
  const self = await caller.tell(account.verifyContact, { code: code! })
  expect(self.phoneNumber).toEqual({ countryCode: '+49', mobileNumber: '30901820' })
  await caller.tell(account.changeContact, { phoneNumber: null })
  const next = async () =>
    (await outboxMails(world)).find(mail => mail.to === email && mail.code !== undefined && mail.code !== code)?.code
  await expect.poll(next).toBeDefined()
  expect(await caller.tell(account.verifyContact, { code: (await next())! })).toMatchObject({ phoneNumber: null })
})

test('refuses an email that another user took before the code was confirmed, and keeps the old one', async () => {
  const { caller, email } = await newPerson('Wants', 'Same')
  await caller.tell(account.changeContact, { email: 'contested@northgate.example' })
  const { code } = await mailTo('contested@northgate.example')
  await given.addUser('Was', 'Faster', { email: 'contested@northgate.example' })
  expect(await caller.ask(account.verifyContact, { code })).toMatchObject({
    status: 409,
    body: { code: 'email-taken' },
  })
  expect(await caller.tell(account.self)).toMatchObject({ email })
})

test('refuses an email shared with a user of a higher role', async () => {
  const email = 'bridge@northgate.example'
  await testData(home).appoint(await given.addUser('Chief', 'Bridge', { email, shares_email: true }), 2)
  const { caller } = await newPerson('Reads', 'Along')
  await caller.tell(account.changeContact, { email })
  const { code } = await mailTo(email)
  expect(await caller.ask(account.verifyContact, { code })).toMatchObject({ status: 403, body: { code: 'above-you' } })
})

test('cancels the change after five wrong codes, even concurrent ones', async () => {
  const { caller } = await newPerson('Keeps', 'Guessing')
  await caller.tell(account.changeContact, { email: 'guessed@northgate.example' })
  const { code } = await mailTo('guessed@northgate.example')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => caller.ask(account.verifyContact, { code: wrong(code) })),
  )
  expect(answers.filter(answer => answer.body['code'] === 'code-refused')).toHaveLength(5)
  expect(await caller.ask(account.verifyContact, { code })).toMatchObject({ status: 401, body: { code: 'code-spent' } })
})

test('a code expires after ten minutes, and is not sent again before then', async () => {
  const { caller, id } = await newPerson('Too', 'Late')
  const change = { email: 'too.late.2@northgate.example' }
  await caller.tell(account.changeContact, change)
  expect(await caller.ask(account.changeContact, change)).toMatchObject({
    status: 429,
    body: { code: 'code-too-soon' },
  })
  const { code } = await mailTo(change.email)
  clock.forward(minutes(10))
  const { accessToken } = await given.session({ id, workspace })
  expect(await as(accessToken).ask(account.verifyContact, { code })).toMatchObject({ body: { code: 'code-spent' } })
  expect(await as(accessToken).ask(account.changeContact, change)).toMatchObject({ status: 200 })
})

test.each([
  ['an empty change', {}, 422, 'invalid-input'],
  ['an invalid number', { phoneNumber: { countryCode: '+49', mobileNumber: '12' } }, 422, 'invalid-phone'],
  ['an unknown country code', { phoneNumber: { countryCode: '+999', mobileNumber: '30901820' } }, 422, 'invalid-phone'],
  ['an invalid email', { email: 'not-an-address' }, 422, 'invalid-input'],
])('refuses %s', async (_what, input, status, code) => {
  const { accessToken } = await given.session(given.readOnly)
  expect(await as(accessToken).ask(account.changeContact, input)).toMatchObject({ status, body: { code } })
})

test('refuses to change contact details that a directory manages', async () => {
  const { caller, email } = await newPerson('Kept', 'Elsewhere', { source: 3 })
  expect(await caller.ask(account.changeContact, { email: 'x@northgate.example' })).toMatchObject({
    body: { code: 'imported-read-only' },
  })
  expect(await caller.tell(account.self)).toMatchObject({ email })
})

test('sets a password, notifies the user by email, and checks the current password on the next change', async () => {
  const { caller, email } = await newPerson('Pass', 'Word')
  expect(await caller.ask(account.changePassword, { password: 'short' })).toMatchObject({ status: 422 })
  await caller.tell(account.changePassword, { password: 'correct horse battery' })
  expect(await caller.tell(account.self)).toMatchObject({ hasPassword: true })
  expect(await mailTo(email)).toMatchObject({ subject: 'The password of your account was changed' })
  const change = (current: string) => caller.ask(account.changePassword, { password: 'another long password', current })
  expect(await change('wrong')).toMatchObject({ status: 401, body: { code: 'password-refused' } })
  expect(await change('correct horse battery')).toMatchObject({ status: 200 })
  const { rows } = await world.superPool.query('select hash from passwords')
  expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
