import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import type { World } from '../../../ground/world.ts'
import { exchange } from '../../../outside/exchange.ts'
import type { Access } from './api-applications.access.ts'
import { jsonOf, plainText } from './found.ts'

// Where Microsoft Graph stands beside each place of sign-in (learn.microsoft.com/graph/deployments)
const clouds: Readonly<Record<string, string>> = {
  'login.microsoftonline.com': 'https://graph.microsoft.com',
  'login.microsoftonline.us': 'https://graph.microsoft.us',
  'login.partner.microsoftonline.cn': 'https://microsoftgraph.chinacloudapi.cn',
}

/** Where Microsoft Graph is asked by a connection: in its cloud, and anywhere else where tokens come from too. */
export const graphOrigin = ({ address }: Pick<Access, 'address'>): string =>
  clouds[new URL(address).hostname] ?? new URL(address).origin

/** What Entra ID gave: a token and the seconds that it lasts, or why there is none. */
export interface TokenGiven {
  readonly token: string | undefined
  readonly lasts: number
  readonly reason: string
  /** Asked again later it may be given: Entra ID was busy or away. */
  readonly again: boolean
}

/** A statement signed by the key of the certificate, in place of a secret (RFC 7523). */
async function assertionOf(access: Access, audience: string, ahead: number): Promise<string> {
  const { raw } = new X509Certificate(access.certificate)
  const thumbprint = Buffer.from(await crypto.subtle.digest('SHA-256', raw)).toString('base64url')
  const now = Math.floor((Date.now() + ahead) / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(access.client)
    .setSubject(access.client)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + 300)
    .sign(createPrivateKey(access.privateKey ?? ''))
}

async function ask(world: Pick<World, 'config'>, access: Access, ahead: number, signal?: AbortSignal) {
  const url = new URL(`/${access.tenant}/oauth2/v2.0/token`, access.address)
  const graph = clouds[url.hostname] ?? 'https://graph.microsoft.com'
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: access.client,
    scope: `${graph}/.default`,
  })
  if (access.privateKey !== undefined) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    form.set('client_assertion', await assertionOf(access, url.href, ahead))
  } else form.set('client_secret', access.secret ?? '')
  return exchange(world.config, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form.toString()),
    ...(signal && { signal }),
  })
}

// The assertion is not within its times: one of the two clocks is off
const clockIsOff = 'AADSTS700024'

/** Asks Entra ID for a token by client credentials, by its clock where ours is off. Throws Undelivered. */
export async function tokenOfEntra(
  world: Pick<World, 'config'>,
  access: Access,
  signal?: AbortSignal,
): Promise<TokenGiven> {
  let answer = await ask(world, access, 0, signal)
  const theirs = Date.parse(answer.headers.date ?? '')
  if (answer.status === 400 || answer.status === 401)
    if (access.privateKey !== undefined && answer.body.includes(clockIsOff) && !Number.isNaN(theirs))
      answer = await ask(world, access, theirs - Date.now(), signal)
  const { status, body } = answer
  const said = jsonOf(body)
  const token = said['access_token']
  if (status === 200 && typeof token === 'string')
    return { token, lasts: Number(said['expires_in']) || 0, reason: '', again: false }
  const why = plainText(said['error_description']) || plainText(said['error'])
  return {
    token: undefined,
    lasts: 0,
    reason: `Entra ID answered ${String(status)}${why === '' ? '' : `: ${why}`}`,
    again: status === 429 || status >= 500,
  }
}

/** The application permissions that a token names; it came from where it is meant for, so that it is only read. */
export function rolesOf(token: string): Set<string> {
  try {
    const { roles } = decodeJwt(token)
    return new Set(Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : [])
  } catch {
    return new Set()
  }
}
