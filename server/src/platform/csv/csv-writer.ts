// Prevents formula injection: a cell that starts like a formula would be executed by a spreadsheet
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",;\n\r\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

/** Byte order mark, by which spreadsheets detect UTF-8. */
export const byteOrderMark = '\u{feff}'

export const plainCell = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
