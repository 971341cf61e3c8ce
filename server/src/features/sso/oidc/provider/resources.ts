import type { OidcSettings } from '@claviger/contract/apps/applications'
import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { Apart } from '../../../../ground/world.ts'
import type { OidcApplication } from '../../../apps/applications/applications.ts'
import { applicationOf, known } from './clients.ts'

// What an application is given: the audience of its access tokens, as a resource indicator (RFC 8707), and how long and how
// far all of it counts

/** The audience of an application as a resource: the address that it is, or a name for what is none. */
const indicatorOf = ({ settings, clientId }: OidcApplication): string => {
  const audience = settings.audience ?? clientId
  return URL.canParse(audience) ? audience : `urn:claviger:audience:${encodeURIComponent(audience)}`
}

/** Which resource is meant where the request names none: that of the application, for what it is given for itself. */
export async function resourceOf(at: Apart, ctx: KoaContextWithOIDC, client: Client, oneOf?: readonly string[]) {
  if (oneOf !== undefined) return [...oneOf]
  const application = await applicationOf(at, client.clientId)
  const forItself = ctx.oidc.params?.['grant_type'] === 'client_credentials'
  // For a person it would close the address where the claims are
  if (!application || !forItself) return undefined
  const { audience, accessTokenFormat } = application.settings
  return audience === null && accessTokenFormat === 'opaque' ? undefined : indicatorOf(application)
}

/** What an access token for a resource is. Each application has its own audience and no other. */
export async function resourceServerOf(at: Apart, resource: string, client: Client): Promise<ResourceServer> {
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

/** The way by which something was given; refresh tokens are asked for theirs where they are used. */
function grantOf(kind: string, gty: unknown): Grant | undefined {
  if (kind === 'ClientCredentials') return 'client_credentials'
  return typeof gty === 'string' ? openedBy[gty.split(' ')[0] ?? ''] : undefined
}

/** What is looked at anew by what its application is set to, whenever somebody shows it. */
export const dependsOnSettings: ReadonlySet<string> = new Set([
  'AccessToken',
  'AuthorizationCode',
  'ClientCredentials',
  'RefreshToken',
])

/**
 * What an application was given, as far as its settings would give it still: by a way that it has, to an address that is
 * registered, for no longer than it would last today, and bound where it must be. Undefined where they would not.
 */
export function stillGiven<T extends Readonly<Record<string, unknown>>>(
  kind: string,
  given: T,
  settings: OidcSettings,
): T | undefined {
  const grant = grantOf(kind, given['gty'])
  if (grant !== undefined && !settings.grantTypes.includes(grant)) return undefined
  // At a native application's own machine any port is as good as the one that is registered
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
