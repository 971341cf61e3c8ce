import {
  type BookmarkSettings,
  type OidcSettings,
  protocols,
  type ProxySettings,
  type SamlSettings,
} from '@claviger/contract/apps/applications'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { ownAddresses } from '#features/apps/catalogue/catalogue.ours.ts'

/**
 * The URL that opens an application: its start page, a registered OpenID Connect URL with our issuer (OpenID
 * Connect Core 1.0 §4), or ours for SAML; undefined if there is none.
 */
export function launchOf(
  ctx: TransactionContext,
  of: { id: string; protocol: number; settings: unknown },
): string | undefined {
  if (of.protocol === protocols.oidc) {
    const { initiateLoginUri, startUrl } = of.settings as OidcSettings
    if (startUrl || initiateLoginUri === null) return startUrl ?? undefined
    const url = new URL(initiateLoginUri)
    url.searchParams.set('iss', ownAddresses(ctx).issuer)
    return url.href
  }
  if (of.protocol === protocols.saml) {
    const { allowIdpInitiated, startUrl } = of.settings as SamlSettings
    if (startUrl || !allowIdpInitiated) return startUrl ?? undefined
    return `${ctx.config.publicUrl}/saml/${workspaceOf(ctx)}/launch/${of.id}`
  }
  if (of.protocol === protocols.bookmark) return (of.settings as BookmarkSettings).url
  const [host] = (of.settings as ProxySettings).hosts
  return host === undefined ? undefined : `https://${host}/`
}
