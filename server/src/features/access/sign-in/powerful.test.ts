import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { type Person } from '#test/api/fixtures.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { assignCard } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, clock, given, world } = home
const password = 'correct horse battery'

const begin = async (email: string) => (await as(undefined).tell(signIn.emailInitial, { email })).session
const mailsTo = async (email: string) => (await outboxMails(world)).filter(mail => mail.to === email)
const fresh = async (person: Person) => as((await given.session(person)).accessToken)

// Not the notice of a new passkey, which can arrive later than the call that added it
const answersTo = async (email: string) =>
  (await mailsTo(email)).filter(mail => mail.code !== undefined || mail.subject === 'Sign in with your passkey')

async function asked(email: string) {
  const before = (await answersTo(email)).length
  const session = await begin(email)
  await expect.poll(async () => (await answersTo(email)).length, { timeout: 5000 }).toBe(before + 1)
  const [mail] = await answersTo(email)
  return { session, code: mail?.code, subject: mail?.subject }
}

test('a super administrator cannot sign in with a code or a password, with or without a passkey', async () => {
  const { superAdmin } = given
  await (await fresh(superAdmin)).tell(account.changePassword, { password })
  await home.mailTo(superAdmin.email)
  expect(await asked(superAdmin.email)).toMatchObject({ code: undefined, subject: 'Sign in with your passkey' })
  const refused = await as(await begin(superAdmin.email)).ask(signIn.emailLogin, { pin: password })
  expect(refused).toMatchObject({ status: 403, body: { code: 'passkey-only' } })
  const own = await fresh(superAdmin)
  expect((await own.tell(account.self)).codes).toBe('never')
  expect(await own.ask(account.codeSignIn, { allowed: true })).toMatchObject({ body: { code: 'not-here' } })
})

test('an administrator with a passkey must use it, unless they opt in to codes after a confirmation', async () => {
  for (const person of [given.owner, given.userManager, given.readOnly]) {
    const first = await asked(person.email)
    expect(first.code).toBeDefined()
    await addPasskey(home, (await given.session(person)).accessToken)
    expect(await as(first.session).ask(signIn.emailLogin, { code: first.code })).toMatchObject({
      status: 403,
      body: { code: 'passkey-only' },
    })
    expect((await asked(person.email)).code).toBeUndefined()
  }
  const { owner } = given
  const own = await fresh(owner)
  expect((await own.tell(account.self)).codes).toBe('not-agreed')
  clock.forward(minutes(6))
  expect(await own.ask(account.codeSignIn, { allowed: true })).toMatchObject({ body: { code: 'verify-first' } })
  const confirmed = await fresh(owner)
  expect((await confirmed.tell(account.codeSignIn, { allowed: true })).codes).toBe('agreed')
  await expect
    .poll(async () => (await mailsTo(owner.email))[0]?.subject)
    .toBe('Email code sign-in is on for your account')
  const { items } = await confirmed.tell(activity.list, { action: 'account.codes-changed' })
  expect(items).toMatchObject([{ status: 1, actorName: owner.name, after: { byMail: true } }])
  const { session, code } = await asked(owner.email)
  await as(session).tell(signIn.emailLogin, { code: code ?? '' })
  await (await fresh(owner)).tell(account.codeSignIn, { allowed: false })
  await expect.poll(async () => (await mailsTo(owner.email))[0]?.subject).toBe('Your account now requires your passkey')
  expect((await asked(owner.email)).code).toBeUndefined()
})

test('responses do not reveal who has a role before the email is verified', async () => {
  await given.addUser('Plain', 'Person')
  const shape = async (email: string) => {
    const begun = await as(undefined).ask(signIn.emailInitial, { email })
    const wrong = await as(String(begun.body['session'])).ask(signIn.emailLogin, { code: '000000' })
    return [begun.status, Object.keys(begun.body), wrong.status, { ...wrong.body, requestId: '' }]
  }
  const plain = await shape('plain.person@northgate.example')
  expect(await shape(given.superAdmin.email)).toEqual(plain)
  expect(await shape(given.owner.email)).toEqual(plain)
})

test('a user who shares an email with an administrator is offered only accounts that a code can open', async () => {
  const manager = { ...given.user, id: await given.addUser('Ward', 'Lead') }
  await testData(home).appoint(manager.id, 3)
  await addPasskey(home, (await given.session(manager)).accessToken)
  const email = 'ward.lead@northgate.example'
  const other = await given.addUser('Desk', 'Mate', { email, shares_email: true, user_id: 'desk-mate' })
  const { session, code } = await asked(email)
  const tokens = await as(session).tell(signIn.emailLogin, { code: code ?? '' })
  expect((await as(String(tokens.accessToken)).tell(account.self)).id).toBe(other)
})

test('only a passkey confirms: after any other sign-in, protected changes ask for it first', async () => {
  await given.addUser('Every', 'Way')
  const email = 'every.way@northgate.example'
  const ways: Record<string, string> = {}
  const byCode = await asked(email)
  ways['code'] = String((await as(byCode.session).tell(signIn.emailLogin, { code: byCode.code ?? '' })).accessToken)
  // A user without a passkey can create the first one without a confirmation, but further ones only with it
  await addPasskey(home, ways['code'])
  await expect(addPasskey(home, ways['code'])).rejects.toMatchObject({ code: 'verify-first' })
  const id = (await as(ways['code']).tell(account.self)).id
  const self = { ...given.user, id }
  await (await fresh(self)).tell(account.changePassword, { password })
  ways['password'] = String((await as(await begin(email)).tell(signIn.emailLogin, { pin: password })).accessToken)
  for (const [way, token] of Object.entries(ways)) {
    const answer = await as(token).ask(account.changePassword, { password })
    expect([way, answer.status, answer.body['code']]).toEqual([way, 401, 'verify-first'])
    expect((await as(token).tell(account.self)).session.verifiedAt).toBeNull()
  }
  await assignCard(home, id, 'FACADE01', '274936')
  const entered = await as(undefined).tell(signIn.cardLogin, { cardId: 'FACADE01', pin: '274936', where: 'northgate' })
  await as(String(entered.accessToken)).tell(account.changePassword, { password })
})
