import { executions } from '@claviger/contract/automation/workflows/workflow-runs'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'
import { rowsOf, type Work } from '#features/work/works/works.ts'

export type WorkflowRunRow = Selectable<Tables['workflow_runs']>
export type FullRun = WorkflowRunRow & { name: string; type: number }

const full = sql`r.*, w.name, w.type`
const beside = sql`workflow_runs r join workflows w on w.workspace_id = current_workspace() and w.id = r.workflow_id`

export const runList = (workflow: string, execution: number | undefined): Omit<ListQuery<FullRun>, 'item'> => ({
  from: beside,
  here: sql`r.workspace_id = current_workspace()`,
  select: full,
  where: [
    sql`r.workflow_id = ${workflow}::uuid`,
    ...(execution === undefined ? [] : [sql`r.execution = ${execution}`]),
  ],
  sorts: { started: { by: sql`r.started_at`, type: 'timestamptz' } },
  id: sql`r.id`,
  defaultSort: 'started',
})

/** One run; `held` locks it until the transaction ends. */
export async function findRun(db: Db, id: string, held = false): Promise<FullRun | undefined> {
  const { rows } = await sql<FullRun>`
    select ${full} from ${beside} where r.workspace_id = current_workspace() and r.id = ${id}::uuid
    ${held ? sql`for update of r` : sql``}`.execute(db)
  return rows[0]
}

/** Locks a queued run; undefined if another process has it, or had it. */
export async function runToBegin(db: Db, id: string): Promise<WorkflowRunRow | undefined> {
  const { rows } = await sql<WorkflowRunRow>`
    select * from workflow_runs where workspace_id = current_workspace() and id = ${id}::uuid
      and execution = ${sql.lit(executions.inProgress)} and begun_at is null for update skip locked`.execute(db)
  return rows[0]
}

export type NewRun = Insertable<Tables['workflow_runs']>

export async function insertWorkflowRun(db: Db, run: NewRun): Promise<void> {
  await db.insertInto('workflow_runs').values(run).execute()
}

export type RunChange = Partial<Omit<NewRun, 'workspace_id' | 'id'>>

export async function updateWorkflowRun(db: Db, id: string, to: RunChange): Promise<void> {
  await db
    .updateTable('workflow_runs')
    .set(to)
    .where(sql<boolean>`workspace_id = current_workspace()`)
    .where('id', '=', id)
    .execute()
}

export async function hasRunningWorkflow(db: Db, workflow: string, but: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from workflow_runs where workspace_id = current_workspace() and workflow_id = ${workflow}::uuid
      and id <> ${but}::uuid and execution = ${sql.lit(executions.inProgress)} and begun_at is not null and undoes is null) as is`.execute(
    db,
  )
  return rows[0]?.is === true
}

/** Records a card page use as a run of each matching workflow. One statement, because the visit waits for it. */
export async function insertUses(
  db: Db,
  use: { type: number; page: string; person: { id: string; name: string }; now: Date },
): Promise<void> {
  await sql`
    with counting as (
      update workflows set last_run_at = ${use.now}::timestamptz, last_execution = 1
      where workspace_id = current_workspace() and starts = 'page' and active and type = ${use.type}::smallint
        and coalesce(settings ->> 'page', ${use.page}) = ${use.page}
      returning id)
    insert into workflow_runs (workspace_id, id, workflow_id, execution, begun_by, begun_name, started_at, begun_at, ended_at,
      considered, done, person_id, person_name)
    select current_workspace(), gen_random_uuid(), id, 1, 'event', ${use.person.name.slice(0, 260)}, ${use.now}::timestamptz,
      ${use.now}::timestamptz, ${use.now}::timestamptz, 1, 1, ${use.person.id}::uuid, ${use.person.name.slice(0, 260)}
    from counting`.execute(db)
}

/** Takes pending events of due items; events of other items stay for an hour in case these become due. */
export async function dequeueEvents(db: Db, workflow: string, due: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with meant as (
      delete from workflow_events e using (${due}) d
      where e.workspace_id = current_workspace() and e.workflow_id = ${workflow}::uuid and d.id = e.subject returning e.subject as id
    ), others as (
      update workflow_events e set look_at = now() + interval '30 seconds'
      where e.workspace_id = current_workspace() and e.workflow_id = ${workflow}::uuid and e.subject not in (select id from meant)
        and e.at > now() - interval '1 hour' returning e.subject
    ), late as (
      delete from workflow_events e where e.workspace_id = current_workspace() and e.workflow_id = ${workflow}::uuid
        and e.at <= now() - interval '1 hour' and e.subject not in (select id from meant)
    )
    select id from meant`.execute(db)
  return rows.map(row => row.id)
}

