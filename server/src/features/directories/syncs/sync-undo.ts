import type { AppliedReason } from '@claviger/contract/directories/links'
import type { TransactionContext } from '#platform/app-context.ts'
import type { KeptGroup } from '#features/people/groups/groups.directory.ts'
import { releaseAs, suspensionSources } from '#features/people/users/users.directory.ts'
import { usersAbove, type Asker } from '#features/work/rank/rank.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import type { ConnectedDirectory } from '../connections/connections.ts'
import { type UndoItem, type GroupUndoRecord, undoGroupChanges, undoUserChanges } from '../links/links.undo.ts'
import type { ApplyOutcome } from '../links/links.ts'
import type { PlannedChange } from './plan.ts'

type Kept = UndoItem['was'] & { outcome?: ApplyOutcome; group?: KeptGroup; added?: string[]; removed?: string[] }

export async function undoRows(
  ctx: TransactionContext,
  by: Asker,
  connection: ConnectedDirectory,
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  const planned = (row: WorkRow) => row.facts as PlannedChange
  const was = (row: WorkRow) => (row.was ?? {}) as Kept
  const people = rows.filter(row => ['person', 'leave'].includes(planned(row).do) && row.subject !== null)
  const stay = await undoUserChanges(
    ctx,
    by,
    connection,
    people.map((row): UndoItem => {
      const facts = planned(row)
      return {
        user: row.subject as string,
        outcome: was(row).outcome ?? 'changed',
        fields: facts.do === 'person' ? facts.fields : {},
        was: was(row),
      }
    }),
  )
  const free = rows.filter(row => planned(row).do === 'unmanaged').map(row => row.subject as string)
  const above = await usersAbove(ctx, by, free)
  await releaseAs(
    ctx,
    by,
    suspensionSources.directory,
    free.filter(id => !above.has(id)),
  )
  const results: WorkRowResult[] = []
  for (const row of rows) {
    const doing = planned(row).do
    const person = row.subject as string
    if (doing === 'person' || doing === 'leave') results.push(resultOf(row, stay.get(person)))
    else if (doing === 'unmanaged') results.push(resultOf(row, above.has(person) ? 'above-you' : undefined))
    else results.push(resultOf(row, await undoGroup(ctx, connection, row, was(row))))
  }
  return results
}

const resultOf = (row: WorkRow, reason: string | undefined): WorkRowResult => ({
  row: row.row,
  subject: row.subject,
  outcome: reason === undefined ? 'done' : 'refused',
  reason: reason ?? null,
})

/** A row's effect on a group; undefined if nothing can be undone. */
function groupDone(facts: PlannedChange, was: Kept): GroupUndoRecord | undefined {
  if (facts.do === 'members') return { did: 'members', added: was.added ?? [], removed: was.removed ?? [] }
  if (facts.do === 'group-leave' && was.outcome === 'ended') return { did: 'ended', anchor: facts.anchor }
  if (facts.do !== 'group') return undefined
  if (was.outcome === 'added') return { did: 'added' }
  if (was.outcome === 'restored') return { did: 'resumed' }
  return was.group && { did: 'renamed', told: facts, was: was.group }
}

async function undoGroup(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  row: WorkRow,
  was: Kept,
): Promise<AppliedReason | undefined> {
  const done = groupDone(row.facts as PlannedChange, was)
  return done && row.subject !== null ? undoGroupChanges(ctx, connection, row.subject, done) : 'not-undone'
}
