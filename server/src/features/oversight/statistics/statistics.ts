import { logActions } from '@claviger/contract/oversight/log-actions'
import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import { days, later } from '#platform/clock.ts'
import { sayTo } from '#platform/languages.ts'
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
  const found = await counted.signIns(ctx.db, periodOf(ctx, input), signInActions, ctx.unitsOf !== undefined)
  const today = found.at(-1)
  return { days: found, today: { succeeded: today?.succeeded ?? 0, failed: today?.failed ?? 0 } }
}

interface Period {
  days: number
  timezone: string
}

function periodOf(ctx: TransactionContext, { days: length, timezone }: Period): LocalDay[] {
  if (!isTimeZone(timezone))
    throw problem('invalid-input', undefined, [{ field: 'timezone', message: 'This time zone is unknown' }])
  return lastDays(timezone, length, ctx.clock.now())
}

const mostReasons = 5

export async function useStatistics(ctx: TransactionContext, input: Period) {
  const since = periodOf(ctx, input)[0]?.begins ?? ctx.clock.now()
  const ofUnits = ctx.unitsOf !== undefined
  const say = sayTo(ctx)
  const refusals = await counted.refusalsSince(ctx.db, since)
  // Of a whole workspace, the index of actions also counts refused ones
  const refused = ofUnits ? [] : await counted.refusedByAction(ctx.db, since, signInActions)
  const failed = new Map(refused.map(({ action, count }) => [action, count]))
  const lines = await counted.signInsByMethod(ctx.db, since, signInActions, ofUnits)
  return {
    since: since.toISOString(),
    byMethod: lines
      .map(({ action, count }) => ({ action, count: count - (failed.get(action) ?? 0) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
    keysByType: await counted.keysUsedSince(ctx.db, since),
    refused: sum(refusals),
    reasons: refusals.slice(0, mostReasons).map(one => ({ ...one, reason: one.reason && say(one.reason) })),
  }
}

const mostUnits = 8

/** How many users have a key, and the units in which most have none. */
export async function adoption(ctx: TransactionContext) {
  const { users, withKey } = await counted.usersWithKey(ctx.db)
  return { users, withKey, units: await counted.unitsWithoutKeys(ctx.db, mostUnits) }
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
