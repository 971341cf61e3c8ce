import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { readingApart } from '../../../ground/db/transaction.ts'
import type { Apart } from '../../../ground/world.ts'
import { applicationOf, known } from './provider/clients.ts'
import { consentOf } from './consents.store.ts'

/**
 * What a person lets an application know, at each authorization: of an application of their own workspace all that it asks,
 * of one of others what they agreed to.
 */
export async function grantOf(at: Apart, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, params, provider, result } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const earlier = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const before = earlier === undefined ? undefined : await provider.Grant.find(earlier)
  const application = await applicationOf(at, client.clientId)
  if (!application) return undefined
  const scopes = application.own
    ? scopesAsked(params)
    : ((await consentOf(readingApart(at).db, session.accountId, application.id)) ?? [])
  if (scopes.length === 0 && !application.own) return undefined
  const standing = before?.accountId === session.accountId && before.clientId === client.clientId ? before : undefined
  const grant = standing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  const wanted = scopes.filter(scope => ofOpenId(scope)).join(' ')
  const was = grant.getOIDCScope()
  const claims = claimsAsked(ctx)
  if (wanted !== '') grant.addOIDCScope(wanted)
  if (claims.length > 0) grant.addOIDCClaims(claims)
  for (const resource of Object.keys(ctx.oidc.resourceServers ?? {})) {
    const own = scopes.filter(scope => !ofOpenId(scope)).join(' ')
    if (own !== '') grant.addResourceScope(resource, own)
  }
  const changes =
    grant.getOIDCScope() !== was || claims.length > 0 || Object.keys(ctx.oidc.resourceServers ?? {}).length > 0
  if (!standing || changes) await grant.save()
  return grant
}

const ofOpenId = (scope: string) => known.has(scope)

/** The scopes that a request names. */
export const scopesAsked = (params: Record<string, unknown> | undefined): string[] =>
  typeof params?.['scope'] === 'string' ? params['scope'].split(' ').filter(Boolean).slice(0, 50) : []

/** Single claims that it asks for by name belong to what its scopes open; others are not told. */
function claimsAsked(ctx: KoaContextWithOIDC): string[] {
  const asked = (ctx.oidc as unknown as { requestParamClaims?: Set<string> }).requestParamClaims
  return asked ? [...asked] : []
}
