import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type InteractionResults } from 'oidc-provider'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { transact } from '#platform/db/transaction.ts'
import { msg, sayIn } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import { escapeHtml, plainName, refusalPage, writePage } from '../browser-sessions/browser-sessions.page.ts'
import { pictureFor } from '#features/apps/applications/applications.pictures.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { type SignInTrip, isEnough, sendToSignIn } from '../browser-sessions/browser-sessions.trips.ts'
import type { BrowserSession } from '../browser-sessions/browser-sessions.ts'
import { admitBrowserUser } from './provider/admit.ts'
import { currentRequest } from './request-facts.ts'
import { applicationOf } from './provider/clients.ts'
import { requestedScopes, scopesInWords } from './consents.ts'
import { consentOf, saveConsent } from './consents.store.ts'
import { moveToSession } from './oidc.store.ts'
import { originFor } from './oidc-pages.ts'
import { requestedAcrs, satisfiedAcr } from './provider/policy.ts'
import type { WorkspaceProvider } from './provider/providers.ts'

export type InteractionStep =
  | { readonly go: string; readonly cookie?: string }
  | { readonly status: number; readonly page: { headers: Record<string, string>; html: string } }

type Details = Awaited<ReturnType<WorkspaceProvider['provider']['interactionDetails']>>

/**
 * Handles an interaction of the provider: sign-in, access, or consent. `decision` is the user's choice on our page.
 */
export async function interact(
  served: WorkspaceProvider,
  [request, response]: [IncomingMessage, ServerResponse],
  decision: string | undefined,
): Promise<InteractionStep> {
  const { provider, at } = served
  const { here, language, requestId } = currentRequest()
  let details: Details
  try {
    details = await provider.interactionDetails(request, response)
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    const why = msg('This sign-in expired or was started in another browser. Open the application again')
    return { status: 400, page: refusalPage(language, say => say(why), requestId) }
  }
  const finish = async (result: InteractionResults): Promise<InteractionStep> => ({
    go: await provider.interactionResult(request, response, result, { mergeWithLastSubmission: true }),
  })
  const { prompt, params } = details
  const signIn = (errand: Pick<SignInTrip, 'since' | 'acr' | 'unmet'>) => {
    const { workspace, address } = served
    const back = `/oidc/${address}/interaction/${details.uid}`
    const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : undefined
    return sendToSignIn(at, { workspace, back, hint, ...errand }, request.headers.cookie)
  }
  const lead = (errand: Parameters<typeof signIn>[0]): InteractionStep => {
    const { location, cookie } = signIn(errand)
    return { go: location, cookie }
  }
  const application = await applicationOf(at, String(params['client_id']))
  if (prompt.name === 'login' || prompt.name === 'select_account' || !here) {
    const asked = requestedAcrs(application, params)
    const lacking = here ? asked.find(set => !set.some(one => here.acrs.includes(one))) : asked[0]
    const since = mustSignInSince(details)
    const enough = here && !lacking && isEnough(here, { since })
    const unmet = enough && application ? (await admitBrowserUser(at, application, here.user)).unmet : undefined
    if (!enough || unmet) return lead({ since, acr: lacking?.[0], unmet })
    await takeOver(served, details, here)
    return finish({
      login: loginBy(here, asked),
      ...(prompt.name === 'select_account' && { select_account: {} }),
    })
  }
  if (!application || prompt.name === 'admission') {
    const admission = application && (await admitBrowserUser(at, application, here.user))
    if (application && admission?.allowed) {
      // The user may have signed in another way since the refusal
      await takeOver(served, details, here)
      return finish({ login: loginBy(here, requestedAcrs(application, params)), admission: {} })
    }
    if (admission?.unmet) return lead({ unmet: admission.unmet })
    const says = admission?.says
    const page = refusalPage(
      language,
      say => (says ? say(says) : say("This application isn't registered here")),
      admission?.reference ?? requestId,
      admission?.reason === 'policy' ? signIn({ since: at.clock.now() }) : undefined,
    )
    return { status: 403, page }
  }
  if (decision === undefined) return { status: 200, page: await consentPage(details, application, served) }
  if (decision !== 'yes') return finish({ error: 'access_denied', error_description: 'the person declined' })
  // Consent to an application of the own workspace is not stored: it is asked each time (prompt=consent)
  if (application.own) return finish({ consent: {} })
  const before = (await consentOf(readOnlyContext(at).db, here.user, application.id)) ?? []
  const scopes = [...new Set([...before, ...requestedScopes(params)])].slice(0, 50)
  const { ip, userAgent } = currentRequest()
  const standpoint = { actor: at.actor, request: { id: requestId, ip, userAgent, language }, workspace: at.workspace }
  await transact(at, standpoint, async ctx => {
    await saveConsent(ctx.db, at.workspace, {
      user: here.user,
      application: application.id,
      scopes,
      now: ctx.clock.now(),
    })
    await record(ctx, {
      action: 'consent.given',
      by: here.openedBy ?? { id: here.user, name: here.name },
      object: { type: 'application', id: application.id, name: application.name },
      after: { scopes: scopes.join(' '), ...(here.openedBy && { opened: here.name }) },
    })
  })
  return finish({ consent: {} })
}

