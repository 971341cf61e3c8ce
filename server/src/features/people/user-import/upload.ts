import { type importKinds, largestFile, mostRows, type UserImport } from '@claviger/contract/people/user-import'
import { type Encoding, textOf } from '../../../ground/csv/decode.ts'
import { type CsvRow, type Dialect, rowsOf } from '../../../ground/csv/records.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import { keptTexts, unsaid } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { OutsideCtx } from '../../../ground/world.ts'
import { outside } from '../../../http/bind.ts'
import { attributeNames } from '../../tenancy/workspace-settings/workspace-settings.ts'
import { askerOf } from '../users/acts/asker.ts'
import { checkHeaders, proposed } from './headers.ts'
import { importOf } from './reply.ts'
import { deleteImport, insertImport, insertRows, rememberedFields, updateImport } from './user-import.store.ts'

interface Upload {
  fileName?: string | undefined
  csv?: string | undefined
}

const batch = 1000

/** Takes a file in, row by row, without ever holding it whole. Throws file-format and too-large. */
const takes = (kind: (typeof importKinds)[number]) =>
  outside(async (ctx: OutsideCtx, input: Upload): Promise<UserImport> => {
    const bytes = ctx.request.upload ?? (input.csv === undefined ? undefined : [Buffer.from(input.csv)])
    if (!bytes) throw problem('file-format', 'The file format is not valid. The file is empty')
    const id = newId()
    try {
      return await stage(ctx, { id, kind, fileName: input.fileName || 'users.csv' }, bytes as AsyncIterable<Uint8Array>)
    } catch (error) {
      await ctx.transact(inside => deleteImport(inside.db, id))
      throw error
    }
  })

export const uploadUsers = takes('users')
export const uploadDeletions = takes('delete')

async function stage(
  ctx: OutsideCtx,
  what: { id: string; kind: 'users' | 'delete'; fileName: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<UserImport> {
  const encoding: Encoding = { name: 'utf-8' }
  const dialect: Dialect = { delimiter: ',' }
  let headers: string[] | undefined
  let waiting: CsvRow[] = []
  let total = 0
  const keep = async (rows: CsvRow[]) => {
    if (rows.length === 0) return
    await ctx.transact(inside => insertRows(inside.db, workspaceOf(inside), what.id, rows))
  }
  for await (const rows of rowsOf(textOf(bytes, largestFile, encoding), dialect)) {
    for (const row of rows) {
      if (row.cells.every(cell => cell.trim() === '')) continue
      if (!headers) {
        headers = row.cells.map(cell => cell.trim().slice(0, 200))
        checkHeaders(headers)
        await begin(ctx, what, headers, encoding, dialect)
        continue
      }
      if (++total > mostRows)
        throw problem('file-format', unsaid('The file has more than {count} rows. Split it', { count: mostRows }))
      waiting.push(fitted(row, headers.length))
      if (waiting.length < batch) continue
      await keep(waiting)
      waiting = []
    }
  }
  await keep(waiting)
  if (total === 0) throw problem('file-format', 'The file format is not valid. The file holds no rows')
  return ctx.transact(async inside => importOf(await updateImport(inside.db, what.id, { state: 'staged', total })))
}

const begin = (
  ctx: OutsideCtx,
  what: { id: string; kind: 'users' | 'delete'; fileName: string },
  headers: string[],
  encoding: Encoding,
  dialect: Dialect,
) =>
  ctx.transact(async inside => {
    const by = askerOf(inside)
    await insertImport(inside.db, {
      workspace_id: workspaceOf(inside),
      id: what.id,
      kind: what.kind,
      file_name: what.fileName,
      state: 'uploading',
      encoding: encoding.name,
      delimiter: dialect.delimiter,
      headers,
      mapping: proposed(headers, await rememberedFields(inside.db), await attributeNames(inside)),
      actor_id: by.id,
      actor_name: by.name.slice(0, 260),
      rank: by.rank,
      units_of: inside.unitsOf ?? null,
      created_at: inside.clock.now(),
    })
  })

/** As many cells as there are columns; spreadsheets leave out empty ones at the end. */
function fitted(row: CsvRow, columns: number): CsvRow {
  const extra = row.cells.slice(columns).some(cell => cell.trim() !== '')
  const cells = Array.from({ length: columns }, (_, place) => (row.cells[place] ?? '').replaceAll('\u0000', ''))
  const broken =
    row.broken ??
    (extra
      ? keptTexts(unsaid('The row has {cells} cells, the header {columns}', { cells: row.cells.length, columns }))
      : null)
  return { row: row.row, cells, broken }
}
