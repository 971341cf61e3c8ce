import * as z from 'zod/mini'
import { id } from '#platform/fields.ts'
import { ReauthenticationMinutes } from '#platform/reauthentication.ts'
import { fillText } from '#platform/wording.ts'
import { isHttpsAddress, isNativeAddress, isPageAddress, isWebAddress } from './application-addresses.ts'
import { unlessTooBig } from '../../platform/limits.ts'

/** A bookmark has no sign-in: My Apps shows its address. */
export const protocols = { oidc: 1, saml: 2, proxy: 3, bookmark: 4 } as const
export type Protocol = (typeof protocols)[keyof typeof protocols]

const notWeb = 'Enter a URL that starts with https:// and contains no *, # or user name'
const web = z.string().check(z.trim(), z.maxLength(2000), z.refine(isWebAddress, notWeb))
const https = z
  .string()
  .check(z.trim(), z.maxLength(2000), z.refine(isHttpsAddress, 'Enter a URL that starts with https://'))
const page = z
  .string()
  .check(z.trim(), z.maxLength(2000), z.refine(isPageAddress, 'Enter a URL that starts with https:// or http://'))
const native = z.string().check(z.trim(), z.maxLength(2000), z.refine(isNativeAddress, notWeb))
const none = <T extends z.core.$ZodType>(type: T) => z._default(z.nullable(type), null)
const switchOf = (on: boolean) => z._default(z.boolean(), on)
const pem = z.string().check(z.trim(), z.maxLength(20_000))

/** Authentication that an application can require, in addition to custom strengths of the workspace. */
export const demands = ['any', 'pin', 'phishing-resistant', 'hardware-bound', 'hardware', 'card'] as const
export type Demand = (typeof demands)[number]
const demand = z._default(z.union([z.enum(demands), id]), 'any')
/** Null: the workspace's setting. */
const reauthenticationMinutes = z._default(ReauthenticationMinutes, null)
/** Groups that are sent to an application; empty means all groups of the user. */
const groupsFilter = z._default(z.array(id).check(z.maxLength(200)), [])

export const oidcKinds = ['web', 'spa', 'native', 'service', 'device'] as const
export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
  'implicit',
] as const
export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const

/** Certificate subject fields that identify a client with a CA-issued certificate (RFC 8705 §2.1.2). */
export const tlsSubjects = ['dn', 'dns', 'uri', 'ip', 'email'] as const
const TlsSubject = z.object({
  by: z.enum(tlsSubjects),
  value: z.string().check(z.trim(), z.minLength(1, 'Enter the value from the certificate'), z.maxLength(500)),
})
export type TlsSubject = z.output<typeof TlsSubject>

export const secondFactors = ['entra', 'duo'] as const

/** Does it use Duo's Universal Prompt protocol, which resembles OpenID Connect only in its response format? */
export const usesDuoProtocol = (of: { secondFactor: boolean; secondFactorBy?: 'entra' | 'duo' }): boolean =>
  of.secondFactor && of.secondFactorBy === 'duo'

const Jwks = z.object({
  keys: z
    .array(
      z.record(
        z.string().check(z.maxLength(20)),
        z.union([
          z.string().check(z.maxLength(3000)),
          z.array(z.string().check(z.maxLength(5000))).check(z.maxLength(10)),
        ]),
      ),
    )
    .check(
      z.maxLength(20),
      z.refine(keys => keys.every(key => !('d' in key) && !('k' in key)), 'Enter only public keys'),
    ),
})