const loginBy = (here: BrowserSession, asked: string[][]) => ({
  accountId: here.user,
  acr: satisfiedAcr(asked, here.acrs) ?? here.acr,
  amr: [...here.amr],
  ts: Math.floor(here.authTime.getTime() / 1000),
  remember: false,
})

/** Earlier sign-ins don't count; rounded up to the next full second after the request. */
function mustSignInSince({ prompt, params, iat }: Details): Date | undefined {
  const { reasons } = prompt
  const asked = (iat + 1) * 1000
  if (reasons.includes('login_prompt') || reasons.includes('select_account_prompt')) return new Date(asked)
  if (!reasons.includes('max_age')) return undefined
  const age = Number(params['max_age'])
  return new Date(age > 0 ? iat * 1000 - age * 1000 : asked)
}

/**
 * Items of the same user continue after signing in again. Another user's items at this browser end with their
 * session.
 */
async function takeOver({ at }: WorkspaceProvider, details: Details, here: BrowserSession): Promise<void> {
  const uid = details.session?.uid
  if (uid === undefined) return
  const to = { session: here.session, user: here.user, openedBy: here.openedBy?.id ?? null }
  if (await moveToSession(at, uid, to)) return
  delete details.session
  await details.persist()
}

async function consentPage(
  { params, uid }: Details,
  application: OidcApplication,
  { at, workspace, address }: WorkspaceProvider,
) {
  const { language } = currentRequest()
  const say = sayIn(language)
  const name = plainName(application.name)
  const back = typeof params['redirect_uri'] === 'string' ? params['redirect_uri'] : ''
  const list = scopesInWords(requestedScopes(params), say).map(one => `<li>${escapeHtml(one)}</li>`)
  return writePage({
    language,
    title: say('Allow {name}?', { name }),
    picture: await pictureFor(readOnlyContext(at), application),
    lines: [
      application.own
        ? say('{name} asks for your consent. It will receive:', { name })
        : say('{name} is not operated by {workspace}. It will receive:', { name, workspace: workspace.name }),
    ],
    body: `<ul>${list.join('')}</ul><form method="post" action="/oidc/${address}/interaction/${uid}"><button class="p" type="submit" name="decision" value="yes">${escapeHtml(say('Allow'))}</button><button type="submit" name="decision" value="no">${escapeHtml(say("Don't allow"))}</button></form>`,
    small: application.own ? [] : [say('You can withdraw your consent in your profile at any time.')],
    formTo: URL.canParse(back) ? [originFor(back)] : [],
  })
}
