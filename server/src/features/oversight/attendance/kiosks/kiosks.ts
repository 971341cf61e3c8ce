import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type {
  AttendanceKiosk,
  attendanceKiosk,
  KioskState,
} from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { KioskDirection } from '@claviger/contract/oversight/attendance/session-fields'
import { days, later, minutes } from '#platform/clock.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { mustBeOpenTo } from '#platform/entrance/entrance.ts'
import { idOfBytes, newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { sessionOfCaller } from '../attendance.ts'
import { findSession, sessionOfKiosk, type AttendanceRow } from '../attendance.store.ts'
import { attendanceCounts } from '../counts.ts'
import * as store from './kiosks.store.ts'
import type { KioskRow } from './kiosks.store.ts'
import { retentionOf } from '../retention.ts'
import { objectOfSession, shownSettingsOf, sessionStateOf } from '../session-rows.ts'
import { credentialReader, latestTaps, receiveTaps } from '../taps/taps.ts'

type Input<Call extends keyof typeof attendanceKiosk.calls> = OutputOf<(typeof attendanceKiosk.calls)[Call]['input']>

const tokenType = 6
const linkType = 7
const linkValidFor = minutes(15)
const mostKiosks = 100
const shownPeople = 8
const seenEvery = minutes(1)
/** How long an unknown card pauses a kiosk that has no more of them free; milliseconds. A list of card numbers has 65,000. */
const pauseForUnknown = 10_000
/** Visitors tap cards of others, too. */
const freeUnknownCards = 120

const hashFor = (world: Pick<AppContext, 'hashKey'>, what: 'kiosk' | 'kiosk-link', secret: Uint8Array) =>
  keyedHash(world.hashKey, what, secret)

/** @throws not-found, attendance-closed, too-many-kiosks */
export async function createLink(ctx: TransactionContext, input: Input<'link'>) {
  const session = await sessionOfCaller(ctx, input.sessionId)
  const now = ctx.clock.now()
  await mustHaveRoom(ctx, session, now)
  const [id, secret] = [newId(), newKeySecret()]
  const expiresAt = later(now, linkValidFor)
  const { name, purpose, direction } = input
  const maker = administratorOf(ctx)
  await store.insertKiosk(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    session_id: session.id,
    name,
    purpose,
    direction,
    link_hash: hashFor(ctx, 'kiosk-link', secret),
    link_ends_at: expiresAt,
    made_by: shownAs(ctx).name.slice(0, 260),
    maker_id: maker.kind === 'api-key' ? maker.keeper : maker.id,
    made_at: now,
  })
  await record(ctx, {
    action: 'attendance-kiosk.invited',
    object: objectOfSession(session),
    after: { name, purpose, direction },
  })
  const code = writeKeyText({ type: linkType, workspace: workspaceOf(ctx), id, secret })
  const url = `${ctx.config.publicUrl}/attendance-tracker?session=${session.id}#${code}`
  return { url, code, expiresAt: expiresAt.toISOString() }
}

async function mustHaveRoom(ctx: TransactionContext, session: AttendanceRow, now: Date): Promise<void> {
  if (sessionStateOf(session, now) === 'closed') throw problem('attendance-closed')
  if ((await store.countKiosks(ctx.db, session.id, now)) >= mostKiosks) throw problem('too-many-kiosks')
}

/**
 * Opens a kiosk by the code of a link, which this spends, or by an API key that is bound to the session.
 * @throws link-spent, not-found, kiosk-refused, attendance-closed, too-many-kiosks, workspace-disabled
 */
export async function openKiosk(ctx: TransactionContext, input: Input<'open'>) {
  await mustBeOpenTo(ctx, 'attendance')
  const secret = newKeySecret()
  const hash = hashFor(ctx, 'kiosk', secret)
  const kiosk = ctx.actor.kind === 'api-key' ? await openByKey(ctx, input, hash) : await openByLink(ctx, hash)
  const session = await findSession(ctx.db, kiosk.session_id)
  if (!session) throw problem('kiosk-refused')
  if (sessionStateOf(session, ctx.clock.now()) === 'closed') throw problem('attendance-closed')
  await record(ctx, {
    action: 'attendance-kiosk.opened',
    by: { id: kiosk.api_key_id, name: kiosk.made_by },
    object: objectOfSession(session),
    after: { name: kiosk.name, purpose: kiosk.purpose },
  })
  const token = writeKeyText({ type: tokenType, workspace: workspaceOf(ctx), id: kiosk.id, secret })
  return { token, state: await stateFor(ctx, kiosk, session) }
}

