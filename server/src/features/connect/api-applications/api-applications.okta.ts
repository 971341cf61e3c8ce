import { createPrivateKey, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { exchange } from '#integrations/exchange.ts'
import type { Guard } from '#integrations/target.ts'
import { type Access, purposeOf } from './api-applications.access.ts'
import type { TokenResponse } from './api-applications.entra.ts'
import { jsonOf, plainText } from './check-result.ts'

export const oktaScopes = {
  read: ['okta.users.read', 'okta.groups.read'],
  manage: ['okta.users.manage', 'okta.roles.read'],
} as const

/** Parses an RSA private key as PEM, or as the JWK that Okta shows, which contains its key ID. @throws otherwise */
export function oktaKey(text: string): { key: KeyObject; kid: string | undefined } {
  if (!text.trimStart().startsWith('{')) return { key: createPrivateKey(text), kid: undefined }
  const jwk = JSON.parse(text) as JsonWebKey & { kid?: unknown }
  return {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    kid: typeof jwk.kid === 'string' ? jwk.kid : undefined,
  }
}

async function ask(world: Guard, access: Access, scopes: readonly string[]): Promise<TokenResponse> {
  const url = new URL('/oauth2/v1/token', access.address)
  const { key, kid } = oktaKey(access.privateKey ?? '')
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', ...(kid !== undefined && { kid }) })
    .setIssuer(access.client)
    .setSubject(access.client)
    .setAudience(url.href)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: scopes.join(' '),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  const { status, body } = await exchange(world, purposeOf(access), {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form.toString()),
  })
  const said = jsonOf(body)
  const token = said['access_token']
  if (status === 200 && typeof token === 'string')
    return { token, lasts: Number(said['expires_in']) || 0, reason: '', again: false }
  const why = plainText(said['error_description']) || plainText(said['errorSummary']) || plainText(said['error'])
  return {
    token: undefined,
    lasts: 0,
    reason: said['error'] === 'invalid_scope' ? 'invalid_scope' : `Okta answered ${String(status)}${why && `: ${why}`}`,
    again: status === 429 || status >= 500,
  }
}

/** Gets a token with a service application's key, for those scopes that it was granted. @throws Undelivered */
export async function tokenOfOkta(world: Guard, access: Access): Promise<TokenResponse> {
  const all = await ask(world, access, [...oktaScopes.read, ...oktaScopes.manage])
  if (all.reason !== 'invalid_scope') return all
  const read = await ask(world, access, oktaScopes.read)
  return read.reason === 'invalid_scope' ? { ...read, reason: noScopes } : read
}

const noScopes = `Okta gives no token: grant the application ${oktaScopes.read.join(' and ')}`

/** Scopes that the application was not granted, tested one by one, or why it gets no token. @throws Undelivered */
export async function missingOfOkta(world: Guard, access: Access) {
  const missing: string[] = []
  for (const scope of oktaScopes.read) {
    const { token, reason } = await ask(world, access, [scope])
    if (reason === 'invalid_scope') missing.push(scope)
    else if (token === undefined) return { reason, missing: [] }
  }
  return { reason: null, missing }
}
