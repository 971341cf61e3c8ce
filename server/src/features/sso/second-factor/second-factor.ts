import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { speaksDuo } from '@claviger/contract/apps/applications'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { msg } from '#platform/languages.ts'
import { applicationByClientId, noteUse, type OidcApplication } from '#features/apps/applications/applications.ts'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import { type Admission, admitTo } from '../admission/admission.ts'
import { signInFactsOf } from '../browser-sessions/browser-sessions.facts.ts'
import { acrs } from '../browser-sessions/browser-sessions.methods.ts'
import { refusalPage } from '../browser-sessions/browser-sessions.page.ts'
import { findUserOfBrowser } from '../browser-sessions/browser-sessions.ts'
import { isEnough, sendToSignIn } from '../browser-sessions/browser-sessions.trips.ts'
import type { Issuer } from '../oidc/oidc.issuer.ts'
import { type DuoSignInRequest, duoFlow } from './duo/duo-sign-in.ts'
import { entraFlow } from './entra.flow.ts'
import type { SecondFactorRequest } from './second-factor-answer.ts'
import {
  type Browser,
  inRequestWorkspace,
  isFromBrowser,
  pathOf,
  refuseRequest,
  type SecondFactorStep,
} from './second-factor-request.ts'
import { findRequest } from './second-factor.store.ts'

export const secondFactorApplication = (
  issuer: Issuer,
  clientId: string | undefined,
): Promise<OidcApplication | undefined> =>
  inRequestWorkspace(issuer, undefined, async ctx => {
    const found =
      clientId === undefined || clientId.length > 300 || !(await isOpenTo(ctx, 'second-factor'))
        ? undefined
        : await applicationByClientId(ctx, clientId)
    return found?.settings.secondFactor === true && !speaksDuo(found.settings) ? found : undefined
  })

const whyNot = {
  'person-differs': msg('You signed in here as a different user than in the other system'),
  'person-unproven': msg(
    'Your account here is not linked to the account that you came from. Sign in here with a passkey that you added yourself, or ask your administrator to connect the directory',
  ),
}

export async function continueSecondFactor(issuer: Issuer, id: string, browser: Browser): Promise<SecondFactorStep> {
  const over = msg('This sign-in expired or was started in another browser. Start the sign-in again')
  const { at, workspace } = issuer
  const row = await inRequestWorkspace(issuer, browser, async ctx =>
    (await isOpenTo(ctx, 'second-factor')) ? findRequest(ctx.db, id, at.clock.now()) : undefined,
  )
  if (!row || row.code_hash !== null || !isFromBrowser(issuer, row, browser)) return refuseRequest(browser, over)
  const asked = row.asked as unknown as SecondFactorRequest | DuoSignInRequest
  const way = 'duo' in asked ? duoFlow(asked, row) : entraFlow(asked, row)
  const here = await findUserOfBrowser(at, workspace.id, browser.cookies)
  // The second factor must be current: earlier sign-ins don't count
  const errand = { since: row.created_at, acr: acrs.phishingResistant }
  if (!here || !isEnough(here, errand)) {
    const trip = { workspace, back: pathOf(browser, id), ...errand, hint: way.hint }
    const { location, cookie } = sendToSignIn(at, trip, browser.cookies)
    return { go: location, cookie }
  }
  const outcome = await inRequestWorkspace(issuer, browser, async ctx => {
    const application = await applicationByClientId(ctx, asked.client)
    if (!application) return { says: over }
    const note = (code?: 'person-differs' | 'person-unproven' | 'demand-unmet' | Admission['reason']) =>
      noteAttempt(ctx, {
        application: application.id,
        protocol: protocols.oidc,
        step: 'second-factor',
        ok: code === undefined,
        reason: code && { code },
        user: here.user,
        facts: { amr: here.amr.join(' ') },
      })
    const person = await way.check(ctx, application, here)
    if (person.is !== 'same') {
      await note(person.is)
      return { says: whyNot[person.is] }
    }
    const answer = way.answer(here)
    if (answer === undefined) {
      await note('demand-unmet')
      return { says: msg('The other system requires a different type of key') }
    }
    const facts = signInFactsOf('second-factor', here, browser.request.ip)
    const admission = await admitTo(ctx, application, here.user, facts)
    if (!admission.allowed) {
      await note(admission.reason ?? 'policy')
      return { admission }
    }
    if (person.bind && !(await person.bind(ctx))) {
      await note('person-differs')
      return { says: whyNot['person-differs'] }
    }
    if (!(await answer.take(ctx))) return { says: over }
    await noteUse(ctx, application, here.user)
    await note()
    return { answer }
  })
  if ('says' in outcome && outcome.says !== undefined) return refuseRequest(browser, outcome.says)
  if ('admission' in outcome && outcome.admission) {
    const { says, reference } = outcome.admission
    const page = refusalPage(browser.language, say => (says ? say(says) : say(over)), reference ?? browser.request.id)
    return { status: 403, page }
  }
  if (!('answer' in outcome) || !outcome.answer) return refuseRequest(browser, over)
  return outcome.answer.step(issuer, browser.language)
}
