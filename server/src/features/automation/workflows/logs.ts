import { workflowTypes } from '@claviger/contract/automation/workflows/workflow-content'
import {
  executions,
  undoDays,
  type WorkflowRow as WireRow,
  type WorkflowRun,
  rowReasons,
} from '@claviger/contract/automation/workflows/workflow-runs'
import type { PageOf } from '@claviger/contract/platform/page'
import { days, later } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { resultFile } from '#features/work/works/works.result.ts'
import { type Work, workById } from '#features/work/works/works.ts'
import { workflowRuns } from './workflow-run-kind.ts'
import {
  countRowsOfRun,
  type LoggedRow,
  workflowRowsAfter,
  rowsOfRun,
  findRun,
  type FullRun,
  runList,
} from './runs.store.ts'
import { dueSteps, firstDue } from './types/due.store.ts'
import { workflowTypeOf } from './types/types.ts'
import type { WorkflowInputFor } from './workflows.ts'
import { findWorkflow } from './workflows.store.ts'

const isOwn = (run: FullRun) => run.work_kind === workflowRuns.name

/** Until when a run's suspensions can be undone; null if nothing can. */
export function undoUntil(ctx: TransactionContext, run: FullRun): Date | null {
  if (run.type !== workflowTypes.idleKeys || !isOwn(run) || run.undoes !== null || run.undone_by !== null) return null
  if (run.ended_at === null || run.done === 0) return null
  const until = later(run.ended_at, days(undoDays))
  return until > ctx.clock.now() ? until : null
}

export const workflowRunOf = (ctx: TransactionContext, run: FullRun): WorkflowRun => ({
  id: run.id,
  workflow: run.workflow_id,
  workflowName: run.name,
  type: run.type,
  execution: run.execution,
  reason: run.reason,
  startedAt: run.started_at.toISOString(),
  endedAt: run.ended_at?.toISOString() ?? null,
  by: run.begun_by as WorkflowRun['by'],
  byName: run.begun_name,
  late: run.late,
  considered: run.considered,
  done: run.done,
  skipped: run.skipped,
  failed: run.failed,
  waits: run.waits,
  retries: run.retries,
  undoes: run.undoes,
  undoneBy: run.undone_by,
  undoUntil: undoUntil(ctx, run)?.toISOString() ?? null,
  elsewhere:
    run.work_id === null || run.work_kind === null || isOwn(run) ? null : { kind: run.work_kind, id: run.work_id },
})

/** Runs of a workflow, newest first. @throws not-found */
export async function listRuns(
  ctx: TransactionContext,
  { id, execution, ...ask }: WorkflowInputFor<'logs'>,
): Promise<PageOf<WorkflowRun>> {
  if (!(await findWorkflow(ctx.db, id))) throw problem('not-found')
  return paginate<WorkflowRun>(
    ctx,
    { ...ask, sort: undefined, search: undefined, order: 'desc' },
    { ...runList(id, execution), item: (row: FullRun) => workflowRunOf(ctx, row) },
  )
}

/** One run with its progress. @throws not-found */
export async function getRun(ctx: TransactionContext, { id }: { id: string }): Promise<WorkflowRun> {
  const run = await findRun(ctx.db, id)
  if (!run) throw problem('not-found')
  const work = await workOf(ctx, run)
  if (!work || run.execution !== executions.inProgress) return workflowRunOf(ctx, run)
  const { done = 0, skipped = 0, refused: failed = 0 } = work.counts
  return { ...workflowRunOf(ctx, run), done, skipped, failed }
}

/** The job with a run's rows; undefined if there is none or it was cleaned up. */
export async function workOf(ctx: TransactionContext, run: FullRun): Promise<Work | undefined> {
  if (!isOwn(run) || run.work_id === null) return undefined
  return workById(ctx, [workflowRuns], run.work_id).catch(() => undefined)
}

const results = { done: 'done', skipped: 'skipped', refused: 'failed' } as const

const rowOf = (row: LoggedRow): WireRow => ({
  id: row.id,
  person: row.person,
  detail: row.detail,
  result: row.outcome === null ? null : (results[row.outcome as keyof typeof results] ?? null),
  reason: row.reason,
})

/** Results of a run's rows, failures first. @throws not-found */
export async function listWorkflowRows(
  ctx: TransactionContext,
  ask: WorkflowInputFor<'rows'>,
): Promise<PageOf<WireRow>> {
  const run = await findRun(ctx.db, ask.id)
  if (!run) throw problem('not-found')
  if (run.waits && run.work_id === null) return listDue(ctx, run, ask)
  const work = await workOf(ctx, run)
  const found = work ? await rowsOfRun(ctx.db, work, ask) : []
  const items = work ? found.map(rowOf) : ofPage(run)
  const total = work ? await countRowsOfRun(ctx.db, work, ask.result) : items.length
  return { items, total, totalIs: 'exact', page: ask.page, pageSize: ask.pageSize, next: null }
}

/** Rows that a run awaiting approval would affect. */
async function listDue(
  ctx: TransactionContext,
  run: FullRun,
  { page, pageSize, result }: WorkflowInputFor<'rows'>,
): Promise<PageOf<WireRow>> {
  const workflow = await findWorkflow(ctx.db, run.workflow_id)
  const due = workflow && workflowTypeOf(workflow.type)?.due?.(workflow, ctx.clock.now())
  const whole = due !== undefined && result === undefined
  const steps = whole ? await dueSteps(ctx.db, due) : []
  const items = (whole ? await firstDue(ctx.db, due, pageSize, (page - 1) * pageSize) : []).map(one => ({
    id: one.id,
    person: one.name,
    detail: one.detail,
    result: null,
    reason: one.step,
  }))
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  return { items, total, totalIs: 'exact', page, pageSize, next: null }
}

const ofPage = ({ person_id, person_name }: FullRun): WireRow[] =>
  person_id === null ? [] : [{ id: person_id, person: person_name, detail: null, result: 'done', reason: 'page' }]

/** Results of a run's rows as CSV. @throws not-found */
export const runAsFile = resultFile<LoggedRow>({
  async find(ctx, id) {
    const run = await findRun(ctx.db, id)
    const work = run && (await workOf(ctx, run))
    if (!work) throw problem('not-found')
    return work
  },
  headers: () => ({ own: [], said: [msg('User'), msg('Key, card, or computer'), msg('Result'), msg('Reason')] }),
  read: (ctx, work, after) => workflowRowsAfter(ctx.db, work, after),
  refused: row => row.outcome === 'refused',
  cells: ({ person, detail, outcome, reason }, _work, say) => [
    person ?? '',
    detail ?? '',
    say(
      outcome === 'done'
        ? msg('Done')
        : outcome === 'skipped'
          ? msg('Skipped')
          : outcome === null
            ? msg('Waiting')
            : msg('Failed'),
    ),
    reason === null ? '' : say(rowReasons[reason as keyof typeof rowReasons] ?? reason),
  ],
})
