import { transact } from './transaction.ts'
import type { JobKind } from '../jobs.ts'
import type { Ctx, World } from '../world.ts'

/** Long work in one workspace, as its jobs name it. */
export interface LongWork {
  workspace: string
  id: string
  /** The unit administrator whose people alone may be touched. */
  unitsOf: string | null
}

/** Does one batch in a transaction of its own, in the name of the server; `called` and the work's id stand for a request. */
export const inBatch = <T>(world: World, called: string, which: LongWork, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  transact(
    world,
    {
      actor: { kind: 'operator', name: 'Claviger' },
      request: { id: `${called} ${which.id}`, ip: '', userAgent: '' },
      workspace: which.workspace,
      unitsOf: which.unitsOf ?? undefined,
    },
    work,
  )

/**
 * A job that does its work batch by batch. `next` does one, keeps how far it came in the same transaction, and answers
 * whether more may wait; so the job goes on where it stopped whatever happens.
 */
export const byBatches = (
  name: string,
  next: (ctx: Ctx, id: string) => Promise<boolean>,
  called = name,
): JobKind<LongWork> => ({
  name,
  async work(world, which) {
    for (let more = true; more;) more = await inBatch(world, called, which, ctx => next(ctx, which.id))
  },
})

/** Where unfinished work stands, and the job that goes on with it. */
interface Unfinished {
  table: string
  /** Column of the work's id. */
  id?: string
  /** In SQL. */
  waits: string
  job: JobKind<LongWork>
}

/** Each minute takes up work whose process went away: it wrote nothing for 20 seconds. */
export const takesUp = (name: string, ...all: readonly Unfinished[]): JobKind => ({
  name,
  cron: '* * * * *',
  async work(world) {
    for (const { table, id = 'id', waits, job } of all) {
      const { rows } = await world.superPool.query<LongWork>(
        `select workspace_id as workspace, ${id} as id, units_of as "unitsOf" from ${table}
         where ${waits} and touched_at < now() - interval '20 seconds' limit 20`,
      )
      for (const row of rows) await job.work(world, row)
    }
  },
})
