import { createHash, X509Certificate } from 'node:crypto'
import { isWebAddress } from '@claviger/contract/apps/applications/application-addresses'
import { type OidcSettings, speaksDuo } from '@claviger/contract/apps/applications'
import type { AdapterPayload, ClientMetadata, JWK } from 'oidc-provider'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { keptByClientId } from '#features/apps/applications/applications.kept.ts'
import {
  applicationByClientId,
  type OidcApplication,
  type ApplicationSecrets,
  showsCertificate,
} from '#features/apps/applications/applications.ts'
import { currentRequest } from '../request-facts.ts'
import { prefetchFor } from './provider-prefetch.ts'

type Known = OidcApplication & ApplicationSecrets

export function applicationOf(at: AutocommitContext, clientId: string): Promise<Known | undefined> {
  const { applications } = currentRequest()
  const knownScopes = applications.get(clientId) ?? look(at, clientId)
  applications.set(clientId, knownScopes)
  return knownScopes
}

async function look(at: AutocommitContext, clientId: string): Promise<Known | undefined> {
  if (clientId.length > 300) return undefined
  const ahead = await prefetchFor(at, clientId)
  if (ahead.clientId !== clientId) return applicationByClientId(readOnlyContext(at), clientId)
  return ahead.stamp === null ? undefined : keptByClientId(readOnlyContext(at), clientId, ahead.stamp)
}

const words = new WeakMap<Known, ClientMetadata>()

/** The provider's view of a client; undefined if it is disabled or lacks the proxy that it relies on. */
export async function clientOf(at: AutocommitContext, clientId: string): Promise<AdapterPayload | undefined> {
  const application = await applicationOf(at, clientId)
  // Duo clients use a separate endpoint whose codes only confirm a user
  if (!application?.active || speaksDuo(application.settings)) return undefined
  if (showsCertificate(application.settings) && at.config.clientCertificateHeader === undefined) return undefined
  const said = words.get(application) ?? metadataOf(application)
  words.set(application, said)
  return currentRequest().trial ? { ...said, ...triedOut } : said
}

// The built-in counterpart has none of the application's secrets and keys; its PKCE proof is enough here
const triedOut: AdapterPayload = {
  token_endpoint_auth_method: 'none',
  require_pushed_authorization_requests: false,
  dpop_bound_access_tokens: false,
  tls_client_certificate_bound_access_tokens: false,
}

/** An application as OpenID Connect Dynamic Client Registration 1.0 §2 metadata. */
export function metadataOf(application: OidcApplication & ApplicationSecrets): ClientMetadata {
  const { settings, clientId, name, secret, formerSecret } = application
  const { tokenEndpointAuthMethod: method, kind } = settings
  const asksBrowser = settings.grantTypes.some(one => one === 'authorization_code' || one === 'implicit')
  return {
    client_id: clientId,
    client_name: name,
    // The library takes own schemes of native applications only
    application_type: kind === 'native' || !allWeb(settings) ? 'native' : 'web',
    redirect_uris: asksBrowser ? settings.redirectUris : [],
    response_types: asksBrowser ? settings.responseTypes : [],
    grant_types: settings.grantTypes,
    token_endpoint_auth_method: method,
    ...(method.startsWith('client_secret_') && secret !== null && { client_secret: secret }),
    ...(method === 'client_secret_jwt' && { token_endpoint_auth_signing_alg: 'HS256' }),
    scope: settings.scopes.filter(scope => known.has(scope)).join(' ') || 'openid',
    id_token_signed_response_alg: settings.idTokenAlg,
    post_logout_redirect_uris: settings.postLogoutRedirectUris,
    ...keysOf(settings),
    ...vouchedOf(settings),
    ...(settings.initiateLoginUri !== null && { initiate_login_uri: settings.initiateLoginUri }),
    ...(settings.backchannelLogoutUri !== null && {
      backchannel_logout_uri: settings.backchannelLogoutUri,
      backchannel_logout_session_required: settings.backchannelLogoutSessionRequired,
    }),
    ...(settings.frontchannelLogoutUri !== null && { frontchannelSid: settings.frontchannelLogoutSessionRequired }),
    require_pushed_authorization_requests: settings.requirePushedRequests,
    dpop_bound_access_tokens: settings.dpopRequired,
    ...(settings.certificateBoundTokens && { tls_client_certificate_bound_access_tokens: true }),
    ...(formerSecret !== null && { formerSecret }),
    pkceRequired: settings.pkceRequired || kind === 'spa' || kind === 'native' || method === 'none',
    accessTokenMinutes: settings.accessTokenMinutes,
    refreshDays: settings.refreshDays,
  }
}

const allWeb = ({ redirectUris, postLogoutRedirectUris }: OidcSettings): boolean =>
  [...redirectUris, ...postLogoutRedirectUris].every(isWebAddress)

function keysOf({ jwks, jwksUri, clientCertificates = [] }: OidcSettings): Pick<ClientMetadata, 'jwks' | 'jwks_uri'> {
  if (clientCertificates.length > 0)
    return { jwks: { keys: [...(jwks?.keys ?? []), ...clientCertificates.map(keyOf)] } }
  if (jwks) return { jwks }
  return jwksUri === null ? {} : { jwks_uri: jwksUri }
}

const subjects = {
  dn: 'tls_client_auth_subject_dn',
  dns: 'tls_client_auth_san_dns',
  uri: 'tls_client_auth_san_uri',
  ip: 'tls_client_auth_san_ip',
  email: 'tls_client_auth_san_email',
} as const

const vouchedOf = ({ tokenEndpointAuthMethod: method, tlsSubject, clientAuthorities = [] }: OidcSettings) =>
  method === 'tls_client_auth' && tlsSubject ? { [subjects[tlsSubject.by]]: tlsSubject.value, clientAuthorities } : {}

function keyOf(pem: string): JWK {
  const { publicKey, raw } = new X509Certificate(pem)
  const thumbprint = createHash('sha256').update(raw).digest('base64url')
  return { ...publicKey.export({ format: 'jwk' }), x5c: [raw.toString('base64')], 'x5t#S256': thumbprint } as JWK
}

/** Scopes with a meaning here; an application's own belong to its audience. */
export const known = new Set(['openid', 'offline_access', 'profile', 'email', 'phone', 'address', 'groups'])

/** The claims of each scope (OpenID Connect Core 1.0 §5.4). */
export const claimsOfScopes = {
  // Method and time of the sign-in are always included
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  groups: ['groups'],
  iss: null,
  sid: null,
}

export const claimsIn = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.flatMap(scope => (claimsOfScopes as Record<string, string[] | null>)[scope] ?? []))

export const scopeOfClaim = (claim: string): string | undefined =>
  Object.entries(claimsOfScopes as Record<string, string[] | null>).find(([, claims]) => claims?.includes(claim))?.[0]
