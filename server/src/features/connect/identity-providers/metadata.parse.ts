import { DOMParser, type Document } from '@xmldom/xmldom'
import { msg } from '#platform/languages.ts'
import { MetadataFault, readRole, type RoleMetadata, type SamlEndpoint } from '#platform/parsing/saml-metadata.ts'

const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

/** Content of a SAML provider's metadata. */
export interface ProviderMetadata {
  entityId: string
  ssoUrl: string
  ssoBinding: 'redirect' | 'post'
  sloUrl: string
  /** PEM. */
  certificates: string[]
}

/** Metadata that cannot be used; the message is for administrators, `values` are put into it. */
export class MetadataError extends Error {
  readonly values: Readonly<Record<string, string>>

  constructor(message: string, values: Readonly<Record<string, string>> = {}) {
    super(message)
    this.values = values
  }
}

const refuse = (message: string, values: Readonly<Record<string, string>> = {}): never => {
  throw new MetadataError(message, values)
}

const mostCertificates = 5

/** Reads the metadata of one SAML provider. @throws MetadataError */
export function parse({ text, now }: { text: string; now: Date }): ProviderMetadata {
  const role = roleIn(documentOf(text), now)
  const at = (all: readonly SamlEndpoint[], binding: string) => all.find(one => one.binding === binding)
  const signOn = role.endpoints('SingleSignOnService')
  const byRedirect = at(signOn, bindings.redirect)
  const service = byRedirect ?? at(signOn, bindings.post)
  if (!service)
    refuse(msg('SingleSignOnService: the metadata names no sign-in URL with HTTP-Redirect or HTTP-POST binding'))
  return {
    entityId: role.entityId,
    ssoUrl: service?.location ?? '',
    ssoBinding: byRedirect ? 'redirect' : 'post',
    sloUrl: at(role.endpoints('SingleLogoutService'), bindings.redirect)?.location ?? '',
    certificates: certificatesOf(role),
  }
}

function roleIn(document: Document, now: Date): RoleMetadata {
  const root = document.documentElement ?? refuse(msg('This is not XML'))
  try {
    return readRole(root, 'IDPSSODescriptor', now)
  } catch (error) {
    if (!(error instanceof MetadataFault)) throw error
    const { fault, element, value } = error
    if (fault === 'missing') return refuse(msg('IDPSSODescriptor: this is not the metadata of an identity provider'))
    if (fault === 'expired')
      return refuse(msg('{element}: the metadata expired on {value}. Download it again'), { element, value })
    return refuse(
      msg('IDPSSODescriptor: the metadata describes {value} identity providers. It must describe exactly one'),
      { value },
    )
  }
}

function certificatesOf(role: RoleMetadata): string[] {
  const { readable, broken } = role.certificates('signing')
  if (readable.length > mostCertificates)
    refuse(msg('KeyDescriptor: the metadata contains {value} signing certificates. At most 5 are possible'), {
      value: String(readable.length),
    })
  if (readable.length > 0) return readable
  return refuse(
    broken.length > 0
      ? msg('X509Certificate: no signing certificate can be read')
      : msg('KeyDescriptor: the metadata contains no signing certificate'),
  )
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
