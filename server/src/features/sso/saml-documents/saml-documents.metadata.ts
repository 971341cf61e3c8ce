import { element, text } from './element.ts'
import { bindings, nameIdFormats, ns } from './saml-documents.names.ts'
import { keyInfo, type Signer, signatureOver } from './saml-documents.sign.ts'

/** What applications must know of us. */
export interface Entity {
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  /** In base64: the one that signs first, then those that are about to or have done so. */
  readonly certificates: readonly string[]
  readonly validUntil: Date
}

/** Our metadata (Metadata §2.4.3), signed. */
export function metadataOf(entity: Entity, id: string, by: Signer): string {
  const whole = (signature: string) =>
    element(
      'md:EntityDescriptor',
      {
        'xmlns:md': ns.metadata,
        ID: id,
        entityID: entity.entityId,
        validUntil: entity.validUntil.toISOString().replace(/\.\d+Z$/, 'Z'),
      },
      signature,
      element(
        'md:IDPSSODescriptor',
        { WantAuthnRequestsSigned: 'false', protocolSupportEnumeration: ns.protocol },
        ...entity.certificates.map(one => element('md:KeyDescriptor', { use: 'signing' }, keyInfo(one, true))),
        ...both('md:SingleLogoutService', entity.sloUrl),
        ...Object.values(nameIdFormats).map(format => element('md:NameIDFormat', {}, text(format))),
        ...both('md:SingleSignOnService', entity.ssoUrl),
      ),
    )
  return whole(signatureOver(whole(''), id, by))
}

const both = (name: string, url: string) =>
  [bindings.redirect, bindings.post].map(binding => element(name, { Binding: binding, Location: url }))
