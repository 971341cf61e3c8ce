import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { FileKind } from './work-kind.ts'
import type { StoredRow } from './works.store.ts'

const about = (work: string, row: number): SealedSubject => `work_rows:sealed:${row} of ${work}`

/** Stores file cells as their kind requires: plain or sealed. */
export async function keeperOf(ctx: TransactionContext, file: FileKind, work: string) {
  const sealer = await file.sealer?.(ctx)
  return (row: number, cells: readonly string[]) =>
    sealer
      ? { cells: null, sealed: sealer.seal(JSON.stringify(cells), about(work, row)).toString('hex') }
      : { cells, sealed: null }
}

export async function openerOf(ctx: TransactionContext, file: FileKind | undefined, work: string) {
  const sealer = await file?.sealer?.(ctx)
  return (row: Pick<StoredRow, 'row' | 'cells' | 'sealed'>): string[] =>
    sealer && row.sealed
      ? (JSON.parse(sealer.open(row.sealed, about(work, row.row)).toString()) as string[])
      : (row.cells ?? [])
}
