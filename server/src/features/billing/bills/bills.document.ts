import type { BillDetails } from '@claviger/contract/billing/bills'
import type { Language } from '@claviger/contract/platform/languages'
import { decimalOf, moneyIn } from './bills.money.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

/** A bill as an HTML document. */
export function htmlOf(bill: BillDetails, language: Language): string {
  const money = (amount: number) => escaped(moneyIn(language, amount, bill.currency))
  const rows = bill.lines.map(
    line =>
      `<tr><td>${escaped(line.text ?? String(line.kind))}</td><td>${line.from}</td><td>${line.to}</td><td>${line.quantity}</td><td>${money(line.price)}</td><td>${money(line.amount)}</td></tr>`,
  )
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${escaped(bill.number ?? '')}</title>
<table>${rows.join('')}<tr><td>${money(bill.subtotal)}</td><td>${money(bill.tax)}</td><td>${money(bill.total)}</td></tr></table></html>`
}

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
