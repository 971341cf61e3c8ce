import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { msg } from '#platform/languages.ts'
import { certificateInMetadata } from '#platform/secrets/metadata-certificate.ts'

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signature = 'http://www.w3.org/2000/09/xmldsig#'
const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

/** What the metadata of a SAML provider says. */
export interface ProviderMetadata {
  entityId: string
  ssoUrl: string
  ssoBinding: 'redirect' | 'post'
  sloUrl: string
  /** PEM. */
  certificates: string[]
}

/** Metadata that cannot be used; the message is for administrators. */
export class MetadataError extends Error {}

const refuse = (message: string): never => {
  throw new MetadataError(message)
}

/** Reads the metadata of one SAML provider. @throws MetadataError */
export function parse({ text, now }: { text: string; now: Date }): ProviderMetadata {
  const entity = entityOf(documentOf(text))
  for (const one of [entity, entity.parentNode as Element | null]) {
    const ends = one && 'getAttribute' in one ? one.getAttribute('validUntil') : null
    if (ends && !(Date.parse(ends) > now.getTime())) refuse(msg('This metadata has expired. Download it again'))
  }
  const idp = childrenOf(entity, metadata, 'IDPSSODescriptor')[0]
  if (!idp) return refuse(msg('This is not identity provider metadata'))
  const sso = childrenOf(idp, metadata, 'SingleSignOnService')
  const byRedirect = sso.find(one => one.getAttribute('Binding') === bindings.redirect)
  const service = byRedirect ?? sso.find(one => one.getAttribute('Binding') === bindings.post)
  const certificates = [...new Set(certificatesOf(idp))]
  if (certificates.length === 0) refuse(msg('The metadata contains no signing certificate'))
  if (certificates.length > 5) refuse(msg('A provider can have at most five certificates'))
  return {
    entityId: entity.getAttribute('entityID') ?? '',
    ssoUrl: service?.getAttribute('Location') ?? '',
    ssoBinding: byRedirect ? 'redirect' : 'post',
    sloUrl:
      childrenOf(idp, metadata, 'SingleLogoutService')
        .find(one => one.getAttribute('Binding') === bindings.redirect)
        ?.getAttribute('Location') ?? '',
    certificates,
  }
}

function documentOf(text: string): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return refuse(msg('Metadata with a document type declaration is not accepted'))
  try {
    return new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message)
      },
    }).parseFromString(text, 'text/xml')
  } catch {
    return refuse(msg('This is not XML'))
  }
}

function entityOf(document: Document): Element {
  const root = document.documentElement
  if (root?.namespaceURI !== metadata) return refuse(msg('This is not identity provider metadata'))
  if (root.localName === 'EntityDescriptor') return root
  const inside = childrenOf(root, metadata, 'EntityDescriptor').filter(
    one => childrenOf(one, metadata, 'IDPSSODescriptor').length > 0,
  )
  const [only, another] = inside
  if (!only || another) return refuse(msg('The metadata must describe exactly one identity provider'))
  return only
}

const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  [...parent.childNodes].filter(
    (one): one is Element => (one as Element).namespaceURI === namespace && (one as Element).localName === name,
  )

function certificatesOf(idp: Element): string[] {
  const keys = childrenOf(idp, metadata, 'KeyDescriptor').filter(one => one.getAttribute('use') !== 'encryption')
  const texts = keys.flatMap(one => [...one.getElementsByTagNameNS(signature, 'X509Certificate')])
  const readable = texts.flatMap(one => certificateInMetadata(one.textContent ?? '') ?? [])
  // One broken certificate must not cost the good ones; if all are broken, the refusal names them
  return readable.length > 0 ? readable : texts.map(one => pemOf(one.textContent ?? ''))
}

/** A certificate of metadata in PEM. */
const pemOf = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${(base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----`
