import type { Workflow, WorkflowInFull } from '@claviger/contract/automation/workflows/workflow-content'
import type { workflows } from '@claviger/contract/automation/workflows'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { connectionsOf } from '#features/directories/connections/connections.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { toStoredContent } from './workflow-content.ts'
import { exceedsThreshold } from './workflow-run.ts'
import { nextTimes } from './workflow-times.ts'
import { dueSteps, firstDue } from './types/due.store.ts'
import { workflowTypeOf } from './types/types.ts'
import { findWorkflow, namesOfWorkflows, workflowList, type WorkflowRow } from './workflows.store.ts'

export type WorkflowInputFor<Call extends keyof typeof workflows.calls> = OutputOf<
  (typeof workflows.calls)[Call]['input']
>

type Named = ReadonlyMap<string, string>

const wireOf = (row: WorkflowRow, directories: Named): Workflow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  trigger: row.starts,
  tenant: row.connection_id,
  tenantName: row.connection_id === null ? null : (directories.get(row.connection_id) ?? null),
  groups: row.groups,
  scheduleInterval: row.interval,
  hour: row.hour,
  minute: row.minute,
  day: row.day,
  zone: row.zone,
  settings: row.settings,
  notify: row.notify,
  status: row.active ? 'on' : 'off',
  paused: row.paused,
  maker: row.maker_name,
  lastUpdatedBy: row.changed_by,
  lastUpdatedAt: row.changed_at.toISOString(),
  lastExecutedAt: row.last_run_at?.toISOString() ?? null,
  lastExecution: row.last_execution,
  nextRunAt: row.next_run_at?.toISOString() ?? null,
  version: row.version,
})

const directoriesOf = async (ctx: TransactionContext): Promise<Named> =>
  new Map((await connectionsOf(ctx)).map(({ id, name }) => [id, name]))

export async function listWorkflows(ctx: TransactionContext, ask: WorkflowInputFor<'list'>) {
  const named = await directoriesOf(ctx)
  return paginate<Workflow>(ctx, ask, {
    ...workflowList({ type: ask.type, status: ask.status }),
    item: (row: WorkflowRow) => wireOf(row, named),
  })
}

/** One workflow. @throws not-found */
export async function getWorkflow(ctx: TransactionContext, { id }: { id: string }): Promise<WorkflowInFull> {
  const row = await findWorkflow(ctx.db, id)
  if (!row) throw problem('not-found')
  const { account, deviceGroup } = row.settings
  const meant = [...row.notify, account, deviceGroup].filter(one => one !== undefined)
  const named = row.connection_id === null ? new Map<string, string>() : await directoriesOf(ctx)
  return { ...wireOf(row, named), names: await namesOfWorkflows(ctx.db, meant) }
}

export const newWorkflow = async (ctx: TransactionContext) => ({ zone: (await ownWorkspaceRow(ctx)).time_zone })

const shown = 20
const times = 5

/**
 * Next times of a draft workflow, and the items it would affect now.
 * @throws not-found, zone-unknown, invalid-input
 */
export async function preview(
  ctx: TransactionContext,
  { id = null, workflow }: { id?: string | undefined | null } & Omit<WorkflowInputFor<'preview'>, 'id'>,
) {
  if (id !== null && !(await findWorkflow(ctx.db, id))) throw problem('not-found')
  const written = await toStoredContent(ctx, workflow)
  const now = ctx.clock.now()
  const { interval } = written
  const type = workflowTypeOf(written.type)
  const due = type?.due?.({ ...written, id }, now)
  const steps = due ? await dueSteps(ctx.db, due) : []
  const sum = (of: typeof steps) => of.reduce((all, { count }) => all + count, 0)
  return {
    times: interval === null ? [] : nextTimes({ ...written, interval }, now, times).map(at => at.toISOString()),
    total: sum(steps),
    steps,
    people: (due ? await firstDue(ctx.db, due, shown) : []).map(({ name, detail, step }) => ({
      name: name ?? detail ?? '',
      detail: name === null ? null : detail,
      step,
    })),
    brake: await exceedsThreshold(ctx, sum(steps.filter(one => type?.grave?.includes(one.step)))),
    elsewhere: due === undefined,
  }
}
