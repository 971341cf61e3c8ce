import { keptTexts, msg } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { WorkKind } from './work-kind.ts'
import { logObjectOfWork } from './work-slices.ts'
import { failRows, updateWork, type Work } from './works.store.ts'

const said = {
  stopped: keptTexts(msg('Not processed because the import was stopped')),
  failed: keptTexts(msg('Not processed because of an error on our side')),
}

export async function failWork(
  ctx: TransactionContext,
  kind: WorkKind,
  work: Work,
  reason: keyof typeof said,
): Promise<Work> {
  const as = kind.file ? { outcome: null, reason, told: said[reason] } : { outcome: 'refused', reason, told: null }
  const given = await failRows(ctx.db, work, kind.file && !work.undoes ? kind.did : null, as)
  const counts = { ...work.counts }
  for (const [outcome, count] of given) {
    if (as.outcome !== null) counts[as.outcome] = (counts[as.outcome] ?? 0) + count
    if (outcome !== null) counts[outcome] = (counts[outcome] ?? 0) - count
  }
  await record(ctx, {
    action: 'work.stopped',
    object: logObjectOfWork(kind, work),
    after: { rows: work.processed, of: work.total, ...(reason === 'failed' && { failed: true }) },
  })
  return updateWork(ctx.db, work, { state: 'stopped', counts, processed: work.total, finished_at: ctx.clock.now() })
}
