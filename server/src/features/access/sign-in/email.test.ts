import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { workOut } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp()
const { as, given, clock, mailTo, world } = home

const of = async (who: { id: string; workspace: string }) => (await given.session(who)).accessToken
const refusals = async () =>
  (await as(await of(given.owner)).tell(activity.list, { action: 'sign-in.code', status: 2 })).items
const wrong = (code: string | undefined) => (code === '000000' ? '000001' : '000000')

async function begin(email: string, workspace?: string) {
  const begun = await as(undefined).tell(signIn.emailInitial, { email, ...(workspace !== undefined && { workspace }) })
  return { session: begun.session, code: await codeTo(email) }
}

async function codeTo(email: string, than?: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const found = (await outboxMails(world)).find(
      one => one.to === email && one.code !== undefined && one.code !== than,
    )
    if (found?.code) return found.code
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('no code came')
}

const accountOf = async (tokens: Record<string, unknown>) => as(String(tokens['accessToken'])).tell(account.self)

test('a code signs in, verifies the email, and is logged (R14)', async () => {
  await given.addUser('Code', 'Only', { email_verified_at: null })
  const { session, code } = await begin('code.only@northgate.example')
  const tokens = await as(session).tell(signIn.emailLogin, { code })
  const self = await accountOf(tokens)
  expect(self).toMatchObject({ firstName: 'Code', passkeys: 0 })
  expect(self.session.verifiedAt).toBeNull()
  const { rows } = await world.superPool.query('select email_verified_at from users where id = $1', [self.id])
  expect(rows[0].email_verified_at).not.toBeNull()
  const { items } = await as(await of(given.owner)).tell(activity.list, { action: 'sign-in.code' })
  expect(items[0]).toMatchObject({ status: 1, actorName: 'Code Only' })
})

test('a code does not count as a recent confirmation for a user with a passkey', async () => {
  await addPasskey(home, await of(given.user))
  const { session, code } = await begin(given.user.email)
  const self = await accountOf(await as(session).tell(signIn.emailLogin, { code }))
  expect(self.session.verifiedAt).toBeNull()
})

test('a code works for one sign-in', async () => {
  await given.addUser('One', 'Time')
  const { session, code } = await begin('one.time@northgate.example')
  const answers = await Promise.all([1, 2, 3].map(() => as(session).ask(signIn.emailLogin, { code })))
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({ body: { code: 'challenge-refused' } })
})

test('five wrong codes void the right one, even concurrent ones', async () => {
  await given.addUser('Wrong', 'Five')
  const { session, code } = await begin('wrong.five@northgate.example')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => as(session).ask(signIn.emailLogin, { code: wrong(code) })),
  )
  expect(answers.filter(answer => answer.body['code'] === 'code-refused')).toHaveLength(5)
  expect(answers.filter(answer => answer.body['code'] === 'code-spent')).toHaveLength(3)
  expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({
    status: 401,
    body: { code: 'code-spent' },
  })
  await expect
    .poll(async () => (await refusals()).filter(item => item.actorName === 'Wrong Five').length, { timeout: 5000 })
    .toBe(5)
})

test('a code expires after ten minutes, and another can then be sent', async () => {
  await given.addUser('Slow', 'Reader')
  const { session, code } = await begin('slow.reader@northgate.example')
  const early = await as(session).ask(signIn.code)
  expect(early).toMatchObject({ status: 429, body: { code: 'code-too-soon' } })
  expect(early.body['message']).toContain('600 seconds')
  clock.forward(minutes(10))
  expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({ body: { code: 'code-spent' } })
  expect(await as(session).ask(signIn.code)).toMatchObject({ status: 200, body: { resendAfter: 600 } })
  const next = await codeTo('slow.reader@northgate.example', code)
  expect(await as(session).ask(signIn.emailLogin, { code: next })).toMatchObject({ status: 200 })
})

test('an unknown email gets the same response and no email', async () => {
  await given.addUser('Known', 'Person')
  const known = await as(undefined).ask(signIn.emailInitial, { email: 'known.person@northgate.example' })
  const unknown = await as(undefined).ask(signIn.emailInitial, { email: 'unknown.person@northgate.example' })
  const shape = (answer: typeof known) => ({
    status: answer.status,
    names: Object.keys(answer.body),
    length: String(answer.body['session']).length,
    resendAfter: answer.body['resendAfter'],
  })
  expect(shape(unknown)).toEqual(shape(known))
  const session = String(unknown.body['session'])
  expect(await as(session).ask(signIn.emailLogin, { code: '123456' })).toMatchObject({ body: { code: 'code-refused' } })
  expect(await as(session).ask(signIn.code)).toMatchObject({ body: { code: 'code-too-soon' } })
  await mailTo('known.person@northgate.example')
  const mails = await outboxMails(world)
  expect(mails.some(mail => mail.to === 'unknown.person@northgate.example')).toBe(false)
})

