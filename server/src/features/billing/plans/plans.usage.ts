import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { mostUsageDays, type usage } from '@claviger/contract/billing/usage'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { daysBetween } from '../prices/prices.days.ts'
import { usageDays } from './plans.facts.ts'
import { enterBilled } from './plans.ts'

type Range = OutputOf<typeof usage.days.input>

/** @throws usage-range */
export async function usageOf(ctx: TransactionContext, { from, to }: Range) {
  if (to < from || daysBetween(from, to) >= mostUsageDays) throw problem('usage-range')
  return { items: await usageDays(ctx, from, to) }
}

/** @throws not-found, not-here, usage-range */
export async function usageOfOne(ctx: TransactionContext, { id, ...range }: Range & { id: string }) {
  await enterBilled(ctx, id)
  return usageOf(ctx, range)
}
