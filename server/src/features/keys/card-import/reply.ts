import type { CardImport, CardImportRow, CardResult } from '@claviger/contract/keys/card-import'
import type { CardFormat } from '@claviger/contract/keys/card-numbers'
import { type Say, sayKept } from '../../../ground/languages.ts'
import type { CardImportRecord, CardRow } from './card-import.store.ts'

/** An import of cards as the wire has it. */
export const cardImportOf = (row: CardImportRecord): CardImport => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state as CardImport['state'],
  encoding: row.encoding.toUpperCase(),
  delimiter: row.delimiter,
  headers: row.headers,
  mapping: row.mapping,
  cardFormat: row.card_format as CardFormat,
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
})
