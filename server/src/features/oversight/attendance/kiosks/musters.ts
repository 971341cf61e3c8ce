import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type {
  attendanceMusters,
  MusterMark,
  MusterState,
} from '@claviger/contract/oversight/attendance/attendance-musters'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sessionOfCaller } from '../attendance.ts'
import { initialsOf } from '../taps/shown-fields.ts'
import { readingOf } from '#features/keys/reader-settings/reader-settings.ts'
import { callingKiosk, payingForUnknown } from './kiosks.ts'
import * as store from './musters.store.ts'
import type { MusterRow } from './musters.store.ts'
import { liveCursor } from '../taps/participants.store.ts'
import { iso, objectOfSession, sessionStateOf } from '../session-rows.ts'
import { credentialReader, timeCorrector } from '../taps/taps.ts'
import { ownersOfCards } from '../taps/taps.store.ts'

type Input<Call extends keyof typeof attendanceMusters.calls> = OutputOf<
  (typeof attendanceMusters.calls)[Call]['input']
>

async function stateFor(
  ctx: TransactionContext,
  row: MusterRow,
  { since, unknownCards = 0 }: { since?: string | undefined; unknownCards?: number } = {},
): Promise<MusterState> {
  const cursor = await liveCursor(ctx.db)
  const { marshals, ...counts } = await store.musterCounts(ctx.db, row.id)
  const people = await store.musterPeople(ctx.db, row.id, since ?? null)
  return {
    ...headOf(row),
    counts,
    marshals,
    people: people.map(one => ({
      personId: one.person_id,
      name: one.name,
      initials: initialsOf(one.name),
      unit: one.unit_id === null || one.unit_name === null ? null : { id: one.unit_id, name: one.unit_name },
      inAt: iso(one.in_at),
      safe: one.safe,
      markedAt: iso(one.marked_at),
      markedBy: one.marked_by,
      note: one.note,
      extra: one.extra,
    })),
    cursor,
    now: ctx.clock.now().toISOString(),
    unknownCards,
  }
}

const headOf = (row: MusterRow) => ({
  musterId: row.id,
  place: row.place,
  startedAt: row.started_at.toISOString(),
  startedBy: row.started_by,
  endedAt: iso(row.ended_at),
})

/** @throws not-found, attendance-not-open, muster-active */
export async function startMuster(ctx: TransactionContext, { sessionId, place }: Input<'start'>) {
  const session = await sessionOfCaller(ctx, sessionId)
  if (sessionStateOf(session, ctx.clock.now()) !== 'open') throw problem('attendance-not-open')
  const row: MusterRow = {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    session_id: session.id,
    place: place ?? '',
    started_at: ctx.clock.now(),
    started_by: shownAs(ctx).name.slice(0, 260),
    ended_at: null,
  }
  if (!(await store.insertMuster(ctx.db, row))) throw problem('muster-active')
  await store.insertMusterEntries(ctx.db, row)
  const state = await stateFor(ctx, row)
  await record(ctx, {
    action: 'attendance-muster.started',
    object: objectOfSession(session),
    after: { place: row.place, listed: state.counts.listed },
  })
  return state
}

export async function listMusters(ctx: TransactionContext, { sessionId }: { sessionId: string }) {
  const session = await sessionOfCaller(ctx, sessionId)
  const rows = await store.mustersOf(ctx.db, session.id)
  const items = []
  for (const row of rows) {
    const { marshals, ...counts } = await store.musterCounts(ctx.db, row.id)
    items.push({ ...headOf(row), counts, marshals })
  }
  return { items }
}

async function existing(
  ctx: TransactionContext,
  { sessionId, musterId }: { sessionId: string; musterId: string },
  lock = false,
) {
  const session = await sessionOfCaller(ctx, sessionId)
  const row = await store.findMuster(ctx.db, session.id, musterId, lock)
  if (!row) throw problem('not-found')
  return { session, row }
}

export async function getMuster(ctx: TransactionContext, input: Input<'get'>) {
  const { row } = await existing(ctx, input)
  return stateFor(ctx, row, { since: input.since })
}

/** Marks made before the end count even if they arrive later. @throws muster-ended if all were made after it */
async function addMarks(
  ctx: TransactionContext,
  row: MusterRow,
  given: { marks: readonly OutputOf<typeof MusterMark>[]; sender: Date; by: string },
): Promise<MusterState> {
  const correct = timeCorrector(ctx.clock.now(), given.sender)
  const read = credentialReader(ctx, await readingOf(ctx))
  const { ended_at: ended } = row
  const timed = given.marks
    .map(mark => ({ ...mark, time: correct(new Date(mark.at)) }))
    .filter(({ time }) => ended === null || time < ended)
  if (timed.length === 0) throw problem('muster-ended')
  const credentials = timed.map(({ card, time }) => (card === undefined ? undefined : read(card, time)))
  const owners = await ownersOfCards(
    ctx.db,
    credentials.flatMap(one => one?.card ?? []),
  )
  const marks = timed.map((mark, place) => {
    const credential = credentials[place]
    return {
      id: mark.id,
      person: credential ? (credential.pass ?? owners.get(credential.card ?? '') ?? null) : (mark.personId ?? null),
      safe: mark.safe,
      note: mark.note ?? '',
      at: mark.time,
    }
  })
  await store.addMarks(ctx.db, row.id, marks, given.by)
  return stateFor(ctx, row, { unknownCards: marks.filter(({ person }) => person === null).length })
}

export async function markInMuster(ctx: TransactionContext, input: Input<'mark'>) {
  const { row } = await existing(ctx, input)
  const by = shownAs(ctx).name.slice(0, 260)
  return addMarks(ctx, row, { marks: input.marks, sender: new Date(input.now), by })
}

export async function endMuster(ctx: TransactionContext, input: Input<'end'>) {
  const { row, session } = await existing(ctx, input, true)
  if (row.ended_at !== null) throw problem('muster-ended')
  const now = ctx.clock.now()
  await store.closeMuster(ctx.db, row.id, now)
  const state = await stateFor(ctx, { ...row, ended_at: now })
  await record(ctx, {
    action: 'attendance-muster.ended',
    object: objectOfSession(session),
    after: { place: row.place, ...state.counts, marshals: state.marshals },
  })
  return state
}

/** The muster of a marshal's phone: the active one of its session, or else the last. @throws kiosk-refused, not-found */
async function musterOfKiosk(ctx: TransactionContext, muster?: string) {
  const { kiosk, session } = await callingKiosk(ctx)
  if (kiosk.purpose !== 'muster') throw problem('kiosk-refused')
  const row = await (muster === undefined
    ? store.latestMuster(ctx.db, session.id)
    : store.findMuster(ctx.db, session.id, muster))
  if (!row) throw problem('not-found')
  return { kiosk, row }
}

export async function musterOnPhone(
  ctx: TransactionContext,
  { since }: OutputOf<(typeof attendanceKiosk.calls)['muster']['input']>,
): Promise<MusterState> {
  const { row } = await musterOfKiosk(ctx)
  return stateFor(ctx, row, { since })
}

export async function markOnPhone(
  ctx: TransactionContext,
  input: OutputOf<(typeof attendanceKiosk.calls)['mark']['input']>,
): Promise<MusterState> {
  const { kiosk, row } = await musterOfKiosk(ctx, input.musterId)
  const given = { marks: input.marks, sender: new Date(input.now), by: kiosk.name }
  return payingForUnknown(ctx, kiosk, async () => {
    const result = await addMarks(ctx, row, given)
    return { result, unknown: result.unknownCards }
  })
}
