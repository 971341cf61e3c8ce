import { logActions } from '@claviger/contract/oversight/log-actions'
import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import { days, later } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isTimeZone, lastDays, type LocalDay } from './local-days.ts'
import * as counted from './statistics.store.ts'

const trendDays = 14
const largestGroups = 5
const signInActions = Object.keys(logActions).filter(action => action.startsWith('sign-in.'))

export async function userStatistics(ctx: TransactionContext) {
  const byStatus = await counted.usersByStatus(ctx.db)
  const total = sum(byStatus)
  return {
    total,
    addedThisWeek: await counted.usersSince(ctx.db, weekAgo(ctx)),
    byStatus,
    trend: await trend(ctx, counted.usersAtEndOf, total),
  }
}

export async function passkeyStatistics(ctx: TransactionContext) {
  const byKind = new Map<string, number>()
  for (const { aaguid, count } of await counted.passkeysByModel(ctx.db)) {
    const { kind } = describeAuthenticator(aaguid)
    byKind.set(kind, (byKind.get(kind) ?? 0) + count)
  }
  const kinds = [...byKind].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count)
  const total = sum(kinds)
  return {
    total,
    addedThisWeek: await counted.passkeysSince(ctx.db, weekAgo(ctx)),
    byKind: kinds,
    trend: await trend(ctx, counted.passkeysAtEndOf, total),
  }
}

/**
 * Groups in total, by type, over time, and the largest; the group of all users is as large as the workspace.
 */
export async function groupStatistics(ctx: TransactionContext) {
  const byType = await counted.groupsByType(ctx.db)
  const total = sum(byType)
  return {
    total,
    byType,
    addedThisWeek: await counted.groupsSince(ctx.db, weekAgo(ctx)),
    trend: await trend(ctx, counted.groupsAtEndOf, total),
    largest: await counted.largestGroups(ctx.db, largestGroups),
  }
}

export async function signInStatistics(ctx: TransactionContext, input: { days: number; timezone: string }) {
  if (!isTimeZone(input.timezone)) {
    throw problem('invalid-input', undefined, [{ field: 'timezone', message: 'This time zone is unknown' }])
  }
  const found = await counted.signIns(
    ctx.db,
    lastDays(input.timezone, input.days, ctx.clock.now()),
    signInActions,
    ctx.unitsOf !== undefined,
  )
  const today = found.at(-1)
  return { days: found, today: { succeeded: today?.succeeded ?? 0, failed: today?.failed ?? 0 } }
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
const weekAgo = (ctx: TransactionContext) => later(ctx.clock.now(), -days(7))

async function trend(
  ctx: TransactionContext,
  atEndOf: (db: TransactionContext['db'], on: readonly LocalDay[], now: number) => Promise<number[]>,
  total: number,
) {
  const zone = await counted.zoneOfWorkspace(ctx.db)
  const on = lastDays(isTimeZone(zone) ? zone : 'UTC', trendDays, ctx.clock.now())
  const past = await atEndOf(ctx.db, on.slice(0, -1), total)
  return on.map(({ day }, i) => ({ day, count: past[i] ?? total }))
}
