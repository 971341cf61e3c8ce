import type { Page, PageOf, Total } from '@claviger/contract/platform/page'
import { type RawBuilder, sql } from 'kysely'
import { replanned } from './db.ts'
import { type SearchColumns, searching } from './search.ts'
import { sendTogether } from './pipeline.ts'
import { problem } from '../problem.ts'
import type { TransactionContext } from '../app-context.ts'

/** A sort order of a list: an indexed expression, and the SQL type of its value. */
export interface Sort {
  by: RawBuilder<unknown>
  type: 'text' | 'timestamptz' | 'integer'
  unique?: true
  walk?: Walk
}

interface Walk {
  from: RawBuilder<unknown>
  here: RawBuilder<unknown>
  where: RawBuilder<unknown>
  id: RawBuilder<unknown>
  knows: RawBuilder<unknown>
}

/** A list query: source, columns, filters, and orders. `id` breaks ties and is the last column of each index. */
export interface ListQuery<Row> {
  from: RawBuilder<unknown>
  select: RawBuilder<unknown>
  where: RawBuilder<unknown>[]
  here?: RawBuilder<unknown>
  search?: SearchColumns
  /**
   * True if one plan is good for all sizes of workspaces; otherwise each page is planned, at half a millisecond
   * (decision 17).
   */
  evenly?: boolean
  sorts: Record<string, Sort>
  id: RawBuilder<unknown>
  defaultSort: string
  item: (row: Row) => unknown
  total?: (() => Promise<number | undefined>) | undefined
  /** Alternative row lookup, for searches that can't use an index because of row-level security. */
  find?: (place: PagePosition) => Promise<FoundPage>
}

export const byNameOrTime = (table: string, as = table) => ({
  from: sql`${sql.ref(table)} as ${sql.ref(as)}`,
  here: sql`${sql.ref(as)}.workspace_id = current_workspace()`,
  search: { in: [sql`${sql.ref(as)}.name || ' ' || ${sql.ref(as)}.description`] },
  sorts: {
    name: { by: sql`lower(${sql.ref(as)}.name)`, type: 'text' },
    created: { by: sql`${sql.ref(as)}.created_at`, type: 'timestamptz' },
  } satisfies Record<string, Sort>,
  id: sql`${sql.ref(as)}.id`,
  defaultSort: 'name',
})

/** Range of a page: after a row, or at an offset; one row more than its size, to detect the last page. */
export interface PagePosition {
  sort: string
  descending: boolean
  after: { value: string | null; id: string } | undefined
  skipped: number
  size: number
}

/**
 * Without IDs, the list is read in its order. The total is a lower bound if there are no IDs or more rows, and above
 * 10,000 unless declared complete.
 */
export interface FoundPage {
  ids: string[] | null
  total: number
  more?: boolean | null
}

/** Exact counting stops here; beyond it, the total is "at least". */
export const exactCountLimit = 10_000

interface Cursor {
  s: string
  o: string
  v: string | null
  i: string
  n: number
}

/**
 * Returns one page. With a cursor it continues by key, at any depth; with a page number it skips rows in the index, from
 * the end if that is closer.
 * @throws invalid-input for an unknown order or an invalid cursor
 */
export async function paginate<Item>(
  ctx: TransactionContext,
  ask: Page,
  asked: ListQuery<never>,
): Promise<PageOf<Item>> {
  const list = asked.search ? { ...asked, where: [...asked.where, ...searching(ask.search, asked.search)] } : asked
  const sortName = ask.sort ?? list.defaultSort
  const sort = list.sorts[sortName]
  if (!sort)
    throw problem('invalid-input', undefined, [
      { field: 'sort', message: `Sort by one of: ${Object.keys(list.sorts).join(', ')}` },
    ])
  const cursor = ask.after === undefined ? undefined : readCursor(ask.after, sortName, ask.order)
  const descending = ask.order === 'desc'
  const skipped = cursor ? 0 : (ask.page - 1) * ask.pageSize
  const after = cursor && { value: cursor.v, id: cursor.i }
  const found = await list.find?.({ sort: sortName, descending, after, skipped, size: ask.pageSize + 1 })
  // A search looks at every row, and its first page often has all hits: counting them would look at every row again
  const countsLater = !found && !cursor && !sort.walk && list.where.length > asked.where.length
  const counting = found || countsLater ? undefined : listTotalOf(ctx, list)
  // How another table's order is read depends on the count; otherwise page and count run concurrently
  const many = sort.walk !== undefined && list.where.length > 1 && ((found ?? (await counting))?.total ?? 0) > gathered
  const { from, here, where: all, id } = walkOf(list, sort, many)
  // Only a kept total is known before the page, and exact
  const end = skipped >= deep && !sort.walk ? await counting : undefined
  const range = rangeOf(skipped, ask.pageSize + 1, end?.kept ? end.total : undefined)
  const direction = descending ? sql`desc` : sql`asc`
  const walked = descending === range.fromEnd ? sql`asc` : sql`desc`
  const order = sort.unique ? sql`order by ${sort.by} ${walked}` : sql`order by ${sort.by} ${walked}, ${id} ${walked}`
  const filters = [...here, ...(found?.ids ? [sql`${id} = any(${sql.val(found.ids)}::uuid[])`] : all)]
  if (after && !found?.ids) {
    const beyond = descending ? sql`<` : sql`>`
    const value = sql`${sql.val(after.value)}::${sql.raw(sort.type)}`
    filters.push(
      sort.unique
        ? sql`${sort.by} ${beyond} ${value}`
        : sql`(${sort.by}, ${id}) ${beyond} (${value}, ${sql.val(after.id)}::uuid)`,
    )
  }
  const where = allOf(filters)
  // An inlined limit, because the planner assumes a tenth of the table for a parameter
  const limit = sql`limit ${sql.lit(range.size)}`
  // A lateral lookup per row: a join planned for a tiny workspace would read all rows of a large one. The value is
  // cast to text outside, because skipped rows would be cast too
  const page = sql<{ sort_value: string | null; sort_id: string }>`${planOf(list)}
    select shown.*, page.sort_key::text as sort_value, page.sort_id
    from (
      select ${id} as sort_id, ${sort.by} as sort_key from ${from} where ${where}
      ${order} ${limit} ${found?.ids || range.skipped === 0 ? sql`` : sql`offset ${sql.val(range.skipped)}::bigint`}
    ) page cross join lateral (
      select ${list.select} from ${list.from} where ${allOf([...hereOf(list), sql`${list.id} = page.sort_id`])} offset 0
    ) shown
    order by page.sort_key ${direction}, page.sort_id ${direction}`
  const [countedBefore, { rows }] = await sendTogether(counting, page.execute(ctx.db))
  const counted = countsLater ? (totalOfLast(rows.length, range) ?? (await listTotalOf(ctx, list))) : countedBefore
  const items = rows.slice(0, ask.pageSize)
  const last = items.at(-1)
  const more = rows.length > ask.pageSize && last
  const number = cursor ? cursor.n + 1 : ask.page
  const total = counted?.total ?? found?.total ?? 0
  const unsure = found ? found.ids === null || (found.more ?? total > exactCountLimit) : total > exactCountLimit
  const atLeast = counted?.kept !== true && unsure
  const seen = (number - 1) * ask.pageSize + rows.length
  return {
    items: items.map(row => (list.item as (row: unknown) => Item)(row)),
    total: atLeast ? Math.max(seen, Math.min(total, exactCountLimit)) : total,
    totalIs: atLeast ? 'at least' : 'exact',
    page: number,
    pageSize: ask.pageSize,
    next: more ? writeCursor({ s: sortName, o: ask.order, v: last.sort_value, i: last.sort_id, n: number }) : null,
  }
}

