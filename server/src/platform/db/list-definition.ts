import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { FoundPage, PagePosition, Sort } from './page.ts'
import { trigramsOf } from './search.ts'
import { refreshShares } from './connection-shares.ts'
import { problem } from '../problem.ts'
import type { TransactionContext } from '../app-context.ts'

/** A condition on a column: column, operator, and value; `find_rows` supports the same operators. */
type Fact = readonly [column: string, compared: Compared, to: unknown]
type Compared = '=' | '<' | '= any' | 'is distinct from' | 'is not distinct from'

/**
 * A filter of a list: the condition or membership it selects, and the counter column for its matching rows. `leads`:
 * an index starts with this column.
 */
export interface ListFilter {
  fact?: (value: never) => Fact | undefined
  implies?: Fact
  place?: { members: 'group_members' | 'unit_members' | 'device_group_members'; of: 'group_id' | 'unit_id' }
  kept?: string
  leads?: true
}

interface Beside {
  in: 'users' | 'user_sign_ins'
  key: string
  on: string
}

export interface ListDefinition<Ask = Record<string, unknown>> {
  of: 'users' | 'security_keys' | 'devices'
  there: readonly Fact[]
  filters: { [Name in keyof Ask]-?: ListFilter }
  orders: Record<string, { column: string; type: Sort['type']; unique?: true; beside?: Beside }>
  member: { column: 'user_id' | 'device_id'; is: 'id' | 'user_id' }
  search: { column: string; alone?: string; sample: number; walk: number; share: number }
  kept: { in: 'head_counts' | 'key_counts' | 'device_counts'; figure: string }
}

type Asked = object

/** Filter by one or several values; with `leads`, a single value can be read from an index that starts with it. */
export const oneOf = (column: string, more: Pick<ListFilter, 'kept' | 'leads'> = {}): ListFilter => ({
  fact: (value: unknown) =>
    Array.isArray(value) && value.length > 1
      ? [column, '= any', value]
      : [column, '=', Array.isArray(value) ? value[0] : value],
  ...more,
})

/** Filter by true and optionally false; `kept` is a counter column for true. */
export const flag = (yes: Fact, no?: Fact, kept?: string): ListFilter => ({
  fact: (value: boolean) => (value ? yes : no),
  ...(kept !== undefined && { kept }),
})

export const filterBefore = (column: string): ListFilter => ({
  fact: (value: Date) => [column, '<', value.toISOString()],
})

export const memberOf = (place: 'group' | 'unit'): ListFilter => ({
  place: { members: `${place}_members`, of: `${place}_id` },
})

const used = ({ filters }: ListDefinition, asked: Asked) =>
  Object.entries(filters).flatMap(([name, { fact, implies, place, kept, leads = false }]) => {
    const value = (asked as Record<string, unknown>)[name]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    const meant = { fact: fact?.(value as never), place: place && { ...place, id: value }, kept, leads, value }
    if (!meant.fact && !meant.place) return []
    return meant.fact && implies ? [meant, { ...meant, fact: implies }] : [meant]
  })

/** SQL conditions of the filters. `oneByOne` checks memberships row by row. */
export const conditions = (list: ListDefinition, asked: Asked, oneByOne = false): RawBuilder<unknown>[] =>
  used(list, asked).flatMap(({ fact, place }) => [
    ...(fact ? [holds(list.of, fact)] : []),
    ...(place ? [belongs(list, place, oneByOne)] : []),
  ])

function belongs(
  { of, member }: ListDefinition,
  place: NonNullable<ListFilter['place']> & { id: unknown },
  oneByOne: boolean,
) {
  const meant = sql`from ${sql.ref(place.members)} m where m.workspace_id = current_workspace() and m.${sql.ref(place.of)} = ${place.id}::uuid
    and m.${sql.ref(member.column)} = ${sql.ref(`${of}.${member.is}`)}`
  return oneByOne ? sql`(select true ${meant} limit 1)` : sql`exists (select ${meant})`
}

export const inWorkspace = (of: string): RawBuilder<unknown> => sql`${sql.ref(of)}.workspace_id = current_workspace()`

export const ofEach = (list: ListDefinition): RawBuilder<unknown>[] => list.there.map(fact => holds(list.of, fact))

// Values with few options are inlined, so that the planner can match them with partial indexes
const holds = (of: string, [column, compared, to]: Fact) =>
  sql`${sql.ref(`${of}.${column}`)} ${sql.raw(compared)} (${typeof to === 'string' || Array.isArray(to) ? to : sql.lit(to)})`

export const sortsOf = (list: ListDefinition, walks: Record<string, Sort> = {}): Record<string, Sort> => ({
  ...Object.fromEntries(
    Object.entries(list.orders).map(([name, { column, beside, ...order }]) => {
      const own = sql.ref(`${list.of}.${beside?.on ?? column}`)
      const by = beside
        ? sql`(select o.${sql.ref(column)} from ${sql.ref(beside.in)} o where o.workspace_id = current_workspace() and o.${sql.ref(beside.key)} = ${own})`
        : own
      return [name, { by, ...order }]
    }),
  ),
  ...walks,
})

