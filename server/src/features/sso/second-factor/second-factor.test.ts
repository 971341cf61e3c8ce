import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { registration } from '@claviger/contract/access/registration'
import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { activity } from '@claviger/contract/oversight/activity'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { browser } from '#test/app/browser.ts'
import { directories } from '#test/api/directories.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { proveDomain } from '#test/api/proven.ts'
import { applyUsers } from '#features/directories/links/links.ts'
import { loopback } from '#test/app/loopback.ts'

const tenant = '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f'
const audience = '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f'
const object = '5eed5eed-52a4-4b0c-9d0e-0a1b2c3d4e5f'
const back = 'https://login.microsoftonline.com/common/federation/externalauthprovider'

const { publicKey, privateKey } = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'entra', alg: 'RS256', use: 'sig' }] }
const entra = createServer((_request, answer) =>
  answer.setHeader('content-type', 'application/json').end(JSON.stringify(keys)),
)
await new Promise<void>(done => entra.listen(0, '127.0.0.1', done))
afterAll(() => entra.close())
const authority = `http://127.0.0.1:${(entra.address() as AddressInfo).port}`

const home = await startTestApp({ ENTRA_AUTHORITY: authority, ...loopback })
const { as, given, clock } = home
const owner = as(given.owner.accessToken)
const address = given.user.email
await proveDomain(home, address.split('@')[1] ?? '')
const { key } = await ownPasskey(given.user.id)
const other = await addPasskey(home, given.administrator.accessToken)
const { application } = await owner.tell(catalogue.make, {
  preset: 'entra-second-factor',
  values: { tenant, application: audience },
})
/** A passkey that a user made, with nothing behind it that others placed. */
async function ownPasskey(id: string) {
  const session = await given.ownSession({ id, workspace: given.owner.workspace })
  const made = await addPasskey(home, session.accessToken)
  await session.drop()
  return made
}
const ownerNow = async () => as((await given.session(given.owner)).accessToken)
const nobodyOpens = { everyone: false, groups: [], units: [], users: [] }
const opens = (everyone: boolean) =>
  owner.tell(applications.assign, { id: application.id, everyone, groups: [], units: [], users: [] })
await opens(true)

async function hint(more: Record<string, unknown> = {}, by = privateKey): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT({
    iss: `${authority}/${tenant}/v2.0`,
    aud: audience,
    iat: now,
    exp: now + 600,
    sub: 'pairwise-sub',
    tid: tenant,
    oid: object,
    preferred_username: address,
    ...more,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'entra' })
    .sign(by)
}

const claims = JSON.stringify({
  id_token: {
    acr: { essential: true, values: ['possessionorinherence'] },
    amr: { essential: true, values: ['face', 'fido', 'fpt', 'hwk', 'otp', 'pop', 'sc', 'sms', 'swk'] },
  },
})
const asking = async (more: Record<string, string> = {}) => ({
  client_id: application.clientId ?? '',
  redirect_uri: back,
  response_type: 'id_token',
  response_mode: 'form_post',
  scope: 'openid',
  nonce: 'n-1',
  state: 'a state & more',
  claims,
  id_token_hint: await hint(),
  ...more,
})
let own: ReturnType<typeof browser>
beforeEach(() => {
  own = browser(home)
})
const ask = async (more: Record<string, string> = {}, at = own) =>
  at.post('/oidc/northgate/authorize', await asking(more))

const answered = (text: string) => ({
  token: /name="id_token" value="([^"]+)"/.exec(text)?.[1] ?? '',
  state: /name="state" value="([^"]+)"/.exec(text)?.[1],
  to: /action="([^"]+)"/.exec(text)?.[1],
})

test('a user who signs in with a passkey is confirmed with the requested values', async () => {
  const sent = await ask()
  expect(sent.status).toBe(303)
  expect((await own.get(sent.location ?? '')).location).toContain('/auth/sign-in?workspace=northgate')
  await own.signIn(key)
  const page = await own.get(sent.location ?? '')
  expect(page.status).toBe(200)
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://login.microsoftonline.com;")
  const { token, state, to } = answered(page.text)
  expect([state, to]).toEqual(['a state &amp; more', back])
  const published = JSON.parse((await own.get('/oidc/northgate/jwks')).text) as { keys: { x5c?: string[] }[] }
  expect(published.keys.some(one => one.x5c?.length === 1)).toBe(true)
  const { payload } = await jwtVerify(token, createLocalJWKSet(published as never), {
    issuer: 'http://localhost:8080/oidc/northgate',
    audience: application.clientId ?? '',
    currentDate: clock.now(),
  })
  expect(payload).toMatchObject({ sub: 'pairwise-sub', nonce: 'n-1', amr: ['fido'], acr: 'possessionorinherence' })
  expect((await own.get(sent.location ?? '')).status).toBe(400)
})

