import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endLinks } from '../account-links/account-links.ts'
import { setDeleted } from './standing/acts.store.ts'
import {
  suspendUsers,
  unsuspendUsers,
  lockPeople,
  type UserName,
  recount,
  setLanguages,
  setSources,
} from './standing/directory.store.ts'
import { usersNamed } from './many.store.ts'
import { type SuspensionSource } from './standing/suspenders.ts'
import { logFieldsOfDeleted, nameOfRow } from './users.columns.ts'
import type { UserRow } from './users.store.ts'

export { suspensionSources, type SuspensionSource } from './standing/suspenders.ts'

type By = { id: string | null; name: string }

const objectOf = (row: UserName) => ({ type: 'user', id: row.id, name: nameOfRow(row) })

export const peopleToFollow = (ctx: TransactionContext, ids: readonly string[]): Promise<UserRow[]> =>
  lockPeople(ctx.db, ids)

/**
 * Suspends users for a directory or workflow, in addition to other suspenders. Their sessions and keys stop
 * with the commit. The caller must have checked permission. Returns newly suspended users.
 */
export async function suspendAs(
  ctx: TransactionContext,
  by: By,
  who: SuspensionSource,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const held = await suspendUsers(ctx.db, ids, who, ctx.clock.now())
  await recordMany(
    ctx,
    by,
    held.map(row => ({ action: 'user.suspended', object: objectOf(row) })),
  )
  return held.map(row => row.id)
}

/** Lifts a directory's or workflow's own suspension only. Returns users who are now active. */
export async function releaseAs(
  ctx: TransactionContext,
  by: By,
  who: SuspensionSource,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const free = (await unsuspendUsers(ctx.db, ids, who)).filter(row => row.free)
  await recordMany(
    ctx,
    by,
    free.map(row => ({ action: 'user.reactivated', object: objectOf(row) })),
  )
  return free.map(row => row.id)
}

/** Deletes users; the caller must have locked them and checked permission. */
export async function deleteUsersFor(ctx: TransactionContext, by: By, rows: readonly UserRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(row => row.id)
  await setDeleted(ctx.db, ids, ctx.clock.now())
  await endLinks(ctx, ids)
  await recordMany(
    ctx,
    by,
    rows.map(row => ({ action: 'user.deleted', object: objectOf(row), before: logFieldsOfDeleted(row) })),
  )
}

/** Restores deleted users with everything they had; returns those whose address or ID was taken meanwhile. */
export async function unbinAs(ctx: TransactionContext, by: By, rows: readonly UserRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const there = await usersNamed(ctx.db, {
    userIds: rows.map(row => row.user_id),
    emails: rows.flatMap(row => (row.email === null || row.shares_email ? [] : [row.email])),
    employeeIds: rows.flatMap(row => row.employee_id ?? []),
  })
  const names = new Set(there.flatMap(namesOf))
  const barred = new Set<string>()
  // Two deleted users may have had the same name at different times
  for (const row of rows) {
    const own = namesOf(row)
    if (own.some(name => names.has(name))) barred.add(row.id)
    else for (const name of own) names.add(name)
  }
  const back = rows.filter(row => !barred.has(row.id))
  await setDeleted(
    ctx.db,
    back.map(row => row.id),
    null,
  )
  await recordMany(
    ctx,
    by,
    back.map(row => ({ action: 'user.restored', object: objectOf(row) })),
  )
  return barred
}

const namesOf = (row: UserRow): string[] => [
  `id ${row.user_id.toLowerCase()}`,
  ...(row.email === null || row.shares_email ? [] : [`mail ${row.email}`]),
  ...(row.employee_id === null ? [] : [`number ${row.employee_id.toLowerCase()}`]),
]

/** Marks users as managed by a directory, which makes their fields read-only here, or as locally managed. */
export async function setUserSource(ctx: TransactionContext, ids: readonly string[], source: number): Promise<void> {
  if (ids.length > 0) await setSources(ctx.db, ids, source)
}

export async function setUserLanguages(
  ctx: TransactionContext,
  all: readonly { id: string; language: string | null }[],
): Promise<void> {
  if (all.length > 0) await setLanguages(ctx.db, all)
}

const doublings = (many: number): number => (many < 1000 ? 0 : 1 + Math.floor(Math.log2(many / 1000)))

/**
 * Updates database statistics whenever the number of added users doubles: without statistics, PostgreSQL scans
 * all users for each name. `before` and `now` are the numbers added. Returns whether it did.
 */
export async function refreshUserStatistics(ctx: TransactionContext, before: number, now: number): Promise<boolean> {
  const isTime = doublings(before) !== doublings(now)
  if (isTime) await recount(ctx.db)
  return isTime
}
