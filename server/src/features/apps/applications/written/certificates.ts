import { X509Certificate } from 'node:crypto'
import type { OidcSettings, SamlSettings } from '@claviger/contract/apps/applications'
import { problem } from '#platform/problem.ts'

const weakest = 2048

/** Earliest expiry of an application's certificates; null without any. @throws certificate-unreadable */
export function endOfCertificates(settings: OidcSettings | SamlSettings): Date | null {
  const ends = givenIn(settings).map(one => endOf(one).getTime())
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

interface Given {
  pem: string
  field: string
  authority?: boolean
}

function givenIn(settings: OidcSettings | SamlSettings): Given[] {
  if ('redirectUris' in settings)
    return [
      ...(settings.clientCertificates ?? []).map((pem, at) => ({ pem, field: `oidc.clientCertificates.${at}` })),
      ...(settings.clientAuthorities ?? []).map((pem, at) => {
        return { pem, field: `oidc.clientAuthorities.${at}`, authority: true }
      }),
    ]
  const { spCertificates, encryptionCertificate } = settings
  return [
    ...spCertificates.map((pem, at) => ({ pem, field: `saml.spCertificates.${at}` })),
    ...(encryptionCertificate === null ? [] : [{ pem: encryptionCertificate, field: 'saml.encryptionCertificate' }]),
  ]
}

function endOf({ pem, field, authority = false }: Given): Date {
  try {
    const { publicKey, validToDate, ca } = new X509Certificate(pem)
    const bits = publicKey.asymmetricKeyDetails?.modulusLength
    if ((bits === undefined || bits >= weakest) && (ca || !authority)) return validToDate
  } catch {
    // Reported below as a key that is too short
  }
  const message = authority
    ? 'Paste a CA certificate in PEM format, with an RSA key of at least 2,048 bits or an elliptic curve key'
    : 'Paste a certificate in PEM format, with an RSA key of at least 2,048 bits or an elliptic curve key'
  throw problem('certificate-unreadable', undefined, [{ field, message }])
}

/** SHA-256 fingerprint, for comparison by people. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256