/** From here on, the total is looked up before the page, to find out which end is closer. */
const deep = 1000

/** Where the rows of a page begin; from the end of the list if that is closer, and the total is known. */
function rangeOf(skipped: number, size: number, total: number | undefined) {
  if (total === undefined || skipped * 2 <= total) return { fromEnd: false, skipped, size }
  const left = Math.max(0, total - skipped)
  return { fromEnd: true, skipped: Math.max(0, left - size), size: Math.min(left, size) }
}

/** Up to this many rows are collected and sorted; with more, reading in order fills a page quickly. */
const gathered = 2500

/** The total, if these rows are the last ones of the list; pages behind its end have none. */
const totalOfLast = (rows: number, { skipped, size }: { skipped: number; size: number }) =>
  rows < size && (rows > 0 || skipped === 0) ? { total: skipped + rows, kept: false } : undefined

const hereOf = ({ here }: ListQuery<never>) => (here ? [here] : [])

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

function walkOf(list: ListQuery<never>, { walk }: Sort, many: boolean) {
  const { from, where, id } = list
  if (!walk) return { from, here: hereOf(list), where, id }
  const others = where.filter(one => one !== walk.knows)
  const meant = sql`from ${from} where ${allOf([...hereOf(list), sql`${id} = ${walk.id}`, ...others])}`
  // The limit keeps the planner, which underestimates every filter, from collecting all rows
  const among = many ? sql`(select true ${meant} limit 1)` : sql`exists (select ${meant})`
  const walked = others.length === 0 ? [walk.where] : [walk.where, among]
  return { from: walk.from, here: [walk.here], where: walked, id: walk.id }
}

const planOf = (list: ListQuery<never>) => sql.raw(list.evenly ? '' : replanned)

/** A total for the response: beyond the exact limit it is a lower bound, unless it is maintained. */
export const totalOfReply = (total: number, kept = false): Total =>
  kept || total <= exactCountLimit ? { total, totalIs: 'exact' } : { total: exactCountLimit, totalIs: 'at least' }

export async function listTotalOf(
  ctx: TransactionContext,
  list: ListQuery<never>,
): Promise<{ total: number; kept: boolean }> {
  const kept = await list.total?.()
  return kept === undefined ? { total: await count(ctx, list), kept: false } : { total: kept, kept: true }
}

async function count(ctx: TransactionContext, list: ListQuery<never>): Promise<number> {
  const where = allOf([...hereOf(list), ...list.where])
  const { rows } = await sql<{ n: number }>`${planOf(list)}
    select count(*) as n from (select 1 from ${list.from} where ${where} limit ${sql.lit(exactCountLimit + 1)}) counted`.execute(
    ctx.db,
  )
  return rows[0]?.n ?? 0
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

function readCursor(text: string, sort: string, order: string): Cursor {
  const wrong = () =>
    problem('invalid-input', undefined, [{ field: 'after', message: "This cursor doesn't belong to this list" }])
  let read: Cursor
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
  } catch {
    throw wrong()
  }
  const fits =
    typeof read === 'object' &&
    read !== null &&
    read.s === sort &&
    read.o === order &&
    typeof read.i === 'string' &&
    uuid.test(read.i) &&
    (typeof read.v === 'string' || read.v === null) &&
    Number.isInteger(read.n)
  if (!fits) throw wrong()
  return read
}
