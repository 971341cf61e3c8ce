import { chargeKinds, paymentStatus } from '@claviger/contract/billing/money'
import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { Db } from '#platform/db/db.ts'
import { sumOf } from '../prices/prices.charges.ts'
import { divided, prorated, shareOf } from '../prices/prices.rounding.ts'
import { dayAfter, monthEnd } from '../prices/prices.days.ts'
import { type CheckedBill, findPools, findSeries, type Period, readBills, readPeriods } from './bills-check.store.ts'
import { openOf } from './bills.ts'

export interface Deviation {
  workspace: string | null
  bill: string | null
  says: string
}

/** The amount that a line must have by its own numbers. */
function amountOf(line: BillLine): number {
  const { kind, quantity, price, days, share } = line
  if (kind === chargeKinds.discount) return -shareOf(price, share ?? 0)
  if (kind === chargeKinds.promoCode)
    return -divided(BigInt(price) * BigInt(share ?? 0) * BigInt(quantity), 10_000n * BigInt(days))
  return prorated(quantity, price, days)
}

function* wrongIn(bill: CheckedBill): Generator<string> {
  const { lines, subtotal, tax, total, tax_rate: rate, corrects } = bill
  for (const [place, line] of lines.entries()) {
    if (line.amount !== amountOf(line)) yield `line ${place + 1} has ${line.amount} instead of ${amountOf(line)}`
    const counted = line.rows.reduce((sum, row) => sum + row.count, 0)
    if (line.rows.length > 0 && counted !== line.quantity)
      yield `line ${place + 1} has ${line.quantity} units, but its days have ${counted}`
  }
  if (sumOf(lines) !== subtotal) yield `the lines add up to ${sumOf(lines)} instead of ${subtotal}`
  // A credit note for all that is left takes the rest of the tax, to the last cent
  const isRounded = Math.abs(tax - shareOf(subtotal, rate)) <= (corrects === null ? 0 : 1)
  if (!isRounded) yield `the tax is ${tax} instead of ${shareOf(subtotal, rate)}`
  if (subtotal + tax !== total) yield `the total is ${total} instead of ${subtotal + tax}`
  if (bill.paid !== bill.payments) yield `${bill.payments} was paid, but it says ${bill.paid}`
  if (bill.credited !== bill.credits) yield `${bill.credits} was credited, but it says ${bill.credited}`
  if (total + bill.credits < 0 && corrects === null && total > 0) yield 'more was credited than its total'
  const isSettled = openOf(bill) === 0 || bill.refunded > 0
  if (bill.number !== null && (bill.status === paymentStatus.paid) !== isSettled)
    yield `it has the status ${bill.status}, and ${openOf(bill)} is open`
}

function wrongNumbers(series: { prefix: string; year: number; last: number }, numbers: ReadonlySet<string>): string[] {
  const wrong: string[] = []
  const numberOf = (n: number) => `${series.prefix}-${series.year}-${String(n).padStart(6, '0')}`
  for (let n = 1; n <= series.last; n++)
    if (!numbers.has(numberOf(n))) wrong.push(`the number ${numberOf(n)} is missing`)
  return wrong
}

function wrongPeriods(periods: readonly Period[]): Deviation[] {
  return periods.flatMap((period, place) => {
    const before = periods[place - 1]
    const says: string[] = []
    if (before?.workspace_id === period.workspace_id && dayAfter(before.to_day) !== period.from_day)
      says.push(`the period from ${period.from_day} does not follow the one until ${before.to_day}`)
    if (period.to_day > monthEnd(period.from_day))
      says.push(`the period from ${period.from_day} crosses the end of its month`)
    if (period.bill_id !== null && !period.has_bill)
      says.push(`the bill of the period from ${period.from_day} is missing`)
    return says.map(text => ({ workspace: period.workspace_id, bill: period.bill_id, says: text }))
  })
}

/** Checks all that is stored about billing (docs/billing.md). Reads bills in parts, so that a large database fits. */
export async function checkBilling(db: Db): Promise<{ bills: number; deviations: Deviation[] }> {
  const deviations: Deviation[] = []
  const numbers = new Set<string>()
  let checked = 0
  for await (const bill of readBills(db)) {
    checked++
    if (bill.number !== null) numbers.add(bill.number)
    for (const says of wrongIn(bill))
      deviations.push({ workspace: bill.workspace_id, bill: bill.number ?? bill.id, says })
  }
  for (const series of await findSeries(db))
    for (const says of wrongNumbers(series, numbers)) deviations.push({ workspace: null, bill: null, says })
  deviations.push(...wrongPeriods(await readPeriods(db)))
  for (const { workspace_id: workspace, used, counted, waiting } of await findPools(db))
    if (used + waiting !== counted)
      deviations.push({
        workspace,
        bill: null,
        says: `${counted} keys are in use, but the pool has ${used} and ${waiting} waiting`,
      })
  return { bills: checked, deviations }
}
