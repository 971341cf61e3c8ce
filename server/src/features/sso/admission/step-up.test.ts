// A requirement that another sign-in can meet leads the user to the sign-in page and back to the application.
import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { strengths } from '@claviger/contract/decide/strengths'
import { policies } from '@claviger/contract/rules/policies'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import * as client from 'openid-client'
import { afterEach, expect, test } from 'vitest'
import { browser, type BrowserReply } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newCodes } from '#test/people/new-codes.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import { serviceProviders } from '#test/emulators/service-provider.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { app, as, given, clock } = home
const redirect = 'https://app.example/cb'
const { key } = await addPasskey(home, given.user.accessToken)
const made = await addClient(home, 'Guarded', {
  redirectUris: [redirect],
  grantTypes: ['authorization_code', 'refresh_token'],
})
afterEach(() => putPolicies(home, []))

const must = (id: string, demands: PolicyDraft['demands']) =>
  putPolicies(home, [{ name: 'Step up', action: 1, appRestriction: { values: [id], lists: [] }, demands }])
const codeTo = newCodes(home)

let count = 0
/** A user with a passkey; each user gets only a few codes an hour. */
async function newUser() {
  const last = `Step${++count}`
  const id = await given.addUser('Step', last)
  const { key: own } = await addPasskey(
    home,
    (await given.session({ id, workspace: given.owner.workspace })).accessToken,
  )
  const email = `step.${last}@northgate.example`.toLowerCase()
  const byCode = (of: ReturnType<typeof browser>) => of.signInByCode(email, codeTo)
  return { id, key: own, byCode }
}

const verifier = client.randomPKCECodeVerifier()
const code_challenge = await client.calculatePKCECodeChallenge(verifier)
const authorize = async (more: Record<string, string> = {}) => {
  const rp = await relyingParty(home, made)
  const params = { redirect_uri: redirect, scope: 'openid', code_challenge, code_challenge_method: 'S256', ...more }
  return client.buildAuthorizationUrl(rp, params).href
}

/** Where the sign-in page leads after the sign-in, and what it asks for. */
function askedIn({ location }: BrowserReply): { back: string; unmet: string | null } {
  const page = new URL(location ?? '', 'http://localhost:8080')
  expect(page.pathname).toBe('/auth/sign-in')
  return { back: page.searchParams.get('redirectUrl') ?? '', unmet: page.searchParams.get('unmet') }
}

test('OpenID Connect: a code does not satisfy a PIN policy, and a passkey returns to the application', async () => {
  await must(made.id, { pin: true })
  const { id, key: passkey, byCode } = await newUser()
  const own = browser(home)
  await byCode(own)
  const led = askedIn(await own.follow(await authorize()))
  expect(led.unmet).toBe('pin')
  // Another code comes back to the same question
  await byCode(own)
  expect(askedIn(await own.follow(led.back)).unmet).toBe('pin')
  await own.signIn(passkey)
  const { location } = await own.follow(led.back)
  const tokens = await client.authorizationCodeGrant(await relyingParty(home, made), new URL(location ?? ''), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ sub: id, acr: 'phrh' })
})

test('OpenID Connect: an old sign-in must be repeated, and prompt=none returns login_required', async () => {
  await must(made.id, { withinMinutes: 30 })
  const own = browser(home)
  await own.signIn(key)
  expect((await own.follow(await authorize())).location).toContain('code=')
  clock.forward(minutes(40))
  expect((await own.follow(await authorize({ prompt: 'none' }))).location).toContain('error=login_required')
  const led = askedIn(await own.follow(await authorize()))
  expect(led.unmet).toBe('withinMinutes')
  await own.signIn(key)
  expect((await own.follow(led.back)).location).toContain('code=')
})