async function openByLink(ctx: TransactionContext, hash: Buffer): Promise<KioskRow> {
  const { id, secret } = payloadOf(ctx, 'kiosk-link')
  const link = hashFor(ctx, 'kiosk-link', secret)
  const row = await store.spendLink(ctx.db, { id, link, hash, now: ctx.clock.now() })
  if (!row) throw problem('link-spent')
  return row
}

async function openByKey(
  ctx: TransactionContext,
  { sessionId, name = 'Kiosk' }: Input<'open'>,
  hash: Buffer,
): Promise<KioskRow> {
  const { id: key, name: made_by } = shownAs(ctx)
  if (key === null) throw new Error('this work needs an API key')
  const bound = sessionId === undefined ? await store.sessionsOfKey(ctx.db, key) : [sessionId]
  const [session] = bound
  if (bound.length !== 1 || session === undefined || !(await store.opensSession(ctx.db, key, session)))
    throw problem('not-found', 'This API key opens no kiosk of this attendance session')
  const now = ctx.clock.now()
  const row = await findSession(ctx.db, session)
  if (!row) throw problem('kiosk-refused')
  await mustHaveRoom(ctx, row, now)
  const kiosk = {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    session_id: session,
    name,
    purpose: 'kiosk',
    direction: 'both',
    hash,
    link_hash: null,
    link_ends_at: null,
    api_key_id: key,
    made_by: made_by.slice(0, 260),
    maker_id: null,
    paid_until: null,
    made_at: now,
    opened_at: now,
    last_seen_at: now,
  }
  await store.insertKiosk(ctx.db, kiosk)
  return kiosk
}

function payloadOf(ctx: TransactionContext, kind: 'kiosk' | 'kiosk-link'): { id: string; secret: Uint8Array } {
  if (ctx.actor.kind !== kind) throw new Error(`this work needs a ${kind}`)
  const { payload } = ctx.actor
  return { id: idOfBytes(payload.subarray(0, 16)), secret: payload.subarray(16) }
}

/** A kiosk sends what waited offline for a week after the end; then its token opens nothing any more. */
const isLongOver = ({ closes_at: closed }: AttendanceRow, now: Date): boolean =>
  closed !== null && later(closed, days(7)) < now

export interface CallingKiosk {
  readonly kiosk: KioskRow
  readonly session: AttendanceRow
}

/** The calling kiosk and its session, the only one that it can reach. @throws kiosk-refused, workspace-disabled */
export async function callingKiosk(ctx: TransactionContext, { lock = false } = {}): Promise<CallingKiosk> {
  const { id, secret } = payloadOf(ctx, 'kiosk')
  const hash = hashFor(ctx, 'kiosk', secret)
  // In one round trip, because each tap waits for it
  const [kiosk, session] = await sendTogether(
    store.findKiosk(ctx.db, { id, hash, now: ctx.clock.now(), lock }),
    sessionOfKiosk(ctx.db, id),
    mustBeOpenTo(ctx, 'attendance'),
  )
  if (!kiosk || !session || isLongOver(session, ctx.clock.now())) throw problem('kiosk-refused')
  return { kiosk, session }
}

/**
 * Reads cards for a kiosk that belong to no user. A stolen token must not tell which numbers of a list are cards, so many
 * unknown ones slow the kiosk down. It is paused for seconds only, because anyone at the kiosk can bring that about; it keeps
 * its queue meanwhile, and no tap is lost. @throws too-many
 */
export async function payingForUnknown<Result>(
  ctx: TransactionContext,
  { id, paid_until: paidUntil }: KioskRow,
  read: () => Promise<{ result: Result; unknown: number }>,
): Promise<Result> {
  const now = ctx.clock.now()
  const paid = paidUntil?.getTime() ?? 0
  if (paid > now.getTime())
    throw Object.assign(problem('too-many'), { after: Math.ceil((paid - now.getTime()) / 1000) })
  const { result, unknown } = await read()
  const from = Math.max(paid, now.getTime() - freeUnknownCards * pauseForUnknown)
  if (unknown > 0) await store.setPaidUntil(ctx.db, id, new Date(from + unknown * pauseForUnknown))
  return result
}

