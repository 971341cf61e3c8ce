import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { msg } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { World } from '../../../ground/world.ts'
import { Undelivered } from '../../../outside/target.ts'
import { fetchOf } from './identity-providers.fetch.ts'

const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata'
const signature = 'http://www.w3.org/2000/09/xmldsig#'
const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

/** What the metadata of a SAML provider says. */
export interface Told {
  entityId: string
  ssoUrl: string
  ssoBinding: 'redirect' | 'post'
  sloUrl: string
  /** PEM. */
  certificates: string[]
}

const refuse = (message: string): never => {
  throw problem('provider-wrong', message, [{ field: 'metadata', message }])
}

/** Fetches metadata from an address that an administrator typed. Throws provider-unreachable and provider-wrong. */
export async function fetchMetadata(world: Pick<World, 'config'>, url: string): Promise<string> {
  if (!url.startsWith('https:') && !world.config.privateTargets) {
    const message = msg('This address must begin with https://')
    throw problem('provider-unreachable', message, [{ field: 'metadataUrl', message }])
  }
  try {
    const answer = await fetchOf(world)(url, { headers: { accept: 'application/samlmetadata+xml, */*' } })
    if (answer.status !== 200) return refuse(msg('The address of the metadata answers with an error'))
    return await answer.text()
  } catch (error) {
    if (!(error instanceof Undelivered)) throw error
    throw problem('provider-unreachable', error.message, [{ field: 'metadataUrl', message: error.message }])
  }
}

/** Reads the metadata of one SAML provider. Throws provider-wrong. */
export function readMetadata(text: string, now: Date): Told {
  const entity = entityOf(parse(text))
  for (const one of [entity, entity.parentNode as Element | null]) {
    const ends = one && 'getAttribute' in one ? one.getAttribute('validUntil') : null
    if (ends && !(Date.parse(ends) > now.getTime())) refuse(msg('This metadata has expired. Fetch it anew'))
  }
  const idp = childrenOf(entity, metadata, 'IDPSSODescriptor')[0]
  if (!idp) return refuse(msg('This is no metadata of an identity provider'))
  const sso = childrenOf(idp, metadata, 'SingleSignOnService')
  const byRedirect = sso.find(one => one.getAttribute('Binding') === bindings.redirect)
  const service = byRedirect ?? sso.find(one => one.getAttribute('Binding') === bindings.post)
  const certificates = [...new Set(certificatesOf(idp))]
  if (certificates.length === 0) refuse(msg('The metadata holds no certificate with which answers are signed'))
  if (certificates.length > 5) refuse(msg('A provider has at most five certificates'))
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

function parse(text: string): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return refuse(msg('Metadata with a document type is not read'))
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
  if (root?.namespaceURI !== metadata) return refuse(msg('This is no metadata of an identity provider'))
  if (root.localName === 'EntityDescriptor') return root
  const inside = childrenOf(root, metadata, 'EntityDescriptor').filter(
    one => childrenOf(one, metadata, 'IDPSSODescriptor').length > 0,
  )
  const [only, another] = inside
  if (!only || another) return refuse(msg('This metadata does not describe exactly one identity provider'))
  return only
}

const childrenOf = (parent: Element, namespace: string, name: string): Element[] =>
  [...parent.childNodes].filter(
    (one): one is Element => (one as Element).namespaceURI === namespace && (one as Element).localName === name,
  )

function certificatesOf(idp: Element): string[] {
  const keys = childrenOf(idp, metadata, 'KeyDescriptor').filter(one => one.getAttribute('use') !== 'encryption')
  const texts = keys.flatMap(one => [...one.getElementsByTagNameNS(signature, 'X509Certificate')])
  return texts.map(one => pemOf(one.textContent ?? ''))
}

/** A certificate of metadata in PEM. */
const pemOf = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${(base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----`
