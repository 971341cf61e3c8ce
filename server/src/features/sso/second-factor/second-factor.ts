import { createHash, randomBytes } from 'node:crypto'
import type { Language } from '@claviger/contract/ground/languages'
import { later, minutes } from '../../../ground/clock.ts'
import { transact } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import { msg, type Say } from '../../../ground/languages.ts'
import { sameBytes } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { cookieIn, hostCookie, writeCookie } from '../../../http/cookies.ts'
import { applicationByClientId, noteUse, type OidcApplication } from '../../apps/applications/applications.ts'
import { noteAttempt } from '../../apps/attempts/attempts.ts'
import { type Admission, admitTo } from '../admission/admission.ts'
import { acrs } from '../browser-sessions/browser-sessions.how.ts'
import { refusalPage, type writePage } from '../browser-sessions/browser-sessions.page.ts'
import { whoIsHere } from '../browser-sessions/browser-sessions.ts'
import { isEnough, sendToSignIn } from '../browser-sessions/browser-sessions.trips.ts'
import type { Issuer } from '../oidc/oidc.issuer.ts'
import { answerPage, type Asked, askedIn, contextFor, methodFor } from './answer.ts'
import { readHint } from './hint.ts'
import { isThatPerson } from './person.ts'
import { findRequest, insertRequest, takeRequest } from './second-factor.store.ts'

/** What is known of the request of a browser. */
export interface Browser {
  readonly cookies: string | undefined
  readonly language: Language
  readonly request: { readonly id: string; readonly ip: string; readonly userAgent: string }
  /** As it stands in the address. */
  readonly address: string
}

/** What a browser is answered. */
export type Step =
  | { readonly go: string; readonly cookie?: string }
  | { readonly status: number; readonly page: ReturnType<typeof writePage> }

const lasts = minutes(10)
const nameOf = (publicUrl: string) => hostCookie(publicUrl, 'claviger-second')
const hashOf = (value: string) => createHash('sha256').update(value).digest()

const refused = ({ language, request }: Browser, why: string): Step => ({
  status: 400,
  page: refusalPage(language, (say: Say) => say(why), request.id),
})

/** The application that asks for a second factor by its client id; undefined where it is another, or none. */
export const secondFactorApplication = (issuer: Issuer, clientId: string | undefined) =>
  inside(issuer, undefined, async ctx => {
    const found =
      clientId === undefined || clientId.length > 300 ? undefined : await applicationByClientId(ctx, clientId)
    return found?.settings.secondFactor === true ? found : undefined
  })

const inside = <T>({ at }: Issuer, browser: Browser | undefined, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(at, { actor: at.actor, request: browser?.request ?? at.request, workspace: at.workspace }, work)

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
    inside(issuer, browser, ctx =>
      noteAttempt(ctx, {
        application: application.id,
        protocol: 1,
        step: 'second-factor',
        ok: false,
        reason: { code, details },
        facts: { redirect_uri: fields.get('redirect_uri') ?? '' },
      }),
    )
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
  const { config, clock } = issuer.at
  const known = cookieIn(browser.cookies, nameOf(config.publicUrl))
  const value = known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString('base64url')
  const id = newId()
  const now = clock.now()
  await inside(issuer, browser, ctx =>
    insertRequest(ctx.db, {
      workspace_id: issuer.workspace.id,
      id,
      application_id: application.id,
      browser_hash: hashOf(value),
      asked: JSON.stringify({ ...asked, ...hint, client: application.clientId } satisfies Asked),
      created_at: now,
      expires_at: later(now, lasts),
    }),
  )
  const cookie = writeCookie(config.publicUrl, { name: nameOf(config.publicUrl), value, path: '/', sameSite: 'Lax' })
  return { go: `/sso/second-factor/${browser.address}/${id}`, cookie }
}

/** Goes on with a request in its browser: to our sign-in page, and when somebody signed in since, back with the answer. */
export async function goOnWithSecondFactor(issuer: Issuer, id: string, browser: Browser): Promise<Step> {
  const over = msg('This sign-in took too long, or was begun in another browser. Begin again where you came from')
  const { at, workspace } = issuer
  const value = cookieIn(browser.cookies, nameOf(at.config.publicUrl))
  const row = await inside(issuer, browser, ctx => findRequest(ctx.db, id, at.clock.now()))
  if (!row || value === undefined || !sameBytes(row.browser_hash, hashOf(value))) return refused(browser, over)
  const asked = row.asked as unknown as Asked
  const here = await whoIsHere(at, workspace.id, browser.cookies)
  // A factor is of now: what somebody signed in with before does not count
  const errand = { since: row.created_at, acr: acrs.phishingResistant }
  if (!here || !isEnough(here, errand)) {
    const back = `/sso/second-factor/${browser.address}/${id}`
    const { location, cookie } = sendToSignIn(
      at,
      { workspace, back, ...errand, hint: asked.address ?? undefined },
      browser.cookies,
    )
    return { go: location, cookie }
  }
  const [amr, acr] = [methodFor(asked, here), contextFor(asked, here)]
  const outcome = await inside(issuer, browser, async ctx => {
    const application = await applicationByClientId(ctx, asked.client)
    if (!application) return { says: over }
    const note = (code?: 'person-differs' | 'demand-unmet' | Admission['reason']) =>
      noteAttempt(ctx, {
        application: application.id,
        protocol: 1,
        step: 'second-factor',
        ok: code === undefined,
        reason: code && { code },
        user: here.user,
        facts: { amr: here.amr.join(' ') },
      })
    if (!(await isThatPerson(ctx, here, asked))) {
      await note('person-differs')
      return { says: msg('You signed in as somebody else here than where you came from') }
    }
    if (amr === undefined || acr === undefined) {
      await note('demand-unmet')
      return { says: msg('Where you came from asks for another kind of key') }
    }
    const known = { verified: here.verified, key: here.key, keyKind: here.keyKind, signedInAt: here.authTime }
    const admission = await admitTo(ctx, application, here.user, { ...known, ip: browser.request.ip })
    if (!admission.allowed) {
      await note(admission.reason ?? 'policy')
      return { admission }
    }
    if (!(await takeRequest(ctx.db, id))) return { says: over }
    await noteUse(ctx, application, here.user)
    await note()
    return { told: { amr, acr } }
  })
  if ('says' in outcome && outcome.says !== undefined) return refused(browser, outcome.says)
  if ('admission' in outcome && outcome.admission) {
    const { says, reference } = outcome.admission
    const page = refusalPage(browser.language, say => (says ? say(says) : say(over)), reference ?? browser.request.id)
    return { status: 403, page }
  }
  if (!('told' in outcome) || !outcome.told) return refused(browser, over)
  return { status: 200, page: await answerPage(issuer, asked, outcome.told, browser.language) }
}
