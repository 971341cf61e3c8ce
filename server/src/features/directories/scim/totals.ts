import type { Condition } from '../scim-documents/scim-documents.ts'
import type { Ctx } from '../../../ground/world.ts'
import { countResources } from './resources.store.ts'

interface Counted {
  total: number
  until: number
}

const counted = new Map<string, Counted>()
const lasts = 5000
const many = 5000
const mostKept = 1000

/**
 * How many there are. A whole list of many is counted once in five seconds, for clients ask with each page; what this
 * process adds or takes away is counted anew.
 */
export async function totalOf(
  ctx: Ctx,
  connection: string,
  what: 'user' | 'group',
  where: Condition | undefined,
  usual: boolean,
): Promise<number> {
  if (where) return countResources(ctx.db, connection, what, where, usual)
  const [key, now] = [`${connection} ${what}`, ctx.clock.now().getTime()]
  const known = counted.get(key)
  if (known && known.until > now) return known.total
  const total = await countResources(ctx.db, connection, what, undefined, true)
  if (counted.size >= mostKept) counted.clear()
  if (total >= many) counted.set(key, { total, until: now + lasts })
  return total
}

/** Forgets how many there are: some came or went. */
export const countAnew = (connection: string, what: 'user' | 'group'): void =>
  void counted.delete(`${connection} ${what}`)
