import { createHash, randomBytes } from 'node:crypto'
import type { Facts } from '@claviger/contract/decide/decisions'
import type { FactorLevel } from '@claviger/contract/connect/identity-providers'
import type { Session } from '@claviger/contract/access/sessions'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { days, hours, later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes, newId } from '#platform/ids.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { runAutocommit, enterWorkspace, userOf, workspaceOf } from '#platform/db/transaction.ts'
import { type StatementPart, runParts } from '#platform/db/parts.ts'
import type { AutocommitContext, TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { canStillOpen } from '#features/keys/sharing/sharing.accounts.ts'
import { isRefusedNow } from './sessions.reviews.ts'
import * as store from './sessions.store.ts'
import type { Ending, SessionMethod, SessionWay } from './sessions.store.ts'
import { deviceInWords } from '#platform/user-agent.ts'
import { browserSession, forgetBrowserSession, keepInBrowser } from './sessions.browser.ts'

/** What a trusted identity provider checked, and the methods that it reported. */
export interface ProviderFactors {
  readonly level: FactorLevel
  readonly methods: readonly string[]
}

interface Opening {
  user: string
  method: SessionMethod
  /** Sign-in method, if it differs from `method`: cards and phones also use a passkey. */
  way?: SessionWay
  verified: boolean
  passkey?: string | undefined
  key?: string | undefined
  openedBy?: string | undefined
  position?: Facts['position'] | undefined
  factors?: ProviderFactors | undefined
}

/** Links, the demo, and the operator are not methods that a profile can disable. */
const wayOf = (method: SessionMethod): SessionWay | null =>
  method === 'link' || method === 'demo' || method === 'command' ? null : method

const hashOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest()

/** Refresh token: session (16 bytes), workspace (16), generation (4), secret (16). */
function refreshReference(
  ctx: AppContext,
  session: string,
  workspace: string,
  generation: number,
  secret: Uint8Array,
  endsAt: Date,
): string {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(generation)
  return ctx.references.sign('refresh', Buffer.concat([idBytes(session), idBytes(workspace), number, secret]), endsAt)
}

function tokensOf(ctx: AppContext, session: string, workspace: string, generation: number, secret: Uint8Array): Tokens {
  const now = ctx.clock.now()
  const accessEnds = later(now, minutes(ctx.config.accessMinutes))
  return {
    accessToken: ctx.references.sign('access', Buffer.concat([idBytes(session), idBytes(workspace)]), accessEnds),
    refreshToken: refreshReference(
      ctx,
      session,
      workspace,
      generation,
      secret,
      later(now, days(ctx.config.refreshDays)),
    ),
    expiresIn: ctx.config.accessMinutes * 60,
  }
}

export async function openSession(ctx: TransactionContext, opening: Opening): Promise<Tokens> {
  const { tokens, session } = newSession(ctx, opening)
  await runParts(ctx.db, { session })
  return tokens
}

export function newSession(
  ctx: TransactionContext | AutocommitContext,
  opening: Opening,
): { tokens: Tokens; session: StatementPart } {
  const workspace = workspaceOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  const secret = randomBytes(16)
  const endsAt = later(now, days(ctx.config.sessionDays))
  if (opening.method !== 'command') keepInBrowser(ctx, { id, workspace, endsAt })
  const session = store.insertSession({
    workspace_id: workspace,
    id,
    user_id: opening.user,
    method: opening.method,
    way: opening.way ?? wayOf(opening.method),
    created_at: now,
    // A visitor of the demonstration has no passkey to confirm with, and nothing is at stake there
    verified_at: opening.verified ? (opening.method === 'demo' ? endsAt : now) : null,
    expires_at: later(now, days(Math.min(ctx.config.refreshDays, ctx.config.sessionDays))),
    ends_at: endsAt,
    role_ends_at: later(now, hours(ctx.config.administratorHours)),
    credential_id: opening.passkey ?? null,
    key_id: opening.key ?? null,
    refresh_hash: hashOf(secret),
    ip: ctx.request.ip.slice(0, 45),
    user_agent: ctx.request.userAgent.slice(0, 400),
    opened_by: opening.openedBy ?? null,
    position: opening.position ?? null,
    provider_level: opening.factors?.level ?? null,
    provider_methods: opening.factors?.methods ?? null,
  })
  return { tokens: tokensOf(ctx, id, workspace, 1, secret), session }
}

/**
 * New tokens for a refresh token. Each token works once: a second use means that it was copied, so the entire session
 * ends (RFC 9700 §4.14.2). Sessions of a shared account end with the sharing. Access policies are asked each time.
 * @throws refresh-refused
 */
export async function refreshSession(ctx: RequestContext, text: string): Promise<Tokens> {
  const now = ctx.clock.now()
  const payload = ctx.references.read('refresh', text, now)
  if (!payload || payload.length !== 52) throw problem('refresh-refused')
  const workspace = idOfBytes(payload.subarray(16, 32))
  const secret = randomBytes(16)
  const to = {
    workspace,
    id: idOfBytes(payload.subarray(0, 16)),
    generation: payload.readUInt32BE(32),
    hash: hashOf(payload.subarray(36)),
    nextHash: hashOf(secret),
    ip: ctx.request.ip.slice(0, 45),
    ...timesOf(ctx),
  }
  const { actor, request } = ctx
  const isRenewed = await runAutocommit(ctx, { actor, request, workspace }, at => store.renewSession(at, to, false))
  if (!isRenewed) await ctx.transact(inner => renewAfterChecks(inner, { ...to, ...timesOf(ctx) }))
  return tokensOf(ctx, to.id, workspace, to.generation + 1, secret)
}

function timesOf({ clock, config }: AppContext) {
  const now = clock.now()
  return { now, unused: later(now, days(config.refreshDays)) }
}

/** Renews a session that must be checked first, or says why it can't be renewed. @throws refresh-refused */
async function renewAfterChecks(ctx: TransactionContext, to: Parameters<typeof store.renewSession>[1]): Promise<void> {
  const { workspace, id } = to
  await enterWorkspace(ctx, workspace)
  const row = await store.lockSession(ctx.db, to)
  // Only the owner of the newest token learns why the session ended; others learn only that it ended
  if (!row?.is_alive) throw problem('refresh-refused', row?.is_newest ? whyOver(ctx, row) : undefined)
  if (!row.is_newest) throw replayed(id, workspace, row)
  if (row.opened_by !== null && !(await canStillOpen(ctx, row.opened_by, row.user_id)))
    throw closed(id, workspace, row, 'sharing')
  if (await isRefusedNow(ctx, id)) throw closed(id, workspace, row, 'policy')
  if (!(await store.renewSession(ctx, to, true))) throw problem('refresh-refused')
}

const endings: Record<Ending, string | undefined> = {
  own: undefined,
  replayed: msg('You were signed out because your session might have been copied. Sign in again'),
  administrator: msg('You were signed out by an administrator. Sign in again'),
  user: msg('You were signed out because your account was suspended or closed'),
  role: msg('You were signed out because your role changed. Sign in again'),
  key: msg('You were signed out because the security key you signed in with can no longer be used'),
  pin: msg('You were signed out because the PIN of your security key was changed. Sign in again'),
  passkey: msg('You were signed out because the passkey you signed in with was deleted'),
  password: msg('You were signed out because your password was changed. Sign in again'),
  sharing: msg('You were signed out because the account is no longer shared with you'),
  workspace: msg('You were signed out because the workspace was disabled'),
  number: msg('You were signed out because your phone number was changed. Sign in again'),
  address: msg('You were signed out because your email address was changed. Sign in again'),
  finger: msg('You were signed out because a fingerprint of your security key was deleted. Sign in again'),
  policy: msg('You were signed out because an access policy of your workspace no longer allows this sign-in'),
  provider: msg('You were signed out because the session at your identity provider ended'),
  profile: msg(
    'You were signed out because your workspace no longer allows the sign-in method you used. Sign in again',
  ),
}
const overTime = msg('You were signed out because your session reached its maximum duration. Sign in again')

function whyOver(ctx: TransactionContext, row: NonNullable<Awaited<ReturnType<typeof store.lockSession>>>) {
  if (row.ended_for !== null) return endings[row.ended_for as Ending]
  const now = ctx.clock.now()
  return row.ended_at === null && (row.ends_at <= now || row.role_ends_at <= now) ? overTime : undefined
}

const replayed = (session: string, workspace: string, row: { user_id: string; name: string }) =>
  problem('refresh-refused').but(workspace, async ctx => {
    await store.endSessionOf(ctx.db, row.user_id, session, ctx.clock.now(), 'replayed')
    await record(ctx, {
      action: 'session.replayed',
      failed: 'A refresh token was used twice, so the session was ended',
      by: { id: row.user_id, name: row.name },
    })
  })

const closed = (session: string, workspace: string, row: { user_id: string; name: string }, why: Ending) =>
  problem('refresh-refused', endings[why]).but(workspace, async ctx => {
    await store.endSessionOf(ctx.db, row.user_id, session, ctx.clock.now(), why)
    await record(ctx, {
      action: 'session.ended',
      object: { type: 'session', id: session, name: 'Session' },
      by: { id: row.user_id, name: row.name },
    })
  })

/**
 * Opens another session for another tab, with the same origin and expiry: each tab renews its own tokens. Requires
 * the refresh token, so that a stolen short-lived access token can't become a long-lived one. Accounts of other users
 * can be open in one tab only.
 * @throws not-found
 */
export async function openAnother(ctx: TransactionContext, input: { refreshToken: string }): Promise<Tokens> {
  const now = ctx.clock.now()
  const id = newId()
  const secret = randomBytes(16)
  const payload = ctx.references.read('refresh', input.refreshToken, now)
  if (payload?.length !== 52) throw problem('not-found')
  const opened = await store.insertTabSession(ctx.db, userOf(ctx).sessionId, {
    id,
    now,
    unused: later(now, days(ctx.config.refreshDays)),
    held: hashOf(payload.subarray(36)),
    refresh_hash: hashOf(secret),
    ip: ctx.request.ip.slice(0, 45),
    user_agent: ctx.request.userAgent.slice(0, 400),
  })
  if (!opened) throw problem('not-found')
  return tokensOf(ctx, id, workspaceOf(ctx), 1, secret)
}

/** The caller's open sessions, newest first. */
export const listSessions = (ctx: TransactionContext) => listOf(ctx, userOf(ctx).id)

/** A user's open sessions, newest first. */
export async function listOf(ctx: TransactionContext, user: string): Promise<{ items: Session[] }> {
  const rows = await store.openSessions(ctx.db, user, ctx.clock.now())
  const say = sayTo(ctx)
  return {
    items: rows.map(row => ({
      id: row.id,
      current: ctx.actor.kind === 'user' && row.id === ctx.actor.sessionId,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      ip: row.ip ?? '',
      device: deviceInWords(row.user_agent ?? '', say),
      method: row.method as SessionMethod,
      key: row.key,
      openedBy: row.opened_by,
      offlineFor: row.offline_for,
    })),
  }
}

/** Ends one of the caller's sessions. @throws not-found */
export async function endSession(ctx: TransactionContext, input: { id: string }) {
  const actor = userOf(ctx)
  const ended = await store.endSessionOf(ctx.db, actor.id, input.id, ctx.clock.now(), 'own')
  if (!ended) throw problem('not-found')
  await record(ctx, {
    action: 'session.ended',
    object: { type: 'session', id: input.id, name: 'Session' },
  })
  return { ok: true as const }
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(ctx: TransactionContext) {
  const actor = userOf(ctx)
  const ended = await store.endMany(ctx.db, actor.id, { stays: actor.sessionId, why: 'own' }, ctx.clock.now())
  if (ended > 0) await record(ctx, { action: 'session.ended', after: { sessions: ended } })
  return { ended }
}

export async function endAllSessions(ctx: TransactionContext, user: string): Promise<void> {
  await store.endMany(ctx.db, user, { why: 'user' }, ctx.clock.now())
}

/** Ends a session because its user signed out at the provider that opened it. */
export const endSessionOfProvider = (ctx: TransactionContext, user: string, session: string) =>
  store.endSessionOf(ctx.db, user, session, ctx.clock.now(), 'provider')

/** Ends sessions opened with the changed password, except the current one. */
export async function endSessionsByPassword(ctx: TransactionContext, user: string): Promise<void> {
  const stays = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
  await store.endMany(ctx.db, user, { stays, method: 'password', why: 'password' }, ctx.clock.now())
}

/** Ends the sessions of all users except these, because the workspace is closed. */
export const endSessionsOfOthers = (ctx: TransactionContext, users: readonly string[]): Promise<void> =>
  store.endSessionsBut(ctx.db, workspaceOf(ctx), users, ctx.clock.now())

/** Ends sessions whose method the profiles no longer allow, except the current one. */
export const endSessionsByProfile = (ctx: TransactionContext): Promise<void> =>
  store.endDisallowedSessions(ctx.db, ctx.actor.kind === 'user' ? ctx.actor.sessionId : null, ctx.clock.now())

export async function signOut(ctx: TransactionContext) {
  const actor = userOf(ctx)
  const now = ctx.clock.now()
  await store.endSessionOf(ctx.db, actor.id, actor.sessionId, now, 'own')
  // The cookie may belong to another tab's session; end it too, so that no application stays signed in
  const known = browserSession(ctx, workspaceOf(ctx))
  if (known !== undefined && known !== actor.sessionId) await store.endSessionOf(ctx.db, actor.id, known, now, 'own')
  forgetBrowserSession(ctx, workspaceOf(ctx))
  await record(ctx, { action: 'sign-out' })
  return { ok: true as const }
}