async function stateFor(ctx: TransactionContext, kiosk: KioskRow, session: AttendanceRow): Promise<KioskState> {
  const now = ctx.clock.now()
  const { title, place, mode, languages, attributes } = shownSettingsOf(session)
  const state = sessionStateOf(session, now)
  const isMuster = kiosk.purpose === 'muster'
  return {
    now: now.toISOString(),
    kiosk: {
      kioskId: kiosk.id,
      name: kiosk.name,
      purpose: isMuster ? 'muster' : 'kiosk',
      direction: kiosk.direction as KioskDirection,
    },
    session: {
      sessionId: session.id,
      title,
      place,
      startsAt: session.starts_at.toISOString(),
      endsAt: session.ends_at.toISOString(),
      state,
      closedAt: state === 'closed' ? (session.closes_at?.toISOString() ?? null) : null,
      mode,
      languages,
      attributes,
      workspaceName: (await ownWorkspaceRow(ctx)).name,
      retention: await retentionOf(ctx),
    },
    counts: await attendanceCounts(ctx, session),
    recent: state === 'closed' ? [] : await latestTaps(ctx, session, shownPeople, true),
  }
}

export async function kioskState(ctx: TransactionContext): Promise<KioskState> {
  const { kiosk, session } = await callingKiosk(ctx)
  await noteSeen(ctx, kiosk)
  return stateFor(ctx, kiosk, session)
}

async function noteSeen(ctx: TransactionContext, { id, last_seen_at: last }: KioskRow): Promise<void> {
  const now = ctx.clock.now()
  if (last === null || now.getTime() - last.getTime() > seenEvery) await store.noteKiosk(ctx.db, id, now)
}

export async function kioskTaps(ctx: TransactionContext, input: Input<'taps'>) {
  const [{ kiosk, session }, read] = await sendTogether(callingKiosk(ctx, { lock: true }), credentialReader(ctx))
  // A marshal's phone ticks people off; it records no arrivals
  if (kiosk.purpose !== 'kiosk') throw problem('kiosk-refused')
  const given = {
    taps: input.taps.map(tap => ({
      ...tap,
      direction: kiosk.direction === 'both' ? tap.direction : (kiosk.direction as KioskDirection),
    })),
    sender: new Date(input.now),
    kiosk: kiosk.id,
    by: null,
  }
  const { items, counts } = await payingForUnknown(ctx, kiosk, async () => {
    const result = await receiveTaps(ctx, session, read, given)
    const unknown = result.items.filter(({ outcome, tap }) => outcome === 'recorded' && tap?.personId === null).length
    return { result, unknown }
  })
  await noteSeen(ctx, kiosk)
  const now = ctx.clock.now()
  return {
    now: now.toISOString(),
    state: sessionStateOf(session, now),
    items,
    counts,
  }
}

export async function listKiosks(ctx: TransactionContext, { sessionId }: { sessionId: string }) {
  const session = await sessionOfCaller(ctx, sessionId)
  const rows = await store.kiosksOf(ctx.db, session.id)
  return {
    items: rows.map((row): AttendanceKiosk => ({
      kioskId: row.id,
      name: row.name,
      purpose: row.purpose as AttendanceKiosk['purpose'],
      direction: row.direction as KioskDirection,
      openedBy: row.made_by,
      openedAt: (row.opened_at ?? row.made_at).toISOString(),
      lastSeenAt: row.last_seen_at?.toISOString() ?? null,
      taps: row.taps,
    })),
  }
}

export async function removeKiosk(ctx: TransactionContext, { sessionId, kioskId }: Input<'remove'>) {
  const closed = await store.closeKiosk(ctx.db, sessionId, kioskId)
  if (!closed) throw problem('not-found')
  await record(ctx, {
    action: 'attendance-kiosk.closed',
    object: { type: 'attendance-kiosk', id: kioskId, name: closed.name },
  })
  return doneReply
}
