import { protocols } from '@claviger/contract/apps/applications'
import type { AttemptReason } from '@claviger/contract/apps/attempts'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { noteUse, type ProxyApplication } from '#features/apps/applications/applications.ts'
import { noteAttempt } from '#features/apps/attempts/attempts.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { type Admission, admitTo } from '../admission/admission.ts'
import { signInFactsOf } from '../browser-sessions/browser-sessions.facts.ts'
import { acrRequired } from '../browser-sessions/browser-sessions.methods.ts'
import type { OtherSignIn } from '../browser-sessions/browser-sessions.page.ts'
import { type SignInTrip, sendToSignIn } from '../browser-sessions/browser-sessions.trips.ts'
import { type BrowserSession, openerOf, findUserOfBrowser } from '../browser-sessions/browser-sessions.ts'
import { isEnoughFor, isHostOfApplication, proxyApplication } from './forward-auth-check.ts'
import { addressAt, type GateContext } from './forward-auth-gate.ts'
import { markFor } from './browser-marks.ts'
import { insertPass } from './passes.store.ts'

export interface ForwardAuthRequest {
  host: string
  /** Hash of the browser's cookie at the application's host. */
  browser: string
  path: string
}

export type ForwardAuthEntry =
  | { is: 'on'; to: string; cookie?: string }
  | { is: 'refused'; reason: AttemptReason; admission?: Admission; other?: OtherSignIn | undefined }

/**
 * Lets a user into an application behind a proxy with a code that works once, in this browser, for a minute.
 */
export async function enter(at: GateContext, wish: ForwardAuthRequest): Promise<ForwardAuthEntry> {
  const { application, open } = await at.transact(async ctx => ({
    open: await isOpenTo(ctx, 'forward-auth'),
    application: await proxyApplication(ctx, at.application),
  }))
  if (!open) return { is: 'refused', reason: 'off' }
  if (!application) return { is: 'refused', reason: 'unknown-client' }
  if (!isHostOfApplication(at, application, wish.host)) return refuse(at, application, wish, 'redirect-differs')
  const here = await findUserOfBrowser(at.world, at.workspace, at.cookies)
  if (!here || !isEnoughFor(application, here)) return signIn(at, application, wish)
  const made = await at.transact(ctx => passFor(ctx, at, application, here, wish))
  if ('admission' in made && made.admission.unmet) return signIn(at, application, wish, made.admission.unmet)
  if ('admission' in made) {
    const { reason = 'policy' } = made.admission
    const other =
      reason === 'policy' ? await tripFor(at, application, wish, { since: at.world.clock.now() }) : undefined
    return { is: 'refused', reason, ...made, other }
  }
  const query = new URLSearchParams({ code: markFor(at.world, 'code', made.id) })
  return { is: 'on', to: addressAt(at, wish.host, `/.claviger/callback?${query.toString()}`) }
}

async function signIn(
  at: GateContext,
  application: ProxyApplication,
  wish: ForwardAuthRequest,
  unmet?: Admission['unmet'],
): Promise<ForwardAuthEntry> {
  const trip = await tripFor(at, application, wish, { unmet })
  return trip ? { is: 'on', to: trip.location, cookie: trip.cookie } : { is: 'refused', reason: 'unknown-client' }
}

async function tripFor(
  at: GateContext,
  application: ProxyApplication,
  { host, browser, path }: ForwardAuthRequest,
  errand: Pick<SignInTrip, 'since' | 'unmet'>,
): Promise<OtherSignIn | undefined> {
  const face = await at.transact(ctx => faceOf(ctx, at.workspace))
  if (!face) return undefined
  const query = new URLSearchParams({ host, browser, to: path })
  const back = `/forward-auth/${at.workspace}/${at.application}/enter?${query.toString()}`
  const acr = acrRequired(application.settings.demand)
  return sendToSignIn(at.world, { workspace: { id: face.id, slug: face.slug }, back, acr, ...errand }, at.cookies)
}

async function passFor(
  ctx: TransactionContext,
  at: GateContext,
  application: ProxyApplication,
  here: BrowserSession,
  wish: ForwardAuthRequest,
): Promise<{ id: string } | { admission: Admission }> {
  const { id: of, name } = application
  const facts = signInFactsOf('forward-auth', here, at.ip)
  const admission = await admitTo(ctx, application, here.user, facts, { leads: true })
  if (admission.unmet) return { admission }
  const note = {
    application: of,
    protocol: protocols.proxy,
    step: 'enter',
    user: here.user,
    facts: { host: wish.host },
  }
  if (!admission.allowed) {
    const code = admission.reason ?? 'policy'
    await noteAttempt(ctx, { ...note, ok: false, reason: { code } })
    return { admission }
  }
  const [id, now] = [newId(), ctx.clock.now()]
  await insertPass(ctx.db, {
    workspace_id: at.workspace,
    id,
    application_id: of,
    user_id: here.user,
    session_id: here.session,
    host: wish.host,
    browser: Buffer.from(wish.browser, 'base64url'),
    path: wish.path,
    code_until: later(now, minutes(1)),
    ends_at: later(now, days(ctx.config.sessionDays)),
    created_at: now,
  })
  await noteAttempt(ctx, { ...note, ok: true })
  await noteUse(ctx, application, here.user)
  await record(ctx, {
    action: 'application.opened',
    object: { type: 'application', id: of, name },
    ...openerOf(here),
  })
  return { id }
}

async function refuse(
  at: GateContext,
  { id }: ProxyApplication,
  wish: ForwardAuthRequest,
  code: AttemptReason,
): Promise<ForwardAuthEntry> {
  await at.transact(ctx =>
    noteAttempt(ctx, {
      application: id,
      protocol: protocols.proxy,
      step: 'enter',
      ok: false,
      reason: { code, details: { sent: wish.host } },
      facts: { host: wish.host },
    }),
  )
  return { is: 'refused', reason: code }
}
