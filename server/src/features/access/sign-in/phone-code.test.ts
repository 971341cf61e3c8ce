import { account } from '@claviger/contract/access/account'
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import type { SignInMethod } from '@claviger/contract/access/sign-in.ways'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workOut } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { phoneGateway } from '#test/emulators/phone-gateway.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { outboxMails } from '#integrations/mail.ts'
import { type GuessSubject, reserveGuess } from '../guesses/guesses.ts'

const gateway = await phoneGateway()
const home = await startTestApp(gateway.settings)
const { as, clock, given, world } = home
const { addGroup, appoint, owner } = testData(home)
const stranger = as(undefined)

let numbers = 0
const newNumber = () => ({ phone_country: '+49', phone_number: `1701234${String(100 + ++numbers)}` })
let people = 0
async function newPerson(more: Partial<ReturnType<typeof newNumber>> & { language?: string } = newNumber()) {
  const id = await given.addUser('Toni', `Texted${++people}`, more)
  return {
    id,
    email: `toni.texted${people}@northgate.example`,
    number: `${more.phone_country ?? ''}${more.phone_number ?? ''}`,
  }
}

interface Work {
  salt: string
  bits: number
}
async function begin(email: string, by: 'sms' | 'call' | 'code', cookie?: string) {
  const call = (proof?: string) =>
    home.app.inject({
      url: `${signIn.emailInitial.path}?${new URLSearchParams({ email, by, workspace: 'northgate', ...(proof !== undefined && { proof }) }).toString()}`,
      headers: cookie === undefined ? {} : { cookie },
    })
  const first = await call()
  const { work } = first.json<{ work?: Work }>()
  const answer = work ? await call(`${work.salt}:${workOut(work)}`) : first
  return { status: answer.statusCode, worked: work !== undefined, body: answer.json<Record<string, unknown>>() }
}
const sessionOf = async (email: string, by: 'sms' | 'call') => String((await begin(email, by)).body['session'])
async function again(session: string, by?: string) {
  const first = await as(session).ask(signIn.code, { by })
  const { work } = first.body as { work?: Work }
  return work ? as(session).ask(signIn.code, { by, proof: `${work.salt}:${workOut(work)}` }) : first
}
const mailsTo = async (email: string) => (await outboxMails(world)).filter(mail => mail.to === email)
const subject = (email: string) => expect.poll(async () => (await mailsTo(email))[0]?.subject, { timeout: 5000 })
const quiet = async () =>
  expect
    .poll(
      async () =>
        (
          await world.superPool.query<{ n: number }>(
            "select count(*)::integer as n from jobs.job where name in ('sms', 'call', 'sign-in-phone-code') and state in ('created', 'retry', 'active')",
          )
        ).rows[0]?.n,
      { timeout: 5000 },
    )
    .toBe(0)

const choose = async (countries: string[]) => (await owner()).tell(workspaceSettings.phoneCodes, { countries })
const offer = async (methods: SignInMethod[], groups: string[] = []) =>
  (await owner()).tell(authenticationProfiles.create, {
    name: `Profile ${methods.join()} ${groups.length}`,
    type: 'managed',
    methods,
    groups,
  })
const plainWays: SignInMethod[] = ['passkey', 'code', 'sms', 'call']

beforeEach(async () => {
  await choose(['DE', 'US'])
  await offer(plainWays)
})
afterEach(async () => {
  const asOwner = await owner()
  const { items } = await asOwner.tell(authenticationProfiles.list)
  await asOwner.tell(authenticationProfiles.removeMany, { ids: items.map(one => one.id) })
  clock.forward(minutes(60))
})

