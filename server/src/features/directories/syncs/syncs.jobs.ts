import { isOpenTo } from '#platform/entrance/entrance.ts'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { SyncCounts } from '@claviger/contract/directories/syncs'
import type { JobKind } from '#platform/jobs.ts'
import { transact } from '#platform/db/transaction.ts'
import { msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { beginPlan, dropPlan, keepPlan, runPlan } from '#features/work/works/works.plans.ts'
import {
  approverOf,
  type ConnectedDirectory,
  connectionById,
  noteConnection,
  pauseConnection,
  claimDueConnections,
  claimSilentConnections,
} from '../connections/connections.ts'
import { deleteLeft } from '../links/links.ts'
import { managedBy, overdueLeavers } from '../links/links.leavers.ts'
import { startCursorOf, beginSync, hasHeldRun, readingJob, type SyncAsk, type SyncReference } from './sync-start.ts'
import { endRun } from './run-end.ts'
import { directorySyncs } from './sync-run-kind.ts'
import { mailBraked, mailPaused, mailSilent } from './sync-mails.ts'
import { exceededThreshold, countLosingAccess } from './plan.ts'
import { readAll } from './reading/reading.ts'
import { lockRun, type SyncRunRow, stalledReadings, claimStalled, updateRun } from './runs.store.ts'
import { type SourceReadOptions, SourceFailure, sourceOf } from './syncs.sources.ts'

const from = (workspace: string, run: string) =>
  ({
    actor: { kind: 'operator', name: 'Claviger' },
    request: { id: `directory ${run}`, ip: '', userAgent: '' },
    workspace,
  }) as const

const mostTries = 5

class Stopped extends Error {}

/** Reads a directory for a run; once the list is complete, a long-running job applies it. */
export const readDirectories: JobKind<SyncReference> = {
  name: readingJob.name,
  takers: 2,
  silent: {
    tables: ['directory_runs', 'directory_connections', 'works'],
    because: 'Reads, and lists what it found; what is done is recorded',
  },
  async work(world, which) {
    const begun = await inside(world, which, ctx => takeUp(ctx, which.run))
    if (!begun) return
    try {
      await read(world, which, begun)
    } catch (error) {
      if (error instanceof Stopped) return
      if (!(error instanceof SourceFailure))
        world.log.error({ run: which.run, err: error }, 'a directory could not be read')
      await inside(world, which, ctx => failRun(ctx, which.run, error))
    }
  },
}

const inside = <T>(
  world: AppContext,
  { workspace, run }: SyncReference,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> => transact(world, from(workspace, run), work)

interface Begun {
  run: SyncRunRow
  connection: ConnectedDirectory
  cursor: unknown
  work: string
}

async function takeUp(ctx: TransactionContext, id: string): Promise<Begun | undefined> {
  const run = await lockRun(ctx.db, id)
  if (run?.state !== 'reading') return undefined
  if (!(await isOpenTo(ctx, 'directory-run'))) {
    await failRun(ctx, id, new SourceFailure(msg('This workspace is disabled, so its directories are not read'), false))
    return undefined
  }
  const connection = await connectionById(ctx, run.connection_id)
  if (!connection || run.tries >= mostTries) {
    await failRun(ctx, id, new SourceFailure(msg("The directory couldn't be read completely"), false))
    return undefined
  }
  if (run.work_id !== null) await dropPlan(ctx, run.work_id)
  const plan = await beginPlan(
    ctx,
    directorySyncs,
    { id: run.actor_id, name: run.actor_name },
    { parameters: { run: id, connection: connection.id, mode: run.mode }, name: connection.name },
  )
  await updateRun(ctx.db, id, { work_id: plan.id, tries: run.tries + 1 })
  const cursor = run.only_some === null ? await startCursorOf(ctx, connection, run.dry) : null
  return { run, connection, cursor, work: plan.id }
}

async function read(world: AppContext, which: SyncReference, { run, connection, cursor, work }: Begun): Promise<void> {
  const source = sourceOf(connection.kind)
  if (!source) throw new SourceFailure('Nothing here reads directories of this kind', false)
  const aborter = new AbortController()
  const alive = (todo: (ctx: TransactionContext) => Promise<unknown>) =>
    inside(world, which, async ctx => {
      const now = await lockRun(ctx.db, run.id)
      if (now?.state !== 'reading' || now.work_id !== work) throw new Stopped()
      await updateRun(ctx.db, run.id, {})
      return todo(ctx)
    })
  try {
    const only = run.only_some as SourceReadOptions['only'] | null
    const reading = await source.read(
      world,
      { ...connection, workspace: which.workspace },
      {
        cursor,
        signal: aborter.signal,
        ...(run.started_by === 'schedule' && { everyMinutes: connection.everyMinutes ?? undefined }),
        ...(only && { only }),
      },
    )
    const reader = {
      connection,
      mode: run.mode,
      unmanaged: connection.unmanagedLeave || run.unmanaged,
      work,
      signal: aborter.signal,
      inside: alive as <T>(todo: (ctx: TransactionContext) => Promise<T>) => Promise<T>,
    }
    const whole = reading.whole && only === null
    const found = await readAll(reader, whole ? reading : Object.create(reading, { whole: { value: false } }))
    await alive(ctx => settle(ctx, run, connection, { ...found, whole, work, cursor: reading.cursor() }))
  } finally {
    aborter.abort()
  }
}

interface Found {
  counts: SyncCounts
  total: number
  whole: boolean
  nobody: boolean
  work: string
  cursor: unknown
}

async function settle(
  ctx: TransactionContext,
  run: SyncRunRow,
  connection: ConnectedDirectory,
  found: Found,
): Promise<void> {
  const { counts, total, whole, work } = found
  const exceeds = exceededThreshold(counts, await managedBy(ctx, connection), found.nobody, connection.brake)
  const over = exceeds.length > 0
  await noteConnection(ctx, connection.id, 'successful')
  await updateRun(ctx.db, run.id, {
    counts: JSON.stringify(counts),
    whole,
    over_brake: over,
    exceeds,
    cursor: found.cursor === null || found.cursor === undefined ? null : JSON.stringify(found.cursor),
  })
  if (run.dry || over) {
    await keepPlan(ctx, work, total)
    const state = run.dry ? 'done' : 'braked'
    await updateRun(ctx.db, run.id, { state, ...(run.dry && { finished_at: ctx.clock.now() }) })
    if (run.dry) return
    await record(ctx, {
      action: 'directory.sync-braked',
      object: { type: 'directory', id: connection.id, name: connection.name },
      after: { people: countLosingAccess(counts) },
    })
    return mailBraked(ctx, connection, run.id, counts, exceeds)
  }
  await updateRun(ctx.db, run.id, { state: 'applying' })
  if (total === 0) {
    await dropPlan(ctx, work)
    await updateRun(ctx.db, run.id, { work_id: null })
    return endRun(ctx, run.id)
  }
  await runPlan(ctx, directorySyncs, work, total, false)
}

async function failRun(ctx: TransactionContext, id: string, error: unknown): Promise<void> {
  const run = await lockRun(ctx.db, id)
  if (run?.state !== 'reading') return
  const reason = error instanceof SourceFailure ? error.message : msg('Something went wrong on our side')
  if (run.work_id !== null) await dropPlan(ctx, run.work_id)
  await updateRun(ctx.db, id, {
    state: 'failed',
    work_id: null,
    reason: reason.slice(0, 400),
    finished_at: ctx.clock.now(),
  })
  await noteConnection(ctx, run.connection_id, 'failed', reason)
  await record(ctx, {
    action: 'directory.sync-failed',
    failed: reason,
    object: { type: 'directory', id: run.connection_id, name: run.connection_name },
  })
}

export const syncTask: ScheduledTask = {
  name: 'runs of directories that are due',
  everySeconds: 5,
  async work(world: AppContext, stopping: AbortSignal) {
    const everywhere = { ...from('', 'beat'), workspace: undefined, everywhere: true }
    while (!stopping.aborted) {
      const due = await transact(world, everywhere, ctx => claimDueConnections(ctx, 20))
      for (const { workspace_id: workspace, id } of due)
        await transact(world, from(workspace, id), ctx => beginBySchedule(ctx, id)).catch((error: unknown) =>
          world.log.warn({ connection: id, err: error }, 'a directory that is due did not begin'),
        )
      if (due.length < 20) return
    }
  },
}

const bySchedule: SyncAsk = { dry: false, by: 'schedule' }

/** Starts a scheduled run unless one waits for approval; without an approving owner, pauses the directory. */
async function beginBySchedule(ctx: TransactionContext, id: string): Promise<void> {
  const connection = await connectionById(ctx, id)
  if (!connection?.active || (await hasHeldRun(ctx, connection))) return
  if (await approverOf(ctx, connection)) return void (await beginSync(ctx, connection, bySchedule))
  if (connection.reach.approvedBy === null) return
  await pauseConnection(ctx, connection, msg('No owner currently approves its access'))
  await mailPaused(ctx, connection)
}

export const resumeReadings: JobKind = {
  name: 'directory-reading-resume',
  cron: '* * * * *',
  silent: { tables: ['directory_runs', 'directory_connections', 'works'], because: 'Goes on with a reading' },
  async work(world) {
    const stalled = await transact(world, { ...from('', 'resume'), workspace: undefined, everywhere: true }, ctx =>
      stalledReadings(ctx.db),
    )
    for (const { workspace_id: workspace, id: run } of stalled)
      if (await inside(world, { workspace, run }, ctx => claimStalled(ctx.db, run)))
        await readDirectories.work(world, { workspace, run })
  },
}

/** Every 15 minutes: notifies the owners of directories that couldn't be read for several runs. */
export const warnOfSilence: JobKind = {
  name: 'directory-silence',
  cron: '*/15 * * * *',
  async work(world) {
    const all = await transact(world, { ...from('', 'silence'), workspace: undefined, everywhere: true }, ctx =>
      claimSilentConnections(ctx, 200),
    )
    for (const { workspace_id: workspace, id, name, since } of all)
      await transact(world, from(workspace, id), async ctx => {
        await record(ctx, {
          action: 'directory.silent',
          object: { type: 'directory', id, name },
          after: { lastContact: since.toISOString() },
        })
        await mailSilent(ctx, name, since)
      })
  },
}

/** Every 15 minutes: deletes users who left long enough ago. */
export const deleteLeavers: JobKind = {
  name: 'directory-leavers',
  cron: '*/15 * * * *',
  async work(world) {
    const due = await transact(world, { ...from('', 'leavers'), workspace: undefined, everywhere: true }, ctx =>
      overdueLeavers(ctx, 1000),
    )
    for (const [workspace, connections] of due)
      for (const [id, anchors] of connections)
        await transact(world, from(workspace, id), async ctx => {
          const connection = await connectionById(ctx, id)
          if (connection) await deleteLeft(ctx, connection, anchors)
        })
  },
}
