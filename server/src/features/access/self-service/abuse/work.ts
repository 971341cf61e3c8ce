import { randomBytes } from 'node:crypto'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isProofValid } from '#features/access/guesses/guesses.work.ts'
import { changeVisit } from '../self-service.store.ts'
import { KeptRefusal, type Visit } from '../visit.ts'

// Wrong answers within ten minutes before the next one requires a proof of work. Never a refusal: an entire hospital
// may share one address, and a single attacker must not lock it out.
const free = 5
// All visitors share the page's counter, so its limit is higher
const freeOfPage = 4 * free
const bits = { least: 12, most: 18 } as const

export const mostWork = bits.most

/** Difficulty in bits of the next answer; undefined below the limit. Doubling the wrong answers doubles the work. */
function cost({ page, counts }: Visit): number | undefined {
  const { limits } = page.settings
  if (counts.triedOnPage >= limits.page || counts.triedWithCard >= limits.card) return bits.most
  const times = Math.max(counts.failedHere / free, counts.failedWithCard / free, counts.failedOnPage / freeOfPage)
  return times < 1 ? undefined : Math.min(bits.least + Math.floor(Math.log2(times)), bits.most)
}

/**
 * Returns proof-needed if there were many wrong answers, or if `wanted` sets a difficulty, and no work was done yet.
 * A proof stays valid until the visit's next wrong answer.
 */
export async function workNeeded(
  ctx: TransactionContext,
  visit: Visit,
  proof: string | undefined,
  wanted = cost(visit),
): Promise<KeptRefusal | undefined> {
  const { row } = visit
  if (row.worked) return undefined
  if (proof !== undefined && row.work_salt !== null && isProofValid(row.work_salt, proof, row.work_bits ?? bits.most)) {
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
