import { byBatches, takesUp } from '../../../../ground/db/by-batches.ts'
import { inNameOf } from '../../../../ground/record/shown-as.ts'
import { doKeyBatch } from './batch.ts'
import { lockKeyRun } from './runs.store.ts'

/** Does a run on keys until nothing waits. */
export const carryOnKeys = byBatches('key-run', async (ctx, id) => {
  const run = await lockKeyRun(ctx.db, id)
  return run?.finished_at === null && (await doKeyBatch(inNameOf(ctx, run), run)).finished_at === null
})

/** Takes up runs whose process went away. */
export const resumeKeyRuns = takesUp('key-run-resume', {
  table: 'key_runs',
  waits: 'finished_at is null',
  job: carryOnKeys,
})