test('users sign in again at the interval of the application or workspace, and offline access continues', async () => {
  const owner = async () => as((await given.session(given.owner)).accessToken)
  const often = await addClient(home, 'Often', {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'offline_access'],
    reauthenticationMinutes: 30,
  })
  const rp = await relyingParty(home, often)
  const ask = (scope: string, more: Record<string, string> = {}) =>
    client.buildAuthorizationUrl(rp, {
      redirect_uri: redirect,
      scope,
      code_challenge,
      code_challenge_method: 'S256',
      ...more,
    }).href
  const tokensBy = ({ location }: BrowserReply) =>
    client.authorizationCodeGrant(rp, new URL(location ?? ''), { pkceCodeVerifier: verifier, idTokenExpected: true })
  const own = browser(home)
  await own.signIn(key)
  const online = await tokensBy(await own.follow(ask('openid')))
  const consent = await own.follow(ask('openid offline_access', { prompt: 'consent' }))
  const form = /action="([^"]+)"/.exec(consent.text)?.[1] ?? ''
  const offline = await tokensBy(await own.follow((await own.post(form, { decision: 'yes' })).location ?? ''))
  const renewed = await client.refreshTokenGrant(rp, online.refresh_token ?? '')
  clock.forward(minutes(31))
  await expect(client.refreshTokenGrant(rp, renewed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  await client.refreshTokenGrant(rp, offline.refresh_token ?? '')
  expect((await own.follow(ask('openid', { prompt: 'none' }))).location).toContain('error=login_required')
  const led = askedIn(await own.follow(ask('openid')))
  expect(led.unmet).toBe('withinMinutes')
  // Another application has no interval until the workspace sets one
  expect((await own.follow(await authorize())).location).toContain('code=')
  const setAll = async (reauthenticationMinutes: number | null) =>
    (await owner()).tell(workspaceSettings.updateExtras, {
      attributeNames: [],
      activityDays: null,
      reauthenticationMinutes,
    })
  expect((await setAll(20)).extras).toMatchObject({ reauthenticationMinutes: 20 })
  expect(askedIn(await own.follow(await authorize())).unmet).toBe('withinMinutes')
  await own.signIn(key)
  expect((await own.follow(led.back)).location).toContain('code=')
  clock.forward(minutes(25))
  expect((await own.follow(ask('openid'))).location).toContain('code=')
  expect(askedIn(await own.follow(await authorize())).unmet).toBe('withinMinutes')
  await setAll(null)
  expect((await own.follow(await authorize())).location).toContain('code=')
})

test('SAML: users sign in again at the interval of the application or workspace', async () => {
  const owner = async () => as((await given.session(given.owner)).accessToken)
  const setAll = async (reauthenticationMinutes: number | null) =>
    (await owner()).tell(workspaceSettings.updateExtras, {
      attributeNames: [],
      activityDays: null,
      reauthenticationMinutes,
    })
  // Requests of applications carry the real time; those that begin here carry none
  const [often, seldom] = [
    await serviceProviders(home)({ allowIdpInitiated: true, reauthenticationMinutes: 30 }),
    await serviceProviders(home)({ allowIdpInitiated: true }),
  ]
  const own = browser(home)
  const ask = ({ id }: typeof often) => own.get(`/saml/${given.user.workspace}/launch/${id}`)
  await own.signIn(key)
  expect((await ask(often)).text).toContain('SAMLResponse')
  clock.forward(minutes(31))
  const led = askedIn(await ask(often))
  expect(led.unmet).toBe('withinMinutes')
  expect((await ask(seldom)).text).toContain('SAMLResponse')
  await setAll(20)
  expect(askedIn(await ask(seldom)).unmet).toBe('withinMinutes')
  await setAll(null)
  await own.signIn(key)
  expect((await own.follow(led.back)).text).toContain('SAMLResponse')
})

