import { selfServiceActions } from '@claviger/contract/access/self-service'
import {
  type Trigger,
  type WorkflowSettings,
  workflowTypes as types,
} from '@claviger/contract/automation/workflows/workflow-content'
import { executions, type RunReason, type rowReasons } from '@claviger/contract/automation/workflows/workflow-runs'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import { days, hours, later } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { workflowRuns } from '#features/automation/workflows/workflow-run-kind.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { insertDemoWorks } from '../works/demo-works.ts'

export interface DemoWorkflow {
  id: string
  name: string
  description: string
  type: number
  starts: Trigger
  connection?: string
  groups?: string[]
  schedule?: { scheduleInterval: number; hour: number; minute: number; day?: number }
  settings: WorkflowSettings
  active: boolean
  createdAt: Date
}

interface MadeRun {
  id: string
  workflow: DemoWorkflow
  at: Date
  execution: number
  reason?: RunReason
  by: 'schedule' | 'event'
  done: number
  skipped?: number
  failed?: number
  person?: { id: string; name: string }
  rows?: { subject: string; outcome: 'done' | 'skipped'; reason: keyof typeof rowReasons }[]
}

const idleDays = 90

export async function insertWorkflowRuns(area: DemoArea, workflows: readonly DemoWorkflow[]): Promise<void> {
  const runs: MadeRun[] = []
  for (const workflow of workflows) runs.push(...(await runsOf(area, workflow)))
  await insertRows(area, runs)
  await insertMany(
    area.ctx.db,
    'workflow_runs',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      workflow_id: 'uuid',
      execution: 'smallint',
      reason: 'text',
      begun_by: 'text',
      begun_name: 'text',
      started_at: 'timestamptz',
      begun_at: 'timestamptz',
      ended_at: 'timestamptz',
      work_kind: 'text',
      work_id: 'uuid',
      considered: 'integer',
      done: 'integer',
      skipped: 'integer',
      failed: 'integer',
      person_id: 'uuid',
      person_name: 'text',
    },
    runs.map(run => [
      area.workspace,
      run.id,
      run.workflow.id,
      run.execution,
      run.reason ?? null,
      run.by,
      run.by === 'event' ? 'Event' : 'Schedule',
      run.at,
      run.at,
      later(run.at, 2000 + 15 * run.done),
      run.rows ? workflowRuns.name : null,
      run.rows ? run.id : null,
      run.done + (run.skipped ?? 0) + (run.failed ?? 0),
      run.done,
      run.skipped ?? 0,
      run.failed ?? 0,
      run.person?.id ?? null,
      run.person?.name ?? null,
    ]),
  )
  const last = new Map(runs.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(run => [run.workflow.id, run]))
  for (const [id, run] of last)
    await area.ctx.db
      .updateTable('workflows')
      .set({ last_run_at: run.at, last_execution: run.execution })
      .where('id', '=', id)
      .execute()
}

async function runsOf(area: DemoArea, workflow: DemoWorkflow): Promise<MadeRun[]> {
  switch (workflow.type) {
    case types.keys:
      return onImport(area, workflow)
    case types.idleKeys:
      return [...weekly(area, workflow).slice(0, -1), await unusedKeys(area, workflow)]
    case types.withoutKey:
      return [...weekly(area, workflow).slice(0, -1), withoutKey(area, workflow)]
    case types.pageEnrolment:
    case types.pageRecovery:
      return atCardPage(area, workflow)
    default:
      return daily(area, workflow)
  }
}

const run = (workflow: DemoWorkflow, at: Date, done: number): MadeRun => ({
  id: newIdAt(at),
  workflow,
  at,
  execution: done > 0 ? executions.success : executions.skipped,
  ...(done === 0 && { reason: 'nothing-to-do' }),
  by: 'schedule',
  done,
})

const failed = (workflow: DemoWorkflow, at: Date): MadeRun => ({
  ...run(workflow, at, 0),
  execution: executions.failure,
  reason: 'directory-failed',
})

/** After each wave of the rollout, with its nurses. */
function onImport({ staff }: DemoArea, workflow: DemoWorkflow): MadeRun[] {
  const nurses = staff.filter(one => one.groups.includes('Nurses') && one.createdAt > workflow.createdAt)
  const byDay = Map.groupBy(nurses, one => one.createdAt.toISOString().slice(0, 10))
  return [...byDay.values()].map(all => {
    const at = later(new Date(Math.max(...all.map(one => one.createdAt.getTime()))), 60_000)
    const withKey = all.filter(one => one.keys > 0).length
    return { ...run(workflow, at, all.length - withKey), by: 'event', skipped: withKey, execution: executions.success }
  })
}

