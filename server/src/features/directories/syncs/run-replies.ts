import type { SyncRow, SyncRun } from '@claviger/contract/directories/syncs'
import { mappedFields } from '@claviger/contract/directories/connections/mapping'
import { undoMinutes } from '@claviger/contract/work/runs'
import { later, minutes } from '#platform/clock.ts'
import { withoutSecrets } from '#features/people/addresses/addresses.secrets.ts'
import { noCounts, type PlannedChange } from './plan.ts'
import type { PlanRow } from './rows.store.ts'
import type { ShownRun } from './runs.store.ts'

const stateOf = (row: ShownRun): SyncRun['state'] =>
  row.state === 'applying' && row.work_state === 'stopped' ? 'stopped' : (row.state as SyncRun['state'])

/** Until when a run can be undone; null if it can't. */
function undoUntil(row: ShownRun, now: Date): Date | null {
  if (row.dry || row.undone_by !== null || row.work_finished_at === null || !row.work_counts?.['done']) return null
  const until = later(row.work_finished_at, minutes(undoMinutes))
  return until > now ? until : null
}

export const runOf = (row: ShownRun, now: Date): SyncRun => ({
  id: row.id,
  connection: row.connection_id,
  connectionName: row.connection_name,
  type: row.kind,
  mode: row.mode,
  dry: row.dry,
  by: row.started_by as SyncRun['by'],
  actorName: row.actor_name,
  state: stateOf(row),
  whole: row.whole,
  counts: { ...noCounts(), ...(row.counts as object) },
  overBrake: row.over_brake,
  exceeds: row.exceeds as SyncRun['exceeds'],
  reason: row.reason,
  total: row.total ?? 0,
  processed: row.processed ?? 0,
  succeeded: row.work_counts?.['done'] ?? 0,
  agreedBy: row.agreed_name,
  startedAt: row.created_at.toISOString(),
  finishedAt: (row.finished_at ?? row.work_finished_at)?.toISOString() ?? null,
  undoUntil: undoUntil(row, now)?.toISOString() ?? null,
  undone: row.undone_by !== null,
})

/** Maps an outcome to the specification's results (section 9). */
function resultOf({ outcome, reason }: PlanRow): SyncRow['result'] {
  if (outcome === null) return null
  if (reason === 'clash' || reason === 'taken' || reason === 'other-directory') return 'duplicate'
  if (reason === 'of-rank' || reason === 'above-approver' || reason === 'not-approved') return 'no access'
  return outcome === 'refused' || reason === 'unknown' ? 'unknown' : 'success'
}

export function rowOf(row: PlanRow, secret: readonly string[]): SyncRow {
  const { facts } = row
  return {
    row: row.row,
    doing: facts.do,
    plan: facts.plan,
    anchor: facts.anchor,
    id: row.subject,
    name: row.named,
    fields: fieldsOf(facts, secret),
    outcome: row.outcome === null ? null : (row.was?.outcome ?? row.outcome),
    result: resultOf(row),
    reason: row.reason ?? ('reason' in facts ? (facts.reason ?? null) : null),
  }
}

function fieldsOf(facts: PlannedChange, secret: readonly string[]): SyncRow['fields'] {
  if (facts.do === 'members')
    return [
      { field: 'joins', before: '', after: String(facts.add.length) },
      { field: 'leaves', before: '', after: String(facts.remove.length) },
    ]
  if (facts.do !== 'person') return []
  const fields = withoutSecrets(facts.fields, secret)
  const after = mappedFields.flatMap(field => {
    const value = fields[field]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  if (facts.before)
    return after.flatMap(([field, value]) => {
      const before = facts.before?.[field]
      return before === undefined ? [] : [{ field, before, after: value }]
    })
  return after.filter(([, value]) => value !== '').map(([field, value]) => ({ field, before: '', after: value }))
}
