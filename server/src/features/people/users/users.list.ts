import type { Page } from '@claviger/contract/ground/page'
import type { Selection } from '@claviger/contract/people/bulk-runs'
import type { UserDetail } from '@claviger/contract/people/users'
import type { RawBuilder } from 'kysely'
import { countRows, findRows, isKept, keptTotal, numbersBySort, selected } from '../../../ground/db/listed.ts'
import { paginate, toldTotal, totalOf } from '../../../ground/db/page.ts'
import { asBeginning, patternsOf } from '../../../ground/db/search.ts'
import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { holdsEveryone } from '../groups/groups.ts'
import { isLarge, placeOfAll } from '../head-counts/head-counts.ts'
import { type Filter, userList, usersPage, usersWhere } from './filters.store.ts'
import { listedUserOf } from './reply.ts'
import { type FewRow, listedColumns, type ListedRow } from './users.store.ts'

/** One page of the workspace's users. */
export async function listUsers(ctx: Ctx, { also = [], ...ask }: Page & Filter & { also?: UserDetail[] | undefined }) {
  const page = await pageOfUsers(ctx, ask, listedColumns(also))
  return { ...page, items: page.items.map(row => listedUserOf(row as ListedRow, also)) }
}

/** One page of users, with what lists of members show. */
export const listFew = (ctx: Ctx, ask: Page & Filter) => pageOfUsers(ctx, ask)

/** How many users a search and filters leave, for whoever was told by a page only that there are more. */
export async function countListed(ctx: Ctx, ask: Asked) {
  const { filter, patterns, total, finds } = await waysTo(ctx, ask)
  if (finds) return toldTotal(await countRows(ctx, userList, filter, patterns))
  const counted = await totalOf(ctx, { ...usersPage(await matching(ctx, filter)), total })
  return toldTotal(counted.total, counted.kept)
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
  const at = await placeOfAll(ctx)
  const counts = await numbersBySort<{ status: number }>(ctx.db, userList, at === undefined ? undefined : { at })
  const byStatus = counts.map(({ status, count }) => ({ status, count }))
  return { all: byStatus.reduce((sum, one) => sum + one.count, 0), byStatus }
}

/** Conditions on `users` that hold for those whom a search and filters leave. */
export async function matching(ctx: Ctx, ask: Asked): Promise<RawBuilder<unknown>[]> {
  const filter = await narrowed(ctx, ask)
  const { group, unit } = filter
  const place = group === undefined || unit === undefined ? (group ?? unit) : undefined
  // The planner, which thinks each workspace as large as the next, would gather and sort the members of a large group.
  // One by one makes it walk the list and look at each user; of two places that is right only where they overlap
  const oneByOne = place !== undefined && ctx.unitsOf === undefined && (await isLarge(ctx, place))
  return usersWhere(userPatterns(ask.search), filter, { own: ctx.unitsOf !== undefined, oneByOne })
}

/** The ids of users that a selection means, as SQL. Throws invalid-input when it means nobody. */
export const chosenUsers = (ctx: Ctx, selection: Selection) =>
  selected(userList, selection, msg('Choose at least one user'), () => matching(ctx, selection.filter ?? {}))

type Asked = Filter & { search?: string | undefined }

/** All are in the group of everyone, so it filters nobody out. */
async function narrowed<F extends Filter>(ctx: Ctx, ask: F): Promise<F> {
  return ask.group !== undefined && (await holdsEveryone(ctx, ask.group)) ? { ...ask, group: undefined } : ask
}

/** How users are found: what is asked without what filters nobody out, and whether their number is kept or they are looked for. */
async function waysTo<F extends Asked>(ctx: Ctx, ask: F) {
  const filter = await narrowed(ctx, ask)
  const patterns = userPatterns(ask.search)
  const searched = patterns.length > 0
  const total = !searched ? keptNumber(ctx, filter) : undefined
  // Which groups a unit administrator knows of, the policies decide
  const finds = total === undefined && (ctx.unitsOf === undefined || (searched && filter.group === undefined))
  return { filter, patterns, total, finds }
}

async function pageOfUsers(ctx: Ctx, ask: Page & Filter, columns?: RawBuilder<unknown>) {
  const { filter, patterns, total, finds } = await waysTo(ctx, ask)
  return paginate<FewRow>(ctx, ask, {
    ...usersPage(await matching(ctx, filter), columns),
    total,
    ...(finds && { find: place => findRows(ctx, userList, filter, place, patterns) }),
  })
}

/** The total where the database keeps it: of all users, of one group or one unit, by status. */
function keptNumber(ctx: Ctx, filter: Filter) {
  const { group, unit, ...others } = filter
  // Who sees some people only sees only some of a group
  if (!isKept(userList, others) || (group !== undefined && (unit ?? ctx.unitsOf) !== undefined)) return undefined
  return async () => {
    const at = group ?? unit ?? (await placeOfAll(ctx))
    return at === undefined ? undefined : keptTotal(ctx.db, userList, others, at)
  }
}

/** The patterns over the text of users: one or two letters are looked for at the beginnings of words only. */
const userPatterns = (search: string | undefined): string[] => patternsOf(search).map(asBeginning)
