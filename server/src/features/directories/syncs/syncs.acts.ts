import { connectionKinds } from '@claviger/contract/directories/connections'
import type { syncs } from '@claviger/contract/directories/syncs'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginPlan, planRefused, runPlan } from '#features/work/works/works.plans.ts'
import { stopWork, undoWork, workToChange } from '#features/work/works/works.ts'
import { getConnection } from '../connections/connections.calls.ts'
import {
  type ConnectedDirectory,
  connectionById,
  connectionsOf,
  mustAct,
  noteReading,
  pauseConnection,
} from '../connections/connections.ts'
import { beginSync } from './sync-start.ts'
import { directorySyncs } from './sync-run-kind.ts'
import { countLosingAccess } from './plan.ts'
import { insertRun, lockRun, runUnderWay, type SyncRunRow, settleRuns, updateRun } from './runs.store.ts'
import { getSync } from './syncs.calls.ts'
import { runOf } from './run-replies.ts'
import { shownRun, type ShownRun } from './runs.store.ts'

type Calls = (typeof syncs)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

/** Starts an import or a preview. @throws not-found, directory-off, not-approved, sync-runs */
export async function beginOne(
  ctx: TransactionContext,
  input: Omit<InputFor<'begin'>, 'unmanaged'> & { unmanaged?: boolean; everyone?: boolean },
) {
  const connection = await chosen(ctx, input)
  const { groups, users, everyone } = input
  if (input.whole === true) await noteReading(ctx, connection.id, null, false)
  const id = await beginSync(ctx, connection, {
    mode: input.mode,
    dry: input.dry,
    unmanaged: input.unmanaged === true,
    by: 'person',
    ...((groups ?? users) && { only: { groups, users } }),
    ...(everyone && { only: { everyone } }),
  })
  await record(ctx, {
    action: 'directory.sync-started',
    object: { type: 'directory', id: connection.id, name: connection.name },
    after: { dry: input.dry },
  })
  return getSync(ctx, { id })
}

async function chosen(
  ctx: TransactionContext,
  { type, connection: id }: Pick<InputFor<'begin'>, 'type' | 'connection'>,
): Promise<ConnectedDirectory> {
  if (id !== undefined) {
    const connection = await connectionById(ctx, id)
    if (!connection || (type !== undefined && connection.kind !== type)) throw problem('not-found')
    return connection
  }
  const all =
    type === connectionKinds.entra || type === connectionKinds.okta || type === connectionKinds.ldap
      ? await connectionsOf(ctx, type)
      : []
  const [only] = all
  if (!only || all.length > 1) throw problem('not-found')
  return only
}

async function runToChange(ctx: TransactionContext, id: string): Promise<{ run: SyncRunRow; shown: ShownRun }> {
  const run = await lockRun(ctx.db, id)
  const shown = await shownRun(ctx.db, id)
  if (!run || !shown) throw problem('not-found')
  return { run, shown }
}

/**
 * Approves a run above the safety threshold.
 * @throws not-found, wrong-step, directory-off, not-approved, changed-meanwhile
 */
export async function agreeToRun(ctx: TransactionContext, input: InputFor<'agree'>) {
  const { run, shown } = await runToChange(ctx, input.id)
  const { counts, total } = runOf(shown, ctx.clock.now())
  if (run.state !== 'braked' || run.work_id === null) throw problem('wrong-step')
  if (countLosingAccess(counts) !== input.leaving) throw problem('changed-meanwhile')
  const connection = await connectionById(ctx, run.connection_id)
  if (!connection) throw problem('not-found')
  await mustAct(ctx, connection)
  await updateRun(ctx.db, run.id, { state: 'applying', agreed_name: shownAs(ctx).name.slice(0, 260) })
  await record(ctx, {
    action: 'directory.sync-agreed',
    object: { type: 'directory', id: run.connection_id, name: run.connection_name },
    after: { people: input.leaving },
  })
  await runPlan(ctx, directorySyncs, run.work_id, total, false)
  return getSync(ctx, input)
}

