import type { WayIn } from '@claviger/contract/decide/policy-content'
import type { Apart, World } from '../../../ground/world.ts'
import { browserSessionIn } from '../../access/sessions/sessions.browser.ts'
import { howOf, wayOf } from './browser-sessions.how.ts'
import { cacheSession } from '../../../http/authenticate.ts'
import { findHere, hereOfSession, type HereRow } from './browser-sessions.store.ts'

export { hereOfSession, type HereRow }

// The face of the room: the protocols of single sign-on ask here who sits before the browser, and send to sign-in whoever
// does not sit there yet (`browser-sessions.trips.ts`)

/** Who is known at a browser, and how they signed in. */
export interface Here {
  readonly workspace: string
  readonly session: string
  readonly user: string
  readonly name: string
  readonly email: string | null
  readonly method: string
  /** The way in, for access policies. */
  readonly way: WayIn | null
  /** The security key that was used, and its kind. */
  readonly key: string | null
  readonly keyKind: number | null
  /** A passkey or a card confirmed the person by PIN, finger or face. */
  readonly verified: boolean
  /** In the words of RFC 8176. */
  readonly amr: readonly string[]
  /** The strongest name of what the sign-in proves. */
  readonly acr: string
  /** All such names that it is enough for. */
  readonly acrs: readonly string[]
  /** When the person last proved who they are. */
  readonly authTime: Date
  /** Where the session was opened or renewed last. */
  readonly ip: string | null
  /** That was within the last five minutes, by a passkey. */
  readonly fresh: boolean
}

const freshFor = 5 * 60_000

/**
 * Who is signed in at a browser that sent these cookies, in a workspace; undefined where nobody is, or not any more: the
 * session is asked each time as every call asks it.
 */
export async function whoIsHere(
  world: World,
  workspace: string,
  cookies: string | undefined,
): Promise<Here | undefined> {
  const session = browserSessionIn(world, workspace, cookies)
  return session === undefined ? undefined : hereOf(world, workspace, session)
}

/** Who is behind a session, while it stands: for what an application asks by itself, in the name of whoever signed in there. */
export async function hereOf(world: World, workspace: string, session: string): Promise<Here | undefined> {
  const row = await findHere(besideRequests(world, workspace), session)
  return row && hereBy(world, workspace, session, row)
}

/** The person of a session, as its row was read. */
export function hereBy(world: World, workspace: string, session: string, row: HereRow): Here {
  if (!row.cached) cacheSession(world, workspace, session)
  const { amr, acrs } = howOf(row)
  const authTime = row.method === 'demo' ? row.created_at : (row.verified_at ?? row.created_at)
  return {
    workspace,
    session,
    user: row.user_id,
    name: row.name,
    email: row.email,
    method: row.method,
    way: wayOf(row),
    key: row.key_id,
    keyKind: row.key_kind,
    verified: row.copied !== null,
    amr,
    acr: acrs[0] ?? '',
    acrs,
    authTime,
    ip: row.ip,
    fresh: row.verified_at !== null && world.clock.now().getTime() - row.verified_at.getTime() < freshFor,
  }
}

/** Work within a workspace that belongs to no call of the API. */
export const besideRequests = (world: World, workspace: string, ip = '', userAgent = ''): Apart =>
  Object.assign(Object.create(world) as Apart, {
    workspace,
    actor: { kind: 'nobody' } as const,
    request: { id: 'sso', ip, userAgent },
  })
