import type { Ctx } from '../../../ground/world.ts'
import { counted, type Stage } from '../self-service-settings/self-service-settings.ts'
import type { VisitChange } from './self-service.store.ts'
import type { Visit } from './visit.ts'

// In their order; those behind them are reached once anyway, for the visit is over then
const order: readonly Stage[] = ['arrived', 'tapped', 'identified', 'verified']

/** What a visit keeps of having come so far. */
export const keeps = ({ row }: Visit, stage: Stage): VisitChange => ({
  furthest: Math.max(row.furthest, order.indexOf(stage)),
})

/** Counts that a visit came so far; once, however often somebody goes back and on again. */
export async function countReached(ctx: Ctx, { row, page }: Visit, stage: Stage): Promise<void> {
  if (row.furthest < order.indexOf(stage)) await counted(ctx, page, stage, row.action as 0 | 1)
}