/** An OpenID Connect client (OpenID Connect Registration 1.0 §2, with our own names). */
export const OidcSettings = z
  .object({
    kind: z._default(z.enum(oidcKinds), 'web'),
    redirectUris: z._default(z.array(native).check(z.maxLength(50)), []),
    postLogoutRedirectUris: z._default(z.array(native).check(z.maxLength(50)), []),
    initiateLoginUri: none(https),
    /** The page that My Apps opens; the application starts the sign-in itself. */
    startUrl: none(page),
    grantTypes: z._default(z.array(z.enum(grantTypes)).check(z.maxLength(5)), ['authorization_code']),
    responseTypes: z._default(z.array(z.enum(['code', 'id_token'])).check(z.maxLength(2)), ['code']),
    tokenEndpointAuthMethod: z._default(z.enum(authMethods), 'client_secret_basic'),
    pkceRequired: switchOf(true),
    scopes: z._default(
      z.array(z.string().check(z.maxLength(100), z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/))).check(z.maxLength(30)),
      ['openid', 'profile', 'email'],
    ),
    jwks: none(Jwks),
    jwksUri: none(https),
    /** Self-signed client certificates, presented to the reverse proxy in front of this server (RFC 8705 §2.2). */
    clientCertificates: z.optional(z.array(pem).check(z.maxLength(5))),
    /** CAs of client certificates with the subject below (RFC 8705 §2.1). */
    clientAuthorities: z.optional(z.array(pem).check(z.maxLength(5))),
    tlsSubject: none(TlsSubject),
    /** Access tokens are valid only together with the client certificate used to request them (RFC 8705 §3). */
    certificateBoundTokens: switchOf(false),
    idTokenAlg: z._default(z.enum(['ES256', 'RS256']), 'RS256'),
    /**
     * Other claims only from UserInfo (OpenID Connect Core 1.0 §5.4); off because many applications read only the ID
     * token.
     */
    leanIdToken: switchOf(false),
    backchannelLogoutUri: none(web),
    backchannelLogoutSessionRequired: switchOf(true),
    frontchannelLogoutUri: none(web),
    frontchannelLogoutSessionRequired: switchOf(true),
    accessTokenFormat: z._default(z.enum(['opaque', 'jwt']), 'opaque'),
    audience: none(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
    accessTokenMinutes: z._default(z.int().check(z.gte(1), z.lte(1440)), 60),
    refreshDays: z._default(z.int().check(z.gte(1), z.lte(365)), 30),
    requirePushedRequests: switchOf(false),
    dpopRequired: switchOf(false),
    /** Second factor of another sign-in, such as Entra's external authentication method: only id_token. */
    secondFactor: switchOf(false),
    secondFactorBy: z._default(z.enum(secondFactors), 'entra'),
    personBy: z._default(z.enum(['email', 'userName']), 'email'),
    hintTenant: none(z.uuid('Enter the tenant ID')),
    hintAudience: none(z.uuid('Enter the application ID')),
    demand,
    reauthenticationMinutes,
    groupsFilter,
  })
  .check(
    z.refine(
      ({ kind, redirectUris, tokenEndpointAuthMethod, pkceRequired }) =>
        kind === 'native' ||
        redirectUris.every(isWebAddress) ||
        // Another application on the phone that takes the scheme has no use of a code
        (kind === 'web' && tokenEndpointAuthMethod !== 'none' && pkceRequired),
      {
        error: 'Custom URI schemes are only for native applications, and for web applications with a secret and PKCE',
        path: ['redirectUris'],
      },
    ),
    z.refine(
      ({ grantTypes: all, redirectUris }) =>
        !(all.includes('authorization_code') || all.includes('implicit')) || redirectUris.length > 0,
      { error: 'Enter at least one redirect address', path: ['redirectUris'] },
    ),
    z.refine(
      ({ hintTenant, hintAudience, ...of }) =>
        !of.secondFactor || usesDuoProtocol(of) || (hintTenant !== null && hintAudience !== null),
      {
        error: 'Enter the tenant that uses the second factor, and its application',
        path: ['hintTenant'],
      },
    ),
    z.refine(({ secondFactor, secondFactorBy }) => secondFactor || secondFactorBy === 'entra', {
      error: 'Duo-compatible applications must be second factors',
      path: ['secondFactorBy'],
    }),
    z.refine(
      of =>
        !usesDuoProtocol(of) ||
        (of.tokenEndpointAuthMethod === 'client_secret_jwt' && of.grantTypes.join() === 'authorization_code'),
      {
        error: 'Duo-compatible applications must use a JWT signed with the secret and the authorization code grant',
        path: ['tokenEndpointAuthMethod'],
      },
    ),
    z.refine(({ responseTypes, secondFactor }) => secondFactor || !responseTypes.includes('id_token'), {
      error: 'The response type id_token without a code is only for second factors',
      path: ['responseTypes'],
    }),
    z.refine(({ grantTypes: all, secondFactor }) => secondFactor || !all.includes('implicit'), {
      error: 'The implicit grant is only for second factors',
      path: ['grantTypes'],
    }),
    z.refine(
      ({ kind, tokenEndpointAuthMethod }) =>
        tokenEndpointAuthMethod === 'none' || (kind !== 'spa' && kind !== 'native'),
      { error: "Single-page and native applications can't use a secret", path: ['tokenEndpointAuthMethod'] },
    ),
    z.refine(({ tokenEndpointAuthMethod, pkceRequired }) => tokenEndpointAuthMethod !== 'none' || pkceRequired, {
      error: 'Applications without a secret must use PKCE',
      path: ['pkceRequired'],
    }),
    z.refine(
      ({ tokenEndpointAuthMethod, grantTypes: all }) =>
        tokenEndpointAuthMethod !== 'none' || !all.includes('client_credentials'),
      { error: "Applications without a secret can't use client credentials", path: ['grantTypes'] },
    ),
    z.refine(
      ({ tokenEndpointAuthMethod, jwks, jwksUri }) =>
        tokenEndpointAuthMethod !== 'private_key_jwt' || jwks !== null || jwksUri !== null,
      { error: 'Enter the public keys or their URL', path: ['jwks'] },
    ),
    z.refine(
      ({ tokenEndpointAuthMethod, clientCertificates = [] }) =>
        tokenEndpointAuthMethod !== 'self_signed_tls_client_auth' || clientCertificates.length > 0,
      { error: 'Paste the client certificate of the application', path: ['clientCertificates'] },
    ),
    z.refine(
      ({ tokenEndpointAuthMethod, clientAuthorities = [] }) =>
        tokenEndpointAuthMethod !== 'tls_client_auth' || clientAuthorities.length > 0,
      { error: 'Paste the certificate of the certificate authority', path: ['clientAuthorities'] },
    ),
    z.refine(
      ({ tokenEndpointAuthMethod, tlsSubject }) => tokenEndpointAuthMethod !== 'tls_client_auth' || tlsSubject !== null,
      { error: 'Enter the value from the certificate', path: ['tlsSubject'] },
    ),
  )