/** Stops a run, or discards one that waits for approval. @throws not-found, wrong-step */
export async function stopOne(ctx: TransactionContext, input: { id: string }) {
  const { run } = await runToChange(ctx, input.id)
  await stopRun(ctx, run)
  return getSync(ctx, input)
}

async function stopRun(ctx: TransactionContext, run: SyncRunRow): Promise<void> {
  if (run.state === 'applying' && run.work_id !== null) {
    await stopWork(ctx, [directorySyncs], run.work_id)
    await updateRun(ctx.db, run.id, { state: 'stopped', finished_at: ctx.clock.now() })
  } else if (run.state === 'reading' || run.state === 'braked')
    await updateRun(ctx.db, run.id, { state: 'cancelled', finished_at: ctx.clock.now() })
  else throw problem('wrong-step')
  await record(ctx, {
    action: 'directory.sync-stopped',
    object: { type: 'directory', id: run.connection_id, name: run.connection_name },
  })
}

export async function stopRunOf(ctx: TransactionContext, connection: string): Promise<void> {
  await settleRuns(ctx.db, connection, ctx.clock.now(), false)
  const run = await runUnderWay(ctx.db, connection)
  if (run) await stopRun(ctx, run)
}

/** Undoes a run and pauses its directory, because the next run would repeat it. @throws not-found, undo-refused */
export async function undoOne(ctx: TransactionContext, input: { id: string }) {
  const { run, shown } = await runToChange(ctx, input.id)
  if (run.work_id === null || runOf(shown, ctx.clock.now()).undoUntil === null) throw problem('undo-refused')
  const work = await workToChange(ctx, [directorySyncs], run.work_id)
  await undoWork(ctx, directorySyncs, work)
  const connection = await connectionById(ctx, run.connection_id)
  if (connection) await pauseConnection(ctx, connection, msg('A run was undone'))
  return getSync(ctx, input)
}

/** Retries a run's failed rows. @throws not-found, wrong-step, directory-off, not-approved, sync-runs */
export async function retryOne(ctx: TransactionContext, input: { id: string }) {
  const { run, shown } = await runToChange(ctx, input.id)
  const connection = await connectionById(ctx, run.connection_id)
  const over = shown.work_finished_at !== null && !run.dry && run.work_id !== null && connection !== undefined
  if (!over || !shown.work_counts?.['refused'] || run.work_id === null) throw problem('wrong-step')
  await mustAct(ctx, connection)
  await settleRuns(ctx.db, connection.id, ctx.clock.now(), false)
  const before = await workToChange(ctx, [directorySyncs], run.work_id)
  const [id, by, now] = [newId(), shownAs(ctx), ctx.clock.now()]
  const plan = await beginPlan(ctx, directorySyncs, by, {
    parameters: { run: id, connection: connection.id, mode: run.mode },
    name: connection.name,
  })
  await insertRun(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    connection_id: connection.id,
    connection_name: connection.name,
    kind: run.kind,
    mode: run.mode,
    dry: false,
    started_by: 'person',
    only_some: JSON.stringify({ again: run.id }),
    state: 'applying',
    counts: '{}',
    whole: false,
    work_id: plan.id,
    actor_id: by.id,
    actor_name: by.name.slice(0, 260),
    created_at: now,
  })
  await runPlan(ctx, directorySyncs, plan.id, await planRefused(ctx, before, plan), false)
  return getSync(ctx, { id })
}

/** Resumes scheduled runs of a paused directory. @throws not-found, directory-off, not-approved */
export async function resumeOne(ctx: TransactionContext, { id }: { id: string }) {
  const connection = await connectionById(ctx, id)
  if (!connection) throw problem('not-found')
  await mustAct(ctx, connection)
  await pauseConnection(ctx, connection, null)
  return getConnection(ctx, { id })
}
