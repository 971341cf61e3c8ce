import { createHash } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { expect, vi } from 'vitest'
import {
  type FlowParameters,
  requestToken,
  requestUserInfo,
  expectError,
  expectInvalidGrant,
  expectPage,
  flow,
  type Mode,
  requestOf,
  send,
  tokensIn,
} from './flow.ts'
import { checkScopes } from './claims.ts'
import { redirect, type Suite } from './suite.ts'

export type Module = (suite: Suite, mode: Mode) => Promise<void>

const needsPage = ['interaction_required', 'login_required', 'account_selection_required', 'consent_required']

const succeedsWith =
  (asked: FlowParameters): Module =>
  async (suite, mode) => {
    await flow(suite, asked, { mode })
  }

/** The scope's claims are in UserInfo, not in the ID token (which `flow` checks). */
const tells =
  (scope: string, more?: (told: Awaited<ReturnType<typeof flow>>) => void): Module =>
  async (suite, mode) => {
    const told = await flow(suite, { scope }, { mode })
    checkScopes(told.userinfo, scope)
    more?.(told)
  }

const withoutName = ({ userinfo }: { userinfo: Record<string, unknown> }) => expect(userinfo).not.toHaveProperty('name')

/** Two authorizations in one browser: the second shows no page and reports the same sign-in. */
async function twice(
  suite: Suite,
  mode: Mode,
  first: FlowParameters,
  second: (idToken: string) => FlowParameters,
): Promise<void> {
  const before = await flow(suite, first, { mode })
  const after = await flow(suite, second(before.tokens.idToken), { mode, own: before.own })
  expect(after.shown).toEqual([])
  expect(after.claims).toMatchObject({ sub: before.claims.sub, auth_time: before.claims['auth_time'] })
}

async function anew(suite: Suite, mode: Mode, second: FlowParameters): Promise<void> {
  const before = await flow(suite, {}, { mode, own: suite.visitor() })
  expect(before.shown).toEqual(['sign-in'])
  const after = await flow(suite, second, { mode, own: before.own })
  expect(after.shown).toEqual(['sign-in'])
  const [was, is] = [Number(before.claims['auth_time']), Number(after.claims['auth_time'])]
  expect(is).toBeGreaterThan(was)
  expect(Math.abs(Date.now() / 1000 - is)).toBeLessThan(300)
}

/** A used code is refused, and what it issued is revoked. */
async function codeAgain(suite: Suite, mode: Mode, seconds: number): Promise<void> {
  const { client, exchange, tokens } = await flow(suite, {}, { mode })
  if (seconds > 0) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    expectInvalidGrant(await requestToken(suite, client, exchange))
    const { status } = await requestUserInfo(suite, tokens.access)
    expect(status).toBe(401)
  } finally {
    vi.useRealTimers()
  }
}

async function userInfoByPost(suite: Suite, mode: Mode, put: (access: string) => [Record<string, string>, string]) {
  const { tokens, userinfo } = await flow(suite, {}, { mode })
  const [headers, body] = put(tokens.access)
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const answer = await suite.ask('POST', 'userinfo', form, body)
  expect(answer).toMatchObject({ status: 200, json: userinfo })
}

/** Unsigned request objects are not advertised, so the suite skips the module; we refuse them. */
const skippedUnsigned: Module = async (suite, mode) => {
  const { json = {} } = await suite.ask('GET', '.well-known/openid-configuration')
  expect(json['request_object_signing_alg_values_supported']).not.toContain('none')
  const { one } = suite.clients
  const { client_id, ...inside } = requestOf(one, {}, mode)
  const request = new UnsecuredJWT(inside).encode()
  const outside = { client_id: one.id, response_type: 'code', scope: 'openid', redirect_uri: redirect, request }
  const { params } = await send(suite.visitor(), outside)
  expect(params?.get('error')).toBe('invalid_request_object')
  expect(client_id).toBe(one.id)
}

/**
 * The modules of `oidcc-basic-certification-test-plan`, and of its form-post twin, for a registered client.
 */
