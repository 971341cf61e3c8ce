import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { expect } from 'vitest'
import { type Client, issuer, origin, redirect, type Suite, type Visitor } from './suite.ts'
import { checkIdToken } from './claims.ts'

export type FlowParameters = Record<string, string | undefined>

export type Mode = 'default' | 'form_post'

export interface FlowResult {
  readonly params: URLSearchParams | undefined
  readonly page: { readonly status: number; readonly text: string }
  readonly shown: readonly ('sign-in' | 'consent')[]
}

export interface FlowMethod {
  readonly mode?: Mode
  readonly method?: 'GET' | 'POST'
  readonly client?: Client
  readonly own?: Visitor
}

const random = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64url')

export function requestOf(client: Client, asked: FlowParameters, mode: Mode = 'default'): Record<string, string> {
  const all: FlowParameters = {
    client_id: client.id,
    redirect_uri: redirect,
    scope: 'openid',
    state: random(8),
    nonce: random(8),
    response_type: 'code',
    ...(mode === 'form_post' && { response_mode: 'form_post' }),
    ...asked,
  }
  return Object.fromEntries(Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined))
}

export async function send(
  own: Visitor,
  request: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
): Promise<FlowResult> {
  const path = '/oidc/northgate/authorize'
  const begin = async () => {
    if (method === 'GET') return `${path}?${new URLSearchParams(request).toString()}`
    const posted = await own.post(path, request)
    expect(posted.status).toBe(303)
    return posted.location ?? ''
  }
  const shown: ('sign-in' | 'consent')[] = []
  let got = await own.follow(await begin())
  for (;;) {
    const location = got.location === undefined ? undefined : new URL(got.location, origin)
    const form = /<form[^>]*method="post"[^>]*action="([^"]+)"/.exec(got.text)?.[1]
    if (location?.pathname === '/auth/sign-in') {
      shown.push('sign-in')
      got = await own.follow(await own.signInAt(location.href))
    } else if (location === undefined && form?.includes('/interaction/')) {
      shown.push('consent')
      got = await own.follow((await own.post(form, { decision: 'yes' })).location ?? '')
    } else
      return { params: answerIn(got.location, got.text, form), page: { status: got.status, text: got.text }, shown }
  }
}

function answerIn(location: string | undefined, text: string, form: string | undefined): URLSearchParams | undefined {
  if (location !== undefined) {
    const url = new URL(location)
    expect(`${url.origin}${url.pathname}`).toBe(redirect)
    return url.searchParams
  }
  if (form !== redirect) return undefined
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return new URLSearchParams([...inputs].map(([, name = '', value = '']): [string, string] => [name, plain(value)]))
}

const plain = (html: string) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export async function requestToken(suite: Suite, client: Client, params: Record<string, string>) {
  const inBody = client.by === 'client_secret_post'
  const body = new URLSearchParams({ ...params, ...(inBody && { client_id: client.id, client_secret: client.secret }) })
  const basic = Buffer.from(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`).toString('base64')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(!inBody && { authorization: `Basic ${basic}` }),
  }
  return suite.ask('POST', 'token', headers, body.toString())
}

export interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
  readonly idToken: string
  readonly claims: JWTPayload
}

export async function tokensIn(
  suite: Suite,
  client: Client,
  { status, headers, json = {} }: Awaited<ReturnType<typeof requestToken>>,
): Promise<Tokens> {
  expect(json).not.toHaveProperty('error')
  expect(status).toBe(200)
  expect(headers['cache-control']).toContain('no-store')
  expect(json).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) })
  const { access_token: access, id_token: idToken, refresh_token: refresh } = json as Record<string, string>
  // 128 bits, in characters allowed in a header
  for (const one of [access, ...(refresh === undefined ? [] : [refresh])]) expect(one).toMatch(/^[\w.~+/-]{22,}=*$/)
  const keys = (await suite.ask('GET', 'jwks')).json as unknown as JSONWebKeySet
  const { payload, protectedHeader } = await jwtVerify(idToken ?? '', createLocalJWKSet(keys), {
    issuer,
    audience: client.id,
    algorithms: ['RS256'],
    clockTolerance: 60,
  })
  expect(keys.keys.map(key => key.kid)).toContain(protectedHeader.kid)
  return { access: access ?? '', refresh, idToken: idToken ?? '', claims: payload }
}

export const requestUserInfo = (suite: Suite, access: string) =>
  suite.ask('GET', 'userinfo', { authorization: `Bearer ${access}` })

/** Characters allowed in an error description (RFC 6749 §5.2). */
const described = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

export function expectInvalidGrant({ status, json = {} }: Awaited<ReturnType<typeof requestToken>>): void {
  expect({ status, error: json['error'] }).toEqual({ status: 400, error: 'invalid_grant' })
  expect(json['error_description']).toMatch(described)
}

export function expectError({ params }: FlowResult, request: Record<string, string>, errors: readonly string[]): void {
  const got = Object.fromEntries(params ?? [])
  expect(errors).toContain(got['error'])
  expect(got).toMatchObject({ state: request['state'], iss: issuer })
  expect(Object.keys(got).filter(name => !['error', 'error_description', 'state', 'iss'].includes(name))).toEqual([])
  expect(got['error_description']).toMatch(described)
}

export function expectPage({ params, page }: FlowResult): void {
  expect(params).toBeUndefined()
  expect(page.status).toBe(400)
  expect(page.text).toContain('This sign-in can&#39;t continue')
}

const unknown = (suite: Suite, mode: Mode) => (mode === 'default' ? suite.visitor() : suite.known)

export async function flow(
  suite: Suite,
  asked: FlowParameters = {},
  { mode = 'default', method = 'GET', client = suite.clients.one, own = unknown(suite, mode) }: FlowMethod = {},
  verifier?: string,
) {
  const request = requestOf(client, asked, mode)
  const ended = await send(own, request, method)
  const { code = '', ...rest } = Object.fromEntries(ended.params ?? [])
  expect(rest).toEqual({ state: request['state'], iss: issuer })
  expect(code).toMatch(/^[\w-]{22,}$/)
  const exchange = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirect,
    ...(verifier !== undefined && { code_verifier: verifier }),
  }
  const tokens = await tokensIn(suite, client, await requestToken(suite, client, exchange))
  checkIdToken(tokens.claims, request, suite.user)
  const { status, json: userinfo = {} } = await requestUserInfo(suite, tokens.access)
  expect(status).toBe(200)
  expect(userinfo['sub']).toBe(tokens.claims.sub)
  return { request, shown: ended.shown, exchange, tokens, claims: tokens.claims, userinfo, own, client }
}
