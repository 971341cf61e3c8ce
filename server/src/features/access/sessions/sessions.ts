import { createHash, randomBytes } from 'node:crypto'
import type { Tokens } from '@claviger/contract/access/sign-in'
import { days, later, minutes } from '../../../ground/clock.ts'
import { idBytes, idOfBytes, newId } from '../../../ground/ids.ts'
import { sayTo } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { sameBytes } from '../../../ground/secrets/seal.ts'
import { enterWorkspace, userOf, workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { stillOpens } from '../../keys/sharing/accounts.ts'
import {
  endOthersOf,
  endSessionsBut,
  endSessionOf,
  insertSession,
  lockSession,
  type Method,
  openSessions,
  turnGeneration,
} from './sessions.store.ts'
import { deviceInWords } from '../../../ground/user-agent.ts'

interface Opening {
  user: string
  method: Method
  /** A passkey just confirmed the person. */
  verified: boolean
  /** Who opened it with a card, where the account is somebody else's. */
  openedBy?: string | undefined
}

const hashOf = (secret: Uint8Array) => createHash('sha256').update(secret).digest()

/** Refresh reference: session (16), workspace (16), generation (4), secret (16). */
function refreshReference(
  ctx: Ctx,
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

function tokensOf(ctx: Ctx, session: string, workspace: string, generation: number, secret: Uint8Array): Tokens {
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

/** Opens a session for a user of the transaction's workspace. The caller records how the person signed in. */
export async function openSession(ctx: Ctx, opening: Opening): Promise<Tokens> {
  const workspace = workspaceOf(ctx)
  const now = ctx.clock.now()
  const id = newId()
  const secret = randomBytes(16)
  await insertSession(ctx.db, {
    workspace_id: workspace,
    id,
    user_id: opening.user,
    method: opening.method,
    created_at: now,
    verified_at: opening.verified ? now : null,
    expires_at: later(now, days(ctx.config.refreshDays)),
    refresh_hash: hashOf(secret),
    ip: ctx.request.ip.slice(0, 45),
    user_agent: ctx.request.userAgent.slice(0, 400),
    opened_by: opening.openedBy ?? null,
  })
  return tokensOf(ctx, id, workspace, 1, secret)
}

/**
 * New tokens for a refresh token. Each is good once: a second use shows that somebody else holds a copy,
 * so the whole session ends (RFC 9700 §4.14.2). One of a shared account ends with the sharing. Throws refresh-refused.
 */
export async function refreshSession(ctx: Ctx, text: string): Promise<Tokens> {
  const payload = ctx.references.read('refresh', text, ctx.clock.now())
  if (!payload || payload.length !== 52) throw problem('refresh-refused')
  const session = idOfBytes(payload.subarray(0, 16))
  const workspace = idOfBytes(payload.subarray(16, 32))
  await enterWorkspace(ctx, workspace)
  const row = await lockSession(ctx.db, session, ctx.clock.now())
  if (!row) throw problem('refresh-refused')
  const generation = payload.readUInt32BE(32)
  if (generation !== row.generation || !sameBytes(row.refresh_hash, hashOf(payload.subarray(36)))) {
    throw replayed(session, workspace, row)
  }
  if (row.opened_by !== null && !(await stillOpens(ctx, row.opened_by, row.user_id)))
    throw closed(session, workspace, row)
  const secret = randomBytes(16)
  const now = ctx.clock.now()
  await turnGeneration(ctx.db, session, {
    generation: row.generation + 1,
    refresh_hash: hashOf(secret),
    last_seen_at: now,
    expires_at: later(now, days(ctx.config.refreshDays)),
    ip: ctx.request.ip.slice(0, 45),
  })
  return tokensOf(ctx, session, workspace, row.generation + 1, secret)
}

const replayed = (session: string, workspace: string, row: { user_id: string; name: string }) =>
  problem('refresh-refused').but(workspace, async ctx => {
    await endSessionOf(ctx.db, row.user_id, session, ctx.clock.now())
    await record(ctx, {
      action: 'session.replayed',
      kind: 'use',
      failed: 'A refresh token was used twice, so the session was ended',
      by: { id: row.user_id, name: row.name },
    })
  })

const closed = (session: string, workspace: string, row: { user_id: string; name: string }) =>
  problem('refresh-refused').but(workspace, async ctx => {
    await endSessionOf(ctx.db, row.user_id, session, ctx.clock.now())
    await record(ctx, {
      action: 'session.ended',
      kind: 'use',
      object: { type: 'session', id: session, name: 'Session' },
      by: { id: row.user_id, name: row.name },
    })
  })

/** Own sessions that are still open, the newest first. */
export async function listSessions(ctx: Ctx) {
  const actor = userOf(ctx)
  const rows = await openSessions(ctx.db, actor.id, ctx.clock.now())
  const say = sayTo(ctx)
  return {
    items: rows.map(row => ({
      id: row.id,
      current: row.id === actor.sessionId,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      ip: row.ip ?? '',
      device: deviceInWords(row.user_agent ?? '', say),
      method: row.method === 'command' ? ('link' as const) : (row.method as Exclude<Method, 'command'>),
    })),
  }
}

/** Ends one of the own sessions. Throws not-found. */
export async function endSession(ctx: Ctx, input: { id: string }) {
  const actor = userOf(ctx)
  const ended = await endSessionOf(ctx.db, actor.id, input.id, ctx.clock.now())
  if (!ended) throw problem('not-found')
  await record(ctx, {
    action: 'session.ended',
    kind: 'use',
    object: { type: 'session', id: input.id, name: 'Session' },
  })
  return { ok: true as const }
}

/** Ends all own sessions but this one. */
export async function endOtherSessions(ctx: Ctx) {
  const actor = userOf(ctx)
  const ended = await endOthersOf(ctx.db, actor.id, actor.sessionId, ctx.clock.now())
  if (ended > 0) await record(ctx, { action: 'session.ended', kind: 'use', after: { sessions: ended } })
  return { ended }
}

/** Ends every session of a user, for an account that is closed. */
export async function endAllSessions(ctx: Ctx, user: string): Promise<void> {
  await endOthersOf(ctx.db, user, undefined, ctx.clock.now())
}

/** Ends the sessions of everybody in the workspace but these users, for a workspace that is closed. */
export const endSessionsOfOthers = (ctx: Ctx, users: readonly string[]): Promise<void> =>
  endSessionsBut(ctx.db, workspaceOf(ctx), users, ctx.clock.now())

/** Ends the session that asks. */
export async function signOut(ctx: Ctx) {
  const actor = userOf(ctx)
  await endSessionOf(ctx.db, actor.id, actor.sessionId, ctx.clock.now())
  await record(ctx, { action: 'sign-out', kind: 'use' })
  return { ok: true as const }
}
