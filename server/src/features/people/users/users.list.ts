import type { Page } from '@claviger/contract/platform/page'
import type { Selection } from '@claviger/contract/people/bulk-runs'
import type { UserDetail } from '@claviger/contract/people/users'
import type { RawBuilder } from 'kysely'
import { countRows, findRows, isKept, keptTotal, numbersBySort, selectedIds } from '#platform/db/list-definition.ts'
import { paginate, totalOfReply, listTotalOf } from '#platform/db/page.ts'
import { toTrigramPattern, patternsOf } from '#platform/db/search.ts'
import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { holdsEveryone } from '../groups/groups.ts'
import { isLarge, placeOfAll } from '../head-counts/head-counts.ts'
import { type Filter, userList, usersPage, usersWhere } from './filters.store.ts'
import { listedUserOf } from './user-replies.ts'
import { type FewRow, listedColumns, type UserListRow } from './users.store.ts'

export async function listUsers(
  ctx: TransactionContext,
  { also = [], ...ask }: Page & Filter & { also?: UserDetail[] | undefined },
) {
  const page = await pageOfUsers(ctx, ask, listedColumns(also))
  return { ...page, items: page.items.map(row => listedUserOf(row as UserListRow, also)) }
}

export const listFew = (ctx: TransactionContext, ask: Page & Filter) => pageOfUsers(ctx, ask)

/** The exact number of matches, for pages that only reported that there are more. */
export async function countListedUsers(ctx: TransactionContext, ask: Asked) {
  const { filter, patterns, total, finds } = await waysTo(ctx, ask)
  if (finds) return totalOfReply(await countRows(ctx, userList, filter, patterns))
  const counted = await listTotalOf(ctx, { ...usersPage(await conditionsOf(ctx, filter)), total })
  return totalOfReply(counted.total, counted.kept)
}

export async function listUserIds(ctx: TransactionContext, ask: { search?: string | undefined }) {
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

export async function countUsers(ctx: TransactionContext) {
  const at = await placeOfAll(ctx)
  const counts = await numbersBySort<{ status: number }>(ctx.db, userList, at === undefined ? undefined : { at })
  const byStatus = counts.map(({ status, count }) => ({ status, count }))
  return { all: byStatus.reduce((sum, one) => sum + one.count, 0), byStatus }
}

export async function conditionsOf(ctx: TransactionContext, ask: Asked): Promise<RawBuilder<unknown>[]> {
  const filter = await narrowed(ctx, ask)
  const { group, unit } = filter
  const place = group === undefined || unit === undefined ? (group ?? unit) : undefined
  // The planner assumes equally large workspaces and would gather and sort a large group's members. `oneByOne`
  // makes it walk the list and check each user; for two filters that is right only if they overlap
  const oneByOne = place !== undefined && ctx.unitsOf === undefined && (await isLarge(ctx, place))
  return usersWhere(userPatterns(ask.search), filter, { own: ctx.unitsOf !== undefined, oneByOne })
}

export const chosenUsers = (ctx: TransactionContext, selection: Selection) =>
  selectedIds(userList, selection, msg('Choose at least one user'), () => conditionsOf(ctx, selection.filter ?? {}))

type Asked = Filter & { search?: string | undefined }

/** Every user is in the group of all users, so it filters nothing. */
async function narrowed<F extends Filter>(ctx: TransactionContext, ask: F): Promise<F> {
  return ask.group !== undefined && (await holdsEveryone(ctx, ask.group)) ? { ...ask, group: undefined } : ask
}

async function waysTo<F extends Asked>(ctx: TransactionContext, ask: F) {
  const filter = await narrowed(ctx, ask)
  const patterns = userPatterns(ask.search)
  const searched = patterns.length > 0
  const total = !searched ? keptNumber(ctx, filter) : undefined
  // Row-level security decides which groups a unit administrator sees
  const finds = total === undefined && (ctx.unitsOf === undefined || (searched && filter.group === undefined))
  return { filter, patterns, total, finds }
}

async function pageOfUsers(ctx: TransactionContext, ask: Page & Filter, columns?: RawBuilder<unknown>) {
  const { filter, patterns, total, finds } = await waysTo(ctx, ask)
  return paginate<FewRow>(ctx, ask, {
    ...usersPage(await conditionsOf(ctx, filter), columns),
    total,
    ...(finds && { find: place => findRows(ctx, userList, filter, place, patterns) }),
  })
}

function keptNumber(ctx: TransactionContext, filter: Filter) {
  const { group, unit, ...others } = filter
  // A caller who sees only some users sees only part of a group
  if (!isKept(userList, others) || (group !== undefined && (unit ?? ctx.unitsOf) !== undefined)) return undefined
  return async () => {
    const at = group ?? unit ?? (await placeOfAll(ctx))
    return at === undefined ? undefined : keptTotal(ctx.db, userList, others, at)
  }
}

const userPatterns = (search: string | undefined): string[] => patternsOf(search).map(toTrigramPattern)
