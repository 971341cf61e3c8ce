import type { SyncCounts } from '@claviger/contract/directories/syncs'
import type { TransactionContext } from '#platform/app-context.ts'
import { countLosingAccess } from './plan.ts'
import { findHeldRuns } from './runs.store.ts'

/** Runs above the safety threshold that wait for an owner's approval, newest first. */
export const listWaitingSyncs = async (
  ctx: TransactionContext,
): Promise<{ run: string; name: string; people: number }[]> =>
  (await findHeldRuns(ctx.db)).map(row => ({
    run: row.id,
    name: row.connection_name,
    people: row.exceeds.includes('access') ? countLosingAccess(row.counts as unknown as SyncCounts) : 0,
  }))
