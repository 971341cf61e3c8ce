import {
  type OidcSettings,
  protocols,
  type ProxySettings,
  type SamlSettings,
} from '@claviger/contract/apps/applications'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { Ctx } from '#platform/world.ts'
import { ownAddresses } from '#features/apps/catalogue/catalogue.ours.ts'

/**
 * The URL that opens an application and signs in: a registered OpenID Connect URL with our issuer (OpenID
 * Connect Core 1.0 §4), or ours for SAML; undefined if the application must be opened directly.
 */
export function launchOf(ctx: Ctx, of: { id: string; protocol: number; settings: unknown }): string | undefined {
  if (of.protocol === protocols.oidc) {
    const { initiateLoginUri } = of.settings as OidcSettings
    if (initiateLoginUri === null) return undefined
    const url = new URL(initiateLoginUri)
    url.searchParams.set('iss', ownAddresses(ctx).issuer)
    return url.href
  }
  if (of.protocol === protocols.saml)
    return (of.settings as SamlSettings).allowIdpInitiated
      ? `${ctx.config.publicUrl}/saml/${workspaceOf(ctx)}/launch/${of.id}`
      : undefined
  const [host] = (of.settings as ProxySettings).hosts
  return host === undefined ? undefined : `https://${host}/`
}
