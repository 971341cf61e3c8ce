import { executions, type RunReason } from '@claviger/contract/automation/workflows/workflow-runs'
import type { ProblemCode } from '@claviger/contract/platform/problems'
import { orNothing, workspaceOf } from '#platform/db/transaction.ts'
import { newIdAt } from '#platform/ids.ts'
import { Problem, problemOfDatabase } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginOn } from '#features/work/works/works.ts'
import { isNeedConnected, usesConnection, asResponsibleUser, loadResponsibleUser } from './needs.ts'
import { end, settleRun } from './end.ts'
import { workflowRuns } from './workflow-run-kind.ts'
import { askOwners, mailWorkflowDisabled } from './workflow-mails.ts'
import { findRun, hasRunningWorkflow, insertWorkflowRun, type WorkflowRunRow, updateWorkflowRun } from './runs.store.ts'
import { dueIds, dueSteps, idsDue } from './types/due.store.ts'
import { countIdleKeys } from './types/idle-keys.store.ts'
import type { DelegatedRun, Type } from './types/type.ts'
import { workflowTypeOf } from './types/types.ts'
import { forgetEvents, updateWorkflow, type WorkflowRow } from './workflows.store.ts'

/** Safety threshold: a run with more rows, and a higher percentage, needs an owner's approval. */
const brake = { most: 20, percent: 5 }

export const logObjectOfWorkflow = ({ id, name }: Pick<WorkflowRow, 'id' | 'name'>) => ({ type: 'workflow', id, name })

export async function addRun(
  ctx: TransactionContext,
  workflow: WorkflowRow,
  by: 'event' | 'person',
): Promise<WorkflowRunRow> {
  const now = ctx.clock.now()
  const id = newIdAt(now)
  await insertWorkflowRun(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    workflow_id: workflow.id,
    execution: executions.inProgress,
    begun_by: by,
    begun_name: by === 'event' ? 'Event' : shownAs(ctx).name.slice(0, 260),
    started_at: now,
  })
  return (await findRun(ctx.db, id)) as WorkflowRunRow
}

/** Starts a queued run for all or some affected items; the caller must have locked the workflow. */
export async function begin(
  ctx: TransactionContext,
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  among: readonly string[] | null = null,
): Promise<void> {
  const now = ctx.clock.now()
  await updateWorkflowRun(ctx.db, run.id, { begun_at: now })
  if (await hasRunningWorkflow(ctx.db, workflow.id, run.id))
    return end(ctx, run, workflow, { execution: executions.skipped, reason: 'still-running' })
  const maker = await loadResponsibleUser(ctx, workflow)
  if (!maker) return lost(ctx, run, workflow)
  const type = workflowTypeOf(workflow.type)
  if (!type) return end(ctx, run, workflow, { execution: executions.skipped, reason: 'nothing-to-do' })
  const inside = asResponsibleUser(ctx, maker)
  if (usesConnection(workflow.type)) return handOver(inside, run, workflow, type, among)
  await type.before?.(ctx, workflow)
  const due = type.due?.({ ...workflow }, now)
  const count = due ? await weighed(ctx, run, workflow, type, due) : 0
  if (count === 'waits') return undefined
  if (!due || count === 0) return end(ctx, run, workflow, { execution: executions.skipped, reason: 'nothing-to-do' })
  const parameters = { workflow: workflow.id, type: workflow.type }
  const work = await beginOn(inside, workflowRuns, { parameters, name: workflow.name }, dueIds(due, among))
  await updateWorkflowRun(ctx.db, run.id, { work_kind: work.kind, work_id: work.id, considered: work.total })
  await updateWorkflow(ctx.db, workflow.id, { last_run_at: run.started_at, last_execution: 0 })
  if (work.state !== 'running') await settleRun(ctx, run.id)
}