test('a code is sent as text or read aloud in the user language, and the session is not recently confirmed', async () => {
  const { id, email, number } = await newPerson({ ...newNumber(), language: 'de' })
  const begun = await begin(email, 'sms')
  expect(begun).toMatchObject({ status: 200, worked: true, body: { codeSentTo: '', resendAfter: 120 } })
  const session = String(begun.body['session'])
  const texted = await gateway.to(number)
  expect(texted).toMatchObject({ by: 'sms', authorization: 'Bearer let-me-send' })
  expect(texted.text).toContain('Code für Northgate')
  expect(await again(session)).toMatchObject({ status: 429, body: { code: 'code-too-soon' } })
  expect(await again(session, 'call')).toMatchObject({ status: 200, body: { resendAfter: 120 } })
  const called = await gateway.to(number, 2)
  expect(called).toMatchObject({ by: 'call', authorization: 'Bearer let-me-call', language: 'de' })
  expect(called.text).toMatch(/(\d, ){5}\d/)
  if (called.code !== texted.code)
    expect(await as(session).ask(signIn.emailLogin, { code: texted.code })).toMatchObject({ status: 401 })
  const { accessToken = '' } = await as(session).tell(signIn.emailLogin, { code: called.code })
  const { items } = await as(accessToken).tell(sessions.list)
  expect(items).toMatchObject([{ current: true, method: 'call' }])
  expect((await (await owner()).tell(sessions.ofUser, { id })).items).toMatchObject([{ method: 'call' }])
  expect(await as(accessToken).ask(account.changeContact, { phoneNumber: null })).toMatchObject({
    body: { code: 'verify-first' },
  })
  const { items: lines } = await (await owner()).tell(activity.list, { action: ['sign-in.call'] })
  expect(lines).toContainEqual(expect.objectContaining({ status: 1, actorId: id }))
})

test('responds the same to strangers for every email, and sends a code only to a reachable number', async () => {
  const { userManager } = given
  await addPasskey(home, (await given.session(userManager)).accessToken)
  const reached = await newPerson()
  const without = await newPerson({})
  const before = gateway.taken.length
  const shape = async (email: string) => {
    const begun = await begin(email, 'sms')
    const session = String(begun.body['session'])
    const wrong = await as(session).ask(signIn.emailLogin, { code: '000000' })
    const soon = await as(session).ask(signIn.code)
    return [begun, wrong.status, wrong.body, soon.status, soon.body]
  }
  const [first, ...others] = [
    await shape(reached.email),
    await shape(without.email),
    await shape('nobody.there@northgate.example'),
    await shape(userManager.email),
  ]
  const own = new Set(['session', 'requestId'])
  const plain = (one: unknown) => JSON.stringify(one, (key, value: unknown) => (own.has(key) ? '' : value))
  for (const other of others) expect(plain(other)).toBe(plain(first))
  await gateway.to(reached.number)
  await subject(without.email).toBe('Use another sign-in method')
  await subject(userManager.email).toBe('Sign in with your passkey')
  await quiet()
  expect(gateway.taken.slice(before).map(one => one.to)).toEqual([reached.number])
}, 60_000)

test('an administrator with a passkey cannot use a phone code, even after opting in to codes', async () => {
  const { id, email, number } = await newPerson()
  const person = { id, workspace: given.owner.workspace, email }
  await appoint(id, 3)
  const session = await sessionOf(email, 'sms')
  const { code } = await gateway.to(number)
  await addPasskey(home, (await given.session(person)).accessToken)
  await as((await given.session(person)).accessToken).tell(account.codeSignIn, { allowed: true })
  expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({
    status: 403,
    body: { code: 'passkey-only' },
  })
  await begin(email, 'sms')
  await subject(email).toBe('Sign in with your passkey')
  await quiet()
  await gateway.to(number)
})

