import { protocols } from '@claviger/contract/apps/applications/application-settings'
import type { ProxyApplication } from '#features/apps/applications/applications.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { ownAddresses } from '#features/apps/catalogue/catalogue.ours.ts'
import { listText } from '#platform/csv/list-text.ts'
import { claimsOf } from '#features/apps/applications/applications.claims.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Admission, admitTo } from '../admission/admission.ts'
import { signInFactsOf } from '../browser-sessions/browser-sessions.facts.ts'
import { acrRequired } from '../browser-sessions/browser-sessions.methods.ts'
import { type BrowserSession, loadBrowserSession } from '../browser-sessions/browser-sessions.ts'
import { assertionFor } from './forward-auth-assertion.ts'
import { type GateContext, passOfRequest, withoutUsualPort } from './forward-auth-gate.ts'
import { readMark } from './browser-marks.ts'
import { findPass } from './passes.store.ts'

export type ForwardAuthResult =
  | { is: 'through'; headers: Record<string, string> }
  | { is: 'unknown' }
  | { is: 'refused'; admission: Admission }

export async function proxyApplication(ctx: TransactionContext, id: string): Promise<ProxyApplication | undefined> {
  const application = await applicationById(ctx, id)
  return application?.protocol === protocols.proxy ? application : undefined
}

export const isHostOfApplication = (
  { world }: Pick<GateContext, 'world'>,
  { settings }: ProxyApplication,
  host: string,
): boolean => settings.hosts.some(one => withoutUsualPort(one, world.config.publicUrl) === host)

export function isEnoughFor(application: ProxyApplication, here: BrowserSession): boolean {
  const demand = acrRequired(application.settings.demand)
  return demand === undefined || here.acrs.includes(demand)
}

/** Identifies the user behind a request. Checked each time, so that access ends immediately. */
export async function check(at: GateContext): Promise<ForwardAuthResult> {
  const id = readMark(at.world, 'cookie', passOfRequest(at))
  if (id === undefined) return { is: 'unknown' }
  const { application: of, host } = at
  const pass = await at.transact(ctx => findPass(ctx.db, { id, application: of, host }, ctx.clock.now()))
  const here = pass && (await loadBrowserSession(at.world, at.workspace, pass.session_id))
  if (here?.user !== pass?.user_id || !here) return { is: 'unknown' }
  const found = await at.transact(async ctx => {
    const application = await proxyApplication(ctx, of)
    if (!application || !isHostOfApplication(at, application, host) || !isEnoughFor(application, here)) return undefined
    // The request comes from the proxy's address; the session knows the user's
    const facts = signInFactsOf('forward-auth', here, here.ip)
    const admission = await admitTo(ctx, application, here.user, facts, { leads: true })
    const claims = admission.allowed ? await claimsOf(ctx, application, here.user) : {}
    return { application, admission, claims, issuer: ownAddresses(ctx).issuer }
  })
  // After the commit, so that log lines of a policy stay
  if (!found || found.admission.unmet) return { is: 'unknown' }
  if (!found.admission.allowed) return { is: 'refused', admission: found.admission }
  return {
    is: 'through',
    headers: {
      ...headersOf(found.application, found.claims),
      'x-claviger-assertion': await assertionFor(at, here, found),
    },
  }
}

/** Every mapped header, empty if without a value, so that a client's own header never remains. */
function headersOf(application: ProxyApplication, claims: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    application.mapping.map(({ name }) => {
      const value = claims[name] ?? ''
      return [name.toLowerCase(), headerText(typeof value === 'string' ? value : listText(value, ',', longestHeader))]
    }),
  )
}

const longestHeader = 4000

/** UTF-8, as applications read it, on one line. */
const headerText = (text: string) =>
  Buffer.from(text.replaceAll(/\p{Cc}/gu, ' ').slice(0, longestHeader)).toString('latin1')
