import { recordMany } from '../../../ground/record/record-many.ts'
import type { Ctx } from '../../../ground/world.ts'
import { endLinks } from '../account-links/account-links.ts'
import { setDeleted } from './standing/acts.store.ts'
import { hold, letGo, lockPeople, type Named, recount, setLanguages, setSources } from './standing/directory.store.ts'
import { usersNamed } from './many.store.ts'
import { type Suspender } from './standing/suspenders.ts'
import { logFieldsOfDeleted, nameOfRow } from './users.columns.ts'
import type { UserRow } from './users.store.ts'

export { suspenders, type Suspender } from './standing/suspenders.ts'

type By = { id: string | null; name: string }

const objectOf = (row: Named) => ({ type: 'user', id: row.id, name: nameOfRow(row) })

/** Users of these ids, those in the bin as well, held until the transaction ends. */
export const peopleToFollow = (ctx: Ctx, ids: readonly string[]): Promise<UserRow[]> => lockPeople(ctx.db, ids)

/**
 * Suspends users in the name of a directory or a workflow, beside whoever holds them already; their sessions and keys stop
 * with the commit. The caller knows that it may. Answers whom that one did not hold yet.
 */
export async function suspendAs(ctx: Ctx, by: By, who: Suspender, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const held = await hold(ctx.db, ids, who, ctx.clock.now())
  await recordMany(
    ctx,
    by,
    held.map(row => ({ action: 'user.suspended', object: objectOf(row) })),
  )
  return held.map(row => row.id)
}

/** Takes back a suspension that a directory or a workflow made, and no other. Answers who is free again. */
export async function releaseAs(ctx: Ctx, by: By, who: Suspender, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const free = (await letGo(ctx.db, ids, who)).filter(row => row.free)
  await recordMany(
    ctx,
    by,
    free.map(row => ({ action: 'user.reactivated', object: objectOf(row) })),
  )
  return free.map(row => row.id)
}

/** Moves users into the bin; the caller holds them and knows that it may. */
export async function binAs(ctx: Ctx, by: By, rows: readonly UserRow[]): Promise<void> {
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

/** Takes users back out of the bin with all that was theirs, and answers those whose place somebody took meanwhile. */
export async function unbinAs(ctx: Ctx, by: By, rows: readonly UserRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const there = await usersNamed(ctx.db, {
    userIds: rows.map(row => row.user_id),
    emails: rows.flatMap(row => (row.email === null || row.shares_email ? [] : [row.email])),
    employeeIds: rows.flatMap(row => row.employee_id ?? []),
  })
  const names = new Set(there.flatMap(namesOf))
  const barred = new Set<string>()
  // Two in the bin may have had the same name one after the other
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

/** Says which directory keeps users, so that their fields are read-only here, or that they are kept here. */
export async function keepAs(ctx: Ctx, ids: readonly string[], source: number): Promise<void> {
  if (ids.length > 0) await setSources(ctx.db, ids, source)
}

/** Sets in which language users are written to; the caller records it. */
export async function speakTo(ctx: Ctx, all: readonly { id: string; language: string | null }[]): Promise<void> {
  if (all.length > 0) await setLanguages(ctx.db, all)
}

/** How often so many have doubled since they were a thousand. */
const doublings = (many: number): number => (many < 1000 ? 0 : 1 + Math.floor(Math.log2(many / 1000)))

/**
 * Lets the database know that many people came, each time they are twice as many: of a workspace that it has not counted it
 * goes through all users for each name. `before` and `now` are how many had come. Answers whether it was time for that.
 */
export async function manyCame(ctx: Ctx, before: number, now: number): Promise<boolean> {
  const isTime = doublings(before) !== doublings(now)
  if (isTime) await recount(ctx.db)
  return isTime
}
