import type { BookmarkSettings, OidcSettings, ProxySettings, SamlSettings } from '@claviger/contract/apps/applications'
import { fingerprintOf } from './certificates.ts'

/**
 * Settings for the log: certificates as fingerprints, addresses joined. Renames fields that the log would hide
 * because they contain "token" or "code", although these are not secrets.
 */
export function loggedSettings(
  settings: OidcSettings | SamlSettings | ProxySettings | BookmarkSettings,
): Record<string, unknown> {
  if ('hosts' in settings || 'url' in settings) return { ...settings }
  if ('entityId' in settings) {
    const { acs, spCertificates, encryptionCertificate, ...rest } = settings
    return {
      ...rest,
      acs: acs.map(one => one.url),
      spCertificates: spCertificates.map(fingerprintOf),
      encryptionCertificate: encryptionCertificate === null ? null : fingerprintOf(encryptionCertificate),
    }
  }
  const { tokenEndpointAuthMethod, accessTokenFormat, accessTokenMinutes, jwks, leanIdToken, ...more } = settings
  const { certificateBoundTokens, clientCertificates = [], clientAuthorities = [], tlsSubject, ...rest } = more
  return {
    ...rest,
    claimsAtUserInfoAlone: leanIdToken,
    boundToCertificate: certificateBoundTokens,
    clientCertificates: clientCertificates.map(fingerprintOf),
    clientAuthorities: clientAuthorities.map(fingerprintOf),
    certificateOf: tlsSubject && `${tlsSubject.by}: ${tlsSubject.value}`,
    authMethod: tokenEndpointAuthMethod,
    accessFormat: accessTokenFormat,
    accessMinutes: accessTokenMinutes,
    publicKeys: jwks?.keys.map(one => String(one['kid'] ?? one['kty'])) ?? null,
  }
}
