// learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow, v2-protocols-oidc, id-token-claims-reference
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { escaped } from './consent.ts'
import type { EntraEmulator, Mount } from './mounting.ts'
import { Aadsts, type Client } from './tokens.ts'

export interface Account {
  readonly tenant: string
  readonly oid: string
  readonly roles: readonly string[]
}

export const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10'
// learn.microsoft.com/entra/identity/role-based-access-control/permissions-reference: every user has this one
const user = 'b79fbf4d-3ef9-4689-8143-76b194e85509'
const guid = /^[0-9a-f-]{36}$/

interface Code {
  readonly client: string
  readonly redirect: string
  readonly challenge: string
  readonly nonce: string | undefined
  readonly account: Account
  readonly login: string
  readonly door: string
  used?: true
}

export class EntraSignIn {
  readonly accounts = new Map<string, Account>()
  wids = true
  /** Accepts codes at any tenant's endpoint, unlike the real Entra ID. */
  lax = false
  readonly #codes = new Map<string, Code>()
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

  readonly mount: Mount = (_on, emulator) => {
    const { app } = emulator
    app.get<{ Params: { tenant: string } }>(
      '/:tenant/v2.0/.well-known/openid-configuration',
      ({ params: { tenant } }) => {
        const at = `${emulator.address}/${tenant}`
        return {
          issuer: `${emulator.address}/${guid.test(tenant) ? tenant : '{tenantid}'}/v2.0`,
          authorization_endpoint: `${at}/oauth2/v2.0/authorize`,
          token_endpoint: `${at}/oauth2/v2.0/token`,
          jwks_uri: `${at}/discovery/v2.0/keys`,
          response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
          response_modes_supported: ['query', 'fragment', 'form_post'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
        }
      },
    )
    app.get('/:tenant/discovery/v2.0/keys', async () => ({
      keys: [{ ...(await exportJWK(this.#keys.publicKey)), kid: 'emulated', use: 'sig' }],
    }))
    app.get<{ Params: { tenant: string }; Querystring: Record<string, string> }>(
      '/:tenant/oauth2/v2.0/authorize',
      ({ params: { tenant }, query }, reply) => {
        const wrong = this.#wrong(emulator, query)
        if (wrong) return reply.code(400).send(wrong)
        const { redirect_uri: redirect = '', state = '', account: login } = query
        const here = [...this.accounts].filter(([, one]) => tenant === 'organizations' || one.tenant === tenant)
        if (login === undefined) {
          const way = (one: string) => escaped(`?${new URLSearchParams({ ...query, account: one }).toString()}`)
          return reply.type('text/html').send(
            `<!doctype html><title>Sign in</title><h1>Pick an account</h1><p>This is an emulator of Entra ID.</p>
<ul>${here.map(([one]) => `<li><a href="${way(one)}">${escaped(one)}</a></li>`).join('')}</ul>`,
          )
        }
        const account = here.find(([one]) => one === login)?.[1]
        if (!account) return reply.code(400).send('AADSTS50020: User account does not exist in the tenant.')
        const code = randomBytes(24).toString('base64url')
        this.#codes.set(code, {
          client: query['client_id'] ?? '',
          redirect,
          challenge: query['code_challenge'] ?? '',
          nonce: query['nonce'],
          account,
          login,
          door: tenant,
        })
        const url = new URL(redirect)
        url.search = new URLSearchParams({ code, state, session_state: randomBytes(8).toString('hex') }).toString()
        return reply.redirect(url.href)
      },
    )
    emulator.redeem = (tenant, form, client) => this.#redeem(emulator, tenant, form, client)
  }

  #wrong(emulator: EntraEmulator, query: Readonly<Record<string, string>>): string | undefined {
    const client = emulator.clients.get(query['client_id'] ?? '')
    if (!client) return 'AADSTS700016: Application was not found in the directory.'
    if (!(client.redirects ?? []).includes(query['redirect_uri'] ?? ''))
      return 'AADSTS50011: The redirect URI does not match those configured.'
    if (query['response_type'] !== 'code') return 'AADSTS70007: The response_type is not supported.'
    if (query['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(query['code_challenge'] ?? ''))
      return 'AADSTS501481: The code_challenge must be that of S256.'
    if (!(query['scope'] ?? '').split(' ').includes('openid')) return 'AADSTS900144: The scope openid is missing.'
    return undefined
  }

  async #redeem(emulator: EntraEmulator, tenant: string, form: ReadonlyMap<string, string>, client: Client) {
    const refuse = (code: number, message: string) => new Aadsts(400, 'invalid_grant', code, message)
    const said = this.#codes.get(form.get('code') ?? '')
    const { account } = said ?? {}
    if (!said || !account) throw refuse(9_002_313, 'Invalid request. The code is malformed.')
    if (said.used) throw refuse(54_005, 'OAuth2 Authorization code was already redeemed.')
    said.used = true
    if (said.client !== form.get('client_id') || emulator.clients.get(said.client) !== client)
      throw refuse(700_005, 'The code was issued to another application.')
    if (said.redirect !== form.get('redirect_uri')) throw refuse(50_011, 'The redirect URI is another one.')
    if (said.door !== tenant && !this.lax) throw refuse(700_005, 'The code was issued for another tenant.')
    const verifier = form.get('code_verifier') ?? ''
    if (createHash('sha256').update(verifier).digest('base64url') !== said.challenge)
      throw refuse(50_148, 'The code_verifier does not match the code_challenge.')
    const now = Math.floor(Date.now() / 1000)
    const { oid, roles } = account
    const named = { oid, preferred_username: said.login, ver: '2.0', ...(said.nonce && { nonce: said.nonce }) }
    const token = await new SignJWT({ ...named, tid: account.tenant, ...(this.wids && { wids: [...roles, user] }) })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'emulated' })
      // In lax mode, the issuer is the tenant of the endpoint
      .setIssuer(`${emulator.address}/${this.lax ? tenant : account.tenant}/v2.0`)
      .setAudience(said.client)
      .setSubject(createHash('sha256').update(`${oid} ${said.client}`).digest('base64url'))
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + 3600)
      .sign(this.#keys.privateKey)
    return { token_type: 'Bearer', scope: 'openid profile', expires_in: 3599, access_token: 'opaque', id_token: token }
  }
}
