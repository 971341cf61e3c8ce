import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Upload } from '@claviger/contract/work/imports'
import {
  type ImportField,
  importFieldNames,
  type ImportRow,
  type ImportUndoPreview,
  neededFields,
  type UserImport,
} from '@claviger/contract/people/user-import'
import { headerKey } from '#platform/csv/table.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { deferText } from '#platform/languages.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { beginReview, fileOf, storeFile } from '#features/work/works/works.files.ts'
import { importCalls, undoOf, fileReply, undoReply } from '#features/work/works/works.imports.ts'
import type { Work } from '#features/work/works/works.ts'
import { countsOf, userImports } from './user-import-kind.ts'
import type { UserFile } from './review.ts'
import { previewImportUndo } from './user-undo.ts'
import { summarizePlacesToCreate } from './user-import.new-users.ts'
import { remember, searchedCells } from './user-import.store.ts'

const kindOf = (work: Work<UserFile>) => (work.parameters.deletes ? 'delete' : 'users')

function importOf(work: Work<UserFile>, after: readonly Work[]): UserImport {
  const undo = undoOf(after)
  return {
    ...fileReply(work),
    ...countsOf(work),
    kind: kindOf(work),
    createMissing: work.parameters.creates === true,
    state: work.state as UserImport['state'],
    runId: after.find(one => one.kind !== work.kind)?.id ?? null,
    undo: undo
      ? { ...undoReply(undo), removed: undo.counts['removed'] ?? 0, setBack: undo.counts['set-back'] ?? 0 }
      : null,
  }
}

export const calls = importCalls<UserFile, UserImport, ImportRow, ImportUndoPreview>(userImports, {
  import: importOf,
  row: (row, told) => ({
    id: String(row.row),
    row: row.row,
    cells: row.cells,
    outcome: row.outcome as ImportRow['outcome'],
    result: row.reason,
    told,
    undone: row.undone as ImportRow['undone'],
    stayedFor: row.stayed_for,
  }),
  searched: searchedCells,
  word: (row, { state }) =>
    row.reason ?? (row.outcome === null || state === 'reviewed' || state === 'running' ? 'waiting' : 'success'),
  refused: row => row.outcome === 'refused' || row.reason === 'stopped',
  weigh: previewImportUndo,
  mayUndo: work => !work.parameters.deletes,
})

export const importPlaces = async (ctx: TransactionContext, { id }: { id: string }) =>
  summarizePlacesToCreate(ctx, await calls.find(ctx, id), 'facts')

const takes = (deletes: boolean) =>
  withoutTransaction(async (ctx: RequestContext, input: OutputOf<typeof Upload>) =>
    importOf(await storeFile(ctx, userImports, input, { deletes }), []),
  )

export const uploadUsers = takes(false)
export const uploadDeletions = takes(true)

export async function mapImport(
  ctx: TransactionContext,
  input: { id: string; mapping: string[]; createMissing?: boolean | undefined },
): Promise<UserImport> {
  const fields = {
    names: importFieldNames,
    missing(chosen: readonly string[], of: Work<UserFile>) {
      const missing: ImportField[] = neededFields[kindOf(of)].filter(field => !chosen.includes(field))
      const names = missing.map(field => importFieldNames[field]).join(', ')
      return missing.length === 0 ? undefined : deferText('Choose a column for: {fields}', { fields: deferText(names) })
    },
  }
  const work = await beginReview(ctx, userImports, input, fields, { creates: input.createMissing === true })
  const { headers, mapping } = fileOf(work)
  const pairs = headers.map((header, place) => ({ header: headerKey(header), field: mapping[place] ?? '' }))
  await remember(
    ctx.db,
    workspaceOf(ctx),
    pairs.filter(one => one.header !== ''),
  )
  return importOf(work, [])
}
