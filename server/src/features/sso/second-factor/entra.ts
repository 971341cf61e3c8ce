import { msg } from '../../../ground/languages.ts'
import type { OidcApplication } from '../../apps/applications/applications.ts'
import { noteAttempt } from '../../apps/attempts/attempts.ts'
import type { Issuer } from '../oidc/oidc.issuer.ts'
import { type Asked, askedIn } from './answer.ts'
import { noteCall } from './calls.ts'
import { readHint } from './hint.ts'
import { begun, type Browser, inside, refused, type Step } from './request.ts'

/**
 * Takes the request of another sign-in for a second factor (Microsoft Entra external authentication methods): reads whom it
 * names, and sends the browser to our sign-in page.
 */
export async function beginSecondFactor(
  issuer: Issuer,
  application: OidcApplication,
  fields: URLSearchParams,
  browser: Browser,
): Promise<Step> {
  const note = (code: 'malformed' | 'redirect-differs' | 'off' | 'hint-wrong', details: Record<string, string> = {}) =>
    inside(issuer, browser, async ctx => {
      await noteCall(ctx, application, false)
      await noteAttempt(ctx, {
        application: application.id,
        protocol: 1,
        step: 'second-factor',
        ok: false,
        reason: { code, details },
        facts: { redirect_uri: fields.get('redirect_uri') ?? '' },
      })
    })
  const asked = askedIn(fields)
  if (!asked) {
    await note('malformed')
    return refused(browser, msg('What asked for this sign-in cannot be read'))
  }
  const { hintTenant: tenant, hintAudience: audience, redirectUris } = application.settings
  if (!redirectUris.includes(asked.redirectUri)) {
    await note('redirect-differs', { asked: asked.redirectUri })
    return refused(browser, msg('The address to go back to is not registered'))
  }
  if (!application.active || tenant === null || audience === null) {
    await note('off')
    return refused(browser, msg('This application is switched off'))
  }
  const hint = await readHint(issuer.at, fields.get('id_token_hint') ?? '', { tenant, audience }).catch(() => undefined)
  if (!hint) {
    await note('hint-wrong')
    return refused(browser, msg('Whom to confirm could not be read. Begin again where you came from'))
  }
  await inside(issuer, browser, ctx => noteCall(ctx, application, true))
  const kept = { ...asked, ...hint, client: application.clientId } satisfies Asked
  const step = await begun(issuer, application, kept, browser, null)
  return step ?? refused(browser, msg('What asked for this sign-in cannot be read'))
}
