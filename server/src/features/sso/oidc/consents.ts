import type { Grant, KoaContextWithOIDC } from 'oidc-provider'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { msg, type Translate } from '#platform/languages.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { currentRequest } from './request-facts.ts'
import { applicationOf, claimsIn, known } from './provider/clients.ts'
import { consentOf } from './consents.store.ts'

/**
 * The scopes a user grants at each authorization: an application of the own workspace gets all it requests, a
 * foreign one those the user consented to.
 */
export async function grantOf(at: AutocommitContext, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, params, provider, result } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const earlier = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const before = earlier === undefined ? undefined : await provider.Grant.find(earlier)
  const application = await applicationOf(at, client.clientId)
  if (!application) return undefined
  const scopes =
    application.own || currentRequest().trial
      ? requestedScopes(params)
      : ((await consentOf(readOnlyContext(at).db, session.accountId, application.id)) ?? [])
  if (scopes.length === 0 && !application.own && !currentRequest().trial) return undefined
  const standing = before?.accountId === session.accountId && before.clientId === client.clientId ? before : undefined
  const grant = standing ?? new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  const wanted = scopes.filter(scope => ofOpenId(scope)).join(' ')
  const was = grant.getOIDCScope()
  const claims = claimsAsked(ctx)
  // A claim requested by name is released if one of the granted scopes includes it
  const open = claimsIn(application.own ? application.settings.scopes : scopes)
  if (wanted !== '') grant.addOIDCScope(wanted)
  const [may, mayNot] = [claims.filter(one => open.has(one)), claims.filter(one => !open.has(one))]
  if (may.length > 0) grant.addOIDCClaims(may)
  if (mayNot.length > 0) {
    grant.rejectOIDCClaims(mayNot)
    if (application.own) currentRequest().claimsRefused = mayNot
  }
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

export const requestedScopes = (params: Record<string, unknown> | undefined): string[] =>
  typeof params?.['scope'] === 'string' ? params['scope'].split(' ').filter(Boolean).slice(0, 50) : []

function claimsAsked(ctx: KoaContextWithOIDC): string[] {
  const asked = (ctx.oidc as unknown as { requestParamClaims?: Set<string> }).requestParamClaims
  return asked ? [...asked] : []
}

const scopeWords: Readonly<Record<string, string>> = {
  openid: msg('Your identity, as an ID number'),
  profile: msg('Your name and user ID'),
  email: msg('Your email address'),
  phone: msg('Your phone number'),
  address: msg('Your postal address'),
  groups: msg('Your groups'),
  offline_access: msg("Access to this data while you're away, until you end it under Offline access in your profile"),
}

export const scopesInWords = (scopes: readonly string[], say: Translate): string[] =>
  scopes.map(scope => {
    const text = scopeWords[scope]
    return text === undefined ? scope : say(text)
  })
