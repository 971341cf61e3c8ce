import papa from 'papaparse'
import { keptTexts, msg, deferText } from '../languages.ts'
import { parserLimits } from '../parsing/parser-limits.ts'

/** A piece of a file; `last` where nothing comes behind it. */
export interface CsvPiece {
  readonly text: string
  readonly delimiter: string
  readonly last: boolean
}

/** The whole rows at the beginning of a piece, and where the next one begins. */
export interface Rows {
  readonly rows: { cells: string[]; broken: string | null }[]
  readonly cursor: number
}

// No more than 200 columns have a name; what is beyond is only said to be there
const mostCells = 1000

/** Reads the rows of a piece, each fit to be kept. */
export function parse({ text, delimiter, last }: CsvPiece): Rows {
  const parser = new papa.Parser({ delimiter, newline: '\n', quoteChar: '"' })
  const { data, errors, meta } = parser.parse(text, 0, !last) as papa.ParseResult<string[]>
  const bad = new Map(errors.map(error => [error.row, error.code]))
  return {
    cursor: meta.cursor,
    rows: data.map((cells, place) => ({
      cells: cells
        .slice(0, mostCells)
        .map(cell => (cell.length > parserLimits.csvCell ? `${cell.slice(0, 100)}…` : cell)),
      broken: brokenBy(bad.get(place), cells),
    })),
  }
}

function brokenBy(code: string | undefined, cells: readonly string[]): string | null {
  if (code === 'MissingQuotes')
    return keptTexts(msg('A quotation mark is never closed, so everything after it was read as one row'))
  if (code !== undefined) return keptTexts(msg('There is a quotation mark where none is allowed'))
  const long = cells.find(cell => cell.length > parserLimits.csvCell)
  if (long === undefined) return null
  return keptTexts(
    deferText('A cell has {length} characters, but only {most} are allowed', {
      length: long.length,
      most: parserLimits.csvCell,
    }),
  )
}