export type OidcSettings = z.output<typeof OidcSettings>

export const nameIdFormats = ['persistent', 'email', 'transient', 'unspecified'] as const

/** The value of a persistent NameID: random for each application, or an existing identifier of the application. */
export const persistentSources = [
  'random',
  'userName',
  'id',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
] as const

/** How a response reports two factors: by the common value, or by Microsoft's. */
export const mfaClasses = ['refeds', 'microsoft'] as const

/** Consoles of cloud providers have one ACS URL for each region. */
export const mostAcsUrls = 50
export const mostSpCertificates = 5

/**
 * Responses are never sent by redirect (SAML 2.0 Profiles §4.1.2). `indexes` of the metadata; a URL can have several
 * (SAML Metadata §2.2.3). Without any, requests count from 0.
 */
const Acs = z.object({
  url: web,
  binding: z._default(z.literal('post'), 'post'),
  isDefault: switchOf(false),
  indexes: z.optional(z.array(z.int().check(z.gte(0), z.lte(65_535))).check(z.maxLength(mostAcsUrls))),
})

export const SamlSettings = z
  .object({
    entityId: z.string(unlessTooBig('Entity ID is required')).check(
      z.trim(),
      z.minLength(1, 'Entity ID is required'),
      z.maxLength(1024),
      z.refine(value => /^[\x21-\x7e]+$/.test(value), 'Use ASCII letters, digits, and symbols without spaces'),
    ),
    acs: z
      .array(Acs)
      .check(
        z.minLength(1, 'Enter at least one ACS URL'),
        z.maxLength(mostAcsUrls, fillText('Enter at most {max} ACS URLs', { max: mostAcsUrls })),
      ),
    sloUrl: none(web),
    sloBinding: z._default(z.enum(['post', 'redirect']), 'redirect'),
    nameIdFormat: z._default(z.enum(nameIdFormats), 'persistent'),
    nameIdSource: z._default(
      z.enum(['email', 'userName', 'id', 'attribute1', 'attribute2', 'attribute3', 'attribute4', 'attribute5']),
      'email',
    ),
    persistentSource: z._default(z.enum(persistentSources), 'random'),
    /** Sends a persistent NameID that is a GUID in base64, as Entra's ImmutableID; other values stay as they are. */
    nameIdBase64: switchOf(false),
    mfaClass: z._default(z.enum(mfaClasses), 'refeds'),
    requestsSigned: switchOf(false),
    spCertificates: z._default(z.array(pem).check(z.maxLength(mostSpCertificates)), []),
    sign: z._default(z.enum(['assertion', 'response', 'both']), 'assertion'),
    encrypt: switchOf(false),
    encryptionCertificate: none(pem),
    allowIdpInitiated: switchOf(false),
    relayState: none(z.string().check(z.maxLength(1000))),
    startUrl: none(page),
    metadataUrl: none(https),
    demand,
    reauthenticationMinutes,
    groupsFilter,
  })
  .check(
    z.refine(({ acs }) => acs.filter(one => one.isDefault).length <= 1, {
      error: 'Only one URL can be the default',
      path: ['acs'],
    }),
    z.refine(({ acs }) => new Set(acs.map(one => one.url)).size === acs.length, {
      error: 'Use each URL only once',
      path: ['acs'],
    }),
    z.refine(
      ({ acs }) => {
        const all = acs.flatMap(one => one.indexes ?? [])
        return new Set(all).size === all.length
      },
      { error: 'Use each index only once', path: ['acs'] },
    ),
    z.refine(({ requestsSigned, spCertificates }) => !requestsSigned || spCertificates.length > 0, {
      error: "Signed requests require the application's certificate",
      path: ['spCertificates'],
    }),
    z.refine(({ encrypt, encryptionCertificate }) => !encrypt || encryptionCertificate !== null, {
      error: 'Encryption requires a certificate of the application',
      path: ['encryptionCertificate'],
    }),
  )
export type SamlSettings = z.output<typeof SamlSettings>

export const ProxySettings = z.object({
  hosts: z
    .array(
      z.string().check(
        z.trim(),
        z.toLowerCase(),
        z.maxLength(253),
        z.refine(
          host => /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host),
          'Enter a host as used in the browser, for example wiki.example.com',
        ),
      ),
    )
    .check(z.minLength(1, 'Enter at least one host'), z.maxLength(20)),
  demand,
  reauthenticationMinutes,
  groupsFilter,
})
export type ProxySettings = z.output<typeof ProxySettings>

export const BookmarkSettings = z.object({ url: page })
export type BookmarkSettings = z.output<typeof BookmarkSettings>

/**
 * Only headers without a standard meaning: a header such as Host or Content-Length would change the request itself.
 */
export const isHeaderOfOurs = (name: string): boolean => /^(remote|x)-[a-z0-9-]{1,80}$/i.test(name)
