import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { catalogue } from '@claviger/contract/apps/catalogue'
import { secondFactor } from '@claviger/contract/sso/second-factor'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'

// Requests as sent by @duosecurity/duo_universal 3.0.0 (Node.js) and duo_universal_python 2.1.0, claim by
// claim

const home = await startTestApp()
const { as, given, clock, app } = home
let owner = as(given.owner.accessToken)
beforeEach(async () => {
  owner = as((await given.session(given.owner)).accessToken)
})
const { key } = await addPasskey(home, given.user.accessToken)
const other = await addPasskey(home, given.administrator.accessToken)
const back = 'https://vpn.example/duo-callback?from=vpn'
const make = (name: string) =>
  owner.tell(catalogue.make, { preset: 'duo-second-factor', name, values: { redirect: back } })
const { application, guide } = await make('VPN')
const opens = (everyone: boolean) =>
  owner.tell(applications.assign, { id: application.id, everyone, groups: [], units: [], users: [] })
await opens(true)
let latest = application.clientSecret ?? ''
const clientId = application.clientId ?? ''
const host = 'localhost:8080'
const seconds = () => Math.floor(clock.now().getTime() / 1000)
let count = 0
const unique = (of: string) => `${of}-${++count}-`.padEnd(36, 'x')

const sign = (claims: Record<string, unknown>, secret = application.clientSecret ?? '', alg = 'HS512') =>
  new SignJWT({ iss: clientId, exp: seconds() + 300, ...claims }).setProtectedHeader({ alg }).sign(Buffer.from(secret))
const proof = (path: string, more: Record<string, unknown> = {}, secret?: string) =>
  sign({ sub: clientId, aud: `https://${host}/oauth/v1/${path}`, jti: unique('proof'), ...more }, secret)

async function post(path: string, fields: Record<string, string>, inQuery = false) {
  const text = new URLSearchParams(fields).toString()
  const answer = await app.inject({
    method: 'POST',
    url: `/oauth/v1/${path}${inQuery ? `?${text}` : ''}`,
    ...(!inQuery && { payload: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const health = async (assertion: string, id = clientId) =>
  post('health_check', { client_id: id, client_assertion: assertion })

const requested = (more: Record<string, unknown> = {}) => ({
  response_type: 'code',
  scope: 'openid',
  client_id: clientId,
  redirect_uri: back,
  state: unique('state'),
  duo_uname: given.user.email,
  aud: `https://${host}`,
  use_duo_code_attribute: true,
  ...more,
})
const addressOf = (request: string, more: Record<string, string> = {}) =>
  `/oauth/v1/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, request, ...more }).toString()}`
const own = browser(home)

async function confirmed(more: Record<string, unknown> = {}, by = key, at = own) {
  clock.forward(1000)
  const begun = await at.get(addressOf(await sign(requested(more))))
  expect((await at.get(begun.location ?? '')).location).toContain('/auth/sign-in?workspace=northgate')
  await at.signIn(by)
  return at.get(begun.location ?? '')
}
const fetched = async (code: string, more: Record<string, string> = {}, inQuery = false) =>
  post(
    'token',
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: back,
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await proof('token'),
      ...more,
    },
    inQuery,
  )
const codeIn = (location: string | undefined, name = 'duo_code') => new URL(location ?? '').searchParams.get(name) ?? ''
const refusals = async () =>
  (await owner.tell(attempts.ofApplication, { id: application.id })).items.filter(one => !one.ok).map(one => one.reason)

test('client ID and secret have the form that Duo clients expect, and no other client ID is accepted', async () => {
  expect(clientId).toMatch(/^DI[A-Z0-9]{18}$/)
  expect(application.clientSecret).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(guide.enter.map(({ value }) => value)).toEqual([host, clientId, '{clientSecret}'])
  const { oidc } = application
  if (!oidc) throw new Error('no settings')
  const brought = { name: 'Brought', oidc, clientId: `DI${'A'.repeat(18)}` }
  expect(await owner.ask(applications.oidcCreate, brought)).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'clientId' }] },
  })
  const turned = { ...oidc, secondFactor: false, secondFactorBy: 'entra' as const }
  expect(await owner.ask(applications.oidcUpdate, { id: application.id, name: 'VPN', oidc: turned })).toMatchObject({
    status: 422,
  })
})

