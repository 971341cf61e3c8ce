import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Bill, BillDetails, bills, CurrentBill } from '@claviger/contract/billing/bills'
import { billKinds, type PaymentPlan, paymentPlans, paymentStatus } from '@claviger/contract/billing/money'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type BillingDay, sumOf } from '../prices/prices.charges.ts'
import { dayAfter, dayOfInstant, monthEnd, startOfDay } from '../prices/prices.days.ts'
import { periodCharges, type PeriodCharges, periodStart } from '../plans/plans.facts.ts'
import { isPrepaid, methodOf } from '../plans/plans.ts'
import { taxOf } from './bills.tax.ts'
import { billList, type BillRow, findBill, findOldestOverdue, type ShortBillRow } from './bills.store.ts'

type InputFor<Call extends keyof typeof bills.calls> = OutputOf<(typeof bills.calls)[Call]['input']>

const oneOf = <T extends number>(all: Readonly<Record<string, T>>, value: number): T =>
  Object.values(all).find(one => one === value) as T

export function billOf(row: ShortBillRow): Bill {
  return {
    invoiceId: row.id,
    workspaceId: row.workspace_id,
    kind: oneOf(billKinds, row.kind),
    number: row.number,
    corrects:
      row.corrects !== null && row.corrects_number !== null
        ? { invoiceId: row.corrects, number: row.corrects_number }
        : null,
    paidStatus: oneOf(paymentStatus, row.status),
    plan: oneOf(paymentPlans, row.plan),
    from: row.from_day,
    to: row.to_day,
    currency: row.currency,
    count: row.keys,
    price: row.price,
    subtotal: row.subtotal,
    taxRate: row.tax_rate,
    reverseCharge: row.reverse_charge,
    tax: row.tax,
    total: row.total,
    paid: row.paid,
    credited: row.credited,
    open: openOf(row),
    paymentMethod: methodOf(row),
    issuedAt: row.issued_at?.toISOString() ?? null,
    dueDate: row.due_day,
    paidAt: row.paid_at?.toISOString() ?? null,
    refunded: row.refunded,
    disputed: row.disputed,
  }
}

/** What remains to be paid; nothing of a credit note. */
export const openOf = ({ total, credited, paid }: Pick<BillRow, 'total' | 'credited' | 'paid'>): number =>
  Math.max(0, total + credited - paid)

export const detailsOf = (row: BillRow): BillDetails => ({
  ...billOf(row),
  lines: row.lines,
  seller: row.seller,
  buyer: row.buyer,
})

export const listBills = (
  ctx: TransactionContext,
  ask: InputFor<'history'>,
): Promise<OutputOf<typeof bills.history.reply>> => paginate<Bill>(ctx, ask, { ...billList, item: billOf })

/** @throws not-found, also for a draft, which only super administrators see */
export async function oneBill(ctx: TransactionContext, { id }: { id: string }): Promise<BillDetails> {
  const row = await findBill(ctx.db, id)
  if (!row || row.number === null) throw problem('not-found')
  return detailsOf(row)
}

/** Price of the first key and month, by the plan of a day. */
export function firstPrice({ plan, table }: BillingDay): number {
  const tiers = { 1: table.payAsYouGo, 2: table.prepaid, 3: table.fixedPrepaid }[plan]
  return tiers[0]?.price ?? 0
}

export interface Totals {
  plan: PaymentPlan
  count: number
  price: number
  subtotal: number
  tax: number
  total: number
  taxRate: number
  reverseCharge: boolean
}

export function totalsOf(ctx: TransactionContext, { policy, days, lines }: PeriodCharges): Totals {
  const last = days.at(-1)
  if (!last) throw new Error('a period has at least one day')
  const tax = taxOf(ctx, last.table, policy.buyer, sumOf(lines))
  return {
    plan: last.plan,
    count: Math.max(...days.map(day => (isPrepaid(day.plan) ? Math.max(day.keys, day.licenses) : day.keys))),
    price: firstPrice(last),
    ...tax,
  }
}

/** The running period as a bill, as it would be if it were issued now. */
export async function currentBill(ctx: TransactionContext): Promise<CurrentBill> {
  const today = dayOfInstant(ctx.clock.now())
  const from = (await periodStart(ctx)) ?? today
  const end = monthEnd(from)
  const to = today < from ? from : today < end ? today : end
  const charges = await periodCharges(ctx, from, to)
  const { policy, lines } = charges
  return {
    invoiceId: null,
    workspaceId: workspaceOf(ctx),
    kind: billKinds.invoice,
    number: null,
    corrects: null,
    paidStatus: paymentStatus.current,
    from,
    to,
    currency: policy.currency,
    ...totalsOf(ctx, charges),
    paid: 0,
    credited: 0,
    open: 0,
    paymentMethod: methodOf(policy.row),
    issuedAt: null,
    dueDate: null,
    paidAt: null,
    refunded: 0,
    disputed: false,
    lines,
    seller: ctx.config.billingFile.seller,
    buyer: policy.buyer,
    issuesOn: dayAfter(end),
  }
}

/** @throws not-found */
export const shownBill = (ctx: TransactionContext, { id }: { id: string }): Promise<BillDetails> =>
  id === 'current' ? currentBill(ctx) : oneBill(ctx, { id })

/** The overdue invoice that administrators are shown on every page. */
export async function oldestOverdue(
  ctx: TransactionContext,
): Promise<{ number: string; open: number; currency: string; due: Date } | undefined> {
  const row = await findOldestOverdue(ctx.db)
  if (!row || row.number === null || row.due_day === null) return undefined
  return { number: row.number, open: openOf(row), currency: row.currency, due: startOfDay(row.due_day) }
}
