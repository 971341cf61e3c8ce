import { account } from '@claviger/contract/access/account'
import { authenticationProfiles, type ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import type { Person } from '#test/api/fixtures.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { outboxMails } from '#integrations/mail.ts'
import { loopback } from '#test/app/loopback.ts'

let count = 0
const home = await startTestApp(loopback)
const { as, given, world } = home
const { addGroup, owner } = testData(home)
const stranger = as(undefined)
const password = 'correct horse battery'
const { key: ownersKey } = await addPasskey(home, given.owner.accessToken)
const { key: usersKey } = await addPasskey(home, given.user.accessToken)

type Wish = Partial<Omit<ProfileContent, 'name'>>
const wish = (more: Wish) => ({ name: `Profile ${String(count++)}`, type: 'managed' as const, ...more })
const save = async (more: Wish) => (await owner()).tell(authenticationProfiles.create, wish(more))
const elsewhere = await externalProvider({ here: 's3cret' })
afterAll(() => elsewhere.close())
async function addProvider(by: Caller) {
  const { id } = await by.tell(oidcProviders.create, {
    name: `Login ${String(count++)}`,
    issuer: elsewhere.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: [] },
  })
  await by.tell(oidcProviders.active, { ids: [id], active: true })
  return id
}
const external = { type: 'external-idp' as const, providerId: await addProvider(await owner()) }

async function byMail(person: Person, how: 'code' | 'password') {
  home.clock.forward(minutes(20))
  const { session } = await stranger.tell(signIn.emailInitial, { email: person.email, workspace: 'northgate' })
  if (how === 'password') return as(session).ask(signIn.emailLogin, { pin: password })
  const { code } = await home.mailTo(person.email)
  return as(session).ask(signIn.emailLogin, { code: code ?? '000000' })
}
const notOffered = { status: 403, body: { code: 'way-not-offered' } }
const mailed = async (to: string) => (await outboxMails(world)).find(mail => mail.to === to)
const lines = async (action: 'sign-in.passkey' | 'sign-in.password' | 'break-glass.used') =>
  (await (await owner()).tell(activity.list, { action: [action] })).items

afterEach(async () => {
  const asOwner = await owner()
  const { items } = await asOwner.tell(authenticationProfiles.list)
  const ids = items.map(one => one.id)
  if (ids.length > 0) await asOwner.tell(authenticationProfiles.removeMany, { ids })
})

