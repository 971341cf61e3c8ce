import { account } from '@claviger/contract/access/account'
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, afterEach, expect, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { testData } from '#test/api/test-data.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { proveDomain } from '#test/api/proven.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, given, world, clock } = home
const provider = await externalProvider({ here: 's3cret', other: 'elsewhere' })
afterAll(() => provider.close())
afterEach(() => void (provider.wrongly = {}))
const { workspace } = given.owner
const owner = as(given.owner.accessToken)
const write = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
await proveDomain(home, 'clinic.example')

let count = 0
const make = async (people: object = {}, more: object = {}, by = owner) => {
  const made = await by.tell(oidcProviders.create, {
    name: `Login ${count++}`,
    issuer: provider.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: ['clinic.example'], ...people },
    ...more,
  })
  await owner.tell(oidcProviders.active, { ids: [made.id], active: true })
  return made
}
const creating = await make({ link: 'email', create: true })

const startAt = (id: string, more = '') =>
  `/login/sso?workspace=northgate&provider=${id}&response_type=code&scope=openid${more}`
async function through(id: string, person: object, browser = jar(app)) {
  provider.person = { sub: 'nobody', ...person }
  const { to } = await browser.go(startAt(id))
  const back = await browser.go(provider.visit(to))
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code')
  if (code === null) return { failed: new URL(back.to, 'http://x').searchParams.get('failed'), back, browser, code: '' }
  const { status, body } = await browser.call(externalSignIn.complete.path, { code })
  return { status, body, code, browser, back, failed: null }
}
const whoIs = async (body: Record<string, unknown> | undefined) =>
  (await as(String(body?.['accessToken'])).tell(account.self)).email
const vera = {
  sub: 'vera-1',
  email: 'vera@clinic.example',
  email_verified: true,
  given_name: 'Vera',
  family_name: 'Moor',
}

test('creates an unknown user of a verified domain once, and then recognizes the user by subject, not by email (R25)', async () => {
  const unknown = { ...vera, sub: 'ursula-1', email: 'ursula@clinic.example', given_name: 'Ursula' }
  const first = await through(creating.id, unknown)
  expect(first).toMatchObject({ status: 200, body: { redirectUrl: null } })
  expect(await whoIs(first.body)).toBe('ursula@clinic.example')
  const second = await through(creating.id, { ...unknown, email: 'renamed@clinic.example' })
  expect(await whoIs(second.body)).toBe('ursula@clinic.example')
  const { items } = await owner.tell(activity.list, { pageSize: 5, search: 'Ursula' })
  expect(items.map(one => one.action)).toEqual(expect.arrayContaining(['sign-in.external', 'external.linked']))
})

test.each([
  'bad address@clinic.example',
  'vera\u202e@clinic.example',
  'a@b@clinic.example',
  `${'x'.repeat(64)}@${'y.'.repeat(70)}clinic.example`,
])('creates no user for an invalid email: %s', async email => {
  const { body } = await through(creating.id, { ...vera, sub: email.slice(0, 20), email })
  expect(body).toMatchObject({ confirm: { address: null } })
})

test('does not import names with invisible characters', async () => {
  const { body } = await through(creating.id, {
    ...vera,
    sub: 'wendy-1',
    email: 'wendy@clinic.example',
    given_name: 'We\u202endy',
    family_name: 'M\u200boor',
  })
  const me = await as(String(body?.['accessToken'])).tell(account.self)
  expect([me.firstName, me.lastName]).toEqual(['wendy', ''])
})

test('links a user by email only if the provider verifies the email and the workspace trusts it for the domain', async () => {
  const id = await given.addUser('Fred', 'Found', { email: 'fred@clinic.example' })
  const fred = { sub: 'fred-1', email: 'fred@clinic.example' }
  expect(await through(creating.id, fred)).toMatchObject({ body: { confirm: { address: 'fred@clinic.example' } } })
  expect(await whoIs((await through(creating.id, { ...fred, email_verified: true })).body)).toBe('fred@clinic.example')
  expect((await home.mailTo('fred@clinic.example')).subject).toBe('An external account was linked to your account')
  expect((await through(creating.id, { ...fred, sub: 'fred-2', email_verified: true })).body).toHaveProperty('confirm')
  await given.addUser('Olga', 'Outside', { email: 'olga@elsewhere.example' })
  const olga = { sub: 'olga-1', email: 'olga@elsewhere.example', email_verified: true }
  expect((await through(creating.id, olga)).body).toHaveProperty('confirm')
  await testData(home).remove(id)
  expect((await through(creating.id, { ...fred, email_verified: true })).status).toBe(401)
})

