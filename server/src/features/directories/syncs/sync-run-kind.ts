import { longWork, type WorkRowResult, type Work } from '#features/work/works/works.ts'
import { connectionById } from '../connections/connections.ts'
import { manyLinked } from '../links/links.leavers.ts'
import { applyRows } from './apply.ts'
import { endRun } from './run-end.ts'
import { undoRows } from './sync-undo.ts'

export interface SyncParameters {
  run: string
  connection: string
  mode: number
}

const says = ({ total, counts }: Work<SyncParameters>) => ({
  rows: total,
  ...(counts['done'] && { done: counts['done'] }),
})

export const directorySyncs = longWork<SyncParameters>('directory-sync', {
  entrance: 'directory-run',
  may: 'directories.write',
  object: 'sync-run',
  lines: {
    begun: { action: 'directory.sync-started', says },
    ended: { action: 'directory.sync-ended', says },
    undone: { action: 'directory.sync-undone', says },
  },
  did: ['done'],
  size: () => 500,
  async write(ctx, slice) {
    const { work, rows } = slice
    const connection = await connectionById(ctx, work.parameters.connection)
    const results = connection
      ? await applyRows(ctx, connection, work.parameters.mode, rows)
      : rows.map(({ row }): WorkRowResult => ({ row, outcome: 'refused', reason: 'unknown' }))
    const processed = work.processed + rows.length
    await manyLinked(ctx, work.processed, processed)
    if (processed >= work.total) await endRun(ctx, work.parameters.run)
    return results
  },
  async undo(ctx, { work, by, rows }) {
    const connection = await connectionById(ctx, work.parameters.connection)
    if (!connection || by.holds === undefined)
      return rows.map(({ row }): WorkRowResult => ({ row, outcome: 'refused', reason: 'not-undone' }))
    return undoRows(ctx, by, connection, rows)
  },
})
