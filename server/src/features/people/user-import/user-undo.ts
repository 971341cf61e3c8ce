import type { ImportUndoPreview } from '@claviger/contract/people/user-import'
import { countReasons } from '#platform/db/reasons.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import type { WorkRowResult, WorkRow, Slice, Work } from '#features/work/works/works.ts'
import { forgetAddresses } from '../addresses/addresses.ts'
import { leaveGroup } from '../groups/groups.many.ts'
import { leaveUnit } from '../units/units.many.ts'
import { perform } from '../users/users.acts.ts'
import { changeUsers, type UserColumns, lockUsers } from '../users/users.many.ts'
import { reasonsToStay, countUserUndoReasons } from './user-import.store.ts'
import type { Fields } from './user-writer.ts'

export async function previewImportUndo(ctx: TransactionContext, work: Work, by: Asker): Promise<ImportUndoPreview> {
  const rows = await countUserUndoReasons(ctx.db, work, by)
  const able = (outcome: string) => rows.find(one => one.outcome === outcome && one.reason === null)
  return {
    remove: able('new')?.count ?? 0,
    keys: able('new')?.keys ?? 0,
    setBack: able('update')?.count ?? 0,
    stay: countReasons(rows),
  }
}

const idOf = (row: WorkRow) => row.subject as string

/** Undoes rows of a user import: created users are deleted, changed ones get their former values. */
export async function undoImportRows(
  ctx: TransactionContext,
  { work, by, rows }: Slice<unknown>,
): Promise<WorkRowResult[]> {
  await lockUsers(ctx.db, rows.map(idOf))
  const judged = await reasonsToStay(
    ctx.db,
    work,
    by,
    rows.map(row => row.row),
  )
  const stay = new Map<number, string>(judged.flatMap(({ row, reason }) => (reason ? [[row, reason]] : [])))
  const able = (outcome: string) => rows.filter(row => row.outcome === outcome && !stay.has(row.row))
  for (const [row, reason] of await remove(ctx, by, able('new'))) stay.set(row, reason)
  for (const row of await setBack(ctx, by, able('update'))) stay.set(row, 'former-taken')
  return rows.map(({ row, outcome }) => {
    const reason = stay.get(row) ?? null
    return { row, reason, outcome: reason !== null ? 'stayed' : outcome === 'new' ? 'removed' : 'set-back' }
  })
}

/** Deletes users by the usual rules and returns which rows stayed and why. */
async function remove(ctx: TransactionContext, by: Asker, rows: readonly WorkRow[]): Promise<[number, string][]> {
  if (rows.length === 0) return []
  const asked = { act: 'delete', by, now: ctx.clock.now(), target: null } as const
  const acted = await perform(ctx, asked, { targetName: null }, rows.map(idOf))
  const numbers = new Map(rows.map(row => [idOf(row), row.row]))
  return acted.flatMap(({ user, reason }) => (reason === null ? [] : [[numbers.get(user) as number, reason]]))
}

/**
 * Restores users' former values, removes them from what the import added them to, and returns which rows
 * stayed.
 */
async function setBack(ctx: TransactionContext, by: Asker, rows: readonly WorkRow[]): Promise<number[]> {
  const failed = await changeUsers(
    ctx,
    by,
    rows.map(row => ({ id: idOf(row), ...(row.was as UserColumns) })),
  )
  const done = rows.filter(row => !failed.has(idOf(row)))
  await forgetAddresses(ctx, done.map(idOf))
  for (const [group, users] of usersBy(done, row => (row.facts as Fields).groups)) await leaveGroup(ctx, group, users)
  for (const [unit, users] of usersBy(done, row => (row.facts as Fields).units)) await leaveUnit(ctx, unit, users)
  return rows.filter(row => failed.has(idOf(row))).map(row => row.row)
}

function usersBy(rows: readonly WorkRow[], places: (row: WorkRow) => readonly string[]): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const row of rows) for (const place of places(row)) all.set(place, [...(all.get(place) ?? []), idOf(row)])
  return all
}
