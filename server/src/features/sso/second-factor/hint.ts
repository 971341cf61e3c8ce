import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { noGuard } from '#integrations/target.ts'
import type { AppContext } from '#platform/app-context.ts'
import { fetchOf } from '#features/connect/identity-providers/identity-providers.fetch.ts'

export interface UserHint {
  /** Tenant and object ID, which never change. */
  readonly subject: string
  readonly sub: string
  readonly address: string | null
}

const kept = new WeakMap<AppContext['config'], ReturnType<typeof createRemoteJWKSet>>()
const tolerance = 180

/**
 * The keys of Entra ID, the same for all tenants; fetched over the guarded connection, at most every 30
 * seconds.
 */
function keysOf(world: Pick<AppContext, 'config'>): ReturnType<typeof createRemoteJWKSet> {
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
 * Reads the user from an Entra ID token: verifies signature, issuer, audience, times, and tenant.
 * @throws if any of it is invalid
 */
export async function readHint(
  world: Pick<AppContext, 'config' | 'clock'>,
  token: string,
  { tenant, audience }: { tenant: string; audience: string },
): Promise<UserHint> {
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
    throw new Error('it names no user of the tenant')
  const address = typeof email === 'string' ? email : typeof name === 'string' ? name : null
  return {
    subject: `${tid}/${oid.toLowerCase()}`,
    sub: String(sub).slice(0, 300),
    address: address?.slice(0, 320) ?? null,
  }
}
