import * as z from 'zod/mini'

// How far people come on a page. Only sums are kept, so whoever gives up is the difference of two of them.

/** From the first step to the last; not every page has every step. */
export const stages = ['arrived', 'tapped', 'identified', 'verified', 'pin-set', 'done'] as const
export type Stage = (typeof stages)[number]

export const StageCounts = z.object({
  arrived: z.int(),
  tapped: z.int(),
  identified: z.int(),
  verified: z.int(),
  'pin-set': z.int(),
  done: z.int(),
})
export type StageCounts = z.output<typeof StageCounts>

export const noCounts: StageCounts = { arrived: 0, tapped: 0, identified: 0, verified: 0, 'pin-set': 0, done: 0 }

/** One stage: who reached it or a later one, and who then gave up. */
export interface Reached {
  stage: Stage
  people: number
  gaveUp: number
}

/** The stages in their order. Whoever skipped one (a page without PINs, a card that names its holder) has reached it all the same. */
export function reachedOf(counts: StageCounts): Reached[] {
  let later = 0
  return stages
    .toReversed()
    .map(stage => {
      const people = Math.max(counts[stage], later)
      const gaveUp = stage === 'done' ? 0 : people - later
      later = people
      return { stage, people, gaveUp }
    })
    .toReversed()
}

/** Of a hundred who arrived so many finish; null where nobody arrived. */
export function finishPercent(counts: StageCounts): number | null {
  const [first] = reachedOf(counts)
  return first && first.people > 0 ? Math.round((100 * counts.done) / first.people) : null
}

/** The stage that most did not reach who had come close to it; null where nobody gave up. */
export function worstStage(counts: StageCounts): Stage | null {
  const reached = reachedOf(counts)
  const worst = reached.reduce((most, one) => (one.gaveUp > most.gaveUp ? one : most), { gaveUp: 0, stage: 'done' })
  return worst.gaveUp > 0 ? (stages[stages.indexOf(worst.stage as Stage) + 1] ?? null) : null
}
