import { t } from '../../text/text.ts'
import type { Column } from '../table/columns.ts'

// A cell that begins like a formula would run in a spreadsheet
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => `"${safe(text).replaceAll('"', '""')}"`

/** The rows as CSV, with the columns that are shown. */
export function asCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const told = columns.filter(column => column.text !== undefined)
  const lines = [
    told.map(column => quoted(t(column.label))),
    ...rows.map(row => told.map(column => quoted(column.text?.(row) ?? ''))),
  ]
  return lines.map(line => line.join(',')).join('\r\n')
}

/** The rows as JSON, with the columns that are shown. */
export function asJson<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const told = columns.filter(column => column.text !== undefined)
  return JSON.stringify(
    rows.map(row => Object.fromEntries(told.map(column => [column.name, column.text?.(row) ?? '']))),
    null,
    2,
  )
}

/** Hands a file to the browser's downloads. */
export function download(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
