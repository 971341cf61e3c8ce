import type { BulkAct } from '@claviger/contract/people/bulk-runs'
import type { Ctx } from '../../../ground/world.ts'
import { type Acted, perform } from '../users/acts/acts.ts'
import { takeBack } from '../users/acts/undo.ts'
import { askerNow } from '../../work/rank/asker.ts'
import { keepResults, resultsOf, type RunRow, waitingRows } from './bulk-runs.store.ts'

// A mail costs a link and a job of its own, the others are a few statements for all
const sizes: Partial<Record<BulkAct, number>> = { invite: 50 }
const usualSize = 1000

/** Does the next rows of a run, and answers how far it has come. The run is held by the caller. */
export async function doBatch(ctx: Ctx, run: RunRow): Promise<RunRow> {
  const act = run.act as BulkAct
  const waiting = await waitingRows(ctx.db, run.id, sizes[act] ?? usualSize)
  const users = waiting.map(row => row.person_id)
  const now = ctx.clock.now()
  const told = { targetName: run.target_name }
  const results = users.length === 0 ? [] : await work()
  return keepResults(ctx.db, run, results, now)

  async function work(): Promise<Acted[]> {
    const asked = { act, by: await askerNow(ctx, run, 'users.write'), now, target: run.target_id }
    if (run.undoes === null) return perform(ctx, asked, told, users)
    const earlier = await resultsOf(ctx.db, run.undoes, users)
    return takeBack(
      ctx,
      asked,
      told,
      earlier.map(row => ({
        user: row.person_id,
        reason: null,
        actedAt: row.acted_at,
        wasSuspendedAt: row.was_suspended_at,
        wasDeactivatedAt: row.was_deactivated_at,
      })),
    )
  }
}
