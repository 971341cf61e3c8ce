import type { BillDetails } from '@claviger/contract/billing/bills'
import { decimalOf } from './bills.money.ts'

const cell = (value: string | number | null) => {
  const text = String(value ?? '')
  // A spreadsheet must not take a text for a formula
  const safe = /^[=+@\t\r-]/.test(text) && typeof value === 'string' && !/^-?\d/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A bill as CSV, a row for each line, then tax and total. */
export function csvOf(bill: BillDetails): string {
  const money = (amount: number) => decimalOf(amount, bill.currency)
  const rows: (string | number | null)[][] = [
    ['number', 'kind', 'text', 'from', 'to', 'quantity', 'days', 'price', 'amount', 'currency'],
    ...bill.lines.map(line => [
      bill.number,
      line.kind,
      line.text,
      line.from,
      line.to,
      line.quantity,
      line.days,
      money(line.price),
      money(line.amount),
      bill.currency,
    ]),
    [bill.number, 'tax', null, bill.from, bill.to, null, null, null, money(bill.tax), bill.currency],
    [bill.number, 'total', null, bill.from, bill.to, null, null, null, money(bill.total), bill.currency],
  ]
  return `${rows.map(row => row.map(cell).join(',')).join('\r\n')}\r\n`
}