test('forward auth: an age limit or interval redirects through the sign-in page and back instead of refusing', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const proxy = await owner.tell(applications.proxyCreate, { name: 'Wiki', proxy: { hosts: ['wiki.example'] } })
  await owner.tell(applications.assign, { id: proxy.id, everyone: true, groups: [], units: [], users: [] })
  const ask = (path: string, cookie = '') =>
    app.inject({
      url: `/forward-auth/${given.user.workspace}/${proxy.id}/${path}`,
      headers: { 'x-forwarded-host': 'wiki.example', cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    })
  const own = browser(home)
  async function begin() {
    const begun = await ask('start?to=/')
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    return { cookie, got: await own.follow(String(begun.headers.location)) }
  }
  const pass = async (cookie: string, { location }: BrowserReply) => {
    const done = await ask(`callback${new URL(location ?? '').search}`, cookie)
    return String(done.headers['set-cookie']).split(';')[0] ?? ''
  }
  await own.signIn(key)
  const first = await begin()
  const cookie = await pass(first.cookie, first.got)
  await must(proxy.id, { withinMinutes: 60 })
  expect((await ask('verify', cookie)).statusCode).toBe(200)
  clock.forward(minutes(61))
  expect((await ask('verify', cookie)).statusCode).toBe(401)
  expect(await ask('check', cookie)).toMatchObject({
    statusCode: 302,
    headers: { location: expect.stringContaining('/.claviger/start') },
  })
  const again = await begin()
  const led = askedIn(again.got)
  expect(led.unmet).toBe('withinMinutes')
  await own.signIn(key)
  const next = await pass(again.cookie, await own.follow(led.back))
  expect((await ask('verify', next)).statusCode).toBe(200)
  await putPolicies(home, [])
  const proxyOften = { hosts: ['wiki.example'], reauthenticationMinutes: 30 }
  await as((await given.session(given.owner)).accessToken).tell(applications.proxyUpdate, {
    id: proxy.id,
    name: 'Wiki',
    proxy: proxyOften,
  })
  clock.forward(minutes(31))
  expect((await ask('verify', next)).statusCode).toBe(401)
  expect(askedIn((await begin()).got).unmet).toBe('withinMinutes')
  const { items } = await as((await given.session(given.owner)).accessToken).tell(attempts.ofApplication, {
    id: proxy.id,
  })
  expect(items.every(one => one.ok)).toBe(true)
})

test('a policy with a strength asks a weaker sign-in to step up, and our own page refuses it', async () => {
  const admin = as((await given.session(given.owner)).accessToken)
  const { key: passkey, byCode } = await newUser()
  const { strengthId } = await admin.tell(strengths.create, { name: 'No codes', methods: ['passkey'] })
  for (const strength of ['phishing-resistant', strengthId]) {
    await must(made.id, { strength })
    const own = browser(home)
    await byCode(own)
    const led = askedIn(await own.follow(await authorize()))
    expect(led.unmet).toBe('strength')
    await own.signIn(passkey)
    expect((await own.follow(led.back)).location).toContain('code=')
  }
  await putPolicies(home, [{ name: 'Own page', action: 1, demands: { strength: strengthId } }])
  const refused = byCode(browser(home))
  await expect(refused).rejects.toThrow(/Use a stronger sign-in method/)
  await browser(home).signIn(passkey)
  const unknown = { strength: '00000000-0000-4000-8000-000000000009' }
  const policy = { name: 'Unknown', priority: 77, action: 1, demands: unknown } as const
  const owner = as((await given.session(given.owner)).accessToken)
  expect((await owner.ask(policies.create, policy as never)).status).toBe(404)
})

test('OpenID Connect: a public client refreshes from an allowed address, wherever the user signed in', async () => {
  const spa = await addClient(home, 'Single page', {
    kind: 'spa',
    tokenEndpointAuthMethod: 'none',
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'offline_access'],
  })
  const own = browser(home)
  await own.signIn(key)
  const rp = await relyingParty(home, spa, client.None())
  const params = { redirect_uri: redirect, scope: 'openid offline_access', prompt: 'consent' }
  const url = client.buildAuthorizationUrl(rp, { ...params, code_challenge, code_challenge_method: 'S256' })
  const form = /action="([^"]+)"/.exec((await own.follow(url.href)).text)?.[1] ?? ''
  const { location } = await own.follow((await own.post(form, { decision: 'yes' })).location ?? '')
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true }
  const tokens = await client.authorizationCodeGrant(rp, new URL(location ?? ''), checks)
  await putPolicies(home, [{ name: 'Not from there', ipRestriction: { values: ['192.0.2.0/24'], lists: [] } }])
  const renew = (token: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/oidc/northgate/token',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: token,
        client_id: spa.clientId ?? '',
      }).toString(),
    })
  const here = await renew(tokens.refresh_token ?? '', '127.0.0.1')
  expect(here.statusCode, here.body).toBe(200)
  const there = await renew(here.json<{ refresh_token: string }>().refresh_token, '192.0.2.7')
  expect([there.statusCode, there.json<{ error: string }>().error]).toEqual([400, 'invalid_grant'])
})
