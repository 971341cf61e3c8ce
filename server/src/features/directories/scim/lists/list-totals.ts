import type { SqlCondition } from '#features/directories/scim-documents/scim-documents.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { countResources } from './lists.store.ts'

interface Counted {
  total: number
  until: number
}

const counted = new Map<string, Map<string, Counted>>()
const lasts = 5000
const many = 5000
const mostKept = 1000

export interface CountedList {
  what: 'user' | 'group'
  where: SqlCondition
  usual: boolean
  name: string
}

/**
 * Number of matches. Large counts are cached for five seconds, because clients request them with each page; changes
 * in this process invalidate the cache.
 */
export async function totalOf(
  ctx: TransactionContext,
  connection: string,
  { what, where, usual, name }: CountedList,
): Promise<number> {
  const [key, now] = [`${what} ${name}`, ctx.clock.now().getTime()]
  const known = counted.get(connection)?.get(key)
  if (known && known.until > now) return known.total
  const total = await countResources(ctx.db, connection, what, where, usual)
  if (total < many) return total
  const own = counted.get(connection) ?? new Map<string, Counted>()
  if (counted.size >= mostKept) counted.clear()
  if (own.size >= mostKept) own.clear()
  counted.set(connection, own.set(key, { total, until: now + lasts }))
  return total
}

export const forgetTotals = (connection: string): void => void counted.delete(connection)