export const basic: Readonly<Record<string, Module>> = {
  'oidcc-server': succeedsWith({}),
  async 'oidcc-response-type-missing'(suite, mode) {
    const request = requestOf(suite.clients.one, { response_type: undefined }, mode)
    expectError(await send(suite.visitor(), request), request, ['invalid_request', 'unsupported_response_type'])
  },
  async 'oidcc-userinfo-get'(suite, mode) {
    const { tokens, userinfo } = await flow(suite, {}, { mode })
    expect(await requestUserInfo(suite, tokens.access)).toMatchObject({ status: 200, json: userinfo })
  },
  'oidcc-userinfo-post-header': (suite, mode) =>
    userInfoByPost(suite, mode, access => [{ authorization: `Bearer ${access}` }, '']),
  'oidcc-userinfo-post-body': (suite, mode) =>
    userInfoByPost(suite, mode, access => [{}, new URLSearchParams({ access_token: access }).toString()]),
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': succeedsWith({ nonce: undefined }),
  'oidcc-scope-profile': tells('openid profile'),
  'oidcc-scope-email': tells('openid email', withoutName),
  'oidcc-scope-address': tells('openid address'),
  'oidcc-scope-phone': tells('openid phone'),
  'oidcc-scope-all': tells('openid email phone address profile'),
  'oidcc-ensure-other-scope-order-succeeds': tells('email openid', withoutName),
  async 'oidcc-alternate-happy-flow'(suite, mode) {
    const request = requestOf(suite.clients.one, { scope: 'email openid' }, mode)
    const turned = Object.fromEntries(Object.entries(request).toReversed())
    const told = await flow(suite, turned, { mode })
    checkScopes(told.userinfo, 'openid email')
    withoutName(told)
  },
  'oidcc-display-page': succeedsWith({ display: 'page' }),
  'oidcc-display-popup': succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': (suite, mode) => anew(suite, mode, { prompt: 'login' }),
  async 'oidcc-prompt-none-not-logged-in'(suite, mode) {
    const request = requestOf(suite.clients.one, { prompt: 'none', state: 's'.repeat(128) }, mode)
    expectError(await send(suite.visitor(), request), request, needsPage)
  },
  'oidcc-prompt-none-logged-in': (suite, mode) => twice(suite, mode, {}, () => ({ prompt: 'none' })),
  'oidcc-max-age-1': (suite, mode) => anew(suite, mode, { max_age: '1' }),
  'oidcc-max-age-10000': (suite, mode) => twice(suite, mode, { max_age: '15000' }, () => ({ max_age: '10000' })),
  'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
  'oidcc-id-token-hint': (suite, mode) =>
    twice(suite, mode, {}, idToken => ({ prompt: 'none', id_token_hint: idToken })),
  'oidcc-login-hint': succeedsWith({ login_hint: 'buffy@id.example' }),
  'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
  async 'oidcc-ensure-request-with-acr-values-succeeds'(suite, mode) {
    const { json = {} } = await suite.ask('GET', '.well-known/openid-configuration')
    const all = json['acr_values_supported'] as string[]
    const { claims } = await flow(suite, { acr_values: all.join(' ') }, { mode })
    expect(all).toContain(claims['acr'])
  },
  'oidcc-codereuse': (suite, mode) => codeAgain(suite, mode, 0),
  'oidcc-codereuse-30seconds': (suite, mode) => codeAgain(suite, mode, 30),
  async 'oidcc-ensure-registered-redirect-uri'(suite, mode) {
    const request = requestOf(suite.clients.one, { redirect_uri: `${redirect}/Xy3kP0aQ7z` }, mode)
    expectPage(await send(suite.visitor(), request))
  },
  async 'oidcc-ensure-post-request-succeeds'(suite, mode) {
    await flow(suite, {}, { mode, method: 'POST' })
  },
  async 'oidcc-server-client-secret-post'(suite, mode) {
    await flow(suite, {}, { mode, client: suite.clients.post })
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': skippedUnsigned,
  'oidcc-ensure-request-object-with-redirect-uri': skippedUnsigned,
  async 'oidcc-claims-essential'(suite, mode) {
    const asked = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { userinfo } = await flow(suite, { claims: asked }, { mode })
    expect(userinfo['name']).toBe('Connie Formance')
  },
  async 'oidcc-refresh-token'(suite, mode) {
    const { one, two } = suite.clients
    const own = suite.visitor()
    const asked = { scope: 'openid offline_access', prompt: 'consent' }
    const first = await flow(suite, asked, { mode, own, client: one })
    expect(first.shown).toEqual(['sign-in', 'consent'])
    const refresh = { grant_type: 'refresh_token', refresh_token: first.tokens.refresh ?? '', scope: asked.scope }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1500 })
    try {
      const { claims, access } = await tokensIn(suite, one, await requestToken(suite, one, refresh))
      const { iss, sub, aud, auth_time } = first.claims
      expect(claims).toMatchObject({ iss, sub, aud, auth_time })
      expect(claims).not.toHaveProperty('azp')
      expect(claims.iat).toBeGreaterThan(first.claims.iat ?? 0)
      expect(access).not.toBe(first.tokens.access)
      expect((await requestUserInfo(suite, access)).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
    const { tokens } = await flow(suite, asked, { mode, own, client: two })
    const stolen = { grant_type: 'refresh_token', refresh_token: tokens.refresh ?? '' }
    expectInvalidGrant(await requestToken(suite, one, stolen))
  },
  async 'oidcc-ensure-request-with-valid-pkce-succeeds'(suite, mode) {
    const verifier = 'conformance'.repeat(5)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    await flow(suite, { code_challenge, code_challenge_method: 'S256' }, { mode }, verifier)
  },
}
