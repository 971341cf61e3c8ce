import { type Entrance, isOpenTo } from '#platform/entrance/entrance.ts'
import { transact, workspaceOf } from '#platform/db/transaction.ts'
import type { JobKind } from '#platform/jobs.ts'
import { inNameOf } from '#platform/record/shown-as.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { loadAsker } from '../rank/rank.ts'
import { failWork } from './give-up.ts'
import { type FileKind, type WorkKind, kindOfWork, knownKind } from './work-kind.ts'
import { openerOf } from './sealed-work.ts'
import { runSlice, nextSlice } from './work-slices.ts'
import * as store from './works.store.ts'
import type { WorkRowResult, Work } from './works.store.ts'

interface Which {
  kind: string
  workspace: string
  id: string
  /** Limits the work to this unit administrator's users. */
  unitsOf: string | null
}

export const enqueueNextSlice = (ctx: TransactionContext, { kind, workspace_id, id, units_of }: Work): Promise<void> =>
  ctx.jobs.announce(ctx, jobOf(kindOfWork(kind)), { kind, workspace: workspace_id, id, unitsOf: units_of })

/**
 * Continues works of a kind slice by slice, each in a short transaction that also stores the progress. Each
 * kind has its own queue, so that a long file doesn't delay a small one.
 */
export const jobOf = (kind: WorkKind): JobKind<Which> => ({
  name: kind.name,
  async work(world, which) {
    for (let more = true; more;) {
      const ahead = await goAhead(world, kind, which)
      if (ahead === 'elsewhere') return
      more = await inSlice(world, which, ctx => writeNext(ctx, kind, which.id, ahead))
    }
    if (kind.file) await review(world, kind, kind.file, which)
  },
})

/** To take something back is the act of an administrator, whatever did it. */
const entranceOf = (kind: WorkKind, work: Work): Entrance =>
  work.undoes ? 'long-work' : (kind.entrance ?? 'long-work')

async function writeNext(
  ctx: TransactionContext,
  kind: WorkKind,
  id: string,
  ahead?: readonly WorkRowResult[],
): Promise<boolean> {
  const work = await store.lockWork(ctx.db, workspaceOf(ctx), id)
  if (work?.state !== 'running') return false
  if (!(await isOpenTo(ctx, entranceOf(kind, work)))) {
    // It goes on when the workspace is open again; until then others have their turn first
    await store.updateWork(ctx.db, work, {})
    return false
  }
  return (await runSlice(ctx, kind, work, ahead)).state === 'running'
}

async function goAhead(
  world: AppContext,
  kind: WorkKind,
  which: Which,
): Promise<readonly WorkRowResult[] | 'elsewhere' | undefined> {
  if (!kind.ahead) return undefined
  const slice = await inSlice(world, which, async ctx => {
    const work = await store.findWork(ctx.db, workspaceOf(ctx), which.id)
    if (work?.state !== 'running' || work.undoes) return undefined
    return (await isOpenTo(ctx, entranceOf(kind, work))) ? nextSlice(ctx, kind, work) : undefined
  })
  if (!slice) return undefined
  const briefly = Object.assign(Object.create(world) as AppContext, {
    transact: <T>(work: (ctx: TransactionContext) => Promise<T>) =>
      inSlice(world, which, ctx => work(inNameOf(ctx, slice.work))),
  })
  return (await kind.ahead(briefly, slice)) ?? 'elsewhere'
}

/** Reviews all rows of a file. Restarts from the beginning if its process died. */
async function review(world: AppContext, kind: WorkKind, file: FileKind, which: Which): Promise<void> {
  let remembered: unknown
  const counts: Work['counts'] = {}
  for (let after = 0, processed = 0; ;) {
    const next = await inSlice(world, which, async ctx => {
      const work = await store.lockWork(ctx.db, which.workspace, which.id)
      if (work?.state !== 'reviewing') return undefined
      remembered ??= await file.remembers(ctx)
      const size = kind.size(work)
      const stored = await store.rowsAfter(ctx.db, work, after, size, 'file')
      const open = await openerOf(ctx, file, work.id)
      const rows = stored.map(row => ({ ...row, cells: open(row) }))
      const by = await loadAsker(ctx, work, kind.may)
      const results = rows.length === 0 ? [] : await file.review(ctx, { work, by, rows }, remembered)
      await store.keepResults(ctx.db, work, results, true)
      for (const { outcome } of results) if (outcome) counts[outcome] = (counts[outcome] ?? 0) + 1
      processed += rows.length
      const ends = rows.length < size
      await store.updateWork(ctx.db, work, { processed, counts, ...(ends && { state: 'reviewed' }) })
      if (!ends) await store.commitAsynchronously(ctx.db)
      return ends ? undefined : rows.at(-1)?.row
    })
    if (next === undefined) return
    after = next
  }
}

// Half an hour: temporary outages end within that time
const mostFailures = 30

/** Every minute, resumes work whose process died: no progress for 20 seconds. */
export const resumeWorks: JobKind = {
  name: 'long-work-resume',
  cron: '* * * * *',
  async work(world) {
    const { rows } = await world.superPool.query<Which>(
      `select kind, workspace_id as workspace, id, units_of as "unitsOf" from works
       where state in ('reviewing', 'running') and touched_at < now() - interval '20 seconds'
       order by touched_at limit 20`,
    )
    // Sequential: parallel resumes would use the connections of current callers
    for (const row of rows) await resume(world, row)
  },
}

async function resume(world: AppContext, which: Which): Promise<void> {
  try {
    await jobOf(kindOfWork(which.kind)).work(world, which)
  } catch (error) {
    world.log.error({ work: which.id, kind: which.kind, err: error }, 'long work could not go on')
    await inSlice(world, which, ctx => failed(ctx, which))
  }
}

/** Counts a failure and gives up after too many; an unreviewed file can be reviewed again. */
async function failed(ctx: TransactionContext, { kind, workspace, id }: Which): Promise<void> {
  const work = await store.lockWork(ctx.db, workspace, id)
  if (!work) return
  await store.countWorkFailure(ctx.db, work)
  // Work of a kind known only to another program version waits for it
  const known = knownKind(kind)
  if (!known || work.failures + 1 < mostFailures) return
  if (work.state === 'running') await failWork(ctx, known, work, 'failed')
  else if (work.state === 'reviewing') await store.updateWork(ctx.db, work, { state: 'staged' })
}

const inSlice = <T>(
  world: AppContext,
  { kind, workspace, id, unitsOf }: Which,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> =>
  transact(
    world,
    {
      actor: { kind: 'operator', name: 'Claviger' },
      request: { id: `${kind} ${id}`, ip: '', userAgent: '' },
      workspace,
      unitsOf: unitsOf ?? undefined,
    },
    work,
  )
