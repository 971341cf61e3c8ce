import type { AttemptReason } from '@claviger/contract/apps/attempts'
import { msg } from '#platform/languages.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import type { Issuer } from '../oidc/oidc.issuer.ts'
import { type SecondFactorRequest, parseIdTokenRequest } from './second-factor-answer.ts'
import { noteCall } from './call-counts.ts'
import { readHint } from './hint.ts'
import {
  beginRequest,
  type Browser,
  inRequestWorkspace,
  refuseRequest,
  type SecondFactorStep,
  refuseSecondFactor,
} from './second-factor-request.ts'

/**
 * Handles a second-factor request (Microsoft Entra external authentication methods): reads the user and
 * redirects to our sign-in page.
 */
export async function beginSecondFactor(
  issuer: Issuer,
  application: OidcApplication,
  fields: URLSearchParams,
  browser: Browser,
): Promise<SecondFactorStep> {
  const facts = { redirect_uri: fields.get('redirect_uri') ?? '' }
  const refuse = (code: AttemptReason, why: string, details: Record<string, string> = {}) =>
    refuseSecondFactor(issuer, application, browser, { code, why, details, facts })
  const asked = parseIdTokenRequest(fields)
  if (!asked) return refuse('malformed', msg("The request for this sign-in can't be read"))
  const { hintTenant: tenant, hintAudience: audience, redirectUris } = application.settings
  if (!redirectUris.includes(asked.redirectUri))
    return refuse('redirect-differs', msg('The redirect address is not registered'), { asked: asked.redirectUri })
  if (!application.active || tenant === null || audience === null)
    return refuse('off', msg('This application is turned off'))
  const hint = await readHint(issuer.at, fields.get('id_token_hint') ?? '', { tenant, audience }).catch(() => undefined)
  if (!hint)
    return refuse('hint-wrong', msg("The user to confirm can't be read from the request. Start the sign-in again"))
  await inRequestWorkspace(issuer, browser, ctx => noteCall(ctx, application, true))
  const kept = { ...asked, ...hint, client: application.clientId } satisfies SecondFactorRequest
  const step = await beginRequest(issuer, application, kept, browser, null)
  return step ?? refuseRequest(browser, msg("The request for this sign-in can't be read"))
}
