import { transact } from '../../../../ground/db/transaction.ts'
import type { JobKind } from '../../../../ground/jobs.ts'
import type { World } from '../../../../ground/world.ts'
import { doKeyBatch } from './batch.ts'
import { lockKeyRun } from './runs.store.ts'

interface Which {
  workspace: string
  run: string
  /** The unit administrator whose people's keys alone may be touched. */
  unitsOf: string | null
}

/** Does a run batch by batch, each in a transaction of its own, until nothing waits. */
export const carryOnKeys: JobKind<Which> = {
  name: 'key-run',
  async work(world, { workspace, run: id, unitsOf }) {
    const actor = { kind: 'operator', name: 'Claviger' } as const
    for (let more = true; more;) {
      const request = { id: `key-run ${id}`, ip: '', userAgent: '' }
      more = await transact(world, { actor, request, workspace, unitsOf: unitsOf ?? undefined }, async ctx => {
        const run = await lockKeyRun(ctx.db, id)
        if (!run || run.finished_at !== null) return false
        return (await doKeyBatch(ctx, run)).finished_at === null
      })
    }
  },
}

const stalled = `select workspace_id as workspace, id as run, units_of as "unitsOf" from key_runs
  where finished_at is null and touched_at < now() - interval '20 seconds' limit 20`

/** Takes up runs whose process went away. */
export const resumeKeyRuns: JobKind = {
  name: 'key-run-resume',
  cron: '* * * * *',
  async work(world: World) {
    const { rows } = await world.superPool.query<Which>(stalled)
    for (const row of rows) await carryOnKeys.work(world, row)
  },
}
