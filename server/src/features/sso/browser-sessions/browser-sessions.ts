import type { Facts } from '@claviger/contract/decide/decisions'
import type { StrengthLevel } from '@claviger/contract/decide/policy-content'
import type { PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import type { AutocommitContext, AppContext } from '#platform/app-context.ts'
import { browserSessionIn } from '#features/access/sessions/sessions.browser.ts'
import { methodOfSession } from '#features/access/sessions/sessions.method.ts'
import { acrOf, levelOfKey, ownStrengthsMet } from '#features/decide/strengths/strengths.meet.ts'
import { howOf } from './browser-sessions.methods.ts'
import { cacheSession } from '#http/authenticate.ts'
import { findBrowserUser, browserSessionQuery, type BrowserSessionRow } from './browser-sessions.store.ts'

export { browserSessionQuery as hereOfSession, type BrowserSessionRow as HereRow }

/** Reauthentication settings of a session. */
export interface Reauthentication {
  /** The interval of the workspace; null for none. */
  readonly workspaceMinutes: number | null
  /** Offline access continues after sign-out and has its own expiry. */
  readonly isOffline: boolean
}

/** The user of a browser and how they signed in. */
export interface BrowserSession {
  readonly workspace: string
  readonly session: string
  readonly user: string
  readonly name: string
  /** Whose card opened this shared account; null for the own account. */
  readonly openedBy: { readonly id: string; readonly name: string } | null
  readonly email: string | null
  readonly method: string
  readonly way: PolicySignInMethod | null
  readonly key: string | null
  readonly keyKind: number | null
  readonly model: string | null
  /** Location that a phone sent with its approval. */
  readonly position: Facts['position']
  readonly level: StrengthLevel
  /** A passkey or card verified the user by PIN, finger, or face. */
  readonly verified: boolean
  readonly amr: readonly string[]
  readonly acr: string
  readonly acrs: readonly string[]
  readonly authTime: Date
  readonly ip: string | null
  readonly fresh: boolean
  readonly reauthentication: Reauthentication
}

const freshFor = 5 * 60_000

/**
 * The user signed in at a browser with these cookies; undefined if there is none or the session ended. The
 * session is checked each time, as in every call.
 */
export async function findUserOfBrowser(
  world: AppContext,
  workspace: string,
  cookies: string | undefined,
): Promise<BrowserSession | undefined> {
  const session = browserSessionIn(world, workspace, cookies)
  return session === undefined ? undefined : loadBrowserSession(world, workspace, session)
}

export async function loadBrowserSession(
  world: AppContext,
  workspace: string,
  session: string,
): Promise<BrowserSession | undefined> {
  const row = await findBrowserUser(backgroundContext(world, workspace), session)
  return row && toBrowserSession(world, workspace, session, row)
}

export function toBrowserSession(
  world: AppContext,
  workspace: string,
  session: string,
  row: BrowserSessionRow,
): BrowserSession {
  if (!row.cached) cacheSession(world, workspace, session)
  const { amr, acrs } = howOf(row)
  const authTime = row.method === 'demo' ? row.created_at : (row.verified_at ?? row.created_at)
  const way = methodOfSession(row)
  const level = row.provider_level ?? levelOfKey({ keyKind: row.key_kind, copied: row.copied, way })
  const verified = row.copied !== null || row.provider_level !== null
  const proof = { level, way, keyKind: row.key_kind, model: row.model, verified, signedInAt: authTime }
  return {
    workspace,
    session,
    user: row.user_id,
    name: row.name,
    openedBy: row.opened_by === null ? null : { id: row.opened_by, name: row.opened_by_name ?? '' },
    email: row.email,
    method: row.method,
    way,
    level,
    model: row.model,
    key: row.key_id,
    keyKind: row.key_kind,
    position: row.position,
    verified,
    amr,
    acr: acrs[0] ?? '',
    acrs: [...acrs, ...ownStrengthsMet(row.strengths ?? [], proof, world.clock.now()).map(acrOf)],
    authTime,
    ip: row.ip,
    reauthentication: { workspaceMinutes: row.reauthentication_minutes, isOffline: row.is_offline },
    fresh: row.verified_at !== null && world.clock.now().getTime() - row.verified_at.getTime() < freshFor,
  }
}

/** Who opens an application, for its log entry: of a shared account the user whose card opened it. */
export const openerOf = ({ user: id, name, openedBy }: BrowserSession) =>
  openedBy ? { by: openedBy, after: { opened: name } } : { by: { id, name } }

export const backgroundContext = (world: AppContext, workspace: string, ip = '', userAgent = ''): AutocommitContext =>
  Object.assign(Object.create(world) as AutocommitContext, {
    workspace,
    actor: { kind: 'nobody' } as const,
    request: { id: 'sso', ip, userAgent },
  })
