import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import type { World } from '../../../ground/world.ts'
import { exchange } from '../../../outside/exchange.ts'
import type { ApplicationRow } from './api-applications.store.ts'
import { type Found, jsonOf, plainText } from './found.ts'
import type { Secrets } from './secrets.ts'

// Application permissions of Microsoft Graph that the directory asks for, and wider ones that hold them
const needs: readonly (readonly string[])[] = [
  ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All'],
  [
    'GroupMember.Read.All',
    'GroupMember.ReadWrite.All',
    'Group.Read.All',
    'Group.ReadWrite.All',
    'Directory.Read.All',
    'Directory.ReadWrite.All',
  ],
]
const scopes: Record<string, string> = {
  'login.microsoftonline.us': 'https://graph.microsoft.us/.default',
  'login.partner.microsoftonline.cn': 'https://microsoftgraph.chinacloudapi.cn/.default',
}

/** A statement signed by the key of the certificate, in place of a secret (RFC 7523). */
async function assertionOf(row: ApplicationRow, privateKey: string, audience: string): Promise<string> {
  const { raw } = new X509Certificate(row.certificate ?? '')
  const thumbprint = Buffer.from(await crypto.subtle.digest('SHA-256', raw)).toString('base64url')
  const client = row.client_id ?? ''
  return new SignJWT({})
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(client)
    .setSubject(client)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('5m')
    .sign(createPrivateKey(privateKey))
}

/** Fetches a token by client credentials and reads which application permissions it has. Throws Undelivered. */
export async function askEntra(world: World, row: ApplicationRow, { secret, privateKey }: Secrets): Promise<Found> {
  const url = new URL(`/${row.tenant_id ?? ''}/oauth2/v2.0/token`, row.address)
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: row.client_id ?? '',
    scope: scopes[url.hostname] ?? 'https://graph.microsoft.com/.default',
  })
  if (privateKey !== undefined) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    form.set('client_assertion', await assertionOf(row, privateKey, url.href))
  } else form.set('client_secret', secret ?? '')
  const { status, body } = await exchange(world.config, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form.toString()),
  })
  const said = jsonOf(body)
  const token = said['access_token']
  if (status !== 200 || typeof token !== 'string') {
    const why = plainText(said['error_description']) || plainText(said['error'])
    return { reason: `Entra ID answered ${status}${why === '' ? '' : `: ${why}`}`, missing: [] }
  }
  const held = rolesIn(token)
  return {
    reason: null,
    missing: needs.filter(any => !any.some(one => held.has(one))).map(([least = '']) => least),
  }
}

/** The application permissions that a token names; it came from where it is meant for, so that it is only read. */
function rolesIn(token: string): Set<string> {
  try {
    const { roles } = decodeJwt(token)
    return new Set(Array.isArray(roles) ? roles.filter(role => typeof role === 'string') : [])
  } catch {
    return new Set()
  }
}
