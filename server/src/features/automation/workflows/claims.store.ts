import { executions } from '@claviger/contract/automation/workflows/workflow-runs'
import { sql } from 'kysely'
import { openTo } from '#platform/entrance/entrance.ts'
import type { Db } from '#platform/db/db.ts'
import type { Times } from './workflow-times.ts'

/** Runs of a workspace that is closed to them wait, and begin late. */
const open = sql.raw(openTo('workflow', 's.status'))

export interface DueRow extends Times {
  workspace_id: string
  id: string
  next_run_at: Date
}

export async function dueWorkflows(db: Db, now: Date, most: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select w.workspace_id, w.id, w.next_run_at, w.interval, w.hour, w.minute, w.day, w.zone
    from workflows w join workspaces s on s.id = w.workspace_id and ${open}
    where w.next_run_at <= ${now}::timestamptz
    order by w.next_run_at limit ${most}::integer for update of w skip locked`.execute(db)
  return rows
}

export interface WorkflowClaim {
  workspace: string
  workflow: string
  run: string
  due: Date
  late: boolean
  next: Date | null
}

export async function claim(db: Db, claims: readonly WorkflowClaim[], now: Date): Promise<void> {
  await sql`
    with c as (select * from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
        as c(workspace uuid, workflow uuid, run uuid, due timestamptz, late boolean, next timestamptz)),
      moved as (update workflows w set next_run_at = c.next from c where w.workspace_id = c.workspace and w.id = c.workflow)
    insert into workflow_runs (workspace_id, id, workflow_id, execution, begun_by, begun_name, due_at, late, started_at)
      select workspace, run, workflow, 0, 'schedule', 'Schedule', due, late, ${now}::timestamptz from c`.execute(db)
}

export interface WorkflowReference {
  workspace: string
  id: string
}

const which = sql`r.workspace_id as workspace, r.id`

export async function runsWaiting(db: Db, after: string, most: number): Promise<WorkflowReference[]> {
  const { rows } = await sql<WorkflowReference>`
    select ${which} from workflow_runs r join workspaces s on s.id = r.workspace_id and ${open}
    where r.execution = ${sql.lit(executions.inProgress)} and r.begun_at is null and r.id > ${after}::uuid order by r.id limit ${most}::integer`.execute(
    db,
  )
  return rows
}

export async function runsEnded(db: Db, most: number): Promise<WorkflowReference[]> {
  const { rows } = await sql<WorkflowReference>`
    select ${which} from workflow_runs r
      left join works k on k.workspace_id = r.workspace_id and k.id = r.work_id
      left join directory_runs d on d.workspace_id = r.workspace_id and d.id = r.work_id
      left join works w on w.workspace_id = r.workspace_id and w.id = d.work_id
    where r.execution = ${sql.lit(executions.inProgress)} and r.begun_at is not null and (k.state in ('done', 'stopped')
      or d.state in ('done', 'stopped', 'failed', 'cancelled') or (d.state = 'braked' and not r.waits)
      or (d.state = 'applying' and w.state in ('done', 'stopped')))
    order by r.id limit ${most}::integer`.execute(db)
  return rows
}

export async function workflowsCalled(db: Db, most: number): Promise<WorkflowReference[]> {
  const { rows } = await sql<WorkflowReference>`
    select e.workspace_id as workspace, e.workflow_id as id from workflow_events e
      join workspaces s on s.id = e.workspace_id and ${open}
    where e.look_at <= now() group by 1, 2 order by min(e.look_at) limit ${most}::integer`.execute(db)
  return rows
}
