import type { OwnAddresses } from '@claviger/contract/apps/catalogue'
import { protocols } from '@claviger/contract/apps/applications'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Application } from '../applications/applications.ts'

/** Our addresses for this workspace's applications; by workspace ID, because its short name can change. */
export function ownAddresses(ctx: TransactionContext): OwnAddresses {
  const here = ctx.config.publicUrl.replace(/\/$/, '')
  const issuer = `${here}/oidc/${workspaceOf(ctx)}`
  const saml = `${here}/saml/${workspaceOf(ctx)}`
  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorizeUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    userinfoUrl: `${issuer}/userinfo`,
    jwksUrl: `${issuer}/jwks`,
    logoutUrl: `${issuer}/logout`,
    entityId: `${saml}/metadata`,
    metadataUrl: `${saml}/metadata`,
    ssoUrl: `${saml}/sso`,
    sloUrl: `${saml}/slo`,
  }
}

export function forwardAddresses(
  ctx: TransactionContext,
  { id, protocol, settings }: Application,
): Record<string, string> {
  if (protocol !== protocols.proxy) return {}
  const { origin, host, href } = new URL(ctx.config.publicUrl)
  const base = new URL(`forward-auth/${workspaceOf(ctx)}/${id}`, href.endsWith('/') ? href : `${href}/`)
  const [first = ''] = settings.hosts
  return { forwardUrl: base.href, forwardPath: base.pathname, origin, ourHost: host, host: first }
}
