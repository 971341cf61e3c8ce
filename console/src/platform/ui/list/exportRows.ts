import { t } from '#platform/text/text.ts'
import type { Column } from '../table/table-columns.ts'

// Prevents formula injection: a cell that starts like a formula would be executed by a spreadsheet
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => `"${safe(text).replaceAll('"', '""')}"`

export function asCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const told = columns.filter(column => column.text !== undefined)
  const lines = [
    told.map(column => quoted(t(column.label))),
    ...rows.map(row => told.map(column => quoted(column.text?.(row) ?? ''))),
  ]
  return lines.map(line => line.join(',')).join('\r\n')
}

export function asJson<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const told = columns.filter(column => column.text !== undefined)
  return JSON.stringify(
    rows.map(row => Object.fromEntries(told.map(column => [column.name, column.text?.(row) ?? '']))),
    null,
    2,
  )
}

export function download(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
