import { type CardStatus } from '@claviger/contract/keys/access-keys'
import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { mustEnter } from '#platform/entrance/entrance.ts'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { Sealer } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { type Session, sessionAfterTap } from '../authenticator/authenticator.session.ts'
import { sealerOfKey } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { PolicyRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import type { Decision } from '#features/decide/decisions/decisions.ts'
import { accountsOf } from '../sharing/sharing.accounts.ts'
import { isProofDue } from '../security-keys/security-keys.ts'
import * as store from './held-keys.store.ts'
import type { TapRequest, KeyOfOwner, HeldKeyState, SessionWrite, TappedKey } from './held-keys.store.ts'
import { triesSince } from '../security-keys/security-keys.pins.ts'
import { refusedProgram } from './held-keys.programs.ts'
import { bytesOfSession, sealForTap, openedTap, SESSION_LASTS, sessionOfBytes } from './tap-session.ts'

export const CLIENT_PIN = 0x06

export interface RefusedTap extends PolicyRefusal {
  /** Where the user can meet the missing requirements by signing in. */
  readonly signIn?: string
}

export interface CardTap {
  readonly asking: TapRequest
  readonly request: Uint8Array
  readonly tapped: boolean
  /** The program vouches that its reader recognized the owner, for this request. */
  readonly matched: boolean
  /** The account whose passkeys are used; null for the owner's. */
  readonly account: string | null
  readonly newSession: string
}

export interface TapAnswer {
  readonly response: Uint8Array
  readonly session: string
  readonly appUsedAt: Date | null
  readonly refused?: RefusedTap | undefined
  readonly decision?: Decision | undefined
}

export interface CardContext {
  readonly key: KeyOfOwner
  readonly tries: NonNullable<HeldKeyState['state']>
  readonly credentials: HeldKeyState['credentials']
  /** Another user's account whose passkeys are used; null for the owner's. */
  readonly shared: OpenedAccount | null
  readonly sealer: Sealer
  readonly session: {
    readonly id: string
    readonly revision: number | null
    readonly now: Session
    /** The stored session in CBOR and its expiry; undefined for a new one. */
    readonly stored: { readonly bytes: Uint8Array; readonly ends: Date } | undefined
  }
}

/**
 * Loads everything needed to answer a request; `held` locks the key until the transaction ends.
 * @throws reader-refused, workspace-disabled, card-unknown, key-pending, key-suspended, key-blocked,
 * key-waiting, account-not-shared
 */
export async function cardContextOf(ctx: TransactionContext, tap: CardTap, held: boolean): Promise<CardContext> {
  // Lock the cards whose counters may be drawn first, always in the same order
  if (held && tap.account !== null) await store.lockCards(ctx.db, tap.asking.card, tap.account)
  const read = held ? store.readLocked : store.readUnlocked
  const { asked, state, credentials } = await read(ctx.db, tap.asking, ctx.clock.now())
  if (!asked || !state) throw refusedProgram(ctx, tap.asking.app)
  // Owners can still sign in to a disabled workspace on our own page, whose program has the workspace's ID. The
  // page itself checks who else can enter
  if (tap.asking.app !== workspaceOf(ctx)) mustEnter('reader', state.workspace_status)
  const key = 'id' in asked && asked.id !== null ? asked : undefined
  const status = cardStatusOf(key, key?.owner_out ?? false, ctx.clock.now())
  if (!key || status === 'unknown') throw problem('card-unknown')
  if (status !== 'active') throw problem(`key-${status}`)
  const sealer = sealerOfKey(ctx, workspaceOf(ctx), state.sealed_key)
  const ofKey = { key, tries: state, sealer, session: sessionOf(ctx, tap, key, state) }
  if (tap.account === null || tap.account === key.user_id) return { ...ofKey, credentials, shared: null }
  const shared = (await accountsOf(ctx, key)).find(one => one.id === tap.account)
  if (!shared) throw problem('account-not-shared')
  return {
    ...ofKey,
    credentials: await store.credentialsOfAccount(ctx.db, shared.id, { held, now: ctx.clock.now() }),
    shared,
  }
}

export function cardStatusOf(
  key: Pick<TappedKey, 'binned' | 'status' | 'blocked_at' | 'proof_due' | 'proof_counts_at'> | undefined,
  ownerOut: boolean,
  now: Date,
): CardStatus {
  if (!key || key.binned) return 'unknown'
  if (key.status === keyStatus.pending) return 'pending'
  if (key.status === keyStatus.suspended || ownerOut) return 'suspended'
  if (key.blocked_at !== null) return 'blocked'
  return isProofDue(key, now) ? 'waiting' : 'active'
}

/** A new PIN, or a block, ends what another PIN granted, in every session (CTAP 2.1 §6.5.5.6 step 19). */
const withoutOldToken = (session: Session, key: TappedKey): Session =>
  session.token && session.token.issuedAt < (triesSince(key)?.getTime() ?? 0) ? { ...session, token: null } : session

function sessionOf(
  ctx: TransactionContext,
  tap: CardTap,
  key: TappedKey,
  state: NonNullable<HeldKeyState['state']>,
): CardContext['session'] {
  const now = ctx.clock.now().getTime()
  const { session } = tap.asking
  if (session === null || state.session === null)
    return { id: tap.newSession, revision: null, now: sessionAfterTap(now), stored: undefined }
  const bytes = openedTap(ctx, session, key.id, state.session)
  const before = withoutOldToken(sessionOfBytes(bytes), key)
  return {
    id: session,
    revision: state.session_revision,
    now: tap.tapped ? sessionAfterTap(now, before) : before,
    stored: { bytes, ends: state.session_ends ?? new Date(0) },
  }
}

/** An unchanged session is stored only if it would otherwise expire this much too early, ms. */
const AT_MOST_SHORTER = 60_000

/** Stores the session after an answer; false if another request has used it meanwhile. */
export async function keepSession(
  ctx: TransactionContext,
  tap: CardTap,
  context: CardContext,
  to: Session,
): Promise<boolean> {
  const write = writeOf(ctx, tap, context, to)
  return write === undefined || store.saveSession(ctx.db, write)
}

/**
 * Stores the session in statements sent together with the commit; fails if another request has used it
 * meanwhile.
 */
export async function saveSessionOfTap(
  ctx: TransactionContext,
  tap: CardTap,
  context: CardContext,
  to: Session,
): Promise<void> {
  const write = writeOf(ctx, tap, context, to)
  if (write) await store.saveSessionOrFail(ctx.db, write)
}

function writeOf(
  ctx: TransactionContext,
  tap: CardTap,
  { key, session }: CardContext,
  to: Session,
): SessionWrite | undefined {
  const ends = new Date(ctx.clock.now().getTime() + SESSION_LASTS)
  const bytes = bytesOfSession(to)
  const { stored } = session
  const isStored = stored !== undefined && Buffer.compare(bytes, stored.bytes) === 0
  if (isStored && ends.getTime() - stored.ends.getTime() < AT_MOST_SHORTER) return undefined
  return {
    id: session.id,
    app: tap.asking.app,
    key: key.id,
    computer: tap.asking.computer,
    state: sealForTap(ctx, session.id, key.id, bytes),
    ends,
    revision: session.revision,
  }
}

/** Another request used the session or counter first; this one must be rolled back. */
export class TapConflict extends Error {
  readonly told: Omit<TapAnswer, 'response'>
  constructor({ key, session }: CardContext) {
    super('overtaken')
    this.told = { session: session.id, appUsedAt: key.app_used_at }
  }
}

/** Answers an overtaken request: the platform should retry. */
export const busyAnswer = ({ told }: TapConflict): TapAnswer => ({
  ...told,
  response: Buffer.of(ctapStatuses.CHANNEL_BUSY),
})
