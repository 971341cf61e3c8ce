import { executions, type RunReason } from '@claviger/contract/automation/workflows/workflow-runs'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { workById } from '#features/work/works/works.ts'
import { workflowRuns } from './workflow-run-kind.ts'
import { mailWorkflowFailure } from './workflow-mails.ts'
import { findRun, type WorkflowRunRow, updateWorkflowRun } from './runs.store.ts'
import { findWorkflow, updateWorkflow, type WorkflowRow } from './workflows.store.ts'
import type { RunOutcome } from './types/type.ts'
import { workflowTypeOf } from './types/types.ts'

interface Ended {
  execution: number
  reason: RunReason | null
  done?: number
  skipped?: number
  failed?: number
}

const object = ({ id, name }: WorkflowRow) => ({ type: 'workflow', id, name })

export async function end(
  ctx: TransactionContext,
  run: WorkflowRunRow,
  workflow: WorkflowRow,
  ended: Ended,
): Promise<void> {
  const { execution, reason, done = 0, skipped = 0, failed = 0 } = ended
  const considered = Math.max(run.considered, done + skipped + failed)
  await updateWorkflowRun(ctx.db, run.id, {
    execution,
    reason,
    considered,
    done,
    skipped,
    failed,
    waits: false,
    ended_at: ctx.clock.now(),
  })
  if (run.undoes === null)
    await updateWorkflow(ctx.db, workflow.id, { last_run_at: run.started_at, last_execution: execution })
  if (execution !== executions.failure || reason === 'stopped') return
  if (run.work_id === null)
    await record(ctx, { action: 'workflow.started', object: object(workflow), failed: reason ?? 'broken' })
  await mailWorkflowFailure(ctx, workflow, { reason: reason ?? 'broken', done, failed })
}

export async function settleRun(ctx: TransactionContext, id: string): Promise<void> {
  const run = await findRun(ctx.db, id, true)
  if (!run || run.execution !== executions.inProgress || run.work_id === null || run.work_kind === null) return
  const workflow = await findWorkflow(ctx.db, run.workflow_id, true)
  if (!workflow) return
  const outcome =
    run.work_kind === workflowRuns.name
      ? await ownOutcome(ctx, run.work_id)
      : await workflowTypeOf(workflow.type)?.outcome?.(ctx, { kind: run.work_kind, id: run.work_id })
  if (!outcome) return
  if (outcome.waits) {
    if (!run.waits) await updateWorkflowRun(ctx.db, run.id, { waits: true })
    return
  }
  const { done, skipped, failed } = outcome
  const nothing = done === 0 && failed === 0 && outcome.reason === null
  const reason = outcome.reason ?? (nothing ? 'nothing-to-do' : null)
  const execution = nothing ? executions.skipped : reason === null ? executions.success : executions.failure
  await end(ctx, run, workflow, { execution, reason, done, skipped, failed })
}

async function ownOutcome(ctx: TransactionContext, id: string): Promise<RunOutcome> {
  const { state, counts } = await workById(ctx, [workflowRuns], id)
  if (state === 'running') return undefined
  const { done = 0, skipped = 0, refused: failed = 0 } = counts
  return { done, skipped, failed, reason: state === 'stopped' ? 'stopped' : failed > 0 ? 'rows-failed' : null }
}