function daily({ now, chance }: DemoArea, workflow: DemoWorkflow): MadeRun[] {
  const until = workflow.active ? now : later(now, -days(21))
  return dueTimes(workflow, workflow.createdAt, until).map(at =>
    workflow.connection !== undefined && chance.next() < 0.03
      ? failed(workflow, at)
      : run(workflow, at, chance.next() < 0.3 ? 1 + chance.below(4) : 0),
  )
}

const weekly = ({ now, chance }: DemoArea, workflow: DemoWorkflow): MadeRun[] =>
  dueTimes(workflow, workflow.createdAt, now).map(at => run(workflow, at, chance.below(5)))

/** When a workflow was due, by its schedule. */
function dueTimes({ schedule }: DemoWorkflow, from: Date, until: Date): Date[] {
  if (!schedule) return []
  const { hour, minute, day } = schedule
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate() + 1, hour, minute)
  const count = Math.max(0, Math.floor((until.getTime() - first) / days(1)) + 1)
  const each = Array.from({ length: count }, (_one, place) => new Date(first + days(place)))
  return each.filter(at => day === undefined || at.getUTCDay() === day)
}

const lastDue = (workflow: DemoWorkflow, now: Date): Date =>
  dueTimes(workflow, later(now, -days(9)), now).at(-1) ?? later(now, -days(1))

/** The owners of the keys that were not used for 90 days were notified. */
async function unusedKeys({ ctx, now }: DemoArea, workflow: DemoWorkflow): Promise<MadeRun> {
  const keys = await ctx.db
    .selectFrom('security_keys')
    .select('id')
    .where(sql<boolean>`idle_since < ${later(now, -days(idleDays + 8))}::timestamptz`)
    .where('status', '=', keyStatus.active)
    .orderBy('id')
    .execute()
  const at = lastDue(workflow, now)
  return {
    ...run(workflow, at, keys.length),
    rows: keys.map(({ id }) => ({ subject: id, outcome: 'done', reason: 'told' })),
  }
}

function withoutKey({ staff, now }: DemoArea, workflow: DemoWorkflow): MadeRun {
  const at = lastDue(workflow, now)
  const waiting = staff.filter(one => one.fate === 'noDevice' && one.createdAt < later(at, -hours(1)))
  return {
    ...run(workflow, at, waiting.length),
    rows: waiting.map(({ id }) => ({ subject: id, outcome: 'done', reason: 'reminded' })),
  }
}

/** One run for each user who finished at the card page, matching its statistics. */
async function atCardPage({ ctx, staff, now, chance }: DemoArea, workflow: DemoWorkflow): Promise<MadeRun[]> {
  const action = workflow.type === types.pageEnrolment ? selfServiceActions.enrollment : selfServiceActions.recovery
  const counts = await ctx.db
    .selectFrom('self_service_counts')
    .select(['day', 'count'])
    .where('stage', '=', 'done')
    .where('action', '=', action)
    .where(sql<boolean>`day > ${workflow.createdAt}::date`)
    .orderBy('day')
    .execute()
  return counts.flatMap(({ day, count }) =>
    Array.from({ length: count }, () => {
      const from = new Date(day)
      const at = later(from, hours(6) + chance.below(hours(12)))
      const person = chance.pick(staff.filter(one => one.createdAt < from))
      return {
        ...run(workflow, at < now ? at : now, 1),
        by: 'event' as const,
        person: { id: person.id, name: staffName(person) },
      }
    }),
  )
}

async function insertRows({ ctx, workspace, desk }: DemoArea, runs: readonly MadeRun[]): Promise<void> {
  const withRows = runs.flatMap(({ rows, ...one }) => (rows ? [{ ...one, rows }] : []))
  await insertDemoWorks(
    { ctx, workspace },
    withRows.map(({ id, workflow, at, rows }) => ({
      id,
      kind: workflowRuns.name,
      name: workflow.name,
      parameters: { workflow: workflow.id, type: workflow.type },
      actor: { id: desk.id, name: staffName(desk) },
      at,
      rows,
    })),
  )
  await insertMany(
    ctx.db,
    'workflow_marks',
    { workspace_id: 'uuid', workflow_id: 'uuid', subject: 'uuid', step: 'text', at: 'timestamptz' },
    withRows.flatMap(({ workflow, at, rows }) =>
      rows.map(row => [workspace, workflow.id, row.subject, row.reason === 'told' ? 'told' : 'reminded', at]),
    ),
  )
}
