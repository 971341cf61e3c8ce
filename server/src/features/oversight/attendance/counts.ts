import type { AttendanceCounts } from '@claviger/contract/oversight/attendance/session-fields'
import type { TransactionContext } from '#platform/app-context.ts'
import { arrivalsOf, countsOfSessions, type AttendanceRow } from './attendance.store.ts'
import { noAttendance, sessionStateOf } from './session-rows.ts'

const seesOwnPeople = (ctx: TransactionContext) => ctx.unitsOf !== undefined

/** The counts of a session as they are now; for a unit administrator those of their own people. */
export async function attendanceCounts(ctx: TransactionContext, { id }: { id: string }): Promise<AttendanceCounts> {
  return (await countsOfSessions(ctx.db, [id], seesOwnPeople(ctx))).get(id) ?? noAttendance
}

/** Counts for a list: of signed sessions those of the signature, except for unit administrators. */
export async function listedCounts(
  ctx: TransactionContext,
  rows: readonly AttendanceRow[],
): Promise<(row: AttendanceRow) => AttendanceCounts> {
  const signed = (row: AttendanceRow) => (!seesOwnPeople(ctx) && row.sealed ? row.counts : null)
  const counted = await countsOfSessions(
    ctx.db,
    rows.filter(row => signed(row) === null).map(({ id }) => id),
    seesOwnPeople(ctx),
  )
  return row => (signed(row) as AttendanceCounts | null) ?? counted.get(row.id) ?? noAttendance
}

export async function summaryOf(ctx: TransactionContext, row: AttendanceRow) {
  const counts = await attendanceCounts(ctx, row)
  const arrivals = await arrivalsOf(ctx.db, row.id, seesOwnPeople(ctx))
  return {
    state: sessionStateOf(row, ctx.clock.now()),
    counts,
    arrivals: arrivals.map(({ at, count }) => ({ at: at.toISOString(), count })),
  }
}
