import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { WorkKind } from './work-kind.ts'
import { copyRefused, insertPlanned, type PlannedRow } from './plans.store.ts'
import { runSlice, logObjectOfWork } from './work-slices.ts'
import { deleteWork, findWork, insertWork, updateWork, type Work } from './works.store.ts'
import { enqueueNextSlice } from './works.jobs.ts'

export type { PlannedRow } from './plans.store.ts'

export interface Planner {
  id: string | null
  name: string
}

/** Starts a plan: a list of actions that is written row by row and executed when complete. */
export const beginPlan = <P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  by: Planner,
  what: { parameters: P; name: string | null },
): Promise<Work> =>
  insertWork(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    kind: kind.name,
    state: 'uploading',
    parameters: what.parameters,
    name: what.name?.slice(0, 200) ?? null,
    actor_id: by.id,
    actor_name: by.name.slice(0, 260),
    units_of: null,
    created_at: ctx.clock.now(),
  })

export const addToPlan = (ctx: TransactionContext, id: string, rows: readonly PlannedRow[]): Promise<void> =>
  insertPlanned(ctx.db, { workspace_id: workspaceOf(ctx), id }, rows)

/** Keeps a complete plan for review, without executing it. */
export const keepPlan = (ctx: TransactionContext, id: string, total: number): Promise<Work> =>
  updateWork(ctx.db, { workspace_id: workspaceOf(ctx), id }, { state: 'reviewed', total })

/** Executes a plan from its first row; a short one immediately. */
export async function runPlan<P>(
  ctx: TransactionContext,
  kind: WorkKind<P>,
  id: string,
  total: number,
  short: boolean,
): Promise<Work> {
  const work = await updateWork(
    ctx.db,
    { workspace_id: workspaceOf(ctx), id },
    { state: 'running', total, started_at: ctx.clock.now() },
  )
  await record(ctx, {
    action: kind.lines.begun.action,
    object: logObjectOfWork(kind, work),
    after: kind.lines.begun.says(work as Work<P>),
  })
  if (short) return runSlice(ctx, kind, work)
  await enqueueNextSlice(ctx, work)
  return work
}

export const dropPlan = (ctx: TransactionContext, id: string): Promise<void> => deleteWork(ctx.db, workspaceOf(ctx), id)

export async function planRefused(ctx: TransactionContext, from: Work, to: Work): Promise<number> {
  return copyRefused(ctx.db, from, to)
}

export const planById = (ctx: TransactionContext, id: string): Promise<Work | undefined> =>
  findWork(ctx.db, workspaceOf(ctx), id)
