import type { TransactionContext } from '#platform/app-context.ts'
import { withCounts, type VisitStage } from '../self-service-settings/self-service-settings.ts'
import type { VisitChange } from './self-service.store.ts'
import type { Visit } from './visit.ts'

// In order; later stages are reached only once, because they end the visit
const order: readonly VisitStage[] = ['arrived', 'tapped', 'identified', 'verified']

export const stageChange = ({ row }: Visit, stage: VisitStage): VisitChange => ({
  furthest: Math.max(row.furthest, order.indexOf(stage)),
})

/** Counts a stage only once per visit, even if the user goes back and forth. */
export async function countReached(ctx: TransactionContext, { row, page }: Visit, stage: VisitStage): Promise<void> {
  if (row.furthest < order.indexOf(stage)) await withCounts(ctx, page, stage, row.action as 0 | 1)
}
