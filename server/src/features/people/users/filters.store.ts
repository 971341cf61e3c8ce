import { type UserFilter, userStatus } from '@claviger/contract/people/users'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import {
  conditions,
  flag,
  inWorkspace,
  type ListDefinition,
  memberOf,
  ofEach,
  oneOf,
  sortsOf,
} from '#platform/db/list-definition.ts'
import type { ListQuery, Sort } from '#platform/db/page.ts'
import { matchesAllPatterns } from '#platform/db/search.ts'
import { fewColumns, type FewRow, shownColumns, type ShownUserColumns, type UserRow } from './users.store.ts'

export type { UserFilter as Filter } from '@claviger/contract/people/users'

// The statuses of users without keys, so that an index can be used
const { notSet, newUser, pending, noDevice, suspended } = userStatus
const keyless = [notSet, newUser, pending, noDevice, suspended]

/** Filters and sort orders of users; each order has its own index. */
export const userList: ListDefinition<UserFilter> = {
  of: 'users',
  there: [['deleted_at', 'is not distinct from', null]],
  filters: {
    status: oneOf('status', { kept: 'status' }),
    source: oneOf('source'),
    // A user without a key has one of these statuses
    withoutKey: { ...flag(['active_keys', '=', 0]), implies: ['status', '= any', keyless] },
    group: memberOf('group'),
    unit: memberOf('unit'),
  },
  orders: {
    name: { column: 'sort_name', type: 'text' },
    userId: { column: 'sort_user_id', type: 'text', unique: true },
    status: { column: 'status', type: 'integer' },
    employeeId: { column: 'sort_employee_id', type: 'text', unique: true },
    created: { column: 'created_at', type: 'timestamptz' },
    lastSignIn: {
      column: 'last_sign_in_at',
      type: 'timestamptz',
      beside: { in: 'user_sign_ins', key: 'user_id', on: 'id' },
    },
  },
  member: { column: 'user_id', is: 'id' },
  search: { column: 'search', sample: 2500, walk: 10_000, share: 0.005 },
  kept: { in: 'head_counts', figure: 'users' },
}

const [listed] = ofEach(userList) as [RawBuilder<unknown>]

/** Sorts by last sign-in; users who never signed in come first. */
const lastSignIn: Sort = {
  by: sql`s.last_sign_in_at`,
  type: 'timestamptz',
  walk: {
    from: sql`user_sign_ins s`,
    here: inWorkspace('s'),
    where: sql`not s.binned`,
    id: sql`s.user_id`,
    knows: listed,
  },
}

export const userSorts: Record<string, Sort> = { ...sortsOf(userList), lastSignIn }

export const usersPage = (where: RawBuilder<unknown>[], select = fewColumns): ListQuery<FewRow> => ({
  from: sql`users`,
  here: inWorkspace('users'),
  select,
  where,
  // A filter may match many users in one workspace and few in another
  evenly: where.length === 1,
  sorts: userSorts,
  id: sql`users.id`,
  defaultSort: 'name',
  item: row => row,
})

export const deletedUsersPage = (since: Date): Omit<ListQuery<UserRow>, 'item'> => ({
  from: sql`users`,
  here: inWorkspace('users'),
  select: sql`users.*`,
  where: [sql`users.deleted_at > ${since}::timestamptz`],
  search: { plain: [sql`users.search`] },
  sorts: { deleted: { by: sql`users.deleted_at`, type: 'timestamptz' } },
  id: sql`users.id`,
  defaultSort: 'deleted',
})

export const usersWhere = (
  patterns: readonly string[],
  filter: UserFilter,
  how: { own: boolean; oneByOne: boolean },
) => [
  listed,
  // Row-level security checks this for each user anyway; repeated here, it lets the planner start with the
  // units' members
  ...(how.own ? [sql`users.id in (select m.user_id from unit_members m)`] : []),
  ...conditions(userList, filter, how.oneByOne),
  ...matchesAllPatterns(sql`users.search`, patterns),
]

const signIns = sql`join user_sign_ins s on s.workspace_id = users.workspace_id and s.user_id = users.id`

export async function usersPast(
  db: Db,
  where: RawBuilder<unknown>[],
  { sort: name = 'name', order, most }: { sort?: string | undefined; order: 'asc' | 'desc'; most: number },
  last: { sort_value: string; id: string } | undefined,
): Promise<(ShownUserColumns & { sort_value: string })[]> {
  const sort = userSorts[name] ?? lastSignIn
  const [direction, beyond] = order === 'desc' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const further =
    last && sql`(${sort.by}, users.id) ${beyond} (${last.sort_value}::${sql.raw(sort.type)}, ${last.id}::uuid)`
  const { rows } = await sql<ShownUserColumns & { sort_value: string }>`
    select ${shownColumns}, (${sort.by})::text as sort_value from users ${sort.walk ? signIns : sql``}
    where users.workspace_id = current_workspace() and ${sql.join(further ? [...where, further] : where, sql` and `)}
    order by ${sort.by} ${direction}, users.id ${direction} limit ${sql.lit(most)}`.execute(db)
  return rows
}