test('links an administrator only after a fresh sign-in with their own method in the same browser', async () => {
  const { id: ada } = given.owner
  await proveDomain(home, 'northgate.example')
  clock.forward(1000)
  const { id } = await make({ link: 'email', domains: ['northgate.example'] })
  const told = { sub: 'ada-1', email: given.owner.email, email_verified: true }
  const { body, browser } = await through(id, told)
  expect(body).toHaveProperty('confirm')
  const confirm = (who: string, where = browser) => where.call(externalSignIn.confirm.path, {}, who)
  // An older session, another browser, and another workspace must not connect the account
  expect(await confirm(given.owner.accessToken)).toMatchObject({
    status: 403,
    body: { code: 'external-not-confirmed' },
  })
  clock.forward(1000)
  const fresh = (await given.session({ id: ada, workspace })).accessToken
  expect(await confirm(fresh, jar(app))).toMatchObject({ status: 401, body: { code: 'external-refused' } })
  expect((await confirm(given.ownerElsewhere.accessToken)).status).toBe(401)
  expect((await confirm(fresh)).status).toBe(200)
  expect((await home.mailTo(given.owner.email)).subject).toBe('An external account was linked to your account')
  expect((await confirm(fresh)).status).toBe(401)
  expect(await whoIs((await through(id, told)).body)).toBe(given.owner.email)
})

test.each([
  ['a different issuer in the ID token', { issuer: 'https://evil.example' }, 'refused'],
  ['a different issuer in the response', { iss: 'https://evil.example' }, 'refused'],
  ['a different nonce', { nonce: 'other' }, 'refused'],
  ['no nonce', { nonce: null }, 'refused'],
  ['an ID token for another client', { audience: 'other' }, 'refused'],
  ['an unpublished key', { foreign: true }, 'refused'],
  ['an unknown key included in the token', { foreign: true, keyInHead: true }, 'refused'],
  ['no signature', { alg: 'none' }, 'refused'],
  ['an ID token from yesterday', { age: 86_400 }, 'refused'],
  ['an ID token that becomes valid in four minutes', { early: 240 }, 'refused'],
  ['an HTML page as the response', { html: true }, 'refused'],
  ['no response within the time limit', { slow: 6000 }, 'unreachable'],
] as const)('refuses a provider that sends %s', async (_what, wrongly, failed) => {
  provider.wrongly = wrongly
  expect((await through(creating.id, vera)).failed).toBe(failed)
  const { items } = await owner.tell(activity.list, { pageSize: 50 })
  expect(items.find(({ reason }) => reason !== null)).toMatchObject({ action: 'sign-in.external' })
})

test('state, code, and browser belong together, and each works once', async () => {
  provider.person = vera
  const [mine, theirs] = [jar(app), jar(app)]
  const back = provider.visit((await mine.go(startAt(creating.id))).to)
  // Login CSRF: opening another user's link must not sign in as that user
  await theirs.go(startAt(creating.id))
  expect((await theirs.go(back)).to).toContain('failed=ended')
  for (const state of ['state=made-up', 'state=', ''])
    expect((await mine.go(back.replace(/state=[^&]+/, state))).to).toContain('failed=ended')
  const { to } = await mine.go(back)
  const code = new URLSearchParams(to.split('#')[1]).get('code') ?? ''
  expect((await mine.go(back)).to).toContain('failed=ended')
  expect((await theirs.call(externalSignIn.complete.path, { code })).status).toBe(401)
  expect((await mine.call(externalSignIn.complete.path, { code })).status).toBe(200)
  expect((await mine.call(externalSignIn.complete.path, { code })).status).toBe(401)
})

test('refuses an expired code, and a code of a provider that was changed in the meantime', async () => {
  const begin = async () => {
    provider.person = vera
    const browser = jar(app)
    const { to } = await browser.go(provider.visit((await browser.go(startAt(creating.id))).to))
    return () => browser.call(externalSignIn.complete.path, { code: new URLSearchParams(to.split('#')[1]).get('code') })
  }
  const late = await begin()
  clock.forward(3 * 60_000)
  expect((await late()).status).toBe(401)
  const moved = await begin()
  const { people, name } = creating
  await owner.tell(oidcProviders.update, { id: creating.id, name, issuer: provider.issuer, clientId: 'here', people })
  expect((await moved()).status).toBe(401)
})

