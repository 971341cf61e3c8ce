import papa from 'papaparse'
import { keptTexts, msg, unsaid } from '../languages.ts'
import { problem } from '../problem.ts'

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

const longestCell = 4000
const longestRow = 16_000_000
const piece = 65_536

/** The rows of a CSV, some at a time, with any delimiter and quoted newlines. Throws file-format for an endless cell. */
export async function* rowsOf(texts: AsyncIterable<string>, dialect: Dialect): AsyncGenerator<CsvRow[]> {
  let parser: papa.Parser | undefined
  let waiting = ''
  let row = 0
  const read = (last: boolean): CsvRow[] => {
    if (!parser) {
      dialect.delimiter = papa.parse(waiting.slice(0, piece), { preview: 20, skipEmptyLines: true }).meta.delimiter
      parser = new papa.Parser({ delimiter: dialect.delimiter, newline: '\n', quoteChar: '"' })
    }
    const { data, errors, meta } = parser.parse(waiting, 0, !last) as papa.ParseResult<string[]>
    const bad = new Map(errors.map(error => [error.row, error.code]))
    waiting = last ? '' : waiting.slice(meta.cursor)
    if (waiting.length > longestRow)
      throw problem(
        'file-format',
        `The file format is not valid. Row ${row + data.length + 1} holds more than 16 million characters, or a quotation mark that is never closed`,
      )
    return data.map((cells, place) => ({
      row: ++row,
      cells: cells.map(cell => (cell.length > longestCell ? `${cell.slice(0, 100)}…` : cell)),
      broken: brokenBy(bad.get(place), cells),
    }))
  }
  let half = ''
  let due = piece
  for await (const text of texts) {
    // Both halves of a line end must be seen together
    const whole = half + text
    half = whole.endsWith('\r') ? '\r' : ''
    waiting += whole.slice(0, whole.length - half.length).replace(/\r\n?/g, '\n')
    if (waiting.length < due) continue
    yield read(false)
    // A row that goes on and on is not read again for each piece of it
    due = Math.max(piece, waiting.length * 2)
  }
  waiting += half.replace('\r', '\n')
  yield read(true)
}

function brokenBy(code: string | undefined, cells: readonly string[]): string | null {
  if (code === 'MissingQuotes')
    return keptTexts(msg('A quotation mark is never closed; all that follows was taken for one row'))
  if (code !== undefined) return keptTexts(msg('There is a quotation mark where none may be'))
  const long = cells.find(cell => cell.length > longestCell)
  if (long === undefined) return null
  return keptTexts(
    unsaid('A cell holds {length} characters; {most} are allowed', { length: long.length, most: longestCell }),
  )
}