test('an earlier sign-in, another user, and another browser are not confirmed', async () => {
  clock.forward(60_000)
  const sent = await ask()
  expect((await own.get(sent.location ?? '')).location).toContain('/auth/sign-in')
  const elsewhere = browser(home)
  await elsewhere.signIn(key)
  expect((await elsewhere.get(sent.location ?? '')).status).toBe(400)
  await own.signIn(other.key)
  const page = await own.get(sent.location ?? '')
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('a different user')])
  expect(page.text).not.toContain('id_token')
  const { items } = await owner.tell(attempts.ofApplication, { id: application.id })
  expect(items[0]).toMatchObject({ ok: false, reason: 'person-differs' })
})

test('the first time requires an address in a verified domain, and later times the same user', async () => {
  const person = await given.addUser('Nadia', 'Noor')
  await given.addActiveKeys([person])
  const nadia = await ownPasskey(person)
  const at = browser(home)
  const tried = async (more: Record<string, unknown>) => {
    clock.forward(1000)
    const sent = await ask({ id_token_hint: await hint({ oid: '00000000-0000-4000-8000-00000000000a', ...more }) }, at)
    await at.signIn(nadia.key)
    return (await at.get(sent.location ?? '')).status
  }
  expect(await tried({ preferred_username: 'nadia.noor@stranger.example' })).toBe(400)
  expect(await tried({ preferred_username: address })).toBe(400)
  // A shared mailbox doesn't identify a user
  const shared = await given.addUser('Sly', 'Twin', { email: 'nadia.noor@northgate.example', shares_email: true })
  await given.addActiveKeys([shared])
  const sly = await ownPasskey(shared)
  clock.forward(1000)
  const theirs = { oid: '00000000-0000-4000-8000-00000000000b', preferred_username: 'nadia.noor@northgate.example' }
  const sent = await ask({ id_token_hint: await hint(theirs) }, at)
  await at.signIn(sly.key)
  expect((await at.get(sent.location ?? '')).status).toBe(400)
  // Known by tenant and object ID, so the current address doesn't matter
  for (const more of [{}, { preferred_username: 'nadia.noor@stranger.example' }]) {
    const taken = await ask({ id_token_hint: await hint(more) })
    clock.forward(1000)
    await own.signIn(key)
    expect((await own.get(taken.location ?? '')).status).toBe(200)
  }
})

/** A user with a passkey that an administrator handed out by a link. */
async function withHandedOutKey(first: string, last: string) {
  const id = await given.addUser(first, last)
  const admin = as((await given.session(given.owner)).accessToken)
  const { link } = await admin.tell(keyAssignment.add, { userId: id, type: 3, activation: 1 })
  const opened = await as(undefined).tell(keyActivation.open, {
    link: new URL(link ?? '').searchParams.get('link') ?? '',
  })
  const handedOut = softwareKey({ origin: 'http://localhost:8080' })
  const { creation } = await as(opened.session).tell(registration.challenge, {})
  await as(opened.session).tell(keyActivation.addHardware, {
    authenticationInfo: asRegistration(handedOut.create(creation)),
  })
  return { id, key: handedOut, email: `${first}.${last}@northgate.example`.toLowerCase() }
}

/** Confirms the user named by Entra ID with a key, and returns the page. */
async function confirms(oid: string, name: string, by: Parameters<typeof own.signIn>[0], tid = tenant) {
  clock.forward(1000)
  const at = browser(home)
  const named = { oid, preferred_username: name, tid, iss: `${authority}/${tid}/v2.0` }
  const sent = await ask({ id_token_hint: await hint(named) }, at)
  await at.signIn(by)
  return at.get(sent.location ?? '')
}

test('an address by itself does not link an account: the first time requires a passkey that the user added', async () => {
  const one = await withHandedOutKey('Petra', 'Planted')
  const oid = '00000000-0000-4000-8000-0000000000c1'
  const refused = await confirms(oid, one.email, one.key)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('a passkey that you added yourself')])
  const admin = as((await given.session(given.owner)).accessToken)
  const { items } = await admin.tell(attempts.ofApplication, { id: application.id })
  expect(items[0]).toMatchObject({ ok: false, reason: 'person-unproven' })
  // A passkey created with a handed-out passkey is not trusted more than that one
  const planted = await addPasskey(home, (await browser(home).signIn(one.key)).accessToken)
  expect((await confirms(oid, one.email, planted.key)).status).toBe(400)
  const made = await ownPasskey(one.id)
  expect((await confirms(oid, one.email, made.key)).status).toBe(200)
  // Bound once, whichever key of the user follows
  expect((await confirms(oid, one.email, one.key)).status).toBe(200)
  const log = await admin.tell(activity.list, { action: 'second-factor.linked', object: one.id })
  expect(log.items).toMatchObject([{ actorName: 'Petra Planted', after: { account: one.email, by: 'passkey' } }])
  await expect.poll(async () => (await home.mailTo(one.email)).subject).toContain('account at Microsoft')
})

