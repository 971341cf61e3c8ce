import { type Client, errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import type { Apart } from '../../../../ground/world.ts'
import type { OidcApplication } from '../../../apps/applications/applications.ts'
import { applicationOf, known } from './clients.ts'

// The audience of an application's access tokens, as a resource indicator (RFC 8707)

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
