import type { ProxyApplication } from '../../apps/applications/applications.ts'
import { applicationById } from '../../apps/applications/applications.ts'
import { ownAddresses } from '../../apps/catalogue/catalogue.ours.ts'
import { listText } from '../../../ground/csv/list-text.ts'
import { claimsOf } from '../../apps/applications/applications.claims.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type Admission, admitTo } from '../admission/admission.ts'
import { acrDemanded } from '../browser-sessions/browser-sessions.how.ts'
import { type Here, hereOf } from '../browser-sessions/browser-sessions.ts'
import { assertionFor } from './assertion.ts'
import { type AtGate, passIn } from './gate.ts'
import { unmarked } from './marks.ts'
import { findPass } from './passes.store.ts'

/** Whether a proxy lets a request through, and by which headers the application knows the person. */
export type Checked =
  | { is: 'through'; headers: Record<string, string> }
  | { is: 'unknown' }
  | { is: 'refused'; admission: Admission }

/** The application behind a proxy; undefined for another kind. */
export async function proxyApplication(ctx: Ctx, id: string): Promise<ProxyApplication | undefined> {
  const application = await applicationById(ctx, id)
  return application?.protocol === 3 ? application : undefined
}

/** Is the way somebody signed in enough for an application? */
export function isEnoughFor(application: ProxyApplication, here: Here): boolean {
  const demand = acrDemanded[application.settings.demand]
  return demand === undefined || here.acrs.includes(demand)
}

/** Looks who stands behind a request, anew each time: what ends somewhere ends here with it. */
export async function check(at: AtGate): Promise<Checked> {
  const id = unmarked(at.world, 'cookie', passIn(at))
  if (id === undefined) return { is: 'unknown' }
  const { application: of, host } = at
  const pass = await at.transact(ctx => findPass(ctx.db, { id, application: of, host }, ctx.clock.now()))
  const here = pass && (await hereOf(at.world, at.workspace, pass.session_id))
  if (here?.user !== pass?.user_id || !here) return { is: 'unknown' }
  const found = await at.transact(async ctx => {
    const application = await proxyApplication(ctx, of)
    if (!application?.settings.hosts.includes(host) || !isEnoughFor(application, here)) return undefined
    // The address is that of the proxy; where the person is, the session knows
    const admission = await admitTo(ctx, application, here.user, howOf(here.ip, here))
    const claims = admission.allowed ? await claimsOf(ctx, application, here.user) : {}
    return { application, admission, claims, issuer: ownAddresses(ctx).issuer }
  })
  // After the commit, for what a policy left in the log must stay
  if (!found) return { is: 'unknown' }
  if (!found.admission.allowed) return { is: 'refused', admission: found.admission }
  return {
    is: 'through',
    headers: {
      ...headersOf(found.application, found.claims),
      'x-claviger-assertion': await assertionFor(at, here, found),
    },
  }
}

/** How somebody signed in who stands at the gate. */
export const howOf = (ip: string | null, { verified, key, keyKind, way, authTime }: Here) => ({
  verified,
  key,
  keyKind,
  way,
  signedInAt: authTime,
  ip,
})

/** Each header of the mapping; empty where the person has none, so that what a stranger sent never stands in its place. */
function headersOf(application: ProxyApplication, claims: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    application.mapping.map(({ name }) => {
      const value = claims[name] ?? ''
      return [name.toLowerCase(), headerText(typeof value === 'string' ? value : listText(value, ',', longestHeader))]
    }),
  )
}

const longestHeader = 4000

/** In UTF-8, as applications read it, and in one line. */
const headerText = (text: string) =>
  Buffer.from(text.replaceAll(/\p{Cc}/gu, ' ').slice(0, longestHeader)).toString('latin1')
