import type { KeyObject } from 'node:crypto'
import {
  mostAcsUrls,
  mostSpCertificates,
  type SamlSettings,
} from '@claviger/contract/apps/applications/application-settings'
import { isWebAddress } from '@claviger/contract/apps/applications/application-addresses'
import type { Element } from '@xmldom/xmldom'
import { certificateInMetadata } from '#platform/secrets/metadata-certificate.ts'
import { SamlError } from './saml-documents.unacceptable.ts'
import { bindings, nameIdFormatOf, ns } from './saml-documents.names.ts'
import { childOf, childrenOf, metadataBounds, readXml, textOf } from './saml-documents.read.ts'
import { isSigned, mustBeSigned } from './saml-documents.verify.ts'

/** What the metadata of an application says of it, in the words of its settings. */
export type ServiceProviderDescription = Pick<
  SamlSettings,
  'entityId' | 'acs' | 'sloUrl' | 'sloBinding' | 'requestsSigned' | 'spCertificates' | 'encryptionCertificate'
> & {
  /** The formats it accepts, preferred first; empty if it doesn't say, and missing in metadata that was stored earlier. */
  readonly nameIdFormats?: readonly SamlSettings['nameIdFormat'][]
}

export interface SpMetadata {
  readonly says: ServiceProviderDescription
  /** Signed by one of the keys that are known of the application; by another one; or not at all. */
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
  const entity = entityIn(root)
  for (const one of new Set([root, entity])) mustBeValid(one, now)
  const role = childOf(entity, ns.metadata, 'SPSSODescriptor')
  if (!role) throw new SamlError('metadata-kind')
  mustBeValid(role, now)
  const entityId = (entity.getAttribute('entityID') ?? '').trim()
  if (!/^[\x21-\x7e]{1,1024}$/.test(entityId)) throw new SamlError('metadata-entity')
  const requestsSigned = /^(?:true|1)$/.test(role.getAttribute('AuthnRequestsSigned') ?? '')
  const spCertificates = certificatesFor(role, 'signing')
  if (requestsSigned && spCertificates.length === 0) throw new SamlError('metadata-certificate')
  if (spCertificates.length > mostSpCertificates)
    throw new SamlError('metadata-certificates-many', { count: String(spCertificates.length) })
  return {
    says: {
      entityId,
      acs: takersIn(role),
      ...logoutIn(role),
      nameIdFormats: nameIdFormatsIn(role),
      requestsSigned,
      spCertificates,
      encryptionCertificate: certificatesFor(role, 'encryption')[0] ?? null,
    },
    signedBy: isSigned(root) ? signedBy(root, known) : 'nobody',
  }
}

function entityIn(root: Element): Element {
  if (root.namespaceURI !== ns.metadata) throw new SamlError('metadata-kind')
  if (root.localName === 'EntityDescriptor') return root
  const [only, second] =
    root.localName === 'EntitiesDescriptor' ? childrenOf(root, ns.metadata, 'EntityDescriptor') : []
  if (!only || second) throw new SamlError('metadata-kind')
  return only
}

function mustBeValid(element: Element, now: Date): void {
  const until = element.getAttribute('validUntil')
  if (until !== null && !(new Date(until) > now)) throw new SamlError('metadata-expired', { until: until.slice(0, 40) })
}

function signedBy(root: Element, known: readonly KeyObject[]): SpMetadata['signedBy'] {
  try {
    mustBeSigned(root, known)
    return 'known'
  } catch {
    return 'stranger'
  }
}

/** The readable certificates for a use, and those for any; each once. */
function certificatesFor(role: Element, use: 'signing' | 'encryption'): string[] {
  const keys = childrenOf(role, ns.metadata, 'KeyDescriptor').filter(one =>
    [use, null, ''].includes(one.getAttribute('use')),
  )
  const texts = keys.flatMap(key => {
    const data = [childOf(key, ns.signature, 'KeyInfo')].flatMap(info =>
      info ? childrenOf(info, ns.signature, 'X509Data') : [],
    )
    return data.flatMap(one => childrenOf(one, ns.signature, 'X509Certificate')).map(textOf)
  })
  return [...new Set(texts.flatMap(one => certificateInMetadata(one) ?? []))]
}

function nameIdFormatsIn(role: Element): SamlSettings['nameIdFormat'][] {
  const stated = childrenOf(role, ns.metadata, 'NameIDFormat').flatMap(one => nameIdFormatOf(textOf(one)) ?? [])
  return [...new Set(stated)]
}

function takersIn(role: Element): SamlSettings['acs'] {
  const found = childrenOf(role, ns.metadata, 'AssertionConsumerService')
  const posts = found.filter(one => one.getAttribute('Binding') === bindings.post)
  const byUrl = new Map<string, SamlSettings['acs'][number]>()
  for (const one of posts) {
    const url = addressIn(one)
    const isDefault = /^(?:true|1)$/.test(one.getAttribute('isDefault') ?? '')
    const index = /^\d{1,5}$/.exec(one.getAttribute('index')?.trim() ?? '')?.[0]
    const known = byUrl.get(url)
    const indexes = [...(known?.indexes ?? []), ...(index === undefined ? [] : [Number(index)])]
    byUrl.set(url, { url, binding: 'post', isDefault: isDefault || known?.isDefault === true, indexes })
  }
  if (byUrl.size === 0) throw new SamlError('metadata-acs')
  if (byUrl.size > mostAcsUrls) throw new SamlError('metadata-acs-many', { count: String(byUrl.size) })
  return [...byUrl.values()]
}

/** @throws SamlError with the element, if no assertion can be sent there */
function addressIn(element: Element): string {
  const url = (element.getAttribute('Location') ?? '').trim()
  if (!isWebAddress(url))
    throw new SamlError('metadata-address', { element: element.localName ?? '', address: url.slice(0, 300) })
  return url
}

function logoutIn(role: Element): Pick<SamlSettings, 'sloUrl' | 'sloBinding'> {
  const found = childrenOf(role, ns.metadata, 'SingleLogoutService')
  const at = (binding: string) => {
    const service = found.find(one => one.getAttribute('Binding') === binding)
    return service && addressIn(service)
  }
  const [redirect, post] = [at(bindings.redirect), at(bindings.post)]
  return redirect || !post ? { sloUrl: redirect ?? null, sloBinding: 'redirect' } : { sloUrl: post, sloBinding: 'post' }
}
