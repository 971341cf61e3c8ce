import type { Workflow } from '@claviger/contract/automation/workflow-content'
import type { workflows } from '@claviger/contract/automation/workflows'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { connectionsOf } from '../../directories/connections/connections.ts'
import { ownWorkspaceRow } from '../../tenancy/workspaces/workspaces.ts'
import { findWorkflow, workflowList, type WorkflowRow } from './workflows.store.ts'

export type InputFor<Call extends keyof typeof workflows.calls> = OutputOf<(typeof workflows.calls)[Call]['input']>

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

const directoriesOf = async (ctx: Ctx): Promise<Named> =>
  new Map((await connectionsOf(ctx)).map(({ id, name }) => [id, name]))

/** One page of the workflows. */
export async function listWorkflows(ctx: Ctx, ask: InputFor<'list'>) {
  const named = await directoriesOf(ctx)
  return paginate<Workflow>(ctx, ask, {
    ...workflowList({ type: ask.type, status: ask.status }),
    item: (row: WorkflowRow) => wireOf(row, named),
  })
}

/** One workflow. Throws not-found. */
export async function getWorkflow(ctx: Ctx, { id }: { id: string }): Promise<Workflow> {
  const row = await findWorkflow(ctx.db, id)
  if (!row) throw problem('not-found')
  return wireOf(row, row.connection_id === null ? new Map() : await directoriesOf(ctx))
}

/** What a new workflow begins with. */
export const newWorkflow = async (ctx: Ctx) => ({ zone: (await ownWorkspaceRow(ctx)).time_zone })
