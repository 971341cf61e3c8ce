import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { exchange } from '#integrations/exchange.ts'
import type { Guard } from '#integrations/target.ts'
import { type Access, purposeOf } from './api-applications.access.ts'
import { jsonOf, plainText } from './check-result.ts'

interface Place {
  readonly signIn: string
  readonly graph: string
  readonly audience: string
}
const place = (signIn: string, graph: string): Place => ({ signIn, graph, audience: graph })

// learn.microsoft.com/graph/deployments; US Government DoD shares its sign-in address with another cloud, so its
// Graph address identifies it
const places: Readonly<Record<string, Place>> = {
  'login.microsoftonline.com': place('https://login.microsoftonline.com', 'https://graph.microsoft.com'),
  'login.microsoftonline.us': place('https://login.microsoftonline.us', 'https://graph.microsoft.us'),
  'dod-graph.microsoft.us': place('https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'),
  'login.partner.microsoftonline.cn': place(
    'https://login.partner.microsoftonline.cn',
    'https://microsoftgraph.chinacloudapi.cn',
  ),
}

export function placeIn({ address }: Pick<Access, 'address'>): Place {
  const { hostname, origin } = new URL(address)
  return places[hostname] ?? { signIn: origin, graph: origin, audience: 'https://graph.microsoft.com' }
}

/** Entra ID's response: a token and its lifetime in seconds, or the reason why there is none. */
export interface TokenResponse {
  readonly token: string | undefined
  readonly lasts: number
  readonly reason: string
  readonly again: boolean
}

/**
 * Client assertion signed with the certificate's key, instead of a secret (RFC 7523); `ahead`: Entra's clock offset
 * in ms.
 */
export async function assertionOf(
  access: Pick<Access, 'certificate' | 'client' | 'privateKey'>,
  audience: string,
  ahead = 0,
): Promise<string> {
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

async function ask(world: Guard, access: Access, ahead: number, signal?: AbortSignal) {
  const { signIn, audience } = placeIn(access)
  const url = new URL(`/${access.tenant}/oauth2/v2.0/token`, signIn)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: access.client,
    scope: `${audience}/.default`,
  })
  if (access.privateKey !== undefined) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    form.set('client_assertion', await assertionOf(access, url.href, ahead))
  } else form.set('client_secret', access.secret ?? '')
  return exchange(world, purposeOf(access), {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form.toString()),
    ...(signal && { signal }),
  })
}

// The assertion is outside its validity: one of the clocks is wrong
const clockIsOff = 'AADSTS700024'

const gone = 'The application of this installation no longer exists or has changed. Connect the tenant again'

/** Gets a token with client credentials; uses Entra ID's clock if ours is wrong. @throws Undelivered */
export async function tokenOfEntra(world: Guard, access: Access, signal?: AbortSignal): Promise<TokenResponse> {
  if (access.secret === undefined && access.privateKey === undefined)
    return { token: undefined, lasts: 0, reason: gone, again: false }
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

/** Application permissions in a token; not verified, because it came directly from its issuer. */
export function rolesOf(token: string): Set<string> {
  try {
    const { roles } = decodeJwt(token)
    return new Set(Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : [])
  } catch {
    return new Set()
  }
}
