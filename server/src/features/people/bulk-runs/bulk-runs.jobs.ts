import { byBatches, takesUp } from '../../../ground/db/by-batches.ts'
import { inNameOf } from '../../../ground/record/shown-as.ts'
import { doBatch } from './batch.ts'
import { lockRun } from './bulk-runs.store.ts'

/** Does a run until nothing waits. */
export const carryOn = byBatches('bulk-run', async (ctx, id) => {
  const run = await lockRun(ctx.db, id)
  return run?.finished_at === null && (await doBatch(inNameOf(ctx, run), run)).finished_at === null
})

/** Takes up runs whose process went away. */
export const resumeRuns = takesUp('bulk-resume', { table: 'bulk_runs', waits: 'finished_at is null', job: carryOn })
