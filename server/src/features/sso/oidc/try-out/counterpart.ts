import type { OidcTryOut } from '@claviger/contract/sso/oidc'
import * as client from 'openid-client'
import { msg } from '#platform/languages.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'

// A relying party as a developer would write it, with another library than the provider's. It requests
// everything allowed and verifies each response as an application should.

export type TryOutCheck = OidcTryOut['checks'][number]

export interface TryOutResult {
  readonly checks: TryOutCheck[]
  readonly idToken?: { readonly header: Record<string, unknown>; readonly claims: Record<string, unknown> }
  readonly userinfo?: Record<string, unknown>
  /** The whole answer except anything that grants access. */
  readonly answer?: Record<string, unknown>
}

interface Way {
  readonly issuer: string
  readonly application: OidcApplication
  readonly redirect: string
  readonly scope: string
  readonly fetch: client.CustomFetch
}

export async function tryOidcSignIn(way: Way): Promise<TryOutResult> {
  const checks: TryOutCheck[] = []
  const check = (name: string, says: string, ok: boolean, detail?: string) =>
    void checks.push({ name, ok, says, detail: ok || detail === undefined ? null : detail.slice(0, 300) })
  const own = await configurationOf(way)
  const verifier = client.randomPKCECodeVerifier()
  const [nonce, state] = [client.randomNonce(), client.randomState()]
  const url = client.buildAuthorizationUrl(own, {
    redirect_uri: way.redirect,
    scope: way.scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Not interactive: prompts are reported instead
    prompt: 'none',
    nonce,
    state,
  })
  const page = await way.fetch(url.href, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
  const back = page.headers.get('location') ?? ''
  const given = URL.canParse(back) && new URL(back).searchParams.has('code')
  check('code', msg('The user is signed in, and the application receives a code'), given, whyNot(back, page.status))
  if (!given) return { checks }
  const expects = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true }
  const exchange = () => client.authorizationCodeGrant(own, new URL(back), expects)
  const tokens = await exchange().catch(inWords)
  if (typeof tokens === 'string') {
    check(
      'tokens',
      msg('The application receives tokens for the code, and the ID token is signed with a Claviger key'),
      false,
      tokens,
    )
    return { checks }
  }
  const { access_token: access, id_token: id = '', refresh_token: _refresh, ...answer } = tokens
  const claims: Record<string, unknown> = { ...tokens.claims() }
  const now = Date.now() / 1000
  check(
    'tokens',
    msg('The application receives tokens for the code, and the ID token is signed with a Claviger key'),
    true,
  )
  check('issuer', msg('The issuer is this workspace'), claims['iss'] === way.issuer)
  check('audience', msg('The audience is only this application'), claims['aud'] === way.application.clientId)
  check('nonce', msg('The nonce matches the request'), claims['nonce'] === nonce)
  check('times', msg('The token is valid now, and for at most one hour'), isValid(claims, now))
  const info = await client.fetchUserInfo(own, access, String(claims['sub'])).catch(inWords)
  const told = typeof info !== 'string'
  check('userinfo', msg('UserInfo returns the same user'), told, told ? undefined : info)
  // A second use of the code gets nothing and revokes what was issued: nothing remains of this test
  const again = await exchange().catch(inWords)
  check('once', msg('The code can be used only once'), typeof again === 'string')
  return { checks, idToken: { header: headerOf(id), claims }, ...(told && { userinfo: { ...info } }), answer }
}

function configurationOf({ issuer, application, fetch }: Way): Promise<client.Configuration> {
  const { clientId, settings } = application
  const known = { id_token_signed_response_alg: settings.idTokenAlg }
  const plain = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  return client.discovery(new URL(issuer), clientId, known, client.None(), {
    [client.customFetch]: fetch,
    execute: [...plain, client.enableNonRepudiationChecks],
  })
}

function whyNot(back: string, status: number): string {
  const said = URL.canParse(back) ? new URL(back).searchParams : undefined
  const words = [said?.get('error'), said?.get('error_description')].filter(one => one !== null && one !== undefined)
  return words.length > 0 ? words.join(': ') : String(status)
}

function inWords(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const { cause } = error
  const details = 'error_description' in error ? String(error.error_description) : ''
  return [error.message, details, cause instanceof Error ? cause.message : ''].filter(one => one !== '').join(': ')
}

const isValid = ({ iat, exp }: Record<string, unknown>, now: number) =>
  Number(iat) <= now + 5 && Number(exp) > now && Number(exp) - Number(iat) <= 3600

const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>
