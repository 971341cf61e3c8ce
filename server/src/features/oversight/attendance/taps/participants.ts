import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { attendance } from '@claviger/contract/oversight/attendance'
import type { AttendanceParticipant, ParticipantStatus } from '@claviger/contract/oversight/attendance/session-fields'
import { paginate } from '#platform/db/page.ts'
import { patternsOf } from '#platform/db/search.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sessionOfCaller } from '../attendance.ts'
import { attendanceCounts } from '../counts.ts'
import * as store from './participants.store.ts'
import type { ParticipantRow } from './participants.store.ts'
import { fieldReader, type ShownFieldValues, initialsOf } from './shown-fields.ts'
import { iso, sessionStateOf } from '../session-rows.ts'
import { latestTaps } from './taps.ts'

type Input<Call extends keyof typeof attendance.calls> = OutputOf<(typeof attendance.calls)[Call]['input']>

export const participantOf = (row: ParticipantRow, fields: ShownFieldValues): AttendanceParticipant => ({
  personId: row.person_id,
  name: row.name,
  initials: initialsOf(row.name),
  fields,
  expected: row.expected,
  status: row.status as ParticipantStatus,
  late: row.late,
  inAt: iso(row.in_at),
  outAt: iso(row.out_at),
  readInAt: iso(row.read_in_at),
  readOutAt: iso(row.read_out_at),
  corrections: row.corrections,
  taps: row.taps,
})

export async function participantsOf(
  ctx: TransactionContext,
  rows: readonly ParticipantRow[],
  attributes: readonly string[],
): Promise<AttendanceParticipant[]> {
  const fields = await fieldReader(
    ctx,
    attributes,
    rows.map(row => row.person_id),
  )
  return rows.map(row => participantOf(row, fields({ id: row.person_id, name: row.name })))
}

export async function listParticipants(ctx: TransactionContext, ask: Input<'participants'>) {
  const { attributes } = await sessionOfCaller(ctx, ask.sessionId)
  const page = await paginate<ParticipantRow>(ctx, ask, {
    ...store.participantList(ask),
    item: (row: ParticipantRow) => row,
    total: () => talliedTotal(ctx, ask),
  })
  return { ...page, items: await participantsOf(ctx, page.items, attributes) }
}

/** The total of a list without counting its rows; undefined if tallies don't tell it. */
async function talliedTotal(ctx: TransactionContext, ask: Input<'participants'>): Promise<number | undefined> {
  const parts = talliedParts(ask)
  // Unit administrators see the tallies of no one else
  if (!parts || ctx.unitsOf !== undefined || ask.unit !== undefined || patternsOf(ask.search).length > 0)
    return undefined
  const totals = await store.talliedTotals(ctx.db, ask.sessionId)
  return parts.reduce((sum, part) => sum + totals[part], 0)
}

function talliedParts({ only, status = [] }: Input<'participants'>): (keyof store.TalliedTotals)[] | undefined {
  if (only !== undefined) return only === 'late' && status.length === 0 ? ['late'] : undefined
  if (status.length === 0) return ['people']
  const tallied = status.filter(one => one === 'present' || one === 'left')
  return tallied.length === status.length ? [...new Set(tallied)] : undefined
}

const mostChanged = 200

export async function liveChanges(ctx: TransactionContext, { sessionId, since }: Input<'live'>) {
  const row = await sessionOfCaller(ctx, sessionId)
  // Read first, so that changes in the meantime are returned by the next call
  const cursor = await store.liveCursor(ctx.db)
  const changed = since === undefined ? [] : await store.changedSince(ctx.db, row.id, since, mostChanged + 1)
  return {
    cursor,
    state: sessionStateOf(row, ctx.clock.now()),
    counts: await attendanceCounts(ctx, row),
    recent: await latestTaps(ctx, row, 10),
    changed: await participantsOf(ctx, changed.slice(0, mostChanged), row.attributes),
    more: changed.length > mostChanged,
  }
}
