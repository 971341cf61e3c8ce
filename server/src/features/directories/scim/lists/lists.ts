import { createHash } from 'node:crypto'
import {
  compileFilter,
  type ScimFilter,
  messageUrns,
  mostMembersOnPage,
  mostOnPage,
  orderOf,
  readFilter,
  refuse,
  type ResourceType,
  selectionOf,
  usualOnPage,
} from '#features/directories/scim-documents/scim-documents.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { wireOf } from '../protocol/representation.ts'
import { type ListAsk, type ListedResource, listResources, listValues, pageOfAll, countByKind } from './lists.store.ts'
import { totalOf } from './list-totals.ts'

/** List parameters of RFC 7644 §3.4.2 and RFC 9865. */
export interface ScimListQuery {
  filter?: string | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
  startIndex?: string | undefined
  count?: string | undefined
  cursor?: string | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

export async function listOf(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  base: string,
  type: ResourceType,
  query: ScimListQuery,
): Promise<object> {
  const filter = query.filter === undefined || query.filter.trim() === '' ? undefined : readFilter(query.filter)
  const where = filter && compileFilter(type, filter, connection.id, listValues(connection.id, type.what))
  const selection = selectionOf(type, query.attributes, query.excludedAttributes)
  const size = Math.max(0, Math.min(wholeNumber(query.count) ?? usualOnPage, mostOnPage))
  const by = query.cursor === undefined ? undefined : readCursor(query, where?.group !== undefined)
  const start = Math.max(1, wholeNumber(query.startIndex) ?? 1)
  const ask: ListAsk = {
    what: type.what,
    where,
    order: query.sortBy ? orderOf(type, query.sortBy) : undefined,
    descending: query.sortBy !== undefined && query.sortOrder?.toLowerCase() === 'descending',
    after: by?.after,
    skip: by ? by.skip : start - 1,
    size,
    withOthers: selection.wants(type.what === 'user' ? 'groups' : 'members'),
    usual: filter === undefined ? query.sortBy === undefined : isUsual(filter),
  }
  const found = where || query.sortBy ? await some(ctx, connection, ask) : await pageOfAll(ctx.db, connection.id, ask)
  const page = fitting(found.rows.slice(0, size))
  const more = page.length < found.rows.length
  const seen = (by?.seen ?? start - 1) + page.length
  const isWhole = size > 0 && !more && (page.length > 0 || seen === 0)
  const total = isWhole ? seen : (found.total ?? by?.total ?? (await counted(ctx, connection, ask, query)))
  const last = page.at(-1)
  return {
    schemas: [messageUrns.list],
    totalResults: total,
    itemsPerPage: page.length,
    ...(query.cursor === undefined && { startIndex: start }),
    ...(query.cursor !== undefined && more && last && { nextCursor: writeCursor(query, last.at, seen, total) }),
    Resources: page.map(row => wireOf(base, type, row, selection)),
  }
}

async function some(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  ask: ListAsk,
): Promise<{ rows: ListedResource[]; total?: number }> {
  return { rows: ask.size === 0 ? [] : await listResources(ctx.db, connection.id, ask) }
}

async function counted(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  { where, what, usual }: ListAsk,
  query: ScimListQuery,
) {
  if (!where) return (await countByKind(ctx.db, connection.id))[what]
  return totalOf(ctx, connection.id, { what, where, usual, name: listName(query) })
}

/** Ends a page of groups before it has too many members; the next page starts there. */
function fitting(rows: readonly ListedResource[]): ListedResource[] {
  let members = 0
  const end = rows.findIndex((row, at) => (members += row.others?.length ?? 0) > mostMembersOnPage && at > 0)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

const isUsual = (filter: ScimFilter) =>
  filter.op === 'eq' && /^(userName|externalId|displayName|id)$/i.test(filter.path)

const farthest = 1_000_000_000_000

/** A whole number of any size, capped (RFC 7644 §3.4.2.4). @throws invalidValue */
export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[-+]?\d+$/.test(text)) throw refuse('invalidValue', '“startIndex” and “count” are whole numbers')
  return Math.max(-farthest, Math.min(Number(text), farthest))
}

interface Place {
  after: string | undefined
  skip: number
  seen: number
  total?: number
}

const ids = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const places = /^\d{1,18}$/

const listName = ({ filter = '', sortBy = '', sortOrder = '' }: ScimListQuery) =>
  createHash('sha256')
    .update(JSON.stringify([filter, sortBy, sortOrder]))
    .digest('base64url')
    .slice(0, 10)

const writeCursor = (query: ScimListQuery, last: string, seen: number, total: number) =>
  Buffer.from(JSON.stringify({ l: listName(query), i: last, n: seen, t: total })).toString('base64url')

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Start of a page; an empty cursor means the first page (RFC 9865 §2). @throws invalidCursor */
function readCursor(query: ScimListQuery, byId: boolean): Place {
  const text = query.cursor ?? ''
  if (text === '') return { after: undefined, skip: 0, seen: 0 }
  const wrong = refuse('invalidCursor', 'This cursor does not belong to this list. Begin with an empty one')
  let read: { l?: unknown; i?: unknown; n?: unknown; t?: unknown } | null
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString()) as typeof read
  } catch {
    throw wrong
  }
  const { l, i, n, t } = read ?? {}
  const isPlace = typeof i === 'string' && (byId ? ids : places).test(i)
  if (l !== listName(query) || !isPlace || !isCount(n) || !isCount(t)) throw wrong
  // With a custom order, continue by offset; otherwise after the last row
  return query.sortBy ? { after: undefined, skip: n, seen: n, total: t } : { after: i, skip: 0, seen: n, total: t }
}
