import { type Insertable, type Selectable, sql } from 'kysely'
import type { WorkflowSettings } from '@claviger/contract/automation/workflows/workflow-content'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

type Stored = Selectable<Tables['workflows']>
export type WorkflowRow = Omit<Stored, 'settings' | 'made' | 'search'> & {
  settings: WorkflowSettings
  made: { policy?: string }
}
const columns = sql`w.workspace_id, w.id, w.name, w.description, w.type, w.starts, w.connection_id, w.groups, w.interval, w.hour,
  w.minute, w.day, w.zone, w.settings, w.notify, w.active, w.paused, w.next_run_at, w.maker_id, w.maker_name, w.made,
  w.last_run_at, w.last_execution, w.version, w.created_at, w.changed_at, w.changed_by`

export const workflowList = (of: {
  type: number | undefined
  status: 'on' | 'off' | undefined
}): Omit<ListQuery<WorkflowRow>, 'item'> => ({
  from: sql`workflows w`,
  here: sql`w.workspace_id = current_workspace()`,
  select: columns,
  where: [
    ...(of.type === undefined ? [] : [sql`w.type = ${of.type}`]),
    ...(of.status === undefined ? [] : [sql`w.active = ${of.status === 'on'}`]),
  ],
  search: { plain: [sql`w.search`] },
  sorts: {
    name: { by: sql`lower(w.name)`, type: 'text', unique: true },
    changed: { by: sql`w.changed_at`, type: 'timestamptz' },
    executed: { by: sql`coalesce(w.last_run_at, '-infinity')`, type: 'timestamptz' },
  },
  id: sql`w.id`,
  defaultSort: 'name',
})

/** One workflow; `held` locks it until the transaction ends. */
export async function findWorkflow(db: Db, id: string, held = false): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select ${columns} from workflows w where w.workspace_id = current_workspace() and w.id = ${id}::uuid
    ${held ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export async function countWorkflows(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from workflows where workspace_id = current_workspace()`.execute(db)
  return rows[0]?.n ?? 0
}

type Kept = Omit<Insertable<Tables['workflows']>, 'settings' | 'made' | 'search'> & { settings: WorkflowSettings }

export async function insertWorkflow(db: Db, { settings, ...row }: Kept): Promise<void> {
  await db
    .insertInto('workflows')
    .values({ ...row, settings: JSON.stringify(settings) })
    .execute()
}

export type WorkflowChange = Partial<Omit<Kept, 'workspace_id' | 'id'>> & { made?: WorkflowRow['made'] }

export async function updateWorkflow(db: Db, id: string, { settings, made, ...to }: WorkflowChange): Promise<void> {
  await db
    .updateTable('workflows')
    .set({
      ...to,
      ...(settings && { settings: sql<never>`${JSON.stringify(settings)}::jsonb` }),
      ...(made && { made: sql<never>`${JSON.stringify(made)}::jsonb` }),
    })
    .where(sql<boolean>`workspace_id = current_workspace()`)
    .where('id', '=', id)
    .execute()
}

export async function deleteWorkflows(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    delete from workflows where workspace_id = current_workspace() and id = any(${ids}::uuid[]) returning id, name`.execute(
    db,
  )
  return rows
}

/** Discards a workflow's pending events because it was disabled or changed. */
export async function forgetEvents(db: Db, workflow: string): Promise<void> {
  await sql`delete from workflow_events where workspace_id = current_workspace() and workflow_id = ${workflow}::uuid`.execute(
    db,
  )
}

export async function namesOfWorkflows(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from users
    where workspace_id = current_workspace() and id = any(${ids}::uuid[]) and deleted_at is null
    union all
    select id, name from device_groups where workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows
}

export async function mailboxesOf(db: Db, users: readonly string[]): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`
    select first_name as name, email from users
    where workspace_id = current_workspace() and id = any(${users}::uuid[]) and email is not null and deleted_at is null
      and suspended_at is null and deactivated_at is null`.execute(db)
  return rows
}
