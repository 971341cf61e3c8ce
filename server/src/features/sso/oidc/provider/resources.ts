import type { OidcSettings } from '@claviger/contract/apps/applications'
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { applicationOf, known } from './clients.ts'

// What an application gets: the audience of its access tokens as a resource indicator (RFC 8707), lifetimes,
// and limits

const indicatorOf = ({ settings, clientId }: OidcApplication): string => {
  const audience = settings.audience ?? clientId
  return URL.canParse(audience) ? audience : `urn:claviger:audience:${encodeURIComponent(audience)}`
}

/** The default resource: the application's audience, for tokens issued to itself. */
export async function apiResourceOf(
  at: AutocommitContext,
  ctx: KoaContextWithOIDC,
  client: Client,
  oneOf?: readonly string[],
) {
  if (oneOf !== undefined) return [...oneOf]
  const application = await applicationOf(at, client.clientId)
  const forItself = ctx.oidc.params?.['grant_type'] === 'client_credentials'
  if (!application || !forItself) return undefined
  const { audience, accessTokenFormat } = application.settings
  return audience === null && accessTokenFormat === 'opaque' ? undefined : indicatorOf(application)
}

/** The access token format for a resource. Each application has only its own audience. */
export async function resourceServerOf(
  at: AutocommitContext,
  resource: string,
  client: Client,
): Promise<ResourceServer> {
  const application = await applicationOf(at, client.clientId)
  if (!application || indicatorOf(application) !== resource) throw new errors.InvalidTarget()
  const { settings } = application
  return {
    scope: settings.scopes.filter(scope => !known.has(scope)).join(' '),
    audience: settings.audience ?? application.clientId,
    accessTokenTTL: settings.accessTokenMinutes * 60,
    ...(settings.accessTokenFormat === 'jwt'
      ? { accessTokenFormat: 'jwt', jwt: { sign: { alg: settings.idTokenAlg } } }
      : { accessTokenFormat: 'opaque' }),
  }
}

const minute = 60
const day = 24 * 60 * minute

type Grant = OidcSettings['grantTypes'][number]
const openedBy: Readonly<Record<string, Grant>> = {
  authorization_code: 'authorization_code',
  device_code: 'urn:ietf:params:oauth:grant-type:device_code',
}

function grantOf(kind: string, gty: unknown): Grant | undefined {
  if (kind === 'ClientCredentials') return 'client_credentials'
  return typeof gty === 'string' ? openedBy[gty.split(' ')[0] ?? ''] : undefined
}

/** Items that are checked against current settings at each use. */
export const dependsOnSettings: ReadonlySet<string> = new Set([
  'AccessToken',
  'AuthorizationCode',
  'ClientCredentials',
  'RefreshToken',
])

/**
 * What was issued, limited by current settings: allowed grant, registered address, current lifetime, required
 * binding. Undefined if no longer allowed.
 */
export function limitGrant<T extends Readonly<Record<string, unknown>>>(
  kind: string,
  given: T,
  settings: OidcSettings,
): T | undefined {
  const grant = grantOf(kind, given['gty'])
  if (grant !== undefined && !settings.grantTypes.includes(grant)) return undefined
  // A native application on loopback may use any port
  if (kind === 'AuthorizationCode')
    return settings.kind === 'native' || settings.redirectUris.includes(String(given['redirectUri']))
      ? given
      : undefined
  const isShown = kind !== 'RefreshToken'
  if (isShown && settings.dpopRequired && given['jkt'] === undefined) return undefined
  if (isShown && settings.certificateBoundTokens && given['x5t#S256'] === undefined) return undefined
  const lasts = isShown ? settings.accessTokenMinutes * minute : settings.refreshDays * day
  const { iat, exp } = given
  return typeof iat === 'number' && typeof exp === 'number' && exp > iat + lasts
    ? { ...given, exp: iat + lasts }
    : given
}
