import type { AttendanceCounts } from '@claviger/contract/oversight/attendance/session-fields'
import { BoundedCache } from '#platform/bounded-cache.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { arrivalsOf, countsOfSessions, type AttendanceRow } from './attendance.store.ts'
import { noAttendance, sessionStateOf } from './session-rows.ts'

interface CachedCounts {
  readonly counts: AttendanceCounts
  readonly until: number
}

/** Counting thousands of participants for each tap would cost more than the tap. */
const many = 1000
const cachedFor = 1000

const caches = new WeakMap<AppContext['pool'], BoundedCache<CachedCounts>>()

function cacheOf(ctx: TransactionContext): BoundedCache<CachedCounts> {
  const cache = caches.get(ctx.pool) ?? new BoundedCache<CachedCounts>(500)
  caches.set(ctx.pool, cache)
  return cache
}

/** The counts of a session as they are now; for a unit administrator those of their own people. */
export async function attendanceCounts(ctx: TransactionContext, { id }: { id: string }): Promise<AttendanceCounts> {
  return (await countsOfSessions(ctx.db, [id])).get(id) ?? noAttendance
}

/** For replies to taps: in a session of many participants up to a second old. */
export async function recentCounts(ctx: TransactionContext, session: { id: string }): Promise<AttendanceCounts> {
  const cache = cacheOf(ctx)
  const known = cache.get(session.id)
  if (known && known.until > performance.now()) return known.counts
  const counts = await attendanceCounts(ctx, session)
  if (counts.expected + counts.unexpected > many)
    cache.set(session.id, { counts, until: performance.now() + cachedFor })
  return counts
}

/** Counts for a list: of signed sessions those of the signature, except for unit administrators. */
export async function listedCounts(
  ctx: TransactionContext,
  rows: readonly AttendanceRow[],
): Promise<(row: AttendanceRow) => AttendanceCounts> {
  const signed = (row: AttendanceRow) => (ctx.unitsOf === undefined && row.sealed ? row.counts : null)
  const counted = await countsOfSessions(
    ctx.db,
    rows.filter(row => signed(row) === null).map(({ id }) => id),
  )
  return row => (signed(row) as AttendanceCounts | null) ?? counted.get(row.id) ?? noAttendance
}

export async function summaryOf(ctx: TransactionContext, row: AttendanceRow) {
  const counts = await attendanceCounts(ctx, row)
  const arrivals = await arrivalsOf(ctx.db, row.id)
  return {
    state: sessionStateOf(row, ctx.clock.now()),
    counts,
    arrivals: arrivals.map(({ at, count }) => ({ at: at.toISOString(), count })),
  }
}
