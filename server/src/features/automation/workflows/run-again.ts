import { executions, type WorkflowRun } from '@claviger/contract/automation/workflows/workflow-runs'
import { workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginWork, stopWork, undoWork, workToChange } from '#features/work/works/works.ts'
import { end, settleRun } from './end.ts'
import { workflowRuns } from './workflow-run-kind.ts'
import { failedRows, findRun, type FullRun, hasRunningWorkflow, updateWorkflowRun } from './runs.store.ts'
import { getRun, undoUntil, workOf } from './logs.ts'
import { asResponsibleUser, loadResponsibleUser, mustMeetNeeds } from './needs.ts'
import { addRun, begin, logObjectOfWorkflow } from './workflow-run.ts'
import { findWorkflow, type WorkflowRow } from './workflows.store.ts'

interface One {
  id: string
}

async function held(ctx: TransactionContext, id: string): Promise<{ run: FullRun; workflow: WorkflowRow }> {
  const seen = await findRun(ctx.db, id)
  const workflow = seen && (await findWorkflow(ctx.db, seen.workflow_id, true))
  const run = await findRun(ctx.db, id, true)
  if (!run || !workflow) throw problem('not-found')
  return { run, workflow }
}

/**
 * Starts a workflow on behalf of its responsible user.
 * @throws not-found, workflow-by-page if a card page triggers it
 */
export async function execute(ctx: TransactionContext, { id }: One): Promise<WorkflowRun> {
  const workflow = await findWorkflow(ctx.db, id, true)
  if (!workflow) throw problem('not-found')
  if (workflow.type === types.pageEnrolment || workflow.type === types.pageRecovery) throw problem('workflow-by-page')
  const run = await addRun(ctx, workflow, 'person')
  await record(ctx, { action: 'workflow.started', object: logObjectOfWorkflow(workflow), after: { now: true } })
  await begin(ctx, run, workflow)
  return getRun(ctx, run)
}

/** Retries a run's failed rows on behalf of the responsible user. @throws not-found, wrong-step, not-permitted */
export async function retry(ctx: TransactionContext, { id }: One): Promise<WorkflowRun> {
  const { run, workflow } = await held(ctx, id)
  const work = await workOf(ctx, run)
  if (run.execution === executions.inProgress || run.failed === 0 || !work || run.undoes !== null)
    throw problem('wrong-step')
  if (await hasRunningWorkflow(ctx.db, workflow.id, run.id)) throw problem('wrong-step')
  const maker = await loadResponsibleUser(ctx, workflow)
  if (!maker)
    throw problem('not-permitted', 'The administrator responsible for this workflow is no longer allowed to do this')
  const again = await addRun(ctx, workflow, 'person')
  const parameters = { workflow: workflow.id, type: workflow.type }
  const what = { parameters, name: workflow.name, follows: work }
  const next = await beginWork(asResponsibleUser(ctx, maker), workflowRuns, what, failedRows(work))
  await updateWorkflowRun(ctx.db, again.id, {
    retries: run.id,
    begun_at: ctx.clock.now(),
    work_kind: next.kind,
    work_id: next.id,
    considered: next.total,
  })
  await settleRun(ctx, again.id)
  return getRun(ctx, again)
}

/** Undoes a run's suspensions with the caller's permissions. @throws not-found, not-permitted, undo-refused */
export async function undo(ctx: TransactionContext, { id }: One): Promise<WorkflowRun> {
  const { run, workflow } = await held(ctx, id)
  mustMeetNeeds(ctx, workflow.type)
  if (undoUntil(ctx, run) === null || run.work_id === null) throw problem('undo-refused')
  const work = await workToChange(ctx, [workflowRuns], run.work_id).catch(() => undefined)
  if (!work) throw problem('undo-refused')
  const back = await addRun(ctx, workflow, 'person')
  const undone = await undoWork(ctx, workflowRuns, work)
  await updateWorkflowRun(ctx.db, back.id, {
    undoes: run.id,
    begun_at: ctx.clock.now(),
    work_kind: undone.kind,
    work_id: undone.id,
    considered: undone.total,
  })
  await updateWorkflowRun(ctx.db, run.id, { undone_by: back.id })
  await settleRun(ctx, back.id)
  return getRun(ctx, back)
}

/** Stops a run; applied changes stay. @throws not-found, wrong-step */
export async function stopRun(ctx: TransactionContext, { id }: One): Promise<WorkflowRun> {
  const { run, workflow } = await held(ctx, id)
  if (run.execution !== executions.inProgress) throw problem('wrong-step')
  const work = await workOf(ctx, run)
  if (work) {
    await stopWork(ctx, [workflowRuns], work.id)
    await settleRun(ctx, run.id)
  } else if (run.work_id === null) {
    await record(ctx, { action: 'workflow.started', object: logObjectOfWorkflow(workflow), failed: 'stopped' })
    await end(ctx, run, workflow, { execution: executions.failure, reason: 'stopped' })
  } else throw problem('wrong-step')
  return getRun(ctx, run)
}

/** Approves a run that exceeds the safety threshold. @throws not-found, wrong-step */
export async function continueWorkflow(ctx: TransactionContext, { id }: One): Promise<WorkflowRun> {
  const { run, workflow } = await held(ctx, id)
  if (!run.waits || run.work_id !== null) throw problem('wrong-step')
  await updateWorkflowRun(ctx.db, run.id, { waits: false, agreed: true, reason: null })
  await record(ctx, {
    action: 'workflow.let-go-on',
    object: logObjectOfWorkflow(workflow),
    after: { rows: run.considered },
  })
  await begin(ctx, { ...run, agreed: true, waits: false }, workflow)
  return getRun(ctx, run)
}