test('a user without access to the application is not linked', async () => {
  const one = await given.addUser('Nils', 'Nowhere')
  await given.addActiveKeys([one])
  const made = await ownPasskey(one)
  await (await ownerNow()).tell(applications.assign, { id: application.id, ...nobodyOpens })
  const oid = '00000000-0000-4000-8000-0000000000c2'
  expect((await confirms(oid, 'nils.nowhere@northgate.example', made.key)).status).toBe(403)
  const { rows } = await home.world.superPool.query('select from second_factor_people where user_id = $1', [one])
  expect(rows).toEqual([])
  await (await ownerNow()).tell(applications.assign, { id: application.id, ...nobodyOpens, everyone: true })
})

test('if the tenant is connected as a directory, only its link identifies the user', async () => {
  const { add, inside } = directories(home)
  const { id: apiApplication } = await (
    await ownerNow()
  ).tell(apiApplications.create, {
    name: 'Tenant',
    type: 'azure',
    address: authority,
    secret: 'shh',
    tenantId: tenant,
    clientId: audience,
  })
  const connection = await add({ kind: 1, name: 'Entra', apiApplication })
  const oid = '00000000-0000-4000-8000-0000000000c3'
  const fields = {
    userId: 'lena.link@northgate.example',
    firstName: 'Lena',
    lastName: 'Link',
    email: 'lena.link@northgate.example',
  }
  const [applied] = await inside(ctx => applyUsers(ctx, connection, [{ anchor: oid, active: true, fields }], 2))
  const lena = applied?.user ?? ''
  const lenas = await ownPasskey(lena)
  // The link counts, whatever the address there says
  expect((await confirms(oid, 'renamed@stranger.example', lenas.key)).status).toBe(200)
  // A user with the right address and their own passkey, but not linked to the directory
  const twin = await given.addUser('Tom', 'Twin')
  await given.addActiveKeys([twin])
  const toms = await ownPasskey(twin)
  const unlinked = '00000000-0000-4000-8000-0000000000c4'
  expect((await confirms(unlinked, 'tom.twin@northgate.example', toms.key)).status).toBe(400)
  await (await ownerNow()).tell(connections.remove, { id: connection.id })
})

test('an invalid request is refused on our page before the user is asked for anything', async () => {
  const now = Math.floor(clock.now().getTime() / 1000)
  const wrong: Record<string, string>[] = [
    { id_token_hint: await hint({}, stranger.privateKey) },
    { id_token_hint: await hint({ aud: 'somebody-else' }) },
    { id_token_hint: await hint({ tid: object }) },
    { id_token_hint: await hint({ iss: `${authority}/${object}/v2.0` }) },
    { id_token_hint: await hint({ exp: now - 3600, iat: now - 7200 }) },
    { id_token_hint: 'eyJhbGciOiJub25lIn0.e30.' },
    { redirect_uri: `${back}/` },
    { nonce: '' },
    { response_mode: 'query' },
    { claims: '{' },
  ]
  for (const one of wrong) {
    const page = await ask(one)
    expect([page.status, page.location], JSON.stringify(one).slice(0, 80)).toEqual([400, undefined])
    expect(page.text).not.toContain('id_token')
  }
  const { items } = await owner.tell(attempts.ofApplication, { id: application.id })
  expect(items.find(one => one.reason === 'redirect-differs')?.says).toContain(`${back}/`)
  // Any other form continues normally
  expect(await own.post('/oidc/northgate/authorize', { client_id: 'unknown' })).toMatchObject({
    status: 303,
    location: '/oidc/northgate/authorize?client_id=unknown',
  })
})

test('only the configured tenant and application are accepted (hintTenant, hintAudience), while it is a second factor (secondFactor)', async () => {
  const fresh = as((await given.session(given.owner)).accessToken)
  const { id, name, oidc } = application
  const set = (more: object) => fresh.tell(applications.oidcUpdate, { id, name, oidc: { ...oidc, ...more } })
  const [hintTenant, hintAudience] = ['22222222-52a4-4b0c-9d0e-0a1b2c3d4e5f', '33333333-52a4-4b0c-9d0e-0a1b2c3d4e5f']
  const there = { iss: `${authority}/${hintTenant}/v2.0`, tid: hintTenant }
  const taken = async () =>
    Promise.all(
      [{}, there, { aud: hintAudience }].map(async one => (await ask({ id_token_hint: await hint(one) })).status),
    )
  expect(await taken()).toEqual([303, 400, 400])
  await set({ hintTenant })
  expect(await taken()).toEqual([400, 303, 400])
  await set({ hintAudience })
  expect(await taken()).toEqual([400, 400, 303])
  await set({ secondFactor: false, responseTypes: ['code'], grantTypes: ['authorization_code'] })
  expect((await ask()).location).toContain('/oidc/northgate/authorize?')
  await set({})
  expect(await taken()).toEqual([303, 400, 400])
})

test('a user who cannot open the application is not confirmed', async () => {
  await opens(false)
  clock.forward(1000)
  const sent = await ask()
  await own.signIn(key)
  expect((await own.get(sent.location ?? '')).status).toBe(403)
  const { items } = await owner.tell(attempts.ofApplication, { id: application.id })
  expect(items[0]).toMatchObject({ ok: false, reason: 'not-assigned' })
  await opens(true)
})
