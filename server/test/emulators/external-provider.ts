// An OpenID Connect provider on loopback that misbehaves on demand.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface ProviderFaults {
  /** Milliseconds before the token endpoint answers. */
  slow?: number
  html?: true
  issuer?: string
  /** Null omits it. */
  nonce?: string | null
  audience?: string
  /** Signed by an unpublished key. */
  foreign?: true
  /** With the signing key in the JWT header. */
  keyInHead?: true
  alg?: 'none'
  age?: number
  early?: number
  iss?: string
  /** Members of the token response that replace ours. */
  tokens?: Record<string, unknown>
}

export interface ExternalProvider {
  issuer: string
  person: JWTPayload
  /** The UserInfo response; without it, there is no UserInfo endpoint. */
  userInfo: JWTPayload | undefined
  wrongly: ProviderFaults
  /** How the last token request authenticated the client. */
  toldBy: 'client_secret_basic' | 'client_secret_post' | 'none'
  visit(url: string): string
  logoutToken(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

export async function externalProvider(clients: Record<string, string>, path = ''): Promise<ExternalProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256', { extractable: true })
  const codes = new Map<string, { asked: URLSearchParams; person: JWTPayload }>()
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const self: ExternalProvider = {
    issuer,
    person: { sub: 'somebody' },
    userInfo: undefined,
    wrongly: {},
    toldBy: 'none',
    visit(url) {
      const asked = new URL(url).searchParams
      const code = createHash('sha256').update(`${url}${codes.size}`).digest('base64url')
      codes.set(code, { asked, person: self.person })
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      back.searchParams.set('iss', self.wrongly.iss ?? issuer)
      return `${back.pathname}${back.search}`
    },
    logoutToken: claims =>
      new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
        .setIssuer(issuer)
        .setIssuedAt()
        .sign(keys.privateKey),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const asked = request.url?.slice(path.length)
    if (asked === '/.well-known/openid-configuration')
      return void json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        userinfo_endpoint: `${issuer}/userinfo`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (asked === '/jwks')
      return void json({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] })
    if (asked === '/userinfo') return void json(self.userInfo ?? { sub: self.person.sub })
    if (asked !== '/token') return void json({}, 404)
    const form = new URLSearchParams(await text(request))
    const { wrongly } = self
    if (wrongly.slow !== undefined) await wait(wrongly.slow)
    if (wrongly.html) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>')
    const kept = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const { authorization } = request.headers
    const inForm = form.has('client_secret') ? 'client_secret_post' : 'none'
    self.toldBy = authorization === undefined ? inForm : 'client_secret_basic'
    const [id = '', secret = ''] =
      authorization === undefined
        ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
        : Buffer.from(authorization.slice(6), 'base64').toString().split(':').map(decodeURIComponent)
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!kept || clients[id] !== secret || kept.asked.get('code_challenge') !== proof)
      return void json({ error: 'invalid_grant' }, 400)
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: await idToken(kept, id) }
    json({ ...tokens, ...self.wrongly.tokens })
  }

  async function idToken({ asked, person }: { asked: URLSearchParams; person: JWTPayload }, client: string) {
    const { wrongly } = self
    const now = Math.floor(Date.now() / 1000) - (wrongly.age ?? 0)
    const claims = {
      iss: wrongly.issuer ?? issuer,
      aud: wrongly.audience ?? client,
      iat: now,
      exp: now + 300,
      ...(wrongly.early !== undefined && { nbf: now + wrongly.early }),
      ...(wrongly.nonce !== null && { nonce: wrongly.nonce ?? asked.get('nonce') ?? '' }),
      ...person,
    }
    if (wrongly.alg === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none' })}.${part(claims)}.`
    }
    return new SignJWT(claims)
      .setProtectedHeader({
        alg: 'RS256',
        kid: 'one',
        ...(wrongly.keyInHead && { jwk: await exportJWK(foreign.publicKey) }),
      })
      .sign(wrongly.foreign ? foreign.privateKey : keys.privateKey)
  }
}
