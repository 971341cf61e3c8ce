import papa from 'papaparse'
import { isolated } from '../parsing/isolated-parser.ts'
import { problem } from '../problem.ts'
import { parse, type CsvPiece, type Rows } from './rows.parse.ts'
import { parserLimits } from '../parsing/parser-limits.ts'

/** A row of a file; `row` counts like a spreadsheet, so the header is row 1. */
export interface CsvRow {
  row: number
  cells: string[]
  broken: string | null
}

export interface Dialect {
  delimiter: string
}

// Read in one piece: thousands of short rows, in a few milliseconds
const piece = 16_384

const rowsIn = isolated<CsvPiece, Rows>({
  module: new URL('rows.parse.ts', import.meta.url),
  parse,
  size: ({ text }) => text.length,
  // What is left of the row before, and the next piece
  small: 4 * piece,
  // A row that is just not too long, with as much behind it as came at once
  largest: 3 * parserLimits.csvRow,
  refusal: () => undefined,
  stopped: () => problem('file-format', 'The file format is not valid. A row is too large or too complex to be read'),
})

/** A first line for programs: Excel's `sep=;`, which it doesn't show as a row, and PowerShell's `#TYPE …`. */
function hintIn(text: string): { length: number; rows: number; delimiter?: string } {
  const [separator, delimiter] = /^sep=([^\n])\n/i.exec(text) ?? []
  if (separator !== undefined && delimiter !== undefined) return { length: separator.length, rows: 0, delimiter }
  const type = /^"?#TYPE [^\n]*\n/.exec(text)?.[0] ?? ''
  return { length: type.length, rows: type === '' ? 0 : 1 }
}

/** Parses CSV rows in batches, with any delimiter and quoted line breaks. @throws file-format for an endless cell */
export async function* rowsOf(texts: AsyncIterable<string>, dialect: Dialect): AsyncGenerator<CsvRow[]> {
  let waiting = ''
  let row = 0
  let begun = false
  const read = async (last: boolean): Promise<CsvRow[]> => {
    if (!begun) {
      const hint = hintIn(waiting)
      waiting = waiting.slice(hint.length)
      row = hint.rows
      dialect.delimiter =
        hint.delimiter ?? papa.parse(waiting.slice(0, piece), { preview: 20, skipEmptyLines: true }).meta.delimiter
    }
    begun = true
    const { rows, cursor } = await rowsIn({ text: waiting, delimiter: dialect.delimiter, last })
    waiting = last ? '' : waiting.slice(cursor)
    if (waiting.length > parserLimits.csvRow)
      throw problem(
        'file-format',
        `The file format is not valid. Row ${row + rows.length + 1} holds more than 16 million characters, or a quotation mark that is never closed`,
      )
    return rows.map(one => ({ row: ++row, ...one }))
  }
  let half = ''
  let due = piece
  for await (const text of texts) {
    // CR and LF of a line break may be in different chunks
    const whole = half + text
    half = whole.endsWith('\r') ? '\r' : ''
    waiting += whole.slice(0, whole.length - half.length).replace(/\r\n?/g, '\n')
    if (waiting.length < due) continue
    yield await read(false)
    // Doubling avoids quadratic time for a very long row
    due = Math.max(piece, waiting.length * 2)
  }
  waiting += half.replace('\r', '\n')
  yield await read(true)
}
