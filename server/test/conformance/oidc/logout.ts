import { X509Certificate } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import { expectError, flow, requestOf, send } from './flow.ts'
import { issuer, loggedOut, origin, type Suite, type Visitor } from './suite.ts'

const needsPage = ['interaction_required', 'login_required', 'account_selection_required', 'consent_required']

type LogoutAsked = Record<string, string | undefined>

/** Signs out as the suite does, with a long state, and confirms if asked. */
async function logOut(own: Visitor, idToken: string, asked: LogoutAsked = {}) {
  const all = { id_token_hint: idToken, post_logout_redirect_uri: loggedOut, state: 'z'.repeat(128), ...asked }
  const kept = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined)
  const page = await own.get(`/oidc/northgate/logout?${new URLSearchParams(kept).toString()}`)
  const proof = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1]
  if (proof === undefined) return { asked: page, ended: undefined }
  return { asked: page, ended: await own.post('/oidc/northgate/logout/confirm', { xsrf: proof, logout: 'yes' }) }
}

async function expectGone(suite: Suite, own: Visitor): Promise<void> {
  const request = requestOf(suite.clients.one, { prompt: 'none' })
  expectError(await send(own, request), request, needsPage)
}

async function answers(suite: Suite, asked: LogoutAsked, state: string | undefined): Promise<void> {
  const { own, tokens } = await flow(suite)
  const { ended } = await logOut(own, tokens.idToken, asked)
  const at = new URL(ended?.location ?? '')
  expect(`${at.origin}${at.pathname}`).toBe(loggedOut)
  expect(Object.fromEntries(at.searchParams)).toEqual(state === undefined ? {} : { state })
  await expectGone(suite, own)
}

async function endsHere(suite: Suite, asked: LogoutAsked): Promise<void> {
  const { own, tokens } = await flow(suite)
  const { asked: page, ended } = await logOut(own, tokens.idToken, asked)
  expect(page.text).toContain('Sign out?')
  const last = ended?.location === undefined ? ended : await own.follow(ended.location)
  expect(last?.location).toBeUndefined()
  expect(last?.text).toContain('You are signed out')
  await expectGone(suite, own)
}

async function refuses(suite: Suite, asked: (idToken: string) => LogoutAsked | Promise<LogoutAsked>): Promise<void> {
  const { own, tokens } = await flow(suite)
  const { asked: page } = await logOut(own, tokens.idToken, await asked(tokens.idToken))
  expect(page).toMatchObject({ status: 400, location: undefined })
  expect(page.text).toContain('This sign-in can&#39;t continue')
  expect((await flow(suite, { prompt: 'none' }, { own })).shown).toEqual([])
}

const foreign = (idToken: string) =>
  new SignJWT(decodeJwt(idToken)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1))

type Module = (suite: Suite) => Promise<void>

const isHttps = (value: unknown) => expect(String(value)).toMatch(/^https:\/\/id\.example\//)

async function published(suite: Suite): Promise<Record<string, unknown>> {
  const { status, headers, json = {} } = await suite.ask('GET', '.well-known/openid-configuration')
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/json/)
  for (const [name, value] of Object.entries(json)) if (name.endsWith('_endpoint')) isHttps(value)
  return json
}

/** The module of `oidcc-config-certification-test-plan`. */
export const config: Readonly<Record<string, Module>> = {
  async 'oidcc-discovery-endpoint-verification'(suite) {
    const told = await published(suite)
    expect(told['issuer']).toBe(issuer)
    expect(URL.parse(issuer)).toMatchObject({ search: '', hash: '', origin })
    const is: Record<string, readonly unknown[]> = {
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      request_object_signing_alg_values_supported: ['RS256'],
      grant_types_supported: ['authorization_code'],
      scopes_supported: ['openid'],
      code_challenge_methods_supported: ['S256'],
      claims_supported: ['sub'],
    }
    for (const [name, values] of Object.entries(is)) {
      expect(told[name], name).toEqual(expect.arrayContaining([...values]))
      for (const one of told[name] as unknown[]) expect(one).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+( [a-z_]+)*$/)
    }
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])
      isHttps(told[name])
    for (const name of ['request_parameter_supported', 'request_uri_parameter_supported', 'claims_parameter_supported'])
      expect(typeof told[name]).toBe('boolean')
    const { keys } = (await suite.ask('GET', 'jwks')).json as unknown as JSONWebKeySet
    expect(new Set(keys.map(key => key.kid)).size).toBe(keys.length)
    for (const key of keys) {
      for (const one of key.kty === 'RSA' ? [key.n, key.e] : [key.x, key.y]) expect(one).toMatch(/^[\w-]+$/)
      // An included certificate must be of the same key
      for (const one of (key as { x5c?: string[] }).x5c ?? [])
        expect(new X509Certificate(Buffer.from(one, 'base64')).publicKey.export({ format: 'jwk' })).toMatchObject({
          n: key.n,
          e: key.e,
        })
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret)
    }
  },
}

