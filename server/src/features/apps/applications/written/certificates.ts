import { X509Certificate } from 'node:crypto'
import type { OidcSettings, SamlSettings } from '@claviger/contract/apps/applications'
import { problem } from '../../../../ground/problem.ts'

const weakest = 2048

/** When the first of the certificates ends that an application gave us; null where it gave none. Throws certificate-unreadable. */
export function endOfCertificates(settings: OidcSettings | SamlSettings): Date | null {
  const ends = givenIn(settings).map(({ pem, field }) => endOf(pem, field).getTime())
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

function givenIn(settings: OidcSettings | SamlSettings): { pem: string; field: string }[] {
  if ('redirectUris' in settings)
    return (settings.clientCertificates ?? []).map((pem, at) => ({ pem, field: `oidc.clientCertificates.${at}` }))
  const { spCertificates, encryptionCertificate } = settings
  return [
    ...spCertificates.map((pem, at) => ({ pem, field: `saml.spCertificates.${at}` })),
    ...(encryptionCertificate === null ? [] : [{ pem: encryptionCertificate, field: 'saml.encryptionCertificate' }]),
  ]
}

function endOf(pem: string, field: string): Date {
  try {
    const { publicKey, validToDate } = new X509Certificate(pem)
    const bits = publicKey.asymmetricKeyDetails?.modulusLength
    if (bits === undefined || bits >= weakest) return validToDate
  } catch {
    // Said below, as of a key that is too short
  }
  const message = 'Paste a certificate in PEM form, with an RSA key of at least 2,048 bits or an elliptic one'
  throw problem('certificate-unreadable', undefined, [{ field, message }])
}

/** The SHA-256 of a certificate by which people compare it. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256