test('repeated requests for codes require proof of work and block no one', async () => {
  const email = 'flooded@northgate.example'
  const ask = (more = {}, to = email) => as(undefined).ask(signIn.emailInitial, { email: to, ...more })
  const answers = await Promise.all(Array.from({ length: 9 }, () => ask()))
  expect(answers.filter(answer => answer.status === 200)).toHaveLength(5)
  const costly = answers.filter(answer => answer.body['code'] === 'proof-needed')
  expect(costly).toHaveLength(4)
  const solved = ({ body }: Awaited<ReturnType<typeof ask>>) => {
    const work = body['work'] as { salt: string; bits: number }
    return { proof: `${work.salt}:${workOut(work)}` }
  }
  const proof = solved(costly[0] as (typeof costly)[0])
  await Promise.all(Array.from({ length: 5 }, () => ask({}, 'other@northgate.example')))
  expect((await ask(proof, 'other@northgate.example')).status).toBe(403)
  expect((await ask(proof)).status).toBe(200)
  expect((await ask(proof)).status).toBe(403)
  const once = solved(costly[1] as (typeof costly)[0])
  expect((await ask({ proof: once.proof.replace(/.$/, last => (last === '0' ? '1' : '0')) })).status).toBe(403)
  const { session } = (await ask(once)).body
  clock.forward(minutes(10))
  const again = await as(String(session)).ask(signIn.code)
  expect(again).toMatchObject({ status: 403, body: { code: 'proof-needed' } })
  await as(String(session)).tell(signIn.code, solved(again))
  for (let n = 0; n < 17; n++) expect((await ask(solved(await ask()))).status).toBe(200)
  expect(await ask(solved(await ask()))).toMatchObject({ status: 429, body: { code: 'too-many' } })
  clock.forward(minutes(60))
  expect((await ask()).status).toBe(200)
}, 60_000)

test('users who share an email choose their account after the code', async () => {
  const email = 'ward@northgate.example'
  const first = await given.addUser('Night', 'Shift', { email, shares_email: true, user_id: 'night' })
  await given.addUser('Day', 'Shift', { email, shares_email: true, user_id: 'day' })
  const { session, code } = await begin(email)
  const choice = await as(session).tell(signIn.emailLogin, { code })
  expect(choice).toMatchObject({ error: { code: 1 } })
  expect(choice.choices?.map(one => one.userName)).toEqual(['Day Shift (day)', 'Night Shift (night)'])
  const tokens = await as(session).tell(signIn.emailLogin, { userId: first })
  expect(await accountOf(tokens)).toMatchObject({ firstName: 'Night' })
})

test('a user with one email in several workspaces chooses the workspace after the code', async () => {
  const email = 'both@northgate.example'
  await given.addUser('In', 'North', { email })
  await given.addUserIn(given.ownerElsewhere.workspace, 'In', 'South', { email, email_verified_at: null })
  const { session, code } = await begin(email)
  const choice = await as(session).tell(signIn.emailLogin, { code })
  expect(choice).toMatchObject({ error: { code: 2 } })
  expect(choice.choices?.map(one => one.workspaceName)).toEqual(['Northgate Hospital', 'Southgate Clinic'])
  const chosen = await as(session).tell(signIn.emailLogin, { workspaceId: given.ownerElsewhere.workspace })
  expect(await accountOf(chosen)).toMatchObject({ lastName: 'South', workspace: { slug: 'southgate' } })
})

test('offers no choice of workspaces if the workspace is already known', async () => {
  const email = 'narrow@northgate.example'
  await given.addUser('In', 'Narrow', { email })
  await given.addUserIn(given.ownerElsewhere.workspace, 'Out', 'Narrow', { email, email_verified_at: null })
  const { session, code } = await begin(email, 'northgate')
  const tokens = await as(session).tell(signIn.emailLogin, { code })
  expect(await accountOf(tokens)).toMatchObject({ firstName: 'In' })
})

test('a choice of accounts lasts ten minutes and allows only accounts with this email', async () => {
  const email = 'choosy@northgate.example'
  await given.addUser('A', 'Choosy', { email, shares_email: true, user_id: 'choosy-a' })
  const second = await given.addUser('B', 'Choosy', { email, shares_email: true, user_id: 'choosy-b' })
  const { session, code } = await begin(email)
  // Without the proof, nothing is revealed and nothing can be chosen
  expect(await as(session).ask(signIn.emailLogin, { userId: second })).toMatchObject({ status: 422 })
  await as(session).tell(signIn.emailLogin, { code })
  const stranger = await as(session).ask(signIn.emailLogin, { userId: given.owner.id })
  expect(stranger).toMatchObject({ status: 401, body: { code: 'challenge-refused' } })
  clock.forward(minutes(10))
  expect(await as(session).ask(signIn.emailLogin, { userId: second })).toMatchObject({ status: 401 })
})

test('canceling a sign-in voids its code', async () => {
  await given.addUser('Changed', 'Mind')
  const { session, code } = await begin('changed.mind@northgate.example')
  await as(session).tell(signIn.cancel)
  expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({ body: { code: 'challenge-refused' } })
})

test('creating users with the same email in another workspace does not block the sign-ins of its owner', async () => {
  const id = await given.addUser('Nina', 'Crowded', { user_id: 'nina' })
  const email = 'nina.crowded@northgate.example'
  const { workspace: elsewhere } = given.superAdmin
  for (let n = 0; n < 60; n++)
    await given.addUserIn(elsewhere, 'Aaron', `Made up ${n}`, { email, shares_email: true, email_verified_at: null })
  const here = await begin(email, 'northgate')
  expect(await accountOf(await as(here.session).tell(signIn.emailLogin, { code: here.code }))).toMatchObject({ id })
  clock.forward(minutes(10))
  const { session } = await as(undefined).tell(signIn.emailInitial, { email })
  const code = await codeTo(email, here.code)
  const { choices } = await as(session).tell(signIn.emailLogin, { code })
  expect(choices).toHaveLength(2)
})
