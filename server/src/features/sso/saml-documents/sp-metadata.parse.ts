import { type KeyObject, X509Certificate } from 'node:crypto'
import type { SamlSettings } from '@claviger/contract/apps/applications'
import type { Element } from '@xmldom/xmldom'
import { SamlError } from './saml-documents.unacceptable.ts'
import { bindings, ns } from './saml-documents.names.ts'
import { childOf, childrenOf, metadataBounds, readXml, textOf } from './saml-documents.read.ts'
import { isSigned, mustBeSigned } from './saml-documents.verify.ts'

/** What the metadata of an application says of it, in the words of its settings. */
export type ServiceProviderDescription = Pick<
  SamlSettings,
  'entityId' | 'acs' | 'sloUrl' | 'sloBinding' | 'requestsSigned' | 'spCertificates' | 'encryptionCertificate'
>

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
  return {
    says: {
      entityId,
      acs: takersIn(role),
      ...logoutIn(role),
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

/** The certificates for a use, and those for any; each once, and at most five. */
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
  return [...new Set(texts.slice(0, 5).map(asPem))]
}

function asPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')).toString().trim()
  } catch {
    throw new SamlError('metadata-certificate')
  }
}

function takersIn(role: Element): SamlSettings['acs'] {
  const found = childrenOf(role, ns.metadata, 'AssertionConsumerService')
  const posts = found.filter(one => one.getAttribute('Binding') === bindings.post)
  const all = posts.map(one => ({
    url: (one.getAttribute('Location') ?? '').trim(),
    binding: 'post' as const,
    isDefault: /^(?:true|1)$/.test(one.getAttribute('isDefault') ?? ''),
  }))
  if (all.length === 0 || all.length > 20 || new Set(all.map(one => one.url)).size !== all.length)
    throw new SamlError('metadata-acs')
  return all
}

function logoutIn(role: Element): Pick<SamlSettings, 'sloUrl' | 'sloBinding'> {
  const found = childrenOf(role, ns.metadata, 'SingleLogoutService')
  const at = (binding: string) => found.find(one => one.getAttribute('Binding') === binding)?.getAttribute('Location')
  const [redirect, post] = [at(bindings.redirect), at(bindings.post)]
  return redirect || !post ? { sloUrl: redirect ?? null, sloBinding: 'redirect' } : { sloUrl: post, sloBinding: 'post' }
}
