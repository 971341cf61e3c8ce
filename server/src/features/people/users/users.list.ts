import type { Page } from '@claviger/contract/ground/page'
import type { User } from '@claviger/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import { type Found, type ListQuery, paginate, type Place, type Sort } from '../../../ground/db/page.ts'
import { patternOf } from '../../../ground/db/search.ts'
import type { Ctx } from '../../../ground/world.ts'
import { holdsEveryone } from '../groups/groups.ts'
import { headsByStatus, isLarge, placeOfAll } from '../groups/groups.heads.ts'
import { usersOf } from './reply.ts'
import { countByStatus, shownColumns, type ShownRow } from './users.store.ts'

export interface Filter {
  status?: number[] | undefined
  group?: string | undefined
  unit?: string | undefined
  source?: number | undefined
  withoutKey?: boolean | undefined
}

const listed = sql`users.deleted_at is null`

/** Users who signed in last, last; whoever never did comes first. */
const byLastSignIn: Sort = {
  by: sql`s.last_sign_in_at`,
  type: 'timestamptz',
  walk: { from: sql`user_sign_ins s`, where: sql`not s.binned`, id: sql`s.user_id`, knows: listed },
}

// Each has an index of its own; `find_users` knows the same names
export const sorts: ListQuery<ShownRow>['sorts'] = {
  name: { by: sql`users.sort_name`, type: 'text' },
  userId: { by: sql`users.sort_user_id`, type: 'text', unique: true },
  status: { by: sql`users.status`, type: 'integer' },
  employeeId: { by: sql`users.sort_employee_id`, type: 'text' },
  lastSignIn: byLastSignIn,
  created: { by: sql`users.created_at`, type: 'timestamptz' },
}

/** One page of the workspace's users. */
export async function listUsers(ctx: Ctx, ask: Page & Filter) {
  const page = await pageOfUsers(ctx, ask)
  return { ...page, items: (await usersOf(ctx, page.items)) satisfies User[] }
}

/** At most 50 users for a picker. */
export async function listUserIds(ctx: Ctx, ask: { search?: string | undefined }) {
  const { items } = await pageOfUsers(ctx, { page: 1, pageSize: 50, order: 'asc', search: ask.search })
  return {
    items: items.map(row => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      userId: row.user_id,
      email: row.email,
    })),
  }
}

/** How many users there are in each status. */
export async function countUsers(ctx: Ctx) {
  const place = await placeOfAll(ctx)
  const byStatus = await (place === undefined ? countByStatus(ctx.db) : headsByStatus(ctx, place))
  return { all: byStatus.reduce((sum, one) => sum + one.count, 0), byStatus }
}

/** Conditions on `users` that hold for those whom a search and filters leave. */
export async function matching(
  ctx: Ctx,
  ask: Filter & { search?: string | undefined },
): Promise<RawBuilder<unknown>[]> {
  const pattern = userPattern(ask.search)
  const filter = await narrowed(ctx, ask)
  // The policy asks for each user anew; said here, too, it lets the planner begin with the members of the units
  const own = ctx.unitsOf === undefined ? [] : [sql`users.id in (select m.user_id from unit_members m)`]
  return [
    listed,
    ...own,
    ...conditions(filter),
    ...(await belonging(ctx, filter)),
    ...(pattern ? [sql`users.search like ${pattern}`] : []),
  ]
}

/** All are in the group of everyone, so it filters nobody out. */
async function narrowed<F extends Filter>(ctx: Ctx, ask: F): Promise<F> {
  return ask.group !== undefined && (await holdsEveryone(ctx, ask.group)) ? { ...ask, group: undefined } : ask
}

async function pageOfUsers(ctx: Ctx, ask: Page & Filter) {
  const filter = await narrowed(ctx, ask)
  const pattern = userPattern(ask.search)
  const total = pattern === '' ? keptTotal(ctx, filter) : undefined
  const where = await matching(ctx, filter)
  const list: ListQuery<ShownRow> = {
    from: sql`users`,
    select: shownColumns,
    where,
    narrowed: where.length > 1,
    sorts,
    id: sql`users.id`,
    defaultSort: 'name',
    item: row => row,
    total,
    // Which groups a unit administrator knows of, the policies decide
    ...(total === undefined &&
      (pattern !== '' || ctx.unitsOf === undefined) && { find: place => findUsers(ctx, pattern, place, filter) }),
  }
  return paginate<ShownRow>(ctx, ask, list)
}

/** The total where the database keeps it: of all users, of one group or one unit, by status. */
function keptTotal(ctx: Ctx, { status, group, unit, source, withoutKey }: Filter) {
  const elsewhere = source !== undefined || withoutKey || (group !== undefined && unit !== undefined)
  // Who sees some people only sees only some of a group
  if (elsewhere || (ctx.unitsOf !== undefined && group !== undefined)) return undefined
  return async () => {
    const place = group ?? unit ?? (await placeOfAll(ctx))
    if (place === undefined) return undefined
    const counts = await headsByStatus(ctx, place)
    const meant = counts.filter(one => !status?.length || status.includes(one.status))
    return meant.reduce((sum, one) => sum + one.count, 0)
  }
}

function* conditions(filter: Filter): Generator<RawBuilder<unknown>> {
  const [status, ...more] = filter.status ?? []
  // A single one can be read off the index by status and name
  if (status !== undefined && more.length === 0) yield sql`users.status = ${sql.lit(status)}`
  else if (status !== undefined) yield sql`users.status = any(${filter.status}::smallint[])`
  if (filter.source !== undefined) yield sql`users.source = ${filter.source}::smallint`
  if (filter.withoutKey) yield sql`users.active_keys = 0`
}

/** That users belong to the group and the unit of a filter. */
async function belonging(ctx: Ctx, { group, unit }: Filter): Promise<RawBuilder<unknown>[]> {
  const member = async (place: string, of: RawBuilder<unknown>) =>
    // The planner, which thinks each workspace as large as the next, would gather and sort the members of a large group.
    // The limit makes it walk the list and look at each user; of two places that is right only where they overlap.
    ctx.unitsOf === undefined && (group === undefined || unit === undefined) && (await isLarge(ctx, place))
      ? sql`(select true from ${of} and m.user_id = users.id limit 1)`
      : sql`exists (select from ${of} and m.user_id = users.id)`
  return [
    ...(group === undefined ? [] : [await member(group, sql`group_members m where m.group_id = ${group}`)]),
    ...(unit === undefined ? [] : [await member(unit, sql`unit_members m where m.unit_id = ${unit}`)]),
  ]
}

async function findUsers(ctx: Ctx, pattern: string, place: Place, filter: Filter): Promise<Found> {
  const statuses = filter.status?.length ? filter.status : null
  const { rows } = await sql<Found>`
    select ids, total, more from find_users(
      ${pattern || null}, ${place.sort}, ${place.descending}, ${place.after?.value ?? null}, ${place.after?.id ?? null},
      ${place.skipped}, ${place.size}, ${statuses}::smallint[], ${filter.group ?? null}, ${filter.unit ?? null},
      ${filter.source ?? null}::smallint, ${filter.withoutKey ?? false}
    )`.execute(ctx.db)
  return rows[0] ?? { ids: [], total: 0 }
}

/** The pattern over the text of users: one or two letters are looked for at the beginnings of words only. */
function userPattern(search: string | undefined): string {
  const pattern = patternOf(search)
  // Less than three letters are no trigram, unless a blank stands before them
  return pattern.replace(/\\(.)/g, '$1').length < 5 ? pattern.replace('%', '% ') : pattern
}
