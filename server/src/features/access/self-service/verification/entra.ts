import { randomBytes } from 'node:crypto'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { minutes } from '../../../../ground/clock.ts'
import type { Config } from '../../../../ground/config.ts'
import type { World } from '../../../../ground/world.ts'
import { exchange } from '../../../../outside/exchange.ts'
import { Undelivered } from '../../../../outside/target.ts'
import type { Page } from '../../self-service-settings/self-service-settings.ts'

/** How to sign in for a page, with a nonce made for this step; undefined where the page does not use Entra ID. */
export function entraOf(config: Config, { settings }: Page, typed: string | null) {
  const { tenantId, clientId } = settings.entra
  if (settings.verificationType !== 'entraId' || tenantId === null || clientId === null) return undefined
  const authority = `${config.entraAuthority.replace(/\/+$/, '')}/${tenantId}`
  return {
    clientId,
    tenantId,
    authority,
    nonce: randomBytes(24).toString('base64url'),
    loginHint: hintOf(settings.loginHint, typed),
  }
}

/** The hint as far as what was typed fills it: it must not tell more of a person than whoever stands there has said. */
function hintOf(template: string | null, typed: string | null): string | null {
  const filled = typed === null ? template : (template?.replaceAll('${UserId}', typed.trim()) ?? null)
  return filled === null || filled.includes('${') ? null : filled.slice(0, 400)
}

/** Who signed in, as the token says. */
export interface Subject {
  /** Login names, the best first. */
  readonly names: readonly string[]
}

interface Expected {
  readonly config: Config
  readonly clock: World['clock']
  readonly authority: string
  readonly tenantId: string
  readonly clientId: string
  readonly nonce: string
}

/**
 * The subject of an ID token, or undefined for one that is not of this tenant, not for this application, not of this
 * visit, too old, or not signed by the tenant (OpenID Connect Core 1.0 §3.1.3.7). Throws Undelivered where the tenant's
 * keys cannot be had.
 */
export async function subjectOf(token: string, by: Expected): Promise<Subject | undefined> {
  try {
    return asSubject(await verified(token, by, await tenantAt(by, false)), by)
  } catch (error) {
    // The tenant may have new keys since they were read
    if (!(error instanceof errors.JWKSNoMatchingKey)) return refused(error)
  }
  try {
    return asSubject(await verified(token, by, await tenantAt(by, true)), by)
  } catch (error) {
    return refused(error)
  }
}

function refused(error: unknown): undefined {
  if (error instanceof errors.JOSEError) return undefined
  throw error
}

const verified = async (token: string, by: Expected, { issuer, keys }: Tenant): Promise<JWTPayload> =>
  (
    await jwtVerify(token, createLocalJWKSet(keys), {
      issuer,
      audience: by.clientId,
      algorithms: ['RS256', 'PS256', 'ES256'],
      requiredClaims: ['exp', 'iat', 'sub', 'nonce', 'tid'],
      maxTokenAge: 3600,
      clockTolerance: 60,
      currentDate: by.clock.now(),
    })
  ).payload

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function asSubject(claims: JWTPayload, { nonce, tenantId }: Expected): Subject | undefined {
  if (claims['nonce'] !== nonce) return undefined
  if (guid.test(tenantId) && String(claims['tid']).toLowerCase() !== tenantId.toLowerCase()) return undefined
  const names = [claims['preferred_username'], claims['upn']].filter(
    (name): name is string => typeof name === 'string' && name !== '' && name.length <= 254,
  )
  return { names }
}

interface Tenant {
  readonly issuer: string
  readonly keys: JSONWebKeySet
  readonly readAt: number
}

const tenants = new Map<string, Tenant>()
const mostTenants = 200
const goodFor = minutes(60)
// A token with a made-up key must not have us ask the tenant at each call
const notAgainFor = minutes(1)

/** Issuer and keys of a tenant, as it publishes them; kept for an hour, read anew where a key is missing. */
async function tenantAt({ config, clock, authority }: Expected, anew: boolean): Promise<Tenant> {
  const now = clock.now().getTime()
  const known = tenants.get(authority)
  if (known && now - known.readAt < (anew ? notAgainFor : goodFor)) return known
  const about = await read(config, new URL(`${authority}/v2.0/.well-known/openid-configuration`), authority)
  const { issuer, jwks_uri: address } = about as { issuer?: unknown; jwks_uri?: unknown }
  if (typeof issuer !== 'string' || typeof address !== 'string' || !URL.canParse(address))
    throw new Undelivered('The tenant does not say who it is')
  const keys = await read(config, new URL(address), authority)
  const made = { issuer, keys: keys as JSONWebKeySet, readAt: now }
  if (tenants.size >= mostTenants) tenants.clear()
  tenants.set(authority, made)
  return made
}

/** A document of the authority; one that lies elsewhere is not read. */
async function read(config: Config, url: URL, authority: string): Promise<unknown> {
  if (url.origin !== new URL(authority).origin) throw new Undelivered('The tenant names a foreign address')
  const { status, body } = await exchange(config, { method: 'GET', url })
  if (status !== 200) throw new Undelivered(`The tenant answered ${status}`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Undelivered('The tenant answered something else than JSON')
  }
}
