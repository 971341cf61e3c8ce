import { executions } from '@claviger/contract/automation/workflows/workflow-runs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { transact } from '#platform/db/transaction.ts'
import { minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { claim, dueWorkflows, runsEnded, runsWaiting, type WorkflowReference, workflowsCalled } from './claims.store.ts'
import { end, settleRun } from './end.ts'
import { addRun, begin } from './workflow-run.ts'
import { findRun, hasRunningWorkflow, runToBegin, dequeueEvents, updateWorkflowRun } from './runs.store.ts'
import { nextTime, type Times } from './workflow-times.ts'
import { workflowTypeOf } from './types/types.ts'
import { findWorkflow, forgetEvents } from './workflows.store.ts'
import { loadResponsibleUser } from './needs.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'workflows', ip: '', userAgent: '' },
} as const

const atOnce = 100
/** Two concurrent lanes: one waits for the database while the other computes. */
const lanes = 2
/** Each lane pauses as long as it worked, up to this many ms, so that requests are served in between. */
const longestRest = 20
const mostTries = 5
const lateAfter = minutes(10)

async function claimDue(world: AppContext): Promise<boolean> {
  return transact(world, { ...from, everywhere: true }, async ctx => {
    const now = ctx.clock.now()
    const due = await dueWorkflows(ctx.db, now, atOnce)
    const known = new Map<string, Date | null>()
    const next = (times: Times) => {
      const key = JSON.stringify([times.interval, times.hour, times.minute, times.day, times.zone])
      if (!known.has(key)) known.set(key, nextTime(times, now))
      return known.get(key) ?? null
    }
    if (due.length > 0)
      await claim(
        ctx.db,
        due.map(row => ({
          workspace: row.workspace_id,
          workflow: row.id,
          run: newIdAt(now),
          due: row.next_run_at,
          late: now.getTime() - row.next_run_at.getTime() > lateAfter,
          next: next(row),
        })),
        now,
      )
    return due.length === atOnce
  })
}

const inside = <T>(world: AppContext, workspace: string, work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(world, { ...from, workspace }, work)

async function beginOne(world: AppContext, { workspace, id }: WorkflowReference): Promise<void> {
  try {
    await inside(world, workspace, async ctx => {
      const run = await runToBegin(ctx.db, id)
      const workflow = run && (await findWorkflow(ctx.db, run.workflow_id, true))
      if (run && workflow) await begin(ctx, run, workflow)
    })
  } catch (error) {
    world.log.error({ run: id, err: error }, 'a workflow could not begin')
    await inside(world, workspace, async ctx => {
      const run = await findRun(ctx.db, id, true)
      const workflow = run && (await findWorkflow(ctx.db, run.workflow_id, true))
      if (!run || !workflow) return
      await updateWorkflowRun(ctx.db, id, { tries: run.tries + 1 })
      if (run.tries + 1 >= mostTries) await end(ctx, run, workflow, { execution: executions.failure, reason: 'broken' })
    })
  }
}

async function beginWaiting(world: AppContext, stopping: AbortSignal): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const waiting = await transact(world, { ...from, everywhere: true }, ctx => runsWaiting(ctx.db, after, atOnce))
    const next = waiting.values()
    const lane = async () => {
      for (const which of next) {
        if (stopping.aborted) return
        const begun = performance.now()
        await beginOne(world, which)
        if (waiting.length === atOnce) await sleep(Math.min(performance.now() - begun, longestRest))
      }
    }
    await sendTogether(...Array.from({ length: lanes }, lane))
    const last = waiting.at(-1)
    if (!last || waiting.length < atOnce || stopping.aborted) return
    after = last.id
  }
}

/** Starts a run for pending events, unless one is in progress: then they wait for its end. */
async function answerCall(ctx: TransactionContext, id: string): Promise<void> {
  const workflow = await findWorkflow(ctx.db, id, true)
  const due = workflow && workflowTypeOf(workflow.type)?.due?.({ ...workflow }, ctx.clock.now())
  if (!workflow || !due) return
  if (!workflow.active) return forgetEvents(ctx.db, id)
  if (await hasRunningWorkflow(ctx.db, id, id)) return
  const among = await dequeueEvents(ctx.db, id, due)
  if (among.length === 0 && (await loadResponsibleUser(ctx, workflow))) return
  await begin(ctx, await addRun(ctx, workflow, 'event'), workflow, among)
}

async function each(
  world: AppContext,
  of: readonly WorkflowReference[],
  what: string,
  work: (ctx: TransactionContext, id: string) => Promise<void>,
) {
  for (const { workspace, id } of of)
    await inside(world, workspace, ctx => work(ctx, id)).catch((error: unknown) =>
      world.log.error({ id, err: error }, what),
    )
}

export const workflowTask: ScheduledTask = {
  name: 'workflows',
  everySeconds: 5,
  async work(world, stopping) {
    while (!stopping.aborted && (await claimDue(world)));
    await beginWaiting(world, stopping)
    const [called, ended] = await transact(world, { ...from, everywhere: true }, async ctx => [
      await workflowsCalled(ctx.db, 100),
      await runsEnded(ctx.db, 500),
    ])
    await each(world, called, 'a workflow could not be called', answerCall)
    await each(world, ended, 'a run could not be ended', settleRun)
  },
}
