import type { Element, Node } from '@xmldom/xmldom'
import { certificateInMetadata } from '#platform/secrets/metadata-certificate.ts'

// The one reader of SAML 2.0 metadata (saml-metadata-2.0-os), of identity providers and of applications

const ns = { metadata: 'urn:oasis:names:tc:SAML:2.0:metadata', signature: 'http://www.w3.org/2000/09/xmldsig#' }

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'

export type SamlRole = 'IDPSSODescriptor' | 'SPSSODescriptor'

export interface SamlEndpoint {
  readonly element: string
  readonly binding: string
  readonly location: string
  readonly index: number | undefined
  readonly isDefault: boolean
}

/** `missing`: no such role; `several`: more than one; `expired`: `value` is the end. Each side has its own words. */
export class MetadataFault extends Error {
  readonly fault: 'missing' | 'several' | 'expired'
  readonly element: string
  readonly value: string

  constructor(fault: MetadataFault['fault'], element: string, value = '') {
    super(`${element}: ${fault}`)
    this.fault = fault
    this.element = element
    this.value = value
  }
}

export interface RoleMetadata {
  readonly entityId: string
  readonly requestsSigned: boolean
  /** Endpoints of a kind, in the order of the document. */
  endpoints(element: 'SingleSignOnService' | 'SingleLogoutService' | 'AssertionConsumerService'): SamlEndpoint[]
  /** Certificates for a use, and those for any, each once: in PEM if they can be read, otherwise as written. */
  certificates(use: 'signing' | 'encryption'): { readable: string[]; broken: string[] }
  /** URNs of name ID formats, preferred first. */
  readonly nameIdFormats: readonly string[]
}

/** Finds the only entity with a role, also in a list of entities. @throws MetadataFault */
export function readRole(root: Element, name: SamlRole, now: Date): RoleMetadata {
  const all = rolesIn(root, name)
  // An entity can have one descriptor for each protocol (§2.4.1)
  const ofSaml2 = all.filter(({ role }) => role.getAttribute('protocolSupportEnumeration')?.includes(protocol))
  const found = ofSaml2.length > 0 ? ofSaml2 : all
  const [only, another] = found
  if (!only) throw new MetadataFault('missing', name)
  if (another) throw new MetadataFault('several', name, String(found.length))
  const { above, role } = only
  for (const one of [...above, role]) mustBeValid(one, now)
  const entity = above.at(-1) ?? root
  return {
    entityId: (entity.getAttribute('entityID') ?? '').trim(),
    requestsSigned: isTrue(role.getAttribute('AuthnRequestsSigned')),
    endpoints: element => childrenOf(role, ns.metadata, element).map(endpointOf),
    certificates: use => certificatesOf(role, use),
    nameIdFormats: childrenOf(role, ns.metadata, 'NameIDFormat').map(textOf),
  }
}

interface FoundRole {
  above: Element[]
  role: Element
}

/** Lists of entities can be nested (§2.3.1). */
function rolesIn(element: Element, name: SamlRole, above: Element[] = []): FoundRole[] {
  if (element.namespaceURI !== ns.metadata) return []
  const path = [...above, element]
  if (element.localName === 'EntityDescriptor')
    return childrenOf(element, ns.metadata, name).map(role => ({ above: path, role }))
  if (element.localName !== 'EntitiesDescriptor') return []
  return [
    ...childrenOf(element, ns.metadata, 'EntityDescriptor'),
    ...childrenOf(element, ns.metadata, 'EntitiesDescriptor'),
  ].flatMap(one => rolesIn(one, name, path))
}

function mustBeValid(element: Element, now: Date): void {
  const until = element.getAttribute('validUntil')
  if (until !== null && !(new Date(until) > now))
    throw new MetadataFault('expired', element.localName ?? '', until.slice(0, 40))
}

const endpointOf = (element: Element): SamlEndpoint => {
  const index = /^\d{1,5}$/.exec(element.getAttribute('index')?.trim() ?? '')?.[0]
  return {
    element: element.localName ?? '',
    binding: element.getAttribute('Binding') ?? '',
    location: (element.getAttribute('Location') ?? '').trim(),
    index: index === undefined ? undefined : Number(index),
    isDefault: isTrue(element.getAttribute('isDefault')),
  }
}

/** One broken certificate must not cost the good ones. */
function certificatesOf(role: Element, use: 'signing' | 'encryption'): { readable: string[]; broken: string[] } {
  const keys = childrenOf(role, ns.metadata, 'KeyDescriptor').filter(one =>
    [use, null, ''].includes(one.getAttribute('use')),
  )
  const texts = keys
    .flatMap(key => childrenOf(key, ns.signature, 'KeyInfo'))
    .flatMap(info => childrenOf(info, ns.signature, 'X509Data'))
    .flatMap(data => childrenOf(data, ns.signature, 'X509Certificate'))
    .map(textOf)
  return {
    readable: [...new Set(texts.flatMap(one => certificateInMetadata(one) ?? []))],
    broken: texts.filter(one => certificateInMetadata(one) === undefined),
  }
}

const isTrue = (text: string | null): boolean => /^(?:true|1)$/.test(text?.trim() ?? '')

/** Empty if the element contains anything else, for example a comment within the value. */
const textOf = (element: Element): string => {
  const isText = ({ nodeType }: Node) => nodeType === element.TEXT_NODE || nodeType === element.CDATA_SECTION_NODE
  return [...element.childNodes].every(isText) ? (element.textContent ?? '').trim() : ''
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE

const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  [...parent.childNodes].filter(
    (one): one is Element => isElement(one) && one.namespaceURI === namespace && one.localName === name,
  )
