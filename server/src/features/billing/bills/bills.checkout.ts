import { paymentStatus } from '@claviger/contract/billing/money'
import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import { heldBill } from './bills.states.ts'

/** Charges an overdue invoice to the card of the workspace (R184). @throws not-found, not-overdue, no-card */
export async function checkout(ctx: Ctx, id: string): Promise<never> {
  const row = await heldBill(ctx, id)
  if (row.status !== paymentStatus.overdue) throw problem('not-overdue')
  throw problem('no-card')
}
