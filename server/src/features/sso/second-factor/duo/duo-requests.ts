import type { AttemptReason } from '@claviger/contract/apps/attempts'
import { msg } from '#platform/languages.ts'
import type { Issuer } from '#features/sso/oidc/oidc.issuer.ts'
import { noteCall } from '../call-counts.ts'
import {
  beginRequest,
  type Browser,
  hashOfFlow,
  inRequestWorkspace,
  isFromBrowser,
  pathOf,
  type SecondFactorStep,
  refuseSecondFactor,
} from '../second-factor-request.ts'
import { findByState } from '../second-factor.store.ts'
import { duoBaseOf, type DuoApplication, readSigned } from './signed-duo-requests.ts'
import type { DuoSignInRequest } from './duo-sign-in.ts'

const leeway = 2 * 60_000

export async function beginDuo(
  issuer: Issuer,
  application: DuoApplication,
  fields: URLSearchParams,
  browser: Browser,
): Promise<SecondFactorStep> {
  const refuse = (code: AttemptReason, why: string, details: Record<string, string> = {}) =>
    refuseSecondFactor(issuer, application, browser, { code, why, details })
  const signed = await readSigned(issuer.at, application, fields.get('request') ?? '', duoBaseOf(issuer.at)).catch(
    () => undefined,
  )
  if (!signed)
    return refuse(
      'request-object-wrong',
      msg("The user to confirm can't be read from the request. Start the sign-in again"),
    )
  const asked = askedIn(signed, application.clientId)
  const beside = (name: string) => fields.get(name) ?? signed[name]
  const same = ['redirect_uri', 'state', 'nonce', 'scope'].every(name => beside(name) === signed[name])
  if (!asked || !same || fields.get('response_type') !== 'code')
    return refuse('malformed', msg("The request for this sign-in can't be read"))
  if (!application.settings.redirectUris.includes(asked.redirectUri))
    return refuse('redirect-differs', msg('The redirect address is not registered'), { asked: asked.redirectUri })
  if (!application.active) return refuse('off', msg('This application is turned off'))
  const hash = hashOfFlow(asked.state)
  const until = new Date(signed.exp * 1000 + leeway)
  const step = await beginRequest(issuer, application, asked, browser, { hash, until })
  if (step) {
    await inRequestWorkspace(issuer, browser, ctx => noteCall(ctx, application, true))
    return step
  }
  const before = await inRequestWorkspace(issuer, browser, ctx => findByState(ctx.db, application.id, hash))
  if (before?.code_hash === null && isFromBrowser(issuer, before, browser)) return { go: pathOf(browser, before.id) }
  return refuse('request-repeated', msg('This sign-in was already started. Start the sign-in again'))
}

function askedIn(signed: Readonly<Record<string, unknown>>, client: string): DuoSignInRequest | undefined {
  const told = (name: string, most: number, least = 1) => {
    const value = signed[name]
    return typeof value === 'string' && value.length >= least && value.length <= most ? value : undefined
  }
  const [redirectUri, state, name] = [told('redirect_uri', 2000), told('state', 1024, 16), told('duo_uname', 320)]
  const nonce = signed['nonce'] === undefined ? null : told('nonce', 1024)
  const fits =
    signed['response_type'] === 'code' &&
    signed['client_id'] === client &&
    (told('scope', 200)?.split(' ') ?? []).includes('openid')
  if (!fits || redirectUri === undefined || state === undefined || name === undefined || nonce === undefined)
    return undefined
  const codeName = signed['use_duo_code_attribute'] === true ? 'duo_code' : 'code'
  return { duo: true, client, redirectUri, state, nonce, name, codeName }
}
