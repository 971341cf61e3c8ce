import type { AppContext } from '#platform/app-context.ts'
import { type FileReply, Redirect } from '#http/bind.ts'
import { ownAddressesOf, type SamlRow } from '#features/connect/identity-providers/identity-providers.ts'
import { formTo } from './form.ts'

const formats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

export async function samlRequest(
  world: AppContext,
  row: SamlRow,
  privateKey: string,
  asked: { requestId: string; state: string; anew: boolean },
): Promise<Redirect | FileReply> {
  const { settings } = row
  const ours = ownAddressesOf(world, row.id)
  const { SAML } = await import('@node-saml/node-saml')
  const asker = new SAML({
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    entryPoint: settings.ssoUrl,
    idpCert: settings.certificates,
    ...(settings.signRequests && { privateKey, signatureAlgorithm: 'sha256' as const, digestAlgorithm: 'sha256' }),
    identifierFormat: formats[settings.nameIdFormat],
    disableRequestedAuthnContext: true,
    forceAuthn: settings.forceAuthn || asked.anew,
    generateUniqueId: () => asked.requestId,
    ...(settings.ssoBinding === 'post' && { authnRequestBinding: 'HTTP-POST' }),
  })
  if (settings.ssoBinding === 'redirect')
    return new Redirect(await asker.getAuthorizeUrlAsync(asked.state, undefined, {}))
  const message: Record<string, unknown> = await asker.getAuthorizeMessageAsync(asked.state, undefined, {})
  const fields = Object.entries(message).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return formTo(settings.ssoUrl, fields)
}
