import type { ImportRow, UserImport } from '@claviger/contract/people/user-import'
import { type Say, sayKept } from '../../../ground/languages.ts'
import type { UndoRecord } from './undo/undo.store.ts'
import type { ImportRecord, Staged } from './user-import.store.ts'

/** An import as the wire has it; `undo` where it was taken back. */
export const importOf = (row: ImportRecord, undo?: UndoRecord | null): UserImport => ({
  id: row.id,
  kind: row.kind as UserImport['kind'],
  fileName: row.file_name,
  state: row.state as UserImport['state'],
  encoding: row.encoding.toUpperCase(),
  delimiter: row.delimiter,
  headers: row.headers,
  mapping: row.mapping,
  total: row.total,
  seen: row.seen,
  created: row.created,
  updated: row.updated,
  unchanged: row.unchanged,
  refused: row.refused,
  runId: row.run_id,
  actorName: row.actor_name,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  undo: undo
    ? {
        seen: undo.seen,
        removed: undo.removed,
        setBack: undo.set_back,
        stayed: undo.stayed,
        actorName: undo.actor_name,
        startedAt: undo.started_at.toISOString(),
        finishedAt: undo.finished_at?.toISOString() ?? null,
      }
    : null,
})

/** A row of the file as the wire has it. */
export const rowOf = (row: Staged, say: Say): ImportRow => ({
  id: String(row.row),
  row: row.row,
  cells: row.cells,
  outcome: row.outcome as ImportRow['outcome'],
  result: row.result,
  told: row.told === null ? null : sayKept(say, row.told),
  undone: row.undone as ImportRow['undone'],
  stayedFor: row.stayed_for,
})
