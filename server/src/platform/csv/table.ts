import { setImmediate as turn } from 'node:timers/promises'
import type { FileEncoding } from '@claviger/contract/work/imports'
import { type Encoding, textOf } from './decode.ts'
import { type CsvRow, type Dialect, rowsOf } from './records.ts'
import { keptTexts, deferText } from '../languages.ts'
import { problem } from '../problem.ts'
import type { RequestContext } from '../app-context.ts'

interface Into {
  begin(headers: string[], encoding: string, delimiter: string): Promise<void>
  keep(rows: readonly CsvRow[]): Promise<void>
}

// Larger batches create JSON texts that V8 allocates as large objects and frees only in a full garbage collection
const batch = 250

export const headerKey = (header: string): string => header.trim().toLowerCase().slice(0, 100)

/** @throws file-format for ambiguous headers */
function checkHeaders(headers: readonly string[]): void {
  const named = headers.map(headerKey)
  if (named.every(name => name === ''))
    throw problem('file-format', 'The file format is not valid. The first row must contain the column names')
  if (headers.length > 200)
    throw problem('file-format', 'The file format is not valid. The file has more than 200 columns')
  const twice = named.find((name, place) => name !== '' && named.indexOf(name) !== place)
  if (twice !== undefined)
    throw problem(
      'file-format',
      deferText('The file format is not valid. Two columns are named “{name}”', {
        name: headers[named.indexOf(twice)]?.trim() ?? '',
      }),
    )
}

/** Bytes of an upload, or of the text given instead. @throws file-format if neither exists */
export function bytesOf(ctx: RequestContext, csv: string | undefined): AsyncIterable<Uint8Array> {
  const bytes = ctx.request.upload ?? (csv === undefined ? undefined : [Buffer.from(csv)])
  if (!bytes) throw problem('file-format', 'The file format is not valid. The file is empty')
  return bytes as AsyncIterable<Uint8Array>
}

/**
 * Imports a table as a stream, without holding it in memory; returns the number of rows. `most` limits bytes and
 * rows. Rows above the header row are left out.
 * @throws file-format, file-encoding, too-large
 */
export async function importTable(
  bytes: AsyncIterable<Uint8Array>,
  most: { bytes: number; rows: number },
  into: Into,
  { headerRow = 1, encoding: chosen }: { headerRow?: number | undefined; encoding?: FileEncoding | undefined } = {},
): Promise<number> {
  const encoding: Encoding = { name: chosen ?? 'utf-8', ...(chosen && { chosen }) }
  const dialect: Dialect = { delimiter: ',' }
  let headers: string[] | undefined
  let waiting: CsvRow[] = []
  let total = 0
  for await (const rows of rowsOf(textOf(bytes, most.bytes, encoding), dialect)) {
    for (const row of rows) {
      if ((!headers && row.row < headerRow) || row.cells.every(cell => cell.trim() === '')) continue
      if (!headers) {
        headers = row.cells.map(cell => cell.trim().slice(0, 200))
        checkHeaders(headers)
        await into.begin(headers, encoding.name, dialect.delimiter)
        continue
      }
      if (++total > most.rows)
        throw problem(
          'file-format',
          deferText('The file has more than {count} rows. Split it into smaller files', { count: most.rows }),
        )
      waiting.push(fitted(row, headers.length))
      if (waiting.length < batch) continue
      await into.keep(waiting)
      waiting = []
      await turn()
    }
  }
  if (waiting.length > 0) await into.keep(waiting)
  if (total === 0) throw problem('file-format', 'The file format is not valid. The file has no rows')
  return total
}

/** Pads a row to the number of columns, because spreadsheets omit empty cells at the end. */
function fitted(row: CsvRow, columns: number): CsvRow {
  const extra = row.cells.slice(columns).some(cell => cell.trim() !== '')
  const cells = Array.from({ length: columns }, (_, place) => (row.cells[place] ?? '').replaceAll('\u0000', ''))
  const broken =
    row.broken ??
    (extra
      ? keptTexts(
          deferText('The row has {cells} cells, but the header has {columns}', { cells: row.cells.length, columns }),
        )
      : null)
  return { row: row.row, cells, broken }
}
