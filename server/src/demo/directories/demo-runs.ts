import { syncModes } from '@claviger/contract/directories/connections'
import type { SyncCounts } from '@claviger/contract/directories/syncs'
import { directorySyncs } from '#features/directories/syncs/sync-run-kind.ts'
import { noCounts, type PlannedChange } from '#features/directories/syncs/plan.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { type DemoWork, insertDemoWorks } from '../works/demo-works.ts'
import { historyDays } from '../hospital.ts'
import type { StaffMember } from '../staff.ts'
import { type DemoDirectory, nightly, threshold } from './demo-directories.ts'

// Runs keep their rows for 90 days
const keptDays = 90
const scheduler = 'Schedule'

interface Finding {
  facts: PlannedChange
  user: StaffMember
  outcome: 'added' | 'changed' | null
}

interface DemoRun {
  id: string
  at: Date
  state: 'done' | 'failed' | 'braked'
  by: 'schedule' | 'person'
  actor: StaffMember | null
  reason: string | null
  counts: SyncCounts
  findings: Finding[]
}

/**
 * A run each night for a year, whose added users are the ones who joined that day. The last run of Active Directory
 * waits: it found more leaving users than the safety threshold allows.
 */
export async function insertRuns(area: DemoArea, directory: DemoDirectory, isStopped: boolean): Promise<void> {
  const runs = runsOf(area, directory)
  if (isStopped) runs.push(stoppedRun(area, directory))
  const withRows = runs.filter(run => run.findings.length > 0 && run.at > later(area.now, -days(keptDays)))
  const works = new Map(withRows.map(run => [run, newIdAt(run.at)]))
  await insertDemoWorks(
    area,
    [...works].map(([run, id]) => workOf(directory, run, id)),
  )
  const columns = {
    workspace_id: 'uuid',
    id: 'uuid',
    connection_id: 'uuid',
    connection_name: 'text',
    kind: 'smallint',
    mode: 'smallint',
    dry: 'boolean',
    started_by: 'text',
    state: 'text',
    whole: 'boolean',
    work_id: 'uuid',
    counts: 'jsonb',
    over_brake: 'boolean',
    reason: 'text',
    actor_id: 'uuid',
    actor_name: 'text',
    created_at: 'timestamptz',
    finished_at: 'timestamptz',
  }
  await insertMany(
    area.ctx.db,
    'directory_runs',
    columns,
    runs.map(run => [
      area.workspace,
      run.id,
      directory.id,
      directory.name,
      directory.kind,
      syncModes.both,
      false,
      run.by,
      run.state,
      run.state === 'failed' ? null : true,
      works.get(run) ?? null,
      JSON.stringify(run.counts),
      run.state === 'braked',
      run.reason,
      run.actor?.id ?? null,
      run.actor ? staffName(run.actor) : scheduler,
      run.at,
      run.state === 'braked' ? null : later(run.at, 20_000 + area.chance.below(40_000)),
    ]),
  )
  const stopped = runs.find(run => run.state === 'braked')
  if (stopped)
    await area.ctx.db
      .updateTable('directory_runs')
      .set({ exceeds: ['access'] })
      .where('id', '=', stopped.id)
      .execute()
}

function runsOf({ now, chance, desk }: DemoArea, directory: DemoDirectory): DemoRun[] {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const nights = Array.from({ length: historyDays + 1 }, (_one, place) =>
    later(midnight, days(place - historyDays) + nightly),
  )
  const joined = Map.groupBy(directory.people, ({ user }) => user.createdAt.toISOString().slice(0, 10))
  let seen = 0
  return nights.flatMap((night): DemoRun[] => {
    const run = { id: newIdAt(night), at: night, by: 'schedule', actor: null, reason: null } as const
    const fresh = joined.get(night.toISOString().slice(0, 10)) ?? []
    const runs: DemoRun[] = []
    const isRead = night > directory.connectedAt && night <= now
    if (isRead && chance.next() < 0.015)
      runs.push({
        ...run,
        state: 'failed',
        reason: "The directory didn't answer in time",
        counts: noCounts(),
        findings: [],
      })
    else if (isRead) {
      const changed = Array.from({ length: seen > 0 ? chance.below(3) : 0 }, () => chance.pick(directory.people))
        .filter(({ user }) => user.createdAt < night)
        .map(({ anchor, user }) => changeOf(anchor, user, chance.below(9000)))
      const counts = { ...noCounts(), seen, same: seen - changed.length, changed: changed.length }
      runs.push({ ...run, state: 'done', counts, findings: changed })
    }
    if (fresh.length === 0) return runs
    // An administrator imports each wave of the rollout during the day
    const findings = fresh.map(({ anchor, user }) => additionOf(anchor, user))
    const at = new Date(Math.min(...fresh.map(({ user }) => user.createdAt.getTime())))
    const counts = { ...noCounts(), seen: seen + fresh.length, same: seen, added: fresh.length }
    seen += fresh.length
    return [...runs, { ...run, id: newIdAt(at), at, by: 'person', actor: desk, state: 'done', counts, findings }]
  })
}

const fieldsOf = (user: StaffMember) => ({
  userId: user.userId,
  firstName: user.first,
  lastName: user.last,
  email: user.userId,
  employeeId: user.employeeId,
})

const additionOf = (anchor: string, user: StaffMember): Finding => ({
  facts: { do: 'person', plan: 'add', anchor, active: true, fields: fieldsOf(user) },
  user,
  outcome: 'added',
})

const changeOf = (anchor: string, user: StaffMember, number: number): Finding => ({
  facts: {
    do: 'person',
    plan: 'change',
    anchor,
    active: true,
    fields: { ...fieldsOf(user), phone: `+44 20 7946 ${String(number).padStart(4, '0')}` },
    before: { phone: '' },
  },
  user,
  outcome: 'changed',
})

function stoppedRun({ now, chance }: DemoArea, directory: DemoDirectory): DemoRun {
  const at = later(now, -minutes(95))
  const leaving = directory.people
    .filter(({ user }) => user.role === undefined && user.groups.includes('Surgery'))
    .concat(directory.people.filter(({ user }) => user.role === undefined && user.groups.includes('Cardiology')))
    .concat(directory.people.filter(({ user }) => user.role === undefined && user.groups.includes('Oncology')))
  const most = Math.ceil((directory.people.length * threshold.percent) / 100)
  const chosen = [...new Set(leaving)].slice(0, Math.max(threshold.people, most) + 8 + chance.below(5))
  const seen = directory.people.length - chosen.length
  return {
    id: newIdAt(at),
    at,
    state: 'braked',
    by: 'schedule',
    actor: null,
    reason: null,
    counts: { ...noCounts(), seen, same: seen, leaving: chosen.length },
    findings: chosen.map(({ anchor, user }) => ({
      facts: { do: 'leave', plan: 'leave', anchor },
      user,
      outcome: null,
    })),
  }
}

const workOf = (directory: DemoDirectory, run: DemoRun, id: string): DemoWork => ({
  id,
  kind: directorySyncs.name,
  waits: run.state === 'braked',
  parameters: { run: run.id, connection: directory.id, mode: syncModes.both },
  actor: { id: run.actor?.id ?? null, name: run.actor ? staffName(run.actor) : scheduler },
  at: run.at,
  rows: run.findings.map(({ facts, user, outcome }) => ({
    subject: user.id,
    named: staffName(user),
    facts,
    outcome: outcome && 'done',
    ...(outcome && { was: { outcome } }),
  })),
})
