import { randomBytes } from 'node:crypto'
import { problem } from '../../../../ground/problem.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { solves } from '../../guesses/guesses.work.ts'
import { changeVisit } from '../self-service.store.ts'
import { KeptRefusal, type Visit } from '../visit.ts'

// Wrong answers within ten minutes before the next one costs work. Never a refusal: a hospital stands behind one
// address, and a stranger among them must not shut it out.
const free = 5
// Of a whole page, which everybody uses, so many more
const freeOfPage = 4 * free
const bits = { least: 12, most: 18 } as const

/** Bits of the most work that is asked for. */
export const mostWork = bits.most

/** How many bits the next answer costs; none while few were wrong. Each doubling of wrong answers doubles the work. */
function cost({ page, counts }: Visit): number | undefined {
  const { limits } = page.settings
  if (counts.triedOnPage >= limits.page || counts.triedWithCard >= limits.card) return bits.most
  const times = Math.max(counts.failedHere / free, counts.failedWithCard / free, counts.failedOnPage / freeOfPage)
  return times < 1 ? undefined : Math.min(bits.least + Math.floor(Math.log2(times)), bits.most)
}

/**
 * The refusal proof-needed where there were many wrong answers, or `wanted` says how many bits, and the caller has not
 * worked yet. Work once done is good until the next wrong answer of the visit.
 */
export async function workNeeded(
  ctx: Ctx,
  visit: Visit,
  proof: string | undefined,
  wanted = cost(visit),
): Promise<KeptRefusal | undefined> {
  const { row } = visit
  if (row.worked) return undefined
  if (proof !== undefined && row.work_salt !== null && solves(row.work_salt, proof, row.work_bits ?? bits.most)) {
    await changeVisit(ctx.db, row.id, { worked: true, work_salt: null })
    return undefined
  }
  if (wanted === undefined) return undefined
  const salt = randomBytes(18).toString('base64url')
  await changeVisit(ctx.db, row.id, { work_salt: salt, work_bits: wanted })
  const refusal = problem('proof-needed')
  refusal.work = { salt, bits: wanted }
  return new KeptRefusal(refusal)
}
