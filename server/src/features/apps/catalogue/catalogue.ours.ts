import type { OwnAddresses } from '@claviger/contract/apps/catalogue'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'

/** Our own addresses, as applications of this workspace are told them; by its id, for its short name may change. */
export function ownAddresses(ctx: Ctx): OwnAddresses {
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