test('two workspaces with the same client ID at the same provider stay separate', async () => {
  const elsewhere = as(given.ownerElsewhere.accessToken)
  const other = await elsewhere.tell(oidcProviders.create, {
    name: 'Login',
    issuer: provider.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
  })
  await elsewhere.tell(oidcProviders.active, { ids: [other.id], active: true })
  await through(creating.id, vera)
  expect((await jar(app).go(startAt(other.id))).to).toContain('failed=unknown')
  const { rows } = await write('select slug from workspaces where id = $1', given.ownerElsewhere.workspace)
  const browser = jar(app)
  const { to } = await browser.go(startAt(other.id).replace('northgate', String(rows[0].slug)))
  provider.person = vera
  const back = await browser.go(provider.visit(to))
  const code = new URLSearchParams(back.to.split('#')[1]).get('code') ?? ''
  expect((await browser.call(externalSignIn.complete.path, { code })).body).toHaveProperty('confirm')
  expect((await elsewhere.tell(oidcProviders.get, { id: other.id })).linked).toBe(0)
})

test('sessions end with the provider, the linked account, or a sign-out at the provider', async () => {
  const opens = async (token: string) => (await as(token).ask(account.self)).status
  const enter = async (sid: string) => String((await through(creating.id, { ...vera, sid })).body?.['accessToken'])
  const [one, two] = [await enter('s-1'), await enter('s-2')]
  const browser = jar(app)
  const signOut = async (claims: object) =>
    (
      await browser.post(externalSignIn.signedOut.path.replace('{id}', creating.id), {
        logout_token: await provider.logoutToken({ jti: 'j-1', aud: 'here', ...claims }),
      })
    ).status
  expect(await signOut({ sid: 's-1', aud: 'other' })).toBe(401)
  expect(await signOut({ sid: 's-1', nonce: 'any' })).toBe(401)
  expect(await signOut({ sid: 's-1' })).toBe(200)
  expect(await signOut({ sid: 's-1' })).toBe(401)
  expect([await opens(one), await opens(two)]).toEqual([401, 200])
  expect((await as(two).tell(externalSignIn.mine)).items).toMatchObject([{ id: creating.id }])
  await as(two).tell(externalSignIn.disconnect, { id: creating.id })
  expect(await opens(two)).toBe(401)
  const third = await enter('s-2b')
  const { id: person } = await as(third).tell(account.self)
  expect((await owner.tell(externalSignIn.ofUser, { id: person })).items).toMatchObject([{ id: creating.id }])
  await owner.tell(externalSignIn.disconnectOfUser, { id: person, provider: creating.id })
  expect(await opens(third)).toBe(401)
  expect((await owner.tell(externalSignIn.ofUser, { id: person })).items).toEqual([])
  expect((await through(creating.id, vera)).body).toHaveProperty('accessToken')
  const again = await enter('s-3')
  await owner.tell(oidcProviders.active, { ids: [creating.id], active: false })
  expect(await opens(again)).toBe(401)
  expect((await browser.go(startAt(creating.id))).to).toContain('failed=unknown')
  await owner.tell(oidcProviders.active, { ids: [creating.id], active: true })
  expect(await opens(again)).toBe(401)
})

test('refuses a sign-in in progress when its provider is turned off or its link is removed', async () => {
  const { id } = await make({ link: 'email', create: true, update: true })
  const late = { sub: 'late-1', email: 'late@clinic.example', email_verified: true, given_name: 'Lara' }
  const before = String((await through(id, late)).body?.['accessToken'])
  const { id: person } = await as(before).tell(account.self)
  const whileItWaits = async (given_name: string, end: () => Promise<unknown>) => {
    const other = await world.superPool.connect()
    try {
      await other.query('begin')
      await other.query('select from users where id = $1 for update', [person])
      const underWay = through(id, { ...late, given_name })
      const waits = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))'
      await expect.poll(async () => (await other.query(waits)).rowCount).toBeGreaterThan(0)
      await end()
      await other.query('rollback')
      return (await underWay).body
    } finally {
      other.release()
    }
  }
  const off = (active: boolean) => owner.tell(oidcProviders.active, { ids: [id], active })
  expect(await whileItWaits('Lena', () => off(false))).toMatchObject({ code: 'external-refused' })
  await off(true)
  const session = String((await through(id, late)).body?.['accessToken'])
  const leave = () => as(session).tell(externalSignIn.disconnect, { id })
  expect(await whileItWaits('Lisa', leave)).toMatchObject({ code: 'external-refused' })
})

