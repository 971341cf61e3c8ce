import { element, openTag, textElement } from './element.ts'
import { bindings, nameIdFormats, ns } from './saml-documents.names.ts'
import { keyInfo, type SamlSigner, withSignature } from './saml-documents.sign.ts'

export interface Entity {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  readonly certificates: readonly string[]
  readonly validUntil: Date
}

export async function buildMetadata(entity: Entity, id: string, by: SamlSigner): Promise<string> {
  const before = openTag('md:EntityDescriptor', {
    'xmlns:md': ns.metadata,
    ID: id,
    entityID: entity.entityId,
    validUntil: entity.validUntil.toISOString().replace(/\.\d+Z$/, 'Z'),
  })
  const role = element(
    'md:IDPSSODescriptor',
    { WantAuthnRequestsSigned: 'false', protocolSupportEnumeration: ns.protocol },
    ...entity.certificates.map(one => element('md:KeyDescriptor', { use: 'signing' }, keyInfo(one, true))),
    ...both('md:SingleLogoutService', entity.sloUrl),
    ...Object.values(nameIdFormats).map(format => element('md:NameIDFormat', {}, textElement(format))),
    ...both('md:SingleSignOnService', entity.ssoUrl),
  )
  return withSignature(before, `${role}</md:EntityDescriptor>`, id, by)
}

const both = (name: string, url: string) =>
  [bindings.redirect, bindings.post].map(binding => element(name, { Binding: binding, Location: url }))
