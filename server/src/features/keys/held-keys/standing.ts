import { type CardStanding } from '@claviger/contract/keys/security-keys/access-keys'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { problem } from '../../../ground/problem.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type Session, tapped } from '../authenticator/session.ts'
import type { KeyRow } from '../security-keys/security-keys.ts'
import { sealerOfKey } from '../../tenancy/workspaces/workspace-key.ts'
import { type Asking, type KeyOfOwner, type Read, readAsked, saveSession } from './held-keys.store.ts'
import { closed, opened, SESSION_LASTS } from './tap-session.ts'

/** A request of CTAP2 for a card that was tapped at a computer. */
export interface Tap {
  readonly asking: Asking
  readonly request: Uint8Array
  /** The card was tapped again in the same session. */
  readonly tapped: boolean
  /** Names the session, should one begin. */
  readonly newSession: string
}

export interface TapAnswer {
  readonly response: Uint8Array
  readonly session: string
  /** When the program was last used, before this. */
  readonly appUsedAt: Date | null
}

/** What stands behind a request that may be answered. */
export interface Standing {
  readonly key: KeyOfOwner
  readonly tries: NonNullable<Read['state']>
  readonly credentials: Read['credentials']
  readonly sealer: Sealer
  readonly session: { readonly id: string; readonly revision: number | null; readonly now: Session }
}

/**
 * Reads what stands behind a request; the key is held until the transaction ends, or not. Throws reader-refused,
 * card-unknown, key-pending, key-suspended and key-blocked.
 */
export async function standingOf(ctx: Ctx, tap: Tap, held: boolean): Promise<Standing> {
  const { asked, state, credentials } = await readAsked(ctx.db, tap.asking, ctx.clock.now(), held)
  if (!asked || !state) throw problem('reader-refused')
  const key = 'id' in asked && asked.id !== null ? asked : undefined
  const standing = cardStanding(key, key?.owner_out ?? false)
  if (!key || standing === 'unknown') throw problem('card-unknown')
  if (standing !== 'active') throw problem(`key-${standing}`)
  const sealer = sealerOfKey(ctx, workspaceOf(ctx), state.sealed_key)
  return { key, tries: state, credentials, sealer, session: sessionOf(ctx, tap, state) }
}

/** What a card is to whoever holds it. */
export function cardStanding(key: KeyRow | undefined, ownerOut: boolean): CardStanding {
  if (!key || key.binned) return 'unknown'
  if (key.status === keyStatus.pending) return 'pending'
  if (key.status === keyStatus.suspended || ownerOut) return 'suspended'
  return key.blocked_at === null ? 'active' : 'blocked'
}

function sessionOf(ctx: Ctx, tap: Tap, state: NonNullable<Read['state']>): Standing['session'] {
  const now = ctx.clock.now().getTime()
  const { session, newSession } = { ...tap.asking, ...tap }
  if (session === null || state.session === null) return { id: newSession, revision: null, now: tapped(now) }
  const stored = opened(ctx, session, state.session)
  return { id: session, revision: state.session_revision, now: tap.tapped ? tapped(now, stored) : stored }
}

/** Stores a session as it is after an answer; false where another request has gone on with it meanwhile. */
export function keepSession(ctx: Ctx, tap: Tap, { key, session }: Standing, to: Session): Promise<boolean> {
  return saveSession(ctx.db, {
    id: session.id,
    app: tap.asking.app,
    key: key.id,
    computer: tap.asking.computer,
    state: closed(ctx, session.id, to),
    ends: new Date(ctx.clock.now().getTime() + SESSION_LASTS),
    revision: session.revision,
  })
}