/** The modules of `oidcc-rp-initiated-logout-certification-test-plan`. */
export const rpInitiated: Readonly<Record<string, Module>> = {
  async 'oidcc-rp-initiated-logout-discovery-endpoint-verification'(suite) {
    isHttps((await published(suite))['end_session_endpoint'])
  },
  'oidcc-rp-initiated-logout': suite => answers(suite, {}, 'z'.repeat(128)),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': suite =>
    refuses(suite, () => ({ post_logout_redirect_uri: loggedOut.replace('/post', '/bad_post') })),
  'oidcc-rp-initiated-logout-modified-id-token-hint': suite =>
    refuses(suite, idToken => ({ id_token_hint: new UnsecuredJWT(decodeJwt(idToken)).encode() })),
  'oidcc-rp-initiated-logout-no-id-token-hint': suite => endsHere(suite, { id_token_hint: undefined }),
  'oidcc-rp-initiated-logout-no-params': suite =>
    endsHere(suite, { id_token_hint: undefined, post_logout_redirect_uri: undefined, state: undefined }),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': suite =>
    endsHere(suite, { post_logout_redirect_uri: undefined }),
  'oidcc-rp-initiated-logout-no-state': suite => answers(suite, { state: undefined }, undefined),
  'oidcc-rp-initiated-logout-only-state': suite =>
    endsHere(suite, { id_token_hint: undefined, post_logout_redirect_uri: undefined }),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': suite =>
    refuses(suite, () => ({ post_logout_redirect_uri: `${loggedOut}?foo=bar` })),
  'oidcc-rp-initiated-logout-bad-id-token-hint': suite =>
    refuses(suite, async idToken => ({ id_token_hint: await foreign(idToken) })),
}

/** The modules of `oidcc-backchannel-rp-initiated-logout-certification-test-plan`. */
export const backChannel: Readonly<Record<string, Module>> = {
  async 'oidcc-backchannel-logout-discovery-endpoint-verification'(suite) {
    const told = await published(suite)
    expect(told).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true })
    isHttps(told['end_session_endpoint'])
  },
  async 'oidcc-backchannel-rp-initiated-logout'(suite) {
    const { got } = suite.heard
    const keys = (await suite.ask('GET', 'jwks')).json as unknown as JSONWebKeySet
    // Twice: the first logout is reported only once, because the suite accepts no second report
    for (const _time of [1, 2]) {
      const { own, tokens, claims } = await flow(suite)
      const mine = () => got.filter(body => sidIn(body) === claims['sid'])
      const { ended } = await logOut(own, tokens.idToken)
      expect(ended?.location).toBe(`${loggedOut}?state=${'z'.repeat(128)}`)
      await expect.poll(() => mine().length, { timeout: 15_000 }).toBe(1)
      const body = new URLSearchParams(mine()[0])
      expect([...body.keys()]).toEqual(['logout_token'])
      const { payload } = await jwtVerify(body.get('logout_token') ?? '', createLocalJWKSet(keys), {
        issuer,
        audience: suite.clients.one.id,
        typ: 'logout+jwt',
      })
      expect(payload).toMatchObject({
        sub: claims.sub,
        sid: claims['sid'],
        iat: expect.any(Number),
        jti: expect.any(String),
      })
      expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} })
      expect(payload).not.toHaveProperty('nonce')
      await expectGone(suite, own)
    }
    const sids = got.map(sidIn)
    expect(new Set(sids).size).toBe(sids.length)
  },
}

const sidIn = (body: string) => decodeJwt(new URLSearchParams(body).get('logout_token') ?? '')['sid']