test('sends nothing to countries not chosen or to premium numbers (phoneCodes.countries)', async () => {
  const kept = [
    { phone_country: '+43', phone_number: '6641234567' },
    { phone_country: '+1', phone_number: '8765551234' },
    { phone_country: '+49', phone_number: '9001234567' },
  ]
  const before = gateway.taken.length
  for (const number of kept) {
    const { id, email } = await newPerson(number)
    expect((await begin(email, 'sms')).status).toBe(200)
    await subject(email).toBe('Use another sign-in method')
    const { items } = await (await owner()).tell(activity.list, { action: ['sign-in.sms'] })
    expect(items).toContainEqual(expect.objectContaining({ status: 2, actorId: id }))
  }
  await quiet()
  expect(gateway.taken.length).toBe(before)
  await choose(['AT'])
  const other = await newPerson({ phone_country: '+43', phone_number: '6641234568' })
  await begin(other.email, 'sms')
  await gateway.to(other.number)
  // Each additional country may generate costs, so the settings permission alone is not sufficient
  const lower = as((await given.session(given.administrator)).accessToken)
  expect((await lower.ask(workspaceSettings.phoneCodes, { countries: [] })).status).toBe(200)
})

test('limits codes for strangers per email and number, without blocking other methods or a known browser', async () => {
  const { email, number } = await newPerson()
  const session = await sessionOf(email, 'sms')
  const { code } = await gateway.to(number)
  const entered = await home.app.inject({
    method: 'POST',
    url: signIn.emailLogin.path,
    headers: { authorization: session },
    payload: { code },
  })
  expect(entered.statusCode).toBe(200)
  const [cookie = ''] = String([entered.headers['set-cookie']].flat()[0]).split(';')
  for (let n = 0; n < 2; n++) expect((await begin(email, 'call')).status).toBe(200)
  expect(await begin(email, 'sms')).toMatchObject({ status: 429, body: { code: 'too-many' } })
  expect((await begin(email, 'code')).status).toBe(200)
  const own = await begin(email, 'sms', cookie)
  expect(own).toMatchObject({ status: 200, worked: false, body: { codeSentTo: `••• ${number.slice(-2)}` } })
  await gateway.to(number, 4)
  // Several users share this number: attackers can have only four codes per hour sent to it, with any emails
  const shared = { phone_country: '+49', phone_number: number.slice(3) }
  for (let n = 0; n < 3; n++) await begin((await newPerson(shared)).email, 'sms')
  await quiet()
  await gateway.to(number, 5)
}, 60_000)

test('limits codes per workspace, makes a busy network solve harder tasks, and keeps a known browser separate', async () => {
  const request = { id: 'test', ip: '127.0.0.1', userAgent: '' }
  const use = (times: number, of: (ctx: TransactionContext) => GuessSubject) =>
    transact(world, { actor: { kind: 'nobody' }, request }, async ctx => {
      for (let n = 0; n < times; n++) await reserveGuess(ctx, of(ctx))
    })
  const first = await newPerson()
  const entered = await home.app.inject({
    method: 'POST',
    url: signIn.emailLogin.path,
    headers: { authorization: await sessionOf(first.email, 'sms') },
    payload: { code: (await gateway.to(first.number)).code },
  })
  const [cookie = ''] = String([entered.headers['set-cookie']].flat()[0]).split(';')
  await use(298, () => ['texts of a workspace', given.owner.workspace])
  const [last, late] = [await newPerson(), await newPerson()]
  await begin(last.email, 'sms')
  await gateway.to(last.number)
  expect(await begin(late.email, 'sms')).toMatchObject({ status: 200 })
  const why = async () => {
    const { items } = await (await owner()).tell(activity.list, { action: ['sign-in.sms'], status: 2 })
    return items.find(one => one.actorId === late.id)?.reason
  }
  await expect.poll(why, { timeout: 5000 }).toContain('Too many codes')
  await quiet()
  expect(gateway.taken.filter(one => one.to === late.number)).toEqual([])
  await begin(first.email, 'sms', cookie)
  await gateway.to(first.number, 2)
  await use(97, () => ['texts from a network', '127.0.0.1'])
  // A network that has had many sent is not refused, but each costs a harder task
  const { body } = await stranger.ask(signIn.emailInitial, { email: (await newPerson({})).email, by: 'call' })
  expect(body).toMatchObject({ code: 'proof-needed', work: { bits: 17 } })
  expect(await begin((await newPerson({})).email, 'call')).toMatchObject({ status: 200, worked: true })
  expect((await begin(first.email, 'sms', cookie)).status).toBe(200)
}, 60_000)

