import type { CardField } from '@claviger/contract/keys/card-import'
import { type CardFileFormat, cardOfFile, type Reading, usualReading } from '@claviger/contract/keys/card-numbers'
import { plainCell } from '../../../ground/csv/write.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspace-key.ts'
import type { CardImportRecord, CardRow } from './card-import.store.ts'

const about = (id: string, row: number): About => `card_import_rows:sealed:${row} of ${id}`

/** Seals the cells of rows of an import, which hold the full numbers of cards. */
export async function sealingOf(ctx: Ctx, id: string): Promise<(row: number, cells: readonly string[]) => string> {
  const sealer = await sealerOfWorkspace(ctx)
  return (row, cells) => sealer.seal(JSON.stringify(cells), about(id, row)).toString('hex')
}

/** Opens the cells of rows of an import. */
export async function cellsOf(ctx: Ctx, id: string): Promise<(row: Pick<CardRow, 'row' | 'sealed'>) => string[]> {
  const sealer = await sealerOfWorkspace(ctx)
  return row => JSON.parse(sealer.open(row.sealed, about(id, row.row)).toString()) as string[]
}

/** The canonical number that a row of an import means; undefined where it is none. */
export const cardOfCell = (of: CardImportRecord, text: string): string | undefined =>
  text.length > 60
    ? undefined
    : cardOfFile(text, of.card_format as CardFileFormat, (of.reading ?? usualReading) as unknown as Reading)

/** What a row says in each field, without the apostrophe that keeps spreadsheets from calculating. */
export const fieldsOf = (mapping: readonly string[], cells: readonly string[]): Map<CardField, string> =>
  new Map(mapping.map((field, place) => [field as CardField, plainCell((cells[place] ?? '').trim())]))