interface Selection {
  ids?: readonly string[] | undefined
  all?: boolean | undefined
  except?: readonly string[] | undefined
}

/** Selected IDs as SQL. @throws invalid-input with this message if the selection is empty */
export async function selectedIds(
  { of }: ListDefinition,
  { ids, all, except = [] }: Selection,
  nothing: string,
  where: () => Promise<RawBuilder<unknown>[]>,
): Promise<RawBuilder<unknown>> {
  if (ids?.length) return sql`select distinct unnest(${ids}::uuid[])`
  if (!all) throw problem('invalid-input', nothing, [{ field: 'ids', message: nothing }])
  const id = sql.ref(`${of}.id`)
  const meant = [...(await where()), sql`${id} <> all(${except}::uuid[])`]
  return sql`select ${id} from ${sql.ref(of)} where ${inWorkspace(of)} and ${sql.join(meant, sql` and `)}`
}

/**
 * IDs of a page of rows that match a search and filters, found by a database function that bypasses row-level
 * security. `numbers` are additional conditions by which a search matches rows, besides their text.
 */
export async function findRows(
  ctx: TransactionContext,
  list: ListDefinition,
  asked: Asked,
  { sort, ...place }: PagePosition & { counting?: true },
  patterns: readonly string[],
  numbers: readonly Fact[] = [],
): Promise<FoundPage> {
  const { column, alone, ...pace } = list.search
  const order = list.orders[sort]
  const filters = used(list, asked)
  const facts = (lead: boolean) => filters.flatMap(({ fact, leads }) => (fact && leads === lead ? [fact] : []))
  const ask = {
    of: list.of,
    there: [...list.there, ...facts(true)],
    facts: facts(false),
    places: filters.flatMap(one => one.place ?? []),
    pattern: patterns[0] ?? null,
    also: patterns.slice(1),
    letters: trigramsOf(...patterns),
    searched: column,
    numbers,
    sort: { column: order?.column, ...order?.beside },
    alone: sort === alone,
    ...place,
    ...pace,
  }
  const { rows } = await sql<FoundPage & { unknown: boolean | null }>`
    select ids, total, more, unknown from find_rows(${JSON.stringify(ask)}::jsonb)`.execute(ctx.db)
  const [found = { ids: [], total: 0, unknown: null }] = rows
  if (found.unknown) refreshShares(ctx, numbers.length > 0 && list.of !== 'users' ? [list.of, 'users'] : [list.of])
  return found
}

export async function countRows(
  ctx: TransactionContext,
  list: ListDefinition,
  asked: Asked,
  patterns: readonly string[],
): Promise<number> {
  const [sort = ''] = Object.keys(list.orders)
  const place = { sort, descending: false, after: undefined, skipped: 0, size: 0, counting: true as const }
  return (await findRows(ctx, list, asked, place, patterns)).total
}

export const isKept = (list: ListDefinition, asked: Asked): boolean =>
  used(list, asked).every(({ kept }) => kept !== undefined)

const keptAt = (at: string | undefined) => (at === undefined ? [] : [sql`of = ${at}::uuid`])

export async function keptTotal(db: Db, list: ListDefinition, asked: Asked, at?: string): Promise<number> {
  const where = used(list, asked).map(({ fact, kept = '', value }) =>
    holds(list.kept.in, typeof value === 'boolean' || !fact ? [kept, '=', value] : [kept, fact[1], fact[2]]),
  )
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${sql.ref(list.kept.figure)}), 0)::bigint as total from ${sql.ref(list.kept.in)}
    where ${sql.join([inWorkspace(list.kept.in), ...keptAt(at), ...where], sql` and `)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Row counts per category, maintained for the whole workspace or one group or unit; otherwise counted. */
export async function numbersBySort<Row>(
  db: Db,
  list: ListDefinition,
  counted: { at?: string } | undefined,
): Promise<(Row & { count: number })[]> {
  const sorts = Object.values(list.filters).flatMap(({ kept, fact }) =>
    kept !== undefined && fact ? [{ kept, fact }] : [],
  )
  const names = sql.join(sorts.map(({ kept }) => sql.ref(kept)))
  const figure = sql`sum(${sql.ref(list.kept.figure)})`
  const { rows } =
    counted === undefined
      ? await sql<Row & { count: number }>`
        select ${names}, count(*) as count from (
          select ${sql.join(sorts.map(({ kept, fact }) => sql`${answer(list.of, fact(true as never))} as ${sql.ref(kept)}`))}
          from ${sql.ref(list.of)} where ${sql.join([inWorkspace(list.of), ...ofEach(list)], sql` and `)}
        ) each group by ${names} order by ${names}`.execute(db)
      : await sql<Row & { count: number }>`
        select ${names}, ${figure}::bigint as count from ${sql.ref(list.kept.in)}
        where ${sql.join([inWorkspace(list.kept.in), ...keptAt(counted.at)], sql` and `)}
        group by ${names} having ${figure} > 0 order by ${names}`.execute(db)
  return rows
}

const answer = (of: string, fact: Fact | undefined) =>
  fact === undefined ? sql`null` : fact[2] === true ? sql.ref(`${of}.${fact[0]}`) : sql`(${holds(of, fact)}) is true`
