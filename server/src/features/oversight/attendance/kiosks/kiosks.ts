import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type {
  AttendanceKiosk,
  attendanceKiosk,
  KioskState,
} from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { type KioskDirection, repeatSeconds } from '@claviger/contract/oversight/attendance/session-fields'
import { later, minutes } from '#platform/clock.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import { administratorOf, runAutocommit, workspaceOf } from '#platform/db/transaction.ts'
import { mustBeOpenTo } from '#platform/entrance/entrance.ts'
import { idOfBytes, newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext, RequestContext, TransactionContext } from '#platform/app-context.ts'
import { type LatestReading, latestReading } from '#features/keys/reader-settings/reader-settings.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { sessionOfCaller } from '../attendance.ts'
import { findSession, sessionOfKiosk, type AttendanceRow } from '../attendance.store.ts'
import { attendanceCounts } from '../counts.ts'
import * as store from './kiosks.store.ts'
import type { KioskRow } from './kiosks.store.ts'
import { retentionOf } from '../retention.ts'
import { objectOfSession, shownSettingsOf, sessionStateOf } from '../session-rows.ts'
import { latestTaps, readTaps, receivedTaps } from '../taps/taps.ts'

type Input<Call extends keyof typeof attendanceKiosk.calls> = OutputOf<(typeof attendanceKiosk.calls)[Call]['input']>

const tokenType = 6
const linkType = 7
const linkValidFor = minutes(15)
const mostKiosks = 100
const shownPeople = 8
const seenEvery = minutes(1)
/** Seconds for which an unknown card pauses a kiosk after the free ones are used up. Guessing has to try 65,000 numbers. */
const pauseForUnknown = 10
/** Visitors tap cards of others, too. */
const freeUnknownCards = 120
const allowance = { free: freeUnknownCards * pauseForUnknown, pause: pauseForUnknown }
const sending = store.sendingTaps({ repeat: repeatSeconds, ...allowance })
/** Maximum taps of one call in normal use. After an outage a kiosk sends more, which must not delay other kiosks. */
const few = 4

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

function payloadOf(
  ctx: Pick<TransactionContext, 'actor'>,
  kind: 'kiosk' | 'kiosk-link',
): { id: string; secret: Uint8Array } {
  if (ctx.actor.kind !== kind) throw new Error(`this work needs a ${kind}`)
  const { payload } = ctx.actor
  return { id: idOfBytes(payload.subarray(0, 16)), secret: payload.subarray(16) }
}

function kioskClaim(ctx: Pick<TransactionContext, 'actor' | 'hashKey'>): { id: string; hash: Buffer } {
  const { id, secret } = payloadOf(ctx, 'kiosk')
  return { id, hash: hashFor(ctx, 'kiosk', secret) }
}

export interface CallingKiosk {
  readonly kiosk: KioskRow
  readonly session: AttendanceRow
}

/** The calling kiosk and its session, the only one that it can reach. @throws kiosk-refused, workspace-disabled */
export async function callingKiosk(ctx: TransactionContext): Promise<CallingKiosk> {
  const { id, hash } = kioskClaim(ctx)
  const [kiosk, session] = await sendTogether(
    store.findKiosk(ctx.db, { id, hash, now: ctx.clock.now() }),
    sessionOfKiosk(ctx.db, id),
    mustBeOpenTo(ctx, 'attendance'),
  )
  if (!kiosk || !session) throw problem('kiosk-refused')
  return { kiosk, session }
}

/** @throws too-many while unknown cards pause the kiosk */
function mustNotBePaused(until: Date | null, now: Date): void {
  const rest = (until?.getTime() ?? 0) - now.getTime()
  if (rest > 0) throw Object.assign(problem('too-many'), { after: Math.ceil(rest / 1000) })
}

/**
 * Handles unknown cards at a kiosk. A stolen token must not reveal which numbers are cards, so many
 * unknown cards slow the kiosk down. The pause lasts only seconds, because anyone at the kiosk can cause it; the kiosk keeps
 * its queue meanwhile, and no tap is lost. @throws too-many
 */
export async function payingForUnknown<Result>(
  ctx: TransactionContext,
  { id, paid_until: paidUntil }: KioskRow,
  read: () => Promise<{ result: Result; unknown: number }>,
): Promise<Result> {
  mustNotBePaused(paidUntil, ctx.clock.now())
  const { result, unknown } = await read()
  if (unknown > 0) await store.payForUnknown(ctx.db, { id, unknown, now: ctx.clock.now(), ...allowance })
  return result
}

async function stateFor(ctx: TransactionContext, kiosk: KioskRow, session: AttendanceRow): Promise<KioskState> {
  const now = ctx.clock.now()
  const { title, place, mode, languages, attributes } = shownSettingsOf(session)
  const state = sessionStateOf(session, now)
  const isMuster = kiosk.purpose === 'muster'
  const [{ name: workspaceName }, retention, counts, latest] = await sendTogether(
    ownWorkspaceRow(ctx),
    retentionOf(ctx),
    attendanceCounts(ctx, session),
    state === 'closed' ? [] : latestTaps(ctx, session, shownPeople, true),
  )
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
      workspaceName,
      retention,
    },
    counts,
    recent: [...latest],
  }
}

export async function kioskState(ctx: TransactionContext): Promise<KioskState> {
  const { kiosk, session } = await callingKiosk(ctx)
  await noteSeen(ctx, kiosk)
  return stateFor(ctx, kiosk, session)
}

const isSeenLongAgo = (last: Date | null, now: Date): boolean =>
  last === null || now.getTime() - last.getTime() > seenEvery

async function noteSeen(ctx: TransactionContext, { id, last_seen_at: last }: KioskRow): Promise<void> {
  const now = ctx.clock.now()
  if (isSeenLongAgo(last, now)) await store.noteKiosk(ctx.db, id, now)
}

/**
 * Records the taps of a kiosk in one statement, because people are waiting in line.
 * @throws kiosk-refused, workspace-disabled, too-many
 */
export const kioskTaps = (ctx: RequestContext, input: Input<'taps'>) =>
  runAutocommit(ctx, { actor: ctx.actor, request: ctx.request, workspace: workspaceOf(ctx) }, async at => {
    const { id, hash } = kioskClaim(at)
    const now = at.clock.now()
    const reading = readOnlyContext(at)
    const send = async ({ reader, format }: LatestReading) => {
      const taps = readTaps(reading, format, { taps: input.taps, sender: new Date(input.now) })
      const call = { kiosk: id, secret: hash.toString('hex'), reader, clock: now, taps }
      return taps.length <= few
        ? store.sendFew(at, sending, call)
        : ctx.transact(inner => store.sendMany(inner.db, sending, call))
    }
    let sent = await send(await latestReading(reading))
    // An administrator changed the format of the readers, perhaps at another process
    if (sent && 'misread' in sent) sent = await send(await latestReading(reading, 'again'))
    if (!sent) throw problem('workspace-disabled')
    if ('pausedUntil' in sent) mustNotBePaused(new Date(sent.pausedUntil), now)
    if (!('outcomes' in sent)) throw problem('kiosk-refused')
    const { session, counts, lastSeenAt } = sent
    if (isSeenLongAgo(dateOf(lastSeenAt), now)) await store.saveKioskSeen(at, id, now)
    return {
      now: now.toISOString(),
      state: sessionStateOf({ opens_at: dateOf(session.opens_at), closes_at: dateOf(session.closes_at) }, now),
      items: await receivedTaps(reading, input.taps, sent),
      counts,
    }
  })

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

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
