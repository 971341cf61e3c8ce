import { record } from '#platform/record/record.ts'
import { inNameOf } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { loadAsker } from '../rank/rank.ts'
import type { WorkKind, Slice } from './work-kind.ts'
import { openerOf } from './sealed-work.ts'
import * as store from './works.store.ts'
import type { WorkRowResult, WorkRow, Work } from './works.store.ts'

/** The object of a work in the log; follow-up work of an import refers to the import. */
export const logObjectOfWork = (kind: WorkKind, work: Work) => ({
  type: kind.object,
  id: ((kind.file || kind.loggedWithWhatItFollows) && work.follows) || work.id,
  name: kind.act?.(work) ?? work.name ?? kind.name,
})

/**
 * Processes the next rows of a work in its actor's name and returns the progress. The caller must hold its
 * lock.
 */
export async function runSlice(
  asked: TransactionContext,
  kind: WorkKind,
  work: Work,
  ahead?: readonly WorkRowResult[],
): Promise<Work> {
  const ctx = inNameOf(asked, work)
  const rows = await nextRows(ctx, kind, work)
  // Another process has continued meanwhile, so these rows are not the prepared ones
  if (ahead && !rows.every(({ row }) => ahead.some(one => one.row === row))) return work
  const results = rows.length === 0 ? [] : await judged(ctx, kind, work, rows, ahead)
  await store.keepResults(ctx.db, work, results, false)
  const last = rows.at(-1)
  const processed = work.processed + rows.length
  const ends = last === undefined || processed >= work.total
  const now = await store.updateWork(ctx.db, work, {
    processed,
    last_row: last?.row ?? work.last_row,
    counts: counted(work, rows, results),
    ...(ends && { state: 'done', finished_at: ctx.clock.now() }),
  })
  if (!ends && kind.file) await store.commitAsynchronously(ctx.db)
  const line = ends && !work.undoes && kind.lines.ended
  if (line) await record(ctx, { action: line.action, object: logObjectOfWork(kind, now), after: line.says(now) })
  return now
}

export async function nextSlice(asked: TransactionContext, kind: WorkKind, work: Work): Promise<Slice<unknown>> {
  const ctx = inNameOf(asked, work)
  return { work, by: await loadAsker(ctx, work, kind.may), rows: await nextRows(ctx, kind, work) }
}

async function nextRows(ctx: TransactionContext, kind: WorkKind, work: Work): Promise<readonly WorkRow[]> {
  const size = kind.size(work)
  if (work.undoes) return store.findRowsToUndo(ctx.db, work, size)
  if (!kind.file) return store.rowsAfter(ctx.db, work, work.last_row, size, 'found', true)
  const rows = await store.rowsAfter(ctx.db, work, work.last_row, size, kind.file.sealer ? 'secret' : 'found')
  const open = await openerOf(ctx, kind.file, work.id)
  return rows.map(row => (row.sealed ? { ...row, cells: open(row) } : row))
}

/** Checks the actor again at each slice: roles may have changed since the start. */
async function judged(
  ctx: TransactionContext,
  kind: WorkKind,
  work: Work,
  rows: readonly WorkRow[],
  ahead?: readonly WorkRowResult[],
): Promise<readonly WorkRowResult[]> {
  const by = await loadAsker(ctx, work, kind.may)
  if (work.undoes) return (await kind.undo?.(ctx, { work, by, rows })) ?? []
  const due = kind.file ? rows.filter(row => row.outcome !== null && kind.did.includes(row.outcome)) : rows
  return due.length === 0 ? [] : kind.write(ctx, { work, by, rows: due, ...(ahead && { ahead }) })
}

/** Counts after these results: a row's previous outcome is subtracted. */
function counted(work: Work, rows: readonly WorkRow[], results: readonly WorkRowResult[]): Work['counts'] {
  const counts = { ...work.counts }
  // Rows of an undo have the earlier work's outcome, which is not counted here
  const was = new Map(work.undoes ? [] : rows.map(row => [row.row, row.outcome]))
  for (const { row, outcome } of results) {
    if (outcome === undefined) continue
    const former = was.get(row)
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (former && counts[former]) counts[former] -= 1
  }
  return counts
}
