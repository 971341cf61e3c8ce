import { type ActivityFilter, histogramCounts, histogramCountsOfSearch } from '@claviger/contract/oversight/activity'
import { days, later } from '#platform/clock.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { questionOf } from './activity.question.ts'
import { countOverTime } from './activity.store.ts'

const bucketCount = 48
// Without a start time, the last day
const usual = days(1)

export async function histogramOfActivity(ctx: TransactionContext, ask: ActivityFilter) {
  const to = ask.to === undefined ? ctx.clock.now() : new Date(ask.to)
  const given = ask.from === undefined ? later(to, -usual) : new Date(ask.from)
  const width = Math.max(1, Math.ceil((to.getTime() - given.getTime()) / bucketCount))
  const most = ask.search || ctx.unitsOf !== undefined ? histogramCountsOfSearch : histogramCounts
  const range = { from: given, to: later(given, width * bucketCount), buckets: bucketCount, most }
  const is = await questionOf(ctx, { ...ask, from: given.toISOString(), to: to.toISOString() })
  const rows = await countOverTime(ctx.db, is, range)
  const buckets = Array.from({ length: bucketCount }, () => ({ succeeded: 0, failed: 0 }))
  for (const { bucket, succeeded, failed } of rows) buckets[bucket] = { succeeded, failed }
  const counted = rows.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0)
  return { from: given.toISOString(), width, whole: counted < most, buckets }
}
