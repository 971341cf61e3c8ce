import { cardAsRead, type CardTextFormat } from '@claviger/contract/keys/card-numbers'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendance } from '@claviger/contract/oversight/attendance'
import {
  type AttendanceTap,
  type NoAccessReason,
  repeatSeconds,
  type TapInput,
} from '@claviger/contract/oversight/attendance/session-fields'
import { later } from '#platform/clock.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { hashOfCard } from '#features/keys/security-keys/security-keys.ts'
import { readingOf } from '#features/keys/reader-settings/reader-settings.ts'
import { sessionOfCaller } from '../attendance.ts'
import type { AttendanceRow } from '../attendance.store.ts'
import { personOfPass } from './passes.ts'
import { fieldReader, initialsOf } from './shown-fields.ts'
import { iso } from '../session-rows.ts'
import * as store from './taps.store.ts'
import type { ReadTap, RecordedTaps, TapOutcome, TapRow } from './taps.store.ts'

/** Clock difference that is ignored, ms. */
const agreed = 2000

export interface ReceivedTap {
  id: string
  outcome: TapOutcome
  tap: AttendanceTap | null
}

/** Who was read from a tapped number or a pass: the keyed hash of a card, or a user. */
export const credentialReader =
  (ctx: TransactionContext, reading: CardTextFormat) =>
  (text: string, at: Date): Pick<ReadTap, 'card' | 'pass'> => {
    const pass = personOfPass(ctx, text, at)
    if (pass !== undefined) return { card: null, pass }
    const card = cardAsRead(text, reading)
    return { card: card === undefined ? null : hashOfCard(ctx, card).toString('hex'), pass: null }
  }

/**
 * The time of a sender's event by the server's clock. A sender whose estimate is off sends all times with the same error;
 * and nothing happens in the future.
 */
export function timeCorrector(now: Date, sender: Date): (at: Date) => Date {
  const off = now.getTime() - sender.getTime()
  const shift = Math.abs(off) > agreed ? off : 0
  return at => {
    const moved = later(at, shift)
    return moved > now ? now : moved
  }
}

/** Taps with times by the server's clock, and who was read. */
export function readTaps(
  ctx: TransactionContext,
  reading: CardTextFormat,
  { taps, sender }: { taps: readonly OutputOf<typeof TapInput>[]; sender: Date },
): ReadTap[] {
  const correct = timeCorrector(ctx.clock.now(), sender)
  const read = credentialReader(ctx, reading)
  return taps.map(tap => {
    const sent = new Date(tap.at)
    const at = correct(sent)
    return { id: tap.id, at, sent_at: sent, direction: tap.direction, ...read(tap.card, at) }
  })
}

/** What became of each sent tap. */
export async function receivedTaps(
  ctx: TransactionContext,
  sent: readonly { id: string }[],
  recorded: RecordedTaps,
): Promise<ReceivedTap[]> {
  const shown = await shownTaps(ctx, recorded.session, store.tapRowsOf(recorded))
  const byId = new Map(shown.map(tap => [tap.id, tap]))
  return sent.map(({ id }) => ({ id, outcome: recorded.outcomes[id] ?? 'known', tap: byId.get(id) ?? null }))
}

async function shownTaps(
  ctx: TransactionContext,
  session: Pick<AttendanceRow, 'attributes'>,
  rows: readonly TapRow[],
): Promise<AttendanceTap[]> {
  const fields = await fieldReader(
    ctx,
    session.attributes,
    rows.flatMap(({ person_id }) => person_id ?? []),
  )
  return rows.map(row => ({
    id: row.id,
    at: row.at.toISOString(),
    receivedAt: row.received_at.toISOString(),
    result: row.result,
    reason: row.reason as NoAccessReason | null,
    direction: row.went as AttendanceTap['direction'],
    personId: row.person_id,
    name: row.name,
    initials: row.name === null ? null : initialsOf(row.name),
    fields: row.person_id === null || row.name === null ? [] : fields({ id: row.person_id, name: row.name }),
    firstAt: iso(row.first_at),
    late: row.late,
    kiosk: row.kiosk,
  }))
}

export const latestTaps = async (ctx: TransactionContext, session: AttendanceRow, most: number, ofPeople = false) =>
  shownTaps(ctx, session, await store.tapsLatest(ctx.db, session.id, most, ofPeople))

export const listRecent = async (
  ctx: TransactionContext,
  { sessionId, count }: OutputOf<(typeof attendance.calls)['recent']['input']>,
) => ({ items: await latestTaps(ctx, await sessionOfCaller(ctx, sessionId), count) })

const refusals = { closed: 'attendance-closed', 'not-open': 'attendance-not-open' } as const

/** Records a card that an administrator taps. @throws not-found, attendance-closed, attendance-not-open */
export async function recordAttendance(
  ctx: TransactionContext,
  input: OutputOf<(typeof attendance.calls)['attend']['input']>,
) {
  const [session, reading] = await sendTogether(sessionOfCaller(ctx, input.sessionId), readingOf(ctx))
  const now = ctx.clock.now()
  const tap = { id: input.id ?? newId(), card: input.cardId, at: now.toISOString(), direction: input.direction }
  const recorded = await store.recordTaps(ctx.db, {
    session: session.id,
    by: shownAs(ctx).name.slice(0, 260),
    taps: readTaps(ctx, reading, { taps: [tap], sender: now }),
    now,
    repeat: repeatSeconds,
  })
  const [received] = await receivedTaps(ctx, [tap], recorded)
  if (received?.outcome === 'closed' || received?.outcome === 'not-open') throw problem(refusals[received.outcome])
  if (!received?.tap) throw new Error('a recorded tap was not found')
  return { ...received.tap, counts: recorded.counts }
}
