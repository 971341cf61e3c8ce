import type { KeyObject } from 'node:crypto'
import {
  mostAcsUrls,
  mostSpCertificates,
  type SamlSettings,
} from '@claviger/contract/apps/applications/application-settings'
import { isWebAddress } from '@claviger/contract/apps/applications/application-addresses'
import type { Element } from '@xmldom/xmldom'
import { MetadataFault, readRole, type RoleMetadata, type SamlEndpoint } from '#platform/parsing/saml-metadata.ts'
import { SamlError } from './saml-documents.unacceptable.ts'
import { bindings, nameIdFormatOf } from './saml-documents.names.ts'
import { metadataBounds, readXml } from './saml-documents.read.ts'
import { isSigned, mustBeSigned } from './saml-documents.verify.ts'

/** Settings found in an application's metadata. */
export type ServiceProviderDescription = Pick<
  SamlSettings,
  'entityId' | 'acs' | 'sloUrl' | 'sloBinding' | 'requestsSigned' | 'spCertificates' | 'encryptionCertificate'
> & {
  /** The formats it accepts, preferred first; empty if it doesn't say, and missing in metadata that was stored earlier. */
  readonly nameIdFormats?: readonly SamlSettings['nameIdFormat'][]
}

export interface SpMetadata {
  readonly says: ServiceProviderDescription
  /** Signed by a known key of the application, signed by another key, or not signed. */
  readonly signedBy: 'known' | 'stranger' | 'nobody'
}

/** What is read, and the keys that are known of the application. */
export interface SpMetadataInput {
  readonly bytes: Uint8Array
  readonly known: readonly KeyObject[]
  readonly now: Date
}

/** Reads the metadata of an application (Metadata §2.4.4). @throws SamlError */
export function parse({ bytes, known, now }: SpMetadataInput): SpMetadata {
  const root = readXml(bytes, metadataBounds)
  const role = roleIn(root, now)
  const { entityId, requestsSigned } = role
  if (!/^[\x21-\x7e]{1,1024}$/.test(entityId)) throw new SamlError('metadata-entity')
  const { readable: spCertificates } = role.certificates('signing')
  if (requestsSigned && spCertificates.length === 0) throw new SamlError('metadata-certificate')
  if (spCertificates.length > mostSpCertificates)
    throw new SamlError('metadata-certificates-many', { count: String(spCertificates.length) })
  return {
    says: {
      entityId,
      acs: takersIn(role),
      ...logoutIn(role),
      nameIdFormats: [...new Set(role.nameIdFormats.flatMap(urn => nameIdFormatOf(urn) ?? []))],
      requestsSigned,
      spCertificates,
      encryptionCertificate: role.certificates('encryption').readable[0] ?? null,
    },
    signedBy: isSigned(root) ? signedBy(root, known) : 'nobody',
  }
}

function roleIn(root: Element, now: Date): RoleMetadata {
  try {
    return readRole(root, 'SPSSODescriptor', now)
  } catch (error) {
    if (!(error instanceof MetadataFault)) throw error
    if (error.fault === 'expired') throw new SamlError('metadata-expired', { until: error.value })
    throw new SamlError('metadata-kind')
  }
}

function signedBy(root: Element, known: readonly KeyObject[]): SpMetadata['signedBy'] {
  try {
    mustBeSigned(root, known)
    return 'known'
  } catch {
    return 'stranger'
  }
}

function takersIn(role: RoleMetadata): SamlSettings['acs'] {
  const posts = role.endpoints('AssertionConsumerService').filter(one => one.binding === bindings.post)
  const byUrl = new Map<string, SamlSettings['acs'][number]>()
  for (const one of posts) {
    const url = addressIn(one)
    const known = byUrl.get(url)
    const indexes = [...(known?.indexes ?? []), ...(one.index === undefined ? [] : [one.index])]
    byUrl.set(url, { url, binding: 'post', isDefault: one.isDefault || known?.isDefault === true, indexes })
  }
  if (byUrl.size === 0) throw new SamlError('metadata-acs')
  if (byUrl.size > mostAcsUrls) throw new SamlError('metadata-acs-many', { count: String(byUrl.size) })
  return [...byUrl.values()]
}

/** @throws SamlError with the element, if no assertion can be sent there */
function addressIn({ element, location }: SamlEndpoint): string {
  if (!isWebAddress(location)) throw new SamlError('metadata-address', { element, address: location.slice(0, 300) })
  return location
}

function logoutIn(role: RoleMetadata): Pick<SamlSettings, 'sloUrl' | 'sloBinding'> {
  const found = role.endpoints('SingleLogoutService')
  const at = (binding: string) => {
    const service = found.find(one => one.binding === binding)
    return service && addressIn(service)
  }
  const [redirect, post] = [at(bindings.redirect), at(bindings.post)]
  return redirect || !post ? { sloUrl: redirect ?? null, sloBinding: 'redirect' } : { sloUrl: post, sloBinding: 'post' }
}