test('users who share an email each get their own code', async () => {
  const mine = await newPerson()
  const other = newNumber()
  await given.addUser('Tina', 'Twin', { ...other, email: mine.email, shares_email: true, user_id: 'tina' })
  const session = await sessionOf(mine.email, 'sms')
  const { code } = await gateway.to(mine.number)
  const { code: others } = await gateway.to(`+49${other.phone_number}`)
  expect(code).not.toBe(others)
  const { accessToken = '' } = await as(session).tell(signIn.emailLogin, { code })
  expect(await as(accessToken).tell(account.self)).toMatchObject({ id: mine.id })
})

test('changing the phone number ends sessions opened with the old one and voids its code', async () => {
  const { id, email, number } = await newPerson()
  const session = await sessionOf(email, 'sms')
  const { accessToken = '' } = await as(session).tell(signIn.emailLogin, { code: (await gateway.to(number)).code })
  const late = await sessionOf(email, 'sms')
  const { code } = await gateway.to(number, 2)
  const asOwner = await owner()
  const { firstName, lastName, userId } = await asOwner.tell(users.get, { id })
  await asOwner.tell(users.update, { id, userId, firstName, lastName, email, phoneNumber: null })
  expect((await as(accessToken).ask(account.self)).status).toBe(401)
  expect(await as(late).ask(signIn.emailLogin, { code })).toMatchObject({ status: 401, body: { code: 'code-refused' } })
})

test('works only if a profile names it, and its sessions end when the profile no longer does (methods)', async () => {
  const offered = async () => (await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })).methods
  expect(await offered()).toEqual(plainWays)
  const { id, email, number } = await newPerson()
  const session = await sessionOf(email, 'sms')
  const { accessToken = '' } = await as(session).tell(signIn.emailLogin, { code: (await gateway.to(number)).code })
  const team = await addGroup('No phones', [id])
  const { id: narrow } = await offer(['code'], [team])
  expect((await as(accessToken).ask(account.self)).status).toBe(401)
  const closed = await sessionOf(email, 'sms')
  await subject(email).toBe('Use another sign-in method')
  expect((await as(closed).ask(signIn.emailLogin, { code: '123456' })).status).toBe(401)
  await (await owner()).tell(authenticationProfiles.removeMany, { ids: [narrow] })
  const late = await sessionOf(email, 'sms')
  const { code } = await gateway.to(number, 2)
  const { items } = await (await owner()).tell(authenticationProfiles.list)
  await (await owner()).tell(authenticationProfiles.removeMany, { ids: items.map(one => one.id) })
  expect(await offered()).not.toContain('sms')
  expect(await as(late).ask(signIn.emailLogin, { code })).toMatchObject({
    status: 403,
    body: { code: 'way-not-offered' },
  })
})

test('the preview counts users without a reachable number, and the page offers only what can be sent', async () => {
  await newPerson({})
  const asOwner = await owner()
  const profile = { name: 'Phones', type: 'managed' as const, methods: ['passkey', 'sms'] as SignInMethod[] }
  const { unreached } = await asOwner.tell(authenticationProfiles.preview, { profile })
  expect(unreached).toBeGreaterThan(0)
  const reached = await newPerson()
  expect((await asOwner.tell(authenticationProfiles.preview, { profile })).unreached).toBe(unreached)
  const { items } = await asOwner.tell(authenticationProfiles.list)
  const { people: losing } = await asOwner.tell(authenticationProfiles.preview, { id: items[0]?.id, way: 'sms' })
  expect(losing).toContainEqual(
    expect.objectContaining({ userId: reached.id, loses: expect.arrayContaining(['sms', 'call']) as unknown }),
  )
  expect(
    await asOwner.ask(authenticationProfiles.update, { ...profile, id: items[0]?.id, methods: ['sms', 'call'] }),
  ).toMatchObject({ body: { code: 'no-owner-left' } })
  await choose([])
  const { methods } = await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })
  expect(methods).toEqual(['passkey', 'code'])
})
