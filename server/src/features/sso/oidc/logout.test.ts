import { applications } from '@claviger/contract/apps/applications'
import { sessions } from '@claviger/contract/access/sessions'
import { oidc } from '@claviger/contract/sso/oidc'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { afterAll, expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, fetchOf, listener, origin, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { sessionEndTask } from './oidc.jobs.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { given, as } = home
const redirect = 'https://app.example/cb'
const out = 'https://app.example/out'
const { key } = await addPasskey(home, given.user.accessToken)
const beat = startScheduledTasks(home.world, [sessionEndTask])
afterAll(() => beat.stop())

const heard = await listener()
const made = await addClient(home, 'Told', {
  redirectUris: [redirect],
  postLogoutRedirectUris: [out],
  backchannelLogoutUri: heard.url,
  grantTypes: ['authorization_code', 'refresh_token'],
})
const rp = await relyingParty(home, made)

async function tokensAt(own: ReturnType<typeof browser>, at = rp, scope = 'openid') {
  const verifier = client.randomPKCECodeVerifier()
  const code_challenge = await client.calculatePKCECodeChallenge(verifier)
  const params = { redirect_uri: redirect, scope, code_challenge, code_challenge_method: 'S256' }
  const { location = '' } = await own.follow(client.buildAuthorizationUrl(at, params).href)
  return client.authorizationCodeGrant(at, new URL(location), { pkceCodeVerifier: verifier, idTokenExpected: true })
}

/** The logout token, verified as specified (Back-Channel Logout 1.0 §2.6). */
async function toldOf(nth: number, { clientId }: { clientId: string | null } = made) {
  await expect.poll(() => heard.got.length, { timeout: 15_000 }).toBeGreaterThan(nth)
  const token = new URLSearchParams(heard.got[nth]).get('logout_token') ?? ''
  const ask = fetchOf(home)
  const keys = createRemoteJWKSet(new URL(`${origin}/oidc/northgate/jwks`), {
    [customFetch]: (url, options) => ask(url, { ...options, body: undefined, headers: {} }),
  })
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: `${origin}/oidc/northgate`,
    audience: clientId ?? '',
  })
  return { payload, protectedHeader }
}

test('a sign-out here notifies each application', async () => {
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  const tokens = await tokensAt(own)
  const before = heard.got.length
  await own.signOut(accessToken)
  const { payload, protectedHeader } = await toldOf(before)
  expect(protectedHeader.typ).toBe('logout+jwt')
  expect(payload).toMatchObject({
    sub: given.user.id,
    sid: tokens.claims()?.['sid'],
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(payload).not.toHaveProperty('nonce')
})

test('a sign-out at an application asks for confirmation and then signs out here', async () => {
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  const tokens = await tokensAt(own)
  const url = client.buildEndSessionUrl(rp, {
    post_logout_redirect_uri: out,
    id_token_hint: tokens.id_token ?? '',
    state: 's',
  })
  const page = await own.get(url.href)
  expect(page.text).toContain('Sign out?')
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://app.example")
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const before = heard.got.length
  const stays = await own.post('/oidc/northgate/logout/confirm', { xsrf: 'wrong', logout: 'yes' })
  expect(stays.status).toBe(400)
  expect(await as(accessToken).ask(sessions.list)).toMatchObject({ status: 200 })
  const again = await own.get(url.href)
  const proof = /name="xsrf" value="([^"]+)"/.exec(again.text)?.[1] ?? xsrf
  expect((await own.post('/oidc/northgate/logout/confirm', { xsrf: proof, logout: 'yes' })).location).toBe(
    `${out}?state=s`,
  )
  expect(own.cookies('/')).not.toMatch(/claviger-sso/)
  expect(await as(accessToken).ask(sessions.list)).toMatchObject({ status: 401 })
  expect((await toldOf(before)).payload.sub).toBe(given.user.id)
  await expect(client.fetchUserInfo(rp, tokens.access_token, given.user.id)).rejects.toThrow()
})

test('front-channel applications are notified through the browser, and the sign-out continues', async () => {
  const front = await addClient(home, 'Front', {
    redirectUris: [redirect],
    postLogoutRedirectUris: [out],
    frontchannelLogoutUri: 'https://front.example/bye?a=1',
  })
  const at = await relyingParty(home, front)
  const own = browser(home)
  await own.signIn(key)
  const tokens = await tokensAt(own, at)
  const url = client.buildEndSessionUrl(at, { post_logout_redirect_uri: out, id_token_hint: tokens.id_token ?? '' })
  const proof = /name="xsrf" value="([^"]+)"/.exec((await own.get(url.href)).text)?.[1] ?? ''
  const page = await own.post('/oidc/northgate/logout/confirm', { xsrf: proof, logout: 'yes' })
  expect(page.status).toBe(200)
  expect(/sid=([\w-]+)/.exec(page.text)?.[1]).toBe(tokens.claims()?.['sid'])
  expect(page.text).toContain('src="https://front.example/bye?a=1&amp;iss=')
  expect(page.text).toContain(`url=${out}`)
  expect(page.headers['content-security-policy']).toContain('frame-src https://front.example')
})