test('a user who signs in with a passkey is confirmed: health, authorize, code, answer', async () => {
  expect(await health(await proof('health_check'))).toMatchObject({
    status: 200,
    body: { stat: 'OK', response: { timestamp: seconds() } },
  })
  const uses = async () => (await owner.tell(applications.get, { id: application.id })).uses
  const before = await uses()
  const state = unique('state')
  const led = await confirmed({ state, nonce: 'n-1' })
  expect(led.status).toBe(303)
  expect(led.location?.startsWith(`${back}&`)).toBe(true)
  expect(new URL(led.location ?? '').searchParams.get('state')).toBe(state)
  const { status, body } = await fetched(codeIn(led.location))
  expect([status, body['token_type']]).toEqual([200, 'Bearer'])
  const { payload } = await jwtVerify(String(body['id_token']), Buffer.from(application.clientSecret ?? ''), {
    algorithms: ['HS512'],
    issuer: `https://${host}/oauth/v1/token`,
    subject: given.user.email,
    audience: clientId,
    currentDate: clock.now(),
    requiredClaims: ['exp', 'iat', 'auth_time'],
  })
  expect(payload).toMatchObject({
    preferred_username: given.user.email,
    nonce: 'n-1',
    auth_result: { result: 'allow', status: 'allow' },
    auth_context: { result: 'success', user: { name: given.user.email }, application: { key: clientId } },
  })
  expect(await uses()).toBe((before ?? 0) + 1)
  // The code works nowhere else, and /oidc doesn't know the application
  expect(await fetched(codeIn(led.location))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const elsewhere = `/oidc/northgate/authorize?client_id=${clientId}&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(back)}`
  expect((await own.get(elsewhere)).status).toBe(400)
})

test('the Duo client for Python works: parameters in the query, fractional times, and its own code name', async () => {
  const led = await confirmed({ use_duo_code_attribute: undefined, exp: seconds() + 300.25 })
  const answer = await fetched(codeIn(led.location, 'code'), {}, true)
  expect(answer.status).toBe(200)
  expect(decodeJwt(String(answer.body['id_token']))).not.toHaveProperty('nonce')
})

test('another user is not confirmed, and an unknown name gets the same answer', async () => {
  const [theirs, nobodys] = [await confirmed({}, other.key), await confirmed({ duo_uname: 'nobody@nowhere.example' })]
  const plain = (text: string) => text.replace(/[\da-z]{8}-[\da-z-]{27}|req-\w+/g, '')
  expect([theirs.status, nobodys.status]).toEqual([400, 400])
  expect(plain(theirs.text)).toBe(plain(nobodys.text))
  expect(await refusals()).toContain('person-differs')
  // Matched by login if the application is set so (personBy)
  const { id, oidc } = application
  const person = await given.addUser('Vi', 'Penn', { user_id: 'vpenn', email: 'vi.penn@northgate.example' })
  await given.addActiveKeys([person])
  const session = await given.session({ id: person, workspace: given.user.workspace })
  const { key: hers } = await addPasskey(home, session.accessToken)
  const named = async (personBy: 'email' | 'userName') => {
    const asOwner = as((await given.session(given.owner)).accessToken)
    await asOwner.tell(applications.oidcUpdate, { id, name: 'VPN', oidc: { ...oidc, personBy } })
    const names = ['VPENN', 'vi.penn@northgate.example']
    const states = []
    for (const name of names) states.push((await confirmed({ duo_uname: name }, hers)).status)
    return states
  }
  expect(await named('userName')).toEqual([303, 400])
  expect(await named('email')).toEqual([400, 303])
})

test('states, proofs, and codes work once, and only in the browser that started', async () => {
  const state = unique('state')
  const address = addressOf(await sign(requested({ state })))
  const at = browser(home)
  const begun = await at.get(address)
  // Reloading the page continues it; another browser, or a finished request, doesn't
  expect((await at.get(address)).location).toBe(begun.location)
  expect((await browser(home).get(address)).status).toBe(400)
  expect((await own.get(begun.location ?? '')).status).toBe(400)
  clock.forward(1000)
  await at.signIn(key)
  const led = await at.get(begun.location ?? '')
  expect(led.status).toBe(303)
  expect((await at.get(address)).status).toBe(400)
  expect((await at.get(begun.location ?? '')).status).toBe(400)
  const once = await proof('token')
  expect((await fetched(codeIn(led.location), { client_assertion: once })).status).toBe(200)
  expect(await fetched(codeIn(led.location), { client_assertion: once })).toMatchObject({
    body: { error: 'invalid_client' },
  })
  const late = codeIn((await confirmed()).location)
  clock.forward(3 * 60_000)
  expect((await fetched(late)).status).toBe(400)
  const both = codeIn((await confirmed()).location)
  const answers = await Promise.all([fetched(both), fetched(both)])
  expect(answers.map(one => one.status).toSorted((one, two) => one - two)).toEqual([200, 400])
  expect(await refusals()).toEqual(expect.arrayContaining(['request-repeated', 'code-spent']))
})

test('a request that is not signed correctly is refused, with the same answer as for a mistake', async () => {
  const wrong: [Record<string, unknown>, (string | undefined)?, string?][] = [
    [{}, 'x'.repeat(40)],
    [{}, undefined, 'HS256'],
    [{ aud: 'https://api-1.duosecurity.com' }],
    [{ iss: 'somebody-else' }],
    [{ exp: seconds() - 120 }],
    [{ exp: seconds() + 86_400 }],
    [{ client_id: 'somebody-else' }],
    [{ redirect_uri: `${back}/` }],
    [{ state: 'short' }],
    [{ duo_uname: '' }],
    [{ response_type: 'id_token' }],
  ]
  for (const [more, secret, alg] of wrong) {
    const page = await own.get(addressOf(await sign(requested(more), secret, alg)))
    expect([page.status, page.location], JSON.stringify(more)).toEqual([400, undefined])
  }
  const beside = await own.get(addressOf(await sign(requested()), { redirect_uri: 'https://evil.example/' }))
  expect(beside.status).toBe(400)
  expect(await refusals()).toEqual(expect.arrayContaining(['redirect-differs', 'request-object-wrong', 'malformed']))
  const erring = await health(await proof('health_check', {}, 'y'.repeat(40)))
  const stranger = await health(await proof('health_check'), `DI${'Z'.repeat(18)}`)
  expect(erring).toEqual(stranger)
  expect(erring.body).toMatchObject({ stat: 'FAIL', message: 'invalid_client' })
  expect((await health(await proof('token'))).status).toBe(400)
  expect((await health(await proof('health_check', { sub: 'somebody-else' }))).status).toBe(400)
})

test('a new secret keeps the previous one valid, and each is answered with its own', async () => {
  const { clientSecret } = await owner.tell(applications.newSecret, { id: application.id })
  expect(clientSecret).toMatch(/^[A-Za-z0-9]{40}$/)
  latest = clientSecret
  const { body } = await fetched(codeIn((await confirmed()).location))
  const secret = Buffer.from(application.clientSecret ?? '')
  await expect(jwtVerify(String(body['id_token']), secret, { currentDate: clock.now() })).resolves.toBeDefined()
  expect((await health(await proof('health_check', {}, clientSecret))).status).toBe(200)
})

test('disabling the application or removing access takes effect between two steps', async () => {
  const code = codeIn((await confirmed()).location)
  await opens(false)
  expect(await fetched(code)).toMatchObject({ body: { error: 'invalid_grant' } })
  expect((await confirmed()).status).toBe(403)
  await owner.tell(applications.setActive, { ids: [application.id], active: false })
  // Clients that fail open must not believe the service is down
  expect((await health(await proof('health_check'))).body).toMatchObject({ stat: 'OK' })
  expect((await own.get(addressOf(await sign(requested())))).status).toBe(400)
  expect(await refusals()).toEqual(expect.arrayContaining(['off', 'not-assigned']))
  await owner.tell(applications.setActive, { ids: [application.id], active: true })
  await opens(true)
})

test('Check reports for each step whether it is set up', async () => {
  const holds = async (id: string) => {
    const { by, checks } = await owner.tell(secondFactor.check, { id })
    return [by, ...checks.filter(one => one.ok).map(one => one.name)]
  }
  const { application: fresh } = await make('Fresh')
  expect(await holds(fresh.id)).toEqual(['duo', 'on'])
  clock.forward(120_000)
  await health('nothing')
  expect(await holds(application.id)).not.toContain('heard')
  clock.forward(120_000)
  await health(await proof('health_check', {}, latest))
  expect(await holds(application.id)).toContain('heard')
  expect(await as(given.user.accessToken).ask(secondFactor.check, { id: fresh.id })).toMatchObject({ status: 403 })
})