test('groups of the provider give group memberships and roles, up to the permissions their author holds now', async () => {
  const ward = await testData(home).addGroup('Ward')
  const rules = {
    create: true,
    update: true,
    groups: [{ value: 'nurses', group: ward }],
    roles: [{ value: 'admins', role: 2 }],
  }
  const { id } = await make(rules, {}, as(given.administrator.accessToken))
  const gina = { sub: 'gina-1', email: 'gina@clinic.example', email_verified: true, given_name: 'Gina' }
  const { body } = await through(id, { ...gina, groups: ['nurses', 'admins'] })
  const me = await as(String(body?.['accessToken'])).tell(account.self)
  expect(me.workspaceRole).toBeNull()
  await testData(home).accept(me.id)
  const accepted = await through(id, { ...gina, groups: ['nurses', 'admins'] })
  expect(await as(String(accepted.body?.['accessToken'])).tell(account.self)).toMatchObject({ workspaceRole: 2 })
  const members = async () => (await write('select user_id from group_members where group_id = $1', ward)).rowCount
  expect(await members()).toBe(1)
  await through(id, { ...gina, groups: [], given_name: 'Regina' })
  const { rows } = await write(
    'select first_name, (select role from administrators a where a.user_id = u.id) as role from users u where email = $1',
    'gina@clinic.example',
  )
  expect([rows, await members()]).toEqual([[{ first_name: 'Regina', role: null }], 0])
  // A role granted by an administrator since then is not the provider's, so the user must confirm
  const told = { ...gina, sub: 'hana-1', email: 'hana@clinic.example', groups: ['admins'] }
  const { id: hana, workspaceRole } = await as(String((await through(id, told)).body?.['accessToken'])).tell(
    account.self,
  )
  expect(workspaceRole).toBeNull()
  await testData(home).accept(hana)
  await testData(home).dismiss(hana)
  await testData(home).appoint(hana, 3)
  expect((await through(id, told)).body).toHaveProperty('confirm')
  await testData(home).dismiss(given.administrator.id)
  const powerless = await through(id, { ...gina, groups: ['admins'] })
  expect((await as(String(powerless.body?.['accessToken'])).tell(account.self)).workspaceRole).toBeNull()
})

test('a test shows the claims and each check, signs no user in, and works while the provider is off', async () => {
  await through(creating.id, vera)
  await owner.tell(oidcProviders.active, { ids: [creating.id], active: false })
  const attempt = async () => {
    const browser = jar(app)
    const { body } = await browser.call(
      externalSignIn.test.path.replace('{id}', creating.id),
      {},
      given.owner.accessToken,
    )
    provider.person = { ...vera, sub: 'vera-9' }
    const back = await browser.go(provider.visit((await browser.go(String(body['url']))).to))
    const code = new URLSearchParams(back.to.split('#')[1]).get('code') ?? ''
    return (await browser.call(externalSignIn.complete.path, { code })).body
  }
  const whole = await attempt()
  expect(whole).toMatchObject({ report: { outcome: 'confirm' } })
  expect(JSON.stringify(whole)).toContain('vera@clinic.example')
  expect(whole).not.toHaveProperty('accessToken')
  provider.wrongly = { nonce: 'other' }
  expect(await attempt()).toMatchObject({ report: { outcome: null, checks: [{ ok: true }, { ok: false }] } })
  await owner.tell(oidcProviders.active, { ids: [creating.id], active: true })
})

test('sends users of a domain directly to its provider, and reveals nothing beyond the domain', async () => {
  const { id } = await make({ atOnce: true })
  const ask = (email: string) => as(undefined).tell(externalSignIn.providerOf, { email })
  expect((await ask('anybody@clinic.example')).url).toContain(id)
  expect(await ask('anybody@elsewhere.example')).toEqual({ url: null, name: null })
})

test('Entra ID users are identified by tenant and object ID, never by email', async () => {
  const { id } = await make({ create: true }, { preset: 'entra' })
  expect((await through(id, vera)).failed).toBe('refused')
  expect((await through(id, { ...vera, tid: 'another', oid: 'o-1' })).failed).toBe('refused')
})

test('the authentication profile lets its users sign in with its provider only', async () => {
  const [one, other] = [await make({ link: 'email', create: true }), await make({ link: 'email', create: true })]
  const asOwner = as((await given.session(given.owner)).accessToken)
  const profile = { name: 'Elsewhere', type: 'managed' as const, methods: ['passkey' as const, 'code' as const] }
  const { id } = await asOwner.tell(authenticationProfiles.create, { ...profile, providers: [one.id] })
  const person = { ...vera, sub: 'nina-1', email: 'nina@clinic.example', given_name: 'Nina' }
  expect((await through(other.id, person)).body).toMatchObject({ code: 'way-not-offered' })
  expect((await through(one.id, person)).status).toBe(200)
  await asOwner.tell(authenticationProfiles.remove, { id })
})
