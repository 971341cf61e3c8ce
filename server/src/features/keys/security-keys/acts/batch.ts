import { atOnce } from '@claviger/contract/people/bulk-runs'
import type { KeyAct } from '@claviger/contract/keys/security-keys/key-acts'
import type { Ctx } from '../../../../ground/world.ts'
import { askerNow } from '../../../work/rank/asker.ts'
import { assignBatch } from '../assign/many/batch.ts'
import { type ActedKey, actOnKeys } from './acts.ts'
import { keepKeyResults, keyResultsOf, type KeyRunOfRow, waitingKeys, waitingUsers } from './runs.store.ts'
import { canUndoOnKeys, takeBackOnKeys } from './undo.ts'

// Each key may cost a mail, which is a job of its own
const size = 200

/** Does the next rows of a run, and answers how far it has come. The run is held by the caller. */
export async function doKeyBatch(ctx: Ctx, run: KeyRunOfRow): Promise<KeyRunOfRow> {
  const now = ctx.clock.now()
  if (run.assigns !== null) {
    const waiting = await waitingUsers(ctx.db, run.id, atOnce)
    return keepKeyResults(ctx.db, run, await assignBatch(ctx, run, waiting), now)
  }
  const keys = await waitingKeys(ctx.db, run.id, size)
  const results = keys.length === 0 ? [] : await work()
  return keepKeyResults(ctx.db, run, results, now)

  async function work(): Promise<ActedKey[]> {
    const by = await askerNow(ctx, run, 'keys.write')
    if (run.undoes !== null && canUndoOnKeys(run.act))
      return takeBackOnKeys(ctx, run.act, by, await keyResultsOf(ctx.db, run.undoes, keys))
    const asked = {
      act: run.act as KeyAct,
      by,
      now,
      verification: run.verification,
      pins: run.pins as 'mail' | 'later' | null,
    }
    return actOnKeys(ctx, asked, keys)
  }
}