test('applications get no session ID unless they require it (backchannelLogoutSessionRequired, frontchannelLogoutSessionRequired)', async () => {
  const settings = {
    redirectUris: [redirect],
    postLogoutRedirectUris: [out],
    backchannelLogoutUri: heard.url,
    frontchannelLogoutUri: 'https://front.example/bye',
  }
  const both = await addClient(home, 'Both', settings)
  const at = await relyingParty(home, both)
  const own = browser(home)
  const told = async () => {
    await own.signIn(key)
    const tokens = await tokensAt(own, at)
    const before = heard.got.length
    const url = client.buildEndSessionUrl(at, { post_logout_redirect_uri: out, id_token_hint: tokens.id_token ?? '' })
    const proof = /name="xsrf" value="([^"]+)"/.exec((await own.get(url.href)).text)?.[1] ?? ''
    const page = await own.post('/oidc/northgate/logout/confirm', { xsrf: proof, logout: 'yes' })
    const { payload } = await toldOf(before, both)
    return [tokens.claims()?.['sid'], payload['sid'], /[?;]sid=([\w-]+)/.exec(page.text)?.[1]]
  }
  const [sid, ...same] = await told()
  expect([typeof sid, ...same]).toEqual(['string', sid, sid])
  const asOwner = as((await given.session(given.owner)).accessToken)
  const set = (more: object) =>
    asOwner.tell(applications.oidcUpdate, { id: both.id, name: 'Both', oidc: { ...both.oidc, ...settings, ...more } })
  await set({ backchannelLogoutSessionRequired: false })
  const [inToken, behind, inFrame] = await told()
  expect([typeof inToken, behind, inFrame]).toEqual(['string', undefined, inToken])
  await set({ backchannelLogoutSessionRequired: false, frontchannelLogoutSessionRequired: false })
  expect(await told()).toEqual([undefined, undefined, undefined])
})

test('a third-party application needs consent once, and revoking it revokes all its tokens', async () => {
  const other = await addClient(
    home,
    'Elsewhere Ltd',
    { redirectUris: [redirect], scopes: ['openid', 'email'] },
    { own: false },
  )
  const at = await relyingParty(home, other)
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(at, {
    redirect_uri: redirect,
    scope: 'openid email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const page = await own.follow(url.href)
  expect(page.text).toContain('Allow Elsewhere Ltd?')
  expect(page.text).toContain('Your email address')
  const form = /action="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const no = await own.follow((await own.post(form, { decision: 'no' })).location ?? '')
  expect(no.location).toContain('error=access_denied')
  const second = await own.follow(url.href)
  const yes = await own.post(/action="([^"]+)"/.exec(second.text)?.[1] ?? '', { decision: 'yes' })
  const { location = '' } = await own.follow(yes.location ?? '')
  const tokens = await client.authorizationCodeGrant(at, new URL(location), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  expect(await client.fetchUserInfo(at, tokens.access_token, given.user.id)).toMatchObject({ email: given.user.email })
  expect((await tokensAt(own, at, 'openid email')).access_token).toBeDefined()
  const mine = as(accessToken)
  const { items } = await mine.tell(oidc.consents)
  expect(items).toMatchObject([{ name: 'Elsewhere Ltd' }])
  const stranger = as((await given.session(given.readOnly)).accessToken)
  expect((await stranger.ask(oidc.withdraw, { id: other.id })).status).toBe(404)
  await mine.tell(oidc.withdraw, { id: other.id })
  await expect(client.fetchUserInfo(at, tokens.access_token, given.user.id)).rejects.toThrow()
  expect((await own.follow(url.href)).text).toContain('Allow Elsewhere Ltd?')
})

test('new keys are published before they sign', async () => {
  const own = browser(home)
  await own.signIn(key)
  const kid = (await kids()).toSorted()
  const before = (await tokensAt(own)).id_token ?? ''
  const asOwner = as((await given.session(given.owner)).accessToken)
  await asOwner.tell(oidc.renewKeys)
  const after = await kids()
  expect(after).toHaveLength(4)
  expect(after).toEqual(expect.arrayContaining(kid))
  const now = (await tokensAt(own)).id_token ?? ''
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
  expect(kidOf(now)).toBe(kidOf(before))
  expect(await as(given.readOnly.accessToken).ask(oidc.renewKeys)).toMatchObject({ status: 403 })
})

const kids = async () =>
  (await home.app.inject({ method: 'GET', url: '/oidc/northgate/jwks' }))
    .json<{ keys: { kid: string }[] }>()
    .keys.map(one => one.kid)

test('a disabled application gets nothing more (R195)', async () => {
  const own = browser(home)
  await own.signIn(key)
  const tokens = await tokensAt(own)
  const asOwner = as((await given.session(given.owner)).accessToken)
  await asOwner.tell(applications.setActive, { ids: [made.id], active: false })
  await expect(client.refreshTokenGrant(rp, tokens.refresh_token ?? '')).rejects.toThrow()
  await expect(client.fetchUserInfo(rp, tokens.access_token, given.user.id)).rejects.toThrow()
})
