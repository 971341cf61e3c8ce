import type { WorkflowContent } from '@claviger/contract/automation/workflows/workflow-content'
import { workflowTypeNames } from '@claviger/contract/automation/workflows/workflow-content'
import { doneReply } from '@claviger/contract/platform/fields'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { type StoredWorkflowContent, toStoredContent } from './workflow-content.ts'
import { mustMeetNeeds } from './needs.ts'
import { logObjectOfWorkflow } from './workflow-run.ts'
import { nextTime, type Times } from './workflow-times.ts'
import { getWorkflow, type WorkflowInputFor } from './workflows.ts'
import * as store from './workflows.store.ts'
import type { WorkflowRow } from './workflows.store.ts'

const most = 200

const dueNext = (
  ctx: TransactionContext,
  active: boolean,
  { interval, ...at }: Omit<Times, 'interval'> & { interval: number | null },
) => (active && interval !== null ? nextTime({ ...at, interval }, ctx.clock.now()) : null)

const answers = (ctx: TransactionContext) => {
  const { id, name } = askerOf(ctx)
  return { maker_id: id, maker_name: name.slice(0, 260), changed_at: ctx.clock.now(), changed_by: name.slice(0, 260) }
}

const loggedOf = (row: StoredWorkflowContent & { active: boolean }): Record<string, unknown> => ({
  name: row.name,
  description: row.description || undefined,
  type: workflowTypeNames[row.type],
  trigger: row.starts,
  directory: row.connection_id ?? undefined,
  groups: row.groups.length > 0 ? row.groups : undefined,
  schedule: row.interval === null ? undefined : [row.interval, row.day, row.hour, row.minute, row.zone],
  settings: Object.keys(row.settings).length > 0 ? row.settings : undefined,
  notify: row.notify.length > 0 ? row.notify : undefined,
  status: row.active ? 'on' : 'off',
})

/**
 * Creates a workflow.
 * @throws not-permitted, invalid-input, zone-unknown, not-found, workflow-name-taken, too-many-workflows
 */
export async function createWorkflow(ctx: TransactionContext, content: WorkflowContent) {
  mustMeetNeeds(ctx, content.type)
  if ((await store.countWorkflows(ctx.db)) >= most) throw problem('too-many-workflows')
  const written = await toStoredContent(ctx, content)
  const active = content.status !== 'off'
  const id = newId()
  await store.insertWorkflow(ctx.db, {
    ...written,
    workspace_id: workspaceOf(ctx),
    id,
    active,
    next_run_at: dueNext(ctx, active, written),
    created_at: ctx.clock.now(),
    ...answers(ctx),
  })
  await record(ctx, {
    action: 'workflow.created',
    object: logObjectOfWorkflow({ id, name: written.name }),
    after: loggedOf({ ...written, active }),
  })
  return getWorkflow(ctx, { id })
}

async function toChange(ctx: TransactionContext, id: string): Promise<WorkflowRow> {
  const row = await store.findWorkflow(ctx.db, id, true)
  if (!row) throw problem('not-found')
  return row
}

/** Changes a workflow; the caller becomes responsible for it. @throws like createWorkflow, and changed-meanwhile */
export async function editWorkflow(ctx: TransactionContext, { id, version, ...content }: WorkflowInputFor<'update'>) {
  const row = await toChange(ctx, id)
  mustMeetNeeds(ctx, row.type)
  mustMeetNeeds(ctx, content.type)
  if (version !== undefined && version !== row.version)
    throw problem(
      'changed-meanwhile',
      deferText('{who} changed this workflow while you were editing', { who: row.changed_by }),
    )
  if (content.type !== row.type)
    throw problem('invalid-input', undefined, [
      { field: 'type', message: "You can't change the type of a workflow. Create another workflow" },
    ])
  const written = await toStoredContent(ctx, content)
  const active = content.status === undefined ? row.active : content.status === 'on'
  await store.updateWorkflow(ctx.db, id, {
    ...written,
    active,
    paused: active ? null : row.paused,
    next_run_at: dueNext(ctx, active, written),
    version: row.version + 1,
    ...answers(ctx),
  })
  if (!active || row.starts !== written.starts) await store.forgetEvents(ctx.db, id)
  await record(ctx, {
    action: 'workflow.updated',
    object: logObjectOfWorkflow({ id, name: written.name }),
    before: loggedOf(row),
    after: loggedOf({ ...written, active }),
  })
  return getWorkflow(ctx, { id })
}

/** Enables or disables a workflow; enabling makes the caller responsible for it. @throws not-found, not-permitted */
export async function switchWorkflow(ctx: TransactionContext, { id, status }: WorkflowInputFor<'switch'>) {
  const row = await toChange(ctx, id)
  const active = status === 'on'
  if (active) mustMeetNeeds(ctx, row.type)
  if (active !== row.active) {
    await store.updateWorkflow(ctx.db, id, {
      active,
      paused: null,
      next_run_at: dueNext(ctx, active, row),
      version: row.version + 1,
      ...(active && answers(ctx)),
    })
    if (!active) await store.forgetEvents(ctx.db, id)
    await record(ctx, {
      action: 'workflow.switched',
      object: logObjectOfWorkflow(row),
      before: { status: row.active ? 'on' : 'off' },
      after: { status },
    })
  }
  return getWorkflow(ctx, { id })
}

/** Deletes workflows, ignoring missing ones. */
export async function removeWorkflows(ctx: TransactionContext, { ids }: { ids: string[] }) {
  const gone = await store.deleteWorkflows(ctx.db, ids)
  await recordMany(
    ctx,
    askerOf(ctx),
    gone.map(row => ({ action: 'workflow.deleted', object: logObjectOfWorkflow(row), before: { name: row.name } })),
  )
  return { removed: gone.length }
}

/** Deletes one workflow. @throws not-found */
export async function removeWorkflow(ctx: TransactionContext, { id }: { id: string }) {
  const { removed } = await removeWorkflows(ctx, { ids: [id] })
  if (removed === 0) throw problem('not-found')
  return doneReply
}
