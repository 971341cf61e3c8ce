import papa from 'papaparse'
import { isolated } from '../parsing/isolated.ts'
import { problem } from '../problem.ts'
import { parse, type Piece, type Rows } from './rows.parse.ts'

/** One row of a file; `row` counts as a spreadsheet does, so the header is row 1. */
export interface CsvRow {
  row: number
  cells: string[]
  /** Why the row cannot be read as it stands. */
  broken: string | null
}

export interface Dialect {
  delimiter: string
}

const longestRow = 16_000_000
const piece = 65_536

const rowsIn = isolated<Piece, Rows>({
  module: new URL('rows.parse.ts', import.meta.url),
  parse,
  size: ({ text }) => text.length,
  // What is left of the row before, and the next piece
  small: 4 * piece,
  // A row that is just not too long, with as much behind it as came at once
  largest: 3 * longestRow,
  refusal: () => undefined,
  stopped: () => problem('file-format', 'The file format is not valid. A row is too large or too complex to be read'),
})

/** The rows of a CSV, some at a time, with any delimiter and quoted newlines. Throws file-format for an endless cell. */
export async function* rowsOf(texts: AsyncIterable<string>, dialect: Dialect): AsyncGenerator<CsvRow[]> {
  let waiting = ''
  let row = 0
  let begun = false
  const read = async (last: boolean): Promise<CsvRow[]> => {
    if (!begun)
      dialect.delimiter = papa.parse(waiting.slice(0, piece), { preview: 20, skipEmptyLines: true }).meta.delimiter
    begun = true
    const { rows, cursor } = await rowsIn({ text: waiting, delimiter: dialect.delimiter, last })
    waiting = last ? '' : waiting.slice(cursor)
    if (waiting.length > longestRow)
      throw problem(
        'file-format',
        `The file format is not valid. Row ${row + rows.length + 1} holds more than 16 million characters, or a quotation mark that is never closed`,
      )
    return rows.map(one => ({ row: ++row, ...one }))
  }
  let half = ''
  let due = piece
  for await (const text of texts) {
    // Both halves of a line end must be seen together
    const whole = half + text
    half = whole.endsWith('\r') ? '\r' : ''
    waiting += whole.slice(0, whole.length - half.length).replace(/\r\n?/g, '\n')
    if (waiting.length < due) continue
    yield await read(false)
    // A row that goes on and on is not read again for each piece of it
    due = Math.max(piece, waiting.length * 2)
  }
  waiting += half.replace('\r', '\n')
  yield await read(true)
}
