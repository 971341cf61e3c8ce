import type { TransactionContext } from '../app-context.ts'
import { runOutsideLease } from './pool/connection-lease.ts'
import { workspaceOf } from './transaction.ts'

const learning = new Set<string>()

/** Refreshes a workspace's letter statistics in the background, so that no response waits for it. */
export function refreshShares(ctx: TransactionContext, lists: readonly string[]): void {
  const here = `${workspaceOf(ctx)} ${lists[0]}`
  if (learning.has(here)) return
  learning.add(here)
  runOutsideLease(async () => {
    try {
      for (const list of lists) await ctx.pool.query('select learn_shares($1, $2)', [workspaceOf(ctx), list])
    } catch (error) {
      ctx.log.warn({ reason: (error as Error).message }, 'how often letters are met was not learned')
    } finally {
      learning.delete(here)
    }
  })
}
