import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { noGuard } from '../../../outside/target.ts'
import type { World } from '../../../ground/world.ts'
import { fetchOf } from '../../connect/identity-providers/identity-providers.fetch.ts'

/** Whom another directory wants confirmed. */
export interface Hint {
  /** Tenant and object id, which never change. */
  readonly subject: string
  /** As the answer must name the person. */
  readonly sub: string
  readonly address: string | null
}

const kept = new WeakMap<World['config'], ReturnType<typeof createRemoteJWKSet>>()
const tolerance = 180

/** The keys of Entra ID, which are the same for all tenants; asked for by the guarded way, at most every half minute. */
function keysOf(world: Pick<World, 'config'>): ReturnType<typeof createRemoteJWKSet> {
  const known = kept.get(world.config)
  if (known) return known
  const fetching = fetchOf(noGuard, 'operator')
  const keys = createRemoteJWKSet(new URL(`${world.config.entraAuthority}/common/discovery/v2.0/keys`), {
    [customFetch]: (url, { headers }) => fetching(url, { headers: Object.fromEntries(headers) }),
  })
  kept.set(world.config, keys)
  return keys
}

/**
 * Reads who is to be confirmed from an ID token of Entra ID: its signature, issuer, audience and times are checked, and that
 * it is of the tenant. Throws where any of it is not so.
 */
export async function readHint(
  world: Pick<World, 'config' | 'clock'>,
  token: string,
  { tenant, audience }: { tenant: string; audience: string },
): Promise<Hint> {
  const { payload } = await jwtVerify(token, keysOf(world), {
    algorithms: ['RS256'],
    issuer: `${world.config.entraAuthority}/${tenant.toLowerCase()}/v2.0`,
    audience: audience.toLowerCase(),
    clockTolerance: tolerance,
    currentDate: world.clock.now(),
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  const { tid, oid, sub, preferred_username: name, email } = payload
  if (tid !== tenant.toLowerCase() || typeof oid !== 'string' || !/^[0-9a-f-]{36}$/i.test(oid))
    throw new Error('it names nobody of the tenant')
  const address = typeof email === 'string' ? email : typeof name === 'string' ? name : null
  return {
    subject: `${tid}/${oid.toLowerCase()}`,
    sub: String(sub).slice(0, 300),
    address: address?.slice(0, 320) ?? null,
  }
}