describe('the break-glass code', () => {
  const use = (email: string, code: string) => stranger.ask(authenticationProfiles.breakGlass, { email, code })

  test('is issued once with the first external profile, only to an owner, works once, and emails the owner', async () => {
    const administrator = as((await given.session(given.administrator)).accessToken)
    const made = await administrator.tell(authenticationProfiles.create, wish(external))
    expect(made.breakGlass).toBeNull()
    const asOwner = await owner()
    const { id, name, providerId } = made
    const again = { id, name, type: 'external-idp' as const, providerId }
    const { breakGlass } = await asOwner.tell(authenticationProfiles.update, again)
    expect(breakGlass).toMatch(/^([A-Z0-9]{4}-){5}[A-Z0-9]{4}$/)
    expect((await asOwner.tell(authenticationProfiles.update, again)).breakGlass).toBeNull()
    const code = String(breakGlass)
    expect(await use(given.user.email, code)).toMatchObject({ status: 401, body: { code: 'break-glass-refused' } })
    expect(await use('nobody@northgate.example', code)).toMatchObject({ status: 401 })
    expect(await use(given.owner.email, `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).toMatchObject({
      status: 401,
    })
    const both = await Promise.all([use(given.owner.email, code.toLowerCase()), use(given.owner.email, code)])
    expect(both.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(String(both.find(one => one.status === 200)?.body['link'])).toContain('/auth/verify?link=')
    expect((await lines('break-glass.used')).filter(line => line.status === 1)).toMatchObject([
      { actorId: given.owner.id },
    ])
    await expect.poll(async () => (await mailed(given.owner.email))?.subject).toBe('The break-glass code was used')
    expect((await asOwner.tell(authenticationProfiles.list)).breakGlass?.usedAt).not.toBeNull()
  })

  test('can be replaced by owners only, and the previous code stops working', async () => {
    home.clock.forward(minutes(60))
    const administrator = as((await given.session(given.administrator)).accessToken)
    expect(await administrator.ask(authenticationProfiles.renewBreakGlass)).toMatchObject({ status: 403 })
    const asOwner = await owner()
    const first = await asOwner.tell(authenticationProfiles.renewBreakGlass)
    await asOwner.tell(authenticationProfiles.renewBreakGlass)
    expect(await use(given.owner.email, first.breakGlass)).toMatchObject({ status: 401 })
  })

  test('works after any number of wrong codes, from any network', async () => {
    const { breakGlass } = await (await owner()).tell(authenticationProfiles.renewBreakGlass)
    const { path: url, method } = authenticationProfiles.breakGlass
    for (let n = 0; n < 30; n++) {
      const payload = { email: given.owner.email, code: `${breakGlass.slice(0, -4)}${1000 + n}` }
      const { statusCode } = await home.app.inject({ url, method, payload, remoteAddress: `203.0.113.${n % 3}` })
      expect(statusCode).toBe(401)
    }
    expect(await use(given.owner.email, breakGlass)).toMatchObject({ status: 200 })
  })
})

describe('a managed profile', () => {
  test('lists its methods in order, methods for some users only, and the automatic one (methods, autoStart)', async () => {
    const before = await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })
    const group = await addGroup('Contractors')
    await save({ methods: ['code', 'passkey'], autoStart: 'passkey' })
    await save({ methods: ['password', 'code'], groups: [group] })
    expect(await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })).toMatchObject({
      type: 'managed',
      methods: ['code', 'passkey'],
      others: ['password'],
      autoStart: 'passkey',
    })
    for (const id of ['southgate', 'nowhere'])
      expect(await stranger.tell(signIn.authenticationProfile, { id })).toMatchObject({ methods: before.methods })
  })

  test('refuses a sign-in method that it does not name, even with valid credentials (methods)', async () => {
    await as((await given.session(given.user)).accessToken).tell(account.changePassword, { password })
    expect(await byMail(given.user, 'password')).toMatchObject({ status: 200 })
    expect(await signInWith(home, usersKey)).toMatchObject({ status: 200 })
    await save({ methods: ['passkey'] })
    expect(await byMail(given.user, 'password')).toMatchObject(notOffered)
    expect((await lines('sign-in.password'))[0]).toMatchObject({ status: 2, actorId: given.user.id })
    expect(await signInWith(home, usersKey)).toMatchObject({ status: 200 })
    const { items } = await (await owner()).tell(authenticationProfiles.list)
    const { id = '', name = '' } = items[0] ?? {}
    const asOwner = await owner()
    const tried = { id, name, type: 'managed' as const, methods: ['password' as const] }
    expect(await asOwner.ask(authenticationProfiles.update, tried)).toMatchObject({ body: { code: 'no-owner-left' } })
    const team = await addGroup('No passkeys', [given.user.id])
    await save({ methods: ['password'], groups: [team] })
    expect(await signInWith(home, usersKey)).toMatchObject(notOffered)
    expect((await lines('sign-in.passkey'))[0]).toMatchObject({ status: 2, actorId: given.user.id })
    expect(await byMail(given.user, 'password')).toMatchObject({ status: 200 })
    expect(await signInWith(home, ownersKey)).toMatchObject({ status: 200 })
  })

  test('uses the matching exception with the smallest position (groups, position)', async () => {
    const [one, other] = [await addGroup('One', [given.user.id]), await addGroup('Other', [given.user.id])]
    const second = await save({ methods: ['code'], groups: [one], position: 2 })
    const { id, name } = await save({ methods: ['passkey'], groups: [other], position: 3 })
    expect(await signInWith(home, usersKey)).toMatchObject(notOffered)
    const to = { id, name, type: 'managed' as const, methods: ['passkey' as const], groups: [other], position: 1 }
    await (await owner()).tell(authenticationProfiles.update, to)
    expect(await signInWith(home, usersKey)).toMatchObject({ status: 200 })
    expect(second.groups).toEqual([{ id: one, name: 'One' }])
  })

  test('does not reveal which users exist: the response to a wrong password is always the same', async () => {
    await save({ methods: ['passkey'] })
    for (const email of [given.user.email, 'nobody@northgate.example']) {
      const { session } = await stranger.tell(signIn.emailInitial, { email })
      expect(await as(session).ask(signIn.emailLogin, { pin: 'wrong' })).toMatchObject({
        body: { code: 'password-refused' },
      })
    }
  })

  test('sends no code to a user who cannot sign in with one, and emails that user a hint', async () => {
    await save({ methods: ['passkey'] })
    await stranger.tell(signIn.emailInitial, { email: given.user.email, workspace: 'northgate' })
    await expect.poll(async () => (await mailed(given.user.email))?.subject).toBe('Use another sign-in method')
    expect((await mailed(given.user.email))?.code).toBeUndefined()
  })

  test('ends only the sessions that it would not have allowed', async () => {
    const { body } = await byMail(given.user, 'password')
    const byPassword = as(String(body['accessToken']))
    const byPasskey = as(String((await signInWith(home, usersKey)).body['accessToken']))
    await save({ methods: ['passkey'] })
    expect(await byPassword.ask(sessions.list)).toMatchObject({ status: 401 })
    expect(await byPasskey.ask(sessions.list)).toMatchObject({ status: 200 })
  })

  test('ends or refuses a session opened while it is saved', async () => {
    const team = await addGroup('Closed meanwhile', [given.user.id])
    const [entered] = await Promise.all([signInWith(home, usersKey), save({ methods: ['code'], groups: [team] })])
    if (entered.status === 200)
      expect(await as(String(entered.body['accessToken'])).ask(sessions.list)).toMatchObject({ status: 401 })
    else expect(entered).toMatchObject(notOffered)
  })

  test('is the only one for all users, has a unique name, and refers only to existing groups and methods', async () => {
    const { name } = await save({ methods: ['passkey'] })
    const asOwner = await owner()
    const ask = (more: object) =>
      asOwner.ask(authenticationProfiles.create, { ...wish({ methods: ['passkey'] }), ...more })
    expect(await ask({})).toMatchObject({ status: 409, body: { code: 'profile-everybody' } })
    expect(await ask({ name, groups: [await addGroup('Named twice')] })).toMatchObject({
      body: { code: 'profile-name-taken' },
    })
    for (const more of [{ groups: [newId()] }, { methods: [] }, { autoStart: 'badge' }, { type: 'external-idp' }])
      expect(await ask(more)).toMatchObject({ status: 422, body: { code: 'profile-incomplete' } })
    expect(await ask({ methods: ['passkey', 'passkey'] })).toMatchObject({ status: 422 })
  })

  test('refuses updates based on an outdated version, and is not found from another workspace', async () => {
    const { id, version, name } = await save({ methods: ['passkey'] })
    const asOwner = await owner()
    const to = { id, name, type: 'managed' as const, methods: ['passkey' as const, 'code' as const] }
    await asOwner.tell(authenticationProfiles.put, { ...to, version })
    expect(await asOwner.ask(authenticationProfiles.postOne, { ...to, version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    })
    const south = as((await given.session(given.ownerElsewhere)).accessToken)
    for (const call of [authenticationProfiles.get, authenticationProfiles.remove])
      expect(await south.ask(call, { id })).toMatchObject({ status: 404 })
    expect(await south.ask(authenticationProfiles.update, to)).toMatchObject({ status: 404 })
  })
})

describe('an external profile', () => {
  test('sends users to its provider, and lets owners keep their passkey (type, providerId)', async () => {
    await save(external)
    expect(await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })).toMatchObject({
      type: 'external-idp',
      methods: [],
      others: ['passkey'],
    })
    expect(await signInWith(home, usersKey)).toMatchObject(notOffered)
    expect(await signInWith(home, ownersKey)).toMatchObject({ status: 200 })
    expect(await byMail(given.user, 'password')).toMatchObject(notOffered)
  })

  test('prevents deletion of its provider, which is the only one shown', async () => {
    await save(external)
    const asOwner = await owner()
    await addProvider(asOwner)
    expect(await asOwner.ask(oidcProviders.remove, { id: external.providerId })).toMatchObject({
      status: 409,
      body: { code: 'provider-in-use' },
    })
    const { providers } = await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })
    expect(providers.map(one => one.id)).toEqual([external.providerId])
  })

  test('limits the external providers shown on the page (providers) (R13)', async () => {
    const other = await addProvider(await owner())
    await save({ methods: ['passkey'], providers: [other] })
    const { providers } = await stranger.tell(signIn.authenticationProfile, { id: 'northgate' })
    expect(providers.map(one => one.id)).toEqual([other])
  })

  test('is refused while no owner has a passkey', async () => {
    const south = as((await given.session(given.ownerElsewhere)).accessToken)
    const theirs = wish({ type: 'external-idp', providerId: await addProvider(south) })
    expect(await south.ask(authenticationProfiles.create, wish(external))).toMatchObject({ status: 422 })
    expect(await south.ask(authenticationProfiles.create, theirs)).toMatchObject({
      status: 409,
      body: { code: 'no-owner-left' },
    })
    await addPasskey(home, (await given.session(given.ownerElsewhere)).accessToken)
    expect(await south.ask(authenticationProfiles.create, theirs)).toMatchObject({ status: 200 })
  })
})

test('the preview lists which users lose which methods, and saves nothing', async () => {
  const asOwner = await owner()
  const profile = wish({ methods: ['passkey'] })
  const found = await asOwner.tell(authenticationProfiles.preview, { profile })
  expect(found.owners).toBe(1)
  expect(Object.fromEntries(found.ways.map(one => [one.way, one.people]))).toMatchObject({ password: 1 })
  const priya = found.people.find(one => one.userId === given.user.id)
  expect(priya).toEqual({
    userId: given.user.id,
    firstName: 'Priya',
    loses: ['code', 'password'],
    keeps: ['passkey', 'external'],
  })
  const byPassword = await asOwner.tell(authenticationProfiles.preview, { profile, way: 'password' })
  expect(byPassword.people.map(one => one.userId)).toEqual([given.user.id])
  const none = { ...profile, methods: ['password' as const] }
  expect((await asOwner.tell(authenticationProfiles.preview, { profile: none })).owners).toBe(0)
  expect((await asOwner.tell(authenticationProfiles.list)).total).toBe(0)
})

test('only an owner can remove the last sign-in method of another owner', async () => {
  const second = await given.addUser('Otto', 'Owner')
  await testData(home).appoint(second, 1)
  const group = await addGroup(`Owners ${String(count++)}`, [second])
  const administrator = as((await given.session(given.administrator)).accessToken)
  const closed = wish({ groups: [group], methods: ['badge'] })
  expect(await administrator.ask(authenticationProfiles.create, closed)).toMatchObject({
    status: 403,
    body: { code: 'above-you' },
  })
  expect((await (await owner()).ask(authenticationProfiles.create, closed)).status).toBe(200)
})