export interface LoggedRow {
  row: number
  id: string
  person: string | null
  detail: string | null
  outcome: string | null
  reason: string | null
}

const outcomes = { done: 'done', skipped: 'skipped', failed: 'refused' } as const
export type RunItemResult = keyof typeof outcomes

async function logged(db: Db, work: Work, rest: RawBuilder<unknown>): Promise<LoggedRow[]> {
  const found = await sql<LoggedRow>`
    select r.row, r.subject as id, coalesce(r.named, u.first_name || ' ' || u.last_name) as person,
      coalesce(r.facts ->> 'detail', k.name, d.name) as detail, r.outcome, r.reason
    from work_rows r
      left join security_keys k on k.workspace_id = current_workspace() and k.id = r.subject
      left join devices d on d.workspace_id = current_workspace() and d.id = r.subject
      left join users u on u.workspace_id = current_workspace() and u.id = coalesce(k.user_id, r.subject)
    where ${rowsOf(work)} ${rest}`.execute(db)
  return found.rows
}

const only = (result: RunItemResult | undefined) =>
  result === undefined ? sql`` : sql`and r.outcome = ${outcomes[result]}`

export const rowsOfRun = (
  db: Db,
  work: Work,
  ask: { result?: RunItemResult | undefined; page: number; pageSize: number },
): Promise<LoggedRow[]> =>
  logged(
    db,
    work,
    sql`${only(ask.result)} order by array_position(array['refused', 'done', 'skipped'], r.outcome) nulls last, r.row
      limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`,
  )

export const workflowRowsAfter = (db: Db, work: Work, after: number): Promise<LoggedRow[]> =>
  logged(db, work, sql`and r.row > ${after}::integer order by r.row limit 1000`)

export async function countRowsOfRun(db: Db, work: Work, result: RunItemResult | undefined): Promise<number> {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from work_rows r where ${rowsOf(work)} ${only(result)}`.execute(db)
  return counted[0]?.n ?? 0
}

export const failedRows = (work: Work): RawBuilder<unknown> =>
  sql`select row_number() over (order by r.row), r.subject from work_rows r where ${rowsOf(work)} and r.outcome = 'refused'`

/** State of a directory run; `goes_on` while its rows are processed. */
export async function syncStanding(db: Db, id: string) {
  const { rows } = await sql<{ state: string; goes_on: boolean; counts: Record<string, number> | null }>`
    select d.state, coalesce(k.state = 'running', true) as goes_on, k.counts
    from directory_runs d left join works k on k.workspace_id = current_workspace() and k.id = d.work_id
    where d.workspace_id = current_workspace() and d.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export const oneRow = (id: string): RawBuilder<unknown> => sql`select ${id}::uuid`

export async function devicesBrought(db: Db, work: Work): Promise<{ added?: number; renamed?: number; same?: number }> {
  const { rows } = await sql<{ facts: { added: number; renamed: number; same: number } | null }>`
    select r.facts from work_rows r where ${rowsOf(work)}`.execute(db)
  return rows[0]?.facts ?? {}
}

export interface WaitingRun {
  id: string
  workflow: string
  name: string
}

export async function firstWaiting(db: Db): Promise<WaitingRun | undefined> {
  const { rows } = await sql<WaitingRun>`
    select r.id, w.id as workflow, w.name from ${beside}
    where r.workspace_id = current_workspace() and r.execution = ${sql.lit(executions.inProgress)} and r.waits and r.work_id is null
    order by r.id limit 1`.execute(db)
  return rows[0]
}
