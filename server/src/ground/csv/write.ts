// A cell that begins like a formula would run in a spreadsheet
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a CSV; cells that begin like formulas are defused by a leading apostrophe. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The mark by which spreadsheets know UTF-8. */
export const byteOrderMark = '\u{feff}'

/** What a cell held before it was defused. */
export const plainCell = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
