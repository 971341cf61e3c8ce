import type { CardImport, CardImportRow, CardResult } from '@claviger/contract/keys/card-import'
import type { CardFileFormat } from '@claviger/contract/keys/card-numbers'
import { type Say, sayKept } from '../../../ground/languages.ts'
import type { CardImportRecord, CardRow } from './card-import.store.ts'
import type { CardUndo } from './undo/undo.store.ts'

/** An import of cards as the wire has it; `undo` where it was taken back. */
export const cardImportOf = (row: CardImportRecord, undo?: CardUndo): CardImport => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state as CardImport['state'],
  encoding: row.encoding.toUpperCase(),
  delimiter: row.delimiter,
  headers: row.headers,
  mapping: row.mapping,
  cardFormat: row.card_format as CardFileFormat,
  total: row.total,
  seen: row.seen,
  results: {
    success: row.success,
    duplicate: row.duplicate,
    'no-access': row.no_access,
    unknown: row.unknown,
    broken: row.broken,
  },
  notified:
    row.notifying || row.notified > 0 ? { seen: row.notified, mailed: row.mailed, finished: !row.notifying } : null,
  actorName: row.actor_name,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  undo: undo
    ? {
        seen: undo.seen,
        removed: undo.removed,
        emptied: undo.emptied,
        stayed: undo.stayed,
        actorName: undo.actor_name,
        startedAt: undo.started_at.toISOString(),
        finishedAt: undo.finished_at?.toISOString() ?? null,
      }
    : null,
})

/** A row of the file as the wire has it. */
export const cardRowOf = (row: CardRow, cells: string[], say: Say): CardImportRow => ({
  id: String(row.row),
  row: row.row,
  cells,
  result: row.result as CardResult | null,
  told: row.told === null ? null : sayKept(say, row.told),
  user: row.named,
  keyId: row.key_id,
  mailed: row.mailed,
  undone: row.undone as CardImportRow['undone'],
  stayedFor: row.stayed_for,
})
