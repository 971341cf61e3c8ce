import type { TransactionContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import { ownAddressesOf, samlProviderAnywhere } from './identity-providers.ts'

/** Our metadata for a SAML provider. @throws not-found */
export async function ownMetadata(ctx: TransactionContext, { id }: { id: string }): Promise<FileReply> {
  const { settings } = await samlProviderAnywhere(ctx, id)
  const { entityId, acsUrl, sloUrl } = ownAddressesOf(ctx, id)
  // The announced certificate is listed after the signing one until it replaces it
  const certificates = [settings.ownCertificate, settings.nextCertificate].filter(one => one !== null)
  const key = (use: string) =>
    certificates
      .map(pem => pem.replace(/-----[A-Z ]+-----|\s/g, ''))
      .map(
        bare =>
          `<KeyDescriptor use="${use}"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
      )
      .join('')
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><SPSSODescriptor AuthnRequestsSigned="${String(settings.signRequests)}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key('signing')}${key('encryption')}<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${sloUrl}"/><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sloUrl}"/><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}" index="0" isDefault="true"/></SPSSODescriptor></EntityDescriptor>
`
  return new FileReply(text, 'application/samlmetadata+xml; charset=utf-8', { 'cache-control': 'no-store' })
}