/** Number of due items; `waits` if suspending or deleting that many needs an owner's approval. */
async function weighed(
  ctx: TransactionContext,
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  type: Type,
  due: ReturnType<NonNullable<Type['due']>>,
): Promise<number | 'waits'> {
  const steps = await dueSteps(ctx.db, due)
  const sum = (of: typeof steps) => of.reduce((all, { count }) => all + count, 0)
  const grave = sum(steps.filter(one => type.grave?.includes(one.step)))
  // The approval covered the list at that time, not a longer one
  const agreed = run.agreed && sum(steps) <= run.considered
  if (agreed || !(await exceedsThreshold(ctx, grave))) return sum(steps)
  await updateWorkflowRun(ctx.db, run.id, { waits: true, reason: 'owner', considered: sum(steps) })
  await updateWorkflow(ctx.db, workflow.id, { last_run_at: run.started_at, last_execution: 0 })
  await record(ctx, { action: 'workflow.waits', object: logObjectOfWorkflow(workflow), after: { keys: grave } })
  await askOwners(ctx, workflow, grave)
  return 'waits'
}

export const exceedsThreshold = async (ctx: TransactionContext, grave: number): Promise<boolean> =>
  grave > brake.most && grave * 100 > brake.percent * (await countIdleKeys(ctx.db))

async function lost(ctx: TransactionContext, run: WorkflowRunRow, workflow: WorkflowRow): Promise<void> {
  if (!workflow.active) return end(ctx, run, workflow, { execution: executions.failure, reason: 'maker-gone' })
  await forgetEvents(ctx.db, workflow.id)
  await updateWorkflow(ctx.db, workflow.id, { active: false, paused: 'maker-gone', next_run_at: null })
  await record(ctx, {
    action: 'workflow.paused',
    object: logObjectOfWorkflow(workflow),
    after: { maker: workflow.maker_name, reason: 'maker-gone' satisfies RunReason },
  })
  await mailWorkflowDisabled(ctx, workflow)
  return end(ctx, run, workflow, { execution: executions.failure, reason: 'maker-gone' })
}

async function handOver(
  ctx: TransactionContext,
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  type: Type,
  among: readonly string[] | null,
): Promise<void> {
  const connection = await isNeedConnected(ctx, workflow.type, workflow.connection_id)
  if (!connection || !type.handOver)
    return end(ctx, run, workflow, { execution: executions.failure, reason: 'disconnected' })
  const due = type.due?.({ ...workflow }, ctx.clock.now())
  const users = due ? (among ?? (await idsDue(ctx.db, due))) : null
  if (users?.length === 0) return end(ctx, run, workflow, { execution: executions.skipped, reason: 'nothing-to-do' })
  const work = await handed(ctx, () => type.handOver?.(ctx, workflow, connection, users))
  if (typeof work === 'string')
    return end(ctx, run, workflow, {
      execution: work === 'still-running' ? executions.skipped : executions.failure,
      reason: work,
    })
  if (!work) return end(ctx, run, workflow, { execution: executions.skipped, reason: 'nothing-to-do' })
  await updateWorkflowRun(ctx.db, run.id, { work_kind: work.kind, work_id: work.id, considered: users?.length ?? 0 })
  await updateWorkflow(ctx.db, workflow.id, { last_run_at: run.started_at, last_execution: 0 })
  await record(ctx, {
    action: 'workflow.started',
    object: logObjectOfWorkflow(workflow),
    after: { rows: users?.length },
  })
}

const refusals: Partial<Record<ProblemCode, RunReason>> = {
  'not-approved': 'not-approved',
  'sync-runs': 'still-running',
}

async function handed(
  ctx: TransactionContext,
  give: () => Promise<DelegatedRun> | undefined,
): Promise<DelegatedRun | RunReason | undefined> {
  let work: DelegatedRun | undefined
  try {
    await orNothing(ctx.db, async () => void (work = await give()))
    return work
  } catch (error) {
    const known = error instanceof Problem ? error : problemOfDatabase(error)
    if (!known) throw error
    return refusals[known.code] ?? 'disconnected'
  }
}
