import * as z from 'zod/mini'

// Progress statistics of a page. Only totals are stored; drop-outs are the difference between two stages.

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

export interface FunnelStage {
  stage: Stage
  people: number
  gaveUp: number
}

/** All stages in order. A skipped stage (a page without PINs, a card that identifies its user) counts as reached. */
export function reachedOf(counts: StageCounts): FunnelStage[] {
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

/** Percentage of arrivals that finished; null without arrivals. */
export function finishPercent(counts: StageCounts): number | null {
  const [first] = reachedOf(counts)
  return first && first.people > 0 ? Math.round((100 * counts.done) / first.people) : null
}

/** The stage with the most drop-outs just before it; null if there are none. */
export function worstStage(counts: StageCounts): Stage | null {
  const reached = reachedOf(counts)
  const worst = reached.reduce((most, one) => (one.gaveUp > most.gaveUp ? one : most), { gaveUp: 0, stage: 'done' })
  return worst.gaveUp > 0 ? (stages[stages.indexOf(worst.stage as Stage) + 1] ?? null) : null
}
