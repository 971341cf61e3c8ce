import type { externalSignIn } from '@claviger/contract/access/external-sign-in'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { later, minutes } from '#platform/clock.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { Redirect } from '#http/bind.ts'
import { queryOf } from '#http/query.ts'
import { fetchOf, purposeIn } from '#features/connect/identity-providers/identity-providers.fetch.ts'
import {
  isOidc,
  isSaml,
  type OidcRow,
  providerAnywhere,
  type ProviderRow,
  type SamlRow,
  secretOf,
} from '#features/connect/identity-providers/identity-providers.ts'
import { endSessionOfProvider } from '../sessions/sessions.ts'
import { inWorkspace } from './stored-answers.ts'
import { sessionsOpenedBy, spendAssertion } from './external-sign-in.store.ts'
import { formOf } from './form-body.ts'
import { configurationOf } from './oidc/oidc.ts'
import { refusedSignIn, toFailed } from './sign-in-refusals.ts'
import { type SignedOut, signOutAnswer, verifySignOut } from './saml/saml-sign-out.ts'
import { verifySignOutAddress } from './saml/logout-address.ts'

const signedOut = '/auth/sign-in'
const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Ends the sessions of a user who signed out at a SAML provider, then redirects back with our response. */
export async function signedOutBySaml(ctx: RequestContext, { id }: { id: string }): Promise<Redirect> {
  const form = await formOf(ctx)
  // The response to our own logout request changes nothing
  if (form.has('SAMLResponse')) return new Redirect(signedOut)
  return bySaml(ctx, id, form.get('RelayState') ?? '', (row, secret) =>
    verifySignOut(ctx, row, secret, form.get('SAMLRequest') ?? ''),
  )
}

export async function signedOutByAddress(
  ctx: RequestContext,
  input: OutputOf<(typeof externalSignIn)['calls']['signedOutByAddress']['input']>,
): Promise<Redirect> {
  if (input.SAMLResponse !== undefined) return new Redirect(signedOut)
  return bySaml(ctx, input.id, input.RelayState ?? '', async row =>
    verifySignOutAddress(ctx, row, queryOf(ctx.request)),
  )
}

async function bySaml(
  ctx: RequestContext,
  id: string,
  sent: string,
  verified: (row: SamlRow, secret: string) => Promise<SignedOut>,
): Promise<Redirect> {
  const found = await ctx.transact(async inner => {
    const row = await providerAnywhere(inner, id)
    return row?.active && isSaml(row) ? { row, secret: (await secretOf(inner, row)) ?? '' } : undefined
  })
  if (!found) return toFailed(ctx, 'unknown')
  const { row, secret } = found
  try {
    const said = await verified(row, secret)
    await inWorkspace(ctx, row, inner => end(inner, row, { subject: said.subject, sid: said.sid, jti: said.id }))
    const relayState = sent.slice(0, 300)
    return new Redirect((await signOutAnswer(ctx, row, secret, { id: said.id, relayState })) ?? signedOut)
  } catch (error) {
    if (error instanceof Problem) return toFailed(ctx, 'ended')
    return refusedSignIn(ctx, row, error)
  }
}

/**
 * Ends the sessions of a user who signed out at an OIDC provider (Back-Channel Logout 1.0).
 * @throws external-refused
 */
export async function endProviderSessions(ctx: RequestContext, { id }: { id: string }) {
  const token = (await formOf(ctx)).get('logout_token')
  const found = await ctx.transact(async inner => {
    const row = await providerAnywhere(inner, id)
    return row?.active && isOidc(row) ? { row, secret: await secretOf(inner, row) } : undefined
  })
  if (!found || !token || token.length > 16_000) throw problem('external-refused')
  const claims = await claimsOf(ctx, found.row, found.secret, token)
  const subject = typeof claims.sub === 'string' && found.row.preset !== 'entra' ? claims.sub : null
  const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null
  if ((subject === null && sid === null) || typeof claims.jti !== 'string') throw problem('external-refused')
  const jti = claims.jti.slice(0, 300)
  await inWorkspace(ctx, found.row, inner => end(inner, found.row, { subject, sid, jti }))
  return doneReply
}

async function claimsOf(ctx: RequestContext, row: OidcRow, secret: string | null, token: string) {
  try {
    if (decodeJwt(token).iss !== row.issuer) throw problem('external-refused')
    const { jwks_uri: address } = (await configurationOf(ctx, row, secret)).serverMetadata()
    const keys = (await (await fetchOf(ctx, purposeIn(row.workspace_id))(address ?? '')).json()) as JSONWebKeySet
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: row.issuer,
      audience: row.settings.clientId,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
      clockTolerance: 180,
      maxTokenAge: '10 minutes',
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const events = payload['events']
    if (typeof events !== 'object' || events === null || !Object.hasOwn(events, event) || 'nonce' in payload)
      throw problem('external-refused')
    return payload
  } catch (error) {
    ctx.log.info({ provider: row.id, reason: String(error).slice(0, 200) }, 'a sign-out by a provider was refused')
    throw problem('external-refused')
  }
}

async function end(
  ctx: TransactionContext,
  row: ProviderRow,
  { subject, sid, jti }: { subject: string | null; sid: string | null; jti: string },
): Promise<void> {
  const expires_at = later(ctx.clock.now(), minutes(20))
  const spent = {
    workspace_id: row.workspace_id,
    provider_id: row.id,
    assertion: `jti ${jti}`.slice(0, 300),
    expires_at,
  }
  if (!(await spendAssertion(ctx.db, spent))) throw problem('external-refused')
  for (const one of await sessionsOpenedBy(ctx.db, row.id, { subject, sid })) {
    await endSessionOfProvider(ctx, one.user_id, one.id)
    await record(ctx, {
      action: 'external.signed-out',
      by: { id: one.user_id, name: one.name },
      object: { type: 'identity-provider', id: row.id, name: row.name },
    })
  }
}
