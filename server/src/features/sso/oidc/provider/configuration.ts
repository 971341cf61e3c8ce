import { createHmac } from 'node:crypto'
import type { Configuration, JWK } from 'oidc-provider'
import type { AutocommitContext } from '#platform/app-context.ts'
import { isTrustedCertificate, subjectFits } from '#features/sso/client-certificates/client-certificates.ts'
import { currentRequest } from '../request-facts.ts'
import { findAccountOf } from './provider-account.ts'
import { adapterOf } from './adapter.ts'
import { isGrantAdmitted } from './admit.ts'
import { applicationOf, claimsOfScopes, known } from './clients.ts'
import { fetchOfProvider } from './fetching.ts'
import { grantOf } from '../consents.ts'
import { askUserCode, confirmUserCode, refuse, signedOut, renderSignOutQuestion, userCodeDone } from '../oidc-pages.ts'
import { OwnSigningKey } from '../oidc.keys.ts'
import { acrsSupported, interactionsOf } from './policy.ts'
import { apiResourceOf, resourceServerOf } from './resources.ts'

const minute = 60
const day = 24 * 60 * minute
const algorithms = ['ES256', 'RS256'] as const

export const sessionCookie = 'claviger-oidc'

/** A provider's own cookies, meaningless to another workspace's provider. */
function cookiesOf(secret: Buffer, address: string, workspace: string): Configuration['cookies'] {
  const key = createHmac('sha256', secret).update(`cookies of ${workspace} at ${address}`).digest('base64url')
  const shared = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [key],
    names: { session: sessionCookie, interaction: 'claviger-oidc-asks', resume: 'claviger-oidc-resumes' },
    long: { ...shared, path: `/oidc/${address}` },
    short: shared,
  }
}

interface Metadata {
  accessTokenMinutes?: number
  refreshDays?: number
}
const lasting = (client: object | undefined): Metadata => client ?? {}

export function configurationOf(
  at: AutocommitContext,
  address: string,
  { keys, cookieSecret }: { keys: readonly JWK[]; cookieSecret: Buffer },
): Configuration {
  const takesCertificates = at.config.clientCertificateHeader !== undefined
  return {
    adapter: kind => adapterOf(at, address, kind),
    jwks: { keys: keys.map(key => new OwnSigningKey(key)) },
    cookies: cookiesOf(cookieSecret, address, at.workspace),
    findAccount: findAccountOf(at),
    claims: claimsOfScopes,
    scopes: [...known],
    acrValues: acrsSupported,
    conformIdTokenClaims: false,
    interactions: {
      policy: interactionsOf(at),
      url: (_ctx, interaction) => `/oidc/${address}/interaction/${interaction.uid}`,
    },
    loadExistingGrant: ctx => grantOf(at, ctx),
    routes: {
      authorization: '/authorize',
      token: '/token',
      userinfo: '/userinfo',
      jwks: '/jwks',
      revocation: '/revoke',
      introspection: '/introspect',
      end_session: '/logout',
      device_authorization: '/device/code',
      code_verification: '/device',
      pushed_authorization_request: '/par',
    },
    responseTypes: ['code', 'id_token'],
    pkce: { required: (_ctx, client) => (client as unknown as { pkceRequired?: boolean }).pkceRequired !== false },
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      ...(takesCertificates ? (['tls_client_auth', 'self_signed_tls_client_auth'] as const) : []),
      'none',
    ],
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    extraClientMetadata: {
      properties: [
        'frontchannelSid',
        'formerSecret',
        'pkceRequired',
        'accessTokenMinutes',
        'refreshDays',
        'clientAuthorities',
      ],
    },
    enabledJWA: {
      idTokenSigningAlgValues: [...algorithms],
      userinfoSigningAlgValues: [...algorithms],
      clientAuthSigningAlgValues: ['HS256', ...algorithms, 'PS256', 'EdDSA'],
      requestObjectSigningAlgValues: [...algorithms, 'PS256', 'EdDSA'],
    },
    // An ended session invalidates everything issued in it: the adapter no longer finds it
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') &&
      (code.scopes.has('offline_access') || client.applicationType === 'web'),
    rotateRefreshToken: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    ttl: {
      AccessToken: (_ctx, token, client) =>
        token.resourceServer?.accessTokenTTL ?? (lasting(client).accessTokenMinutes ?? 60) * minute,
      AuthorizationCode: minute,
      ClientCredentials: (_ctx, token, client) =>
        token.resourceServer?.accessTokenTTL ?? (lasting(client).accessTokenMinutes ?? 60) * minute,
      DeviceCode: 10 * minute,
      Grant: 60 * day,
      IdToken: 60 * minute,
      Interaction: 10 * minute,
      RefreshToken: (_ctx, _token, client) => (lasting(client).refreshDays ?? 30) * day,
      // A session without a user still costs a row
      Session: (_ctx, session) => (session.accountId === undefined ? 60 * minute : 30 * day),
    },
    discovery: { frontchannel_logout_supported: true, frontchannel_logout_session_supported: true },
    features: {
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        // Only a token's client or audience can introspect it
        allowedPolicy: async (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' &&
          (token.clientId === client.clientId || ('aud' in token && token.aud === client.clientId)) &&
          token.clientId !== undefined &&
          (await applicationOf(at, token.clientId))?.active === true &&
          (await isGrantAdmitted(at, token)),
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      requestObjects: { enabled: true },
      dPoP: { enabled: true },
      mTLS: {
        enabled: takesCertificates,
        certificateBoundAccessTokens: true,
        selfSignedTlsClientAuth: true,
        tlsClientAuth: true,
        getCertificate: () => currentRequest().certificate,
        certificateAuthorized: ctx => isTrustedCertificate(currentRequest(), ctx.oidc.client, at.clock.now()),
        certificateSubjectMatches: (_ctx, property, expected) => subjectFits(currentRequest(), property, expected),
      },
      backchannelLogout: { enabled: true },
      userinfo: { enabled: true },
      jwtUserinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, client, oneOf) => apiResourceOf(at, ctx, client, oneOf),
        getResourceServerInfo: (_ctx, resource, client) => resourceServerOf(at, resource, client),
        useGrantedResource: () => false,
      },
      rpInitiatedLogout: { enabled: true, logoutSource: renderSignOutQuestion, postLogoutSuccessSource: signedOut },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        userCodeInputSource: askUserCode,
        userCodeConfirmSource: confirmUserCode,
        successSource: userCodeDone,
      },
    },
    renderError: refuse,
    fetch: fetchOfProvider(at, address),
    clockTolerance: 15,
  } as Configuration
}
