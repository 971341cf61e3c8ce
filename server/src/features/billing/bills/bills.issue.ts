import { billKinds, paymentStatus } from '@claviger/contract/billing/money'
import type { BillDetails } from '@claviger/contract/billing/bills'
import type { BillLine } from '@claviger/contract/billing/bill-lines'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { addDays, type Day, dayBefore, dayOfInstant, monthEnd } from '../prices/prices.days.ts'
import { lockBillingPolicy } from '../plans/plans.change.ts'
import { periodCharges, periodStart } from '../plans/plans.facts.ts'
import { type Policy, policyHere } from '../plans/plans.ts'
import { mailBill } from './bills.mails.ts'
import {
  type BillRow,
  changeBill,
  findBill,
  insertBill,
  insertPeriod,
  type NewBill,
  nextBillNumber,
} from './bills.store.ts'
import { detailsOf, totalsOf } from './bills.ts'

export const logObject = ({
  id,
  number,
  from_day,
  to_day,
}: Pick<BillRow, 'id' | 'number' | 'from_day' | 'to_day'>) => ({
  type: 'bill',
  id,
  name: number ?? `${from_day}/${to_day}`,
})

/** The next number of the operator's series. Numbers have no gaps, because the transaction holds the series. */
async function nextNumber(ctx: TransactionContext): Promise<string> {
  const { series } = ctx.config.billingFile
  const year = ctx.clock.now().getUTCFullYear()
  return `${series}-${year}-${String(await nextBillNumber(ctx.db, series, year)).padStart(6, '0')}`
}

export interface NewContent {
  from: Day
  to: Day
  lines: BillLine[]
  plan: number
  count: number
  price: number
  subtotal: number
  taxRate: number
  reverseCharge: boolean
  tax: number
  total: number
  currency?: string
  corrects?: BillRow
}

/** A bill that isn't issued yet, with everything that its snapshot has. */
export function draftOf(ctx: TransactionContext, policy: Policy, content: NewContent): NewBill {
  const { corrects } = content
  return {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    kind: corrects || content.total < 0 ? billKinds.creditNote : billKinds.invoice,
    number: null,
    corrects: corrects?.id ?? null,
    status: paymentStatus.current,
    plan: content.plan,
    from_day: content.from,
    to_day: content.to,
    currency: content.currency ?? policy.currency,
    keys: content.count,
    price: content.price,
    lines: content.lines,
    subtotal: content.subtotal,
    tax_rate: content.taxRate,
    reverse_charge: content.reverseCharge,
    tax: content.tax,
    total: content.total,
    seller: corrects?.seller ?? ctx.config.billingFile.seller,
    buyer: corrects ? corrects.buyer : policy.buyer,
    workspace_name: policy.row.name,
    language: policy.row.language,
    payment_method: policy.row.payment_method,
    issued_at: null,
    due_day: null,
    paid_at: null,
    created_at: ctx.clock.now(),
  }
}

/** Columns that an issued bill has in addition. */
async function issuedColumns(ctx: TransactionContext, { total }: Pick<NewBill, 'total'>) {
  const now = ctx.clock.now()
  const nothingDue = total <= 0
  return {
    number: await nextNumber(ctx),
    issued_at: now,
    due_day: nothingDue ? null : addDays(dayOfInstant(now), ctx.config.billingFile.dueDays),
    status: nothingDue ? paymentStatus.paid : paymentStatus.pending,
    paid_at: nothingDue ? now : null,
  }
}

async function told(
  ctx: TransactionContext,
  id: string,
  action: 'bill.issued' | 'bill.credited',
): Promise<BillDetails> {
  const row = await findBill(ctx.db, id)
  if (!row) throw problem('not-found')
  await record(ctx, { action, object: logObject(row), after: { total: row.total, currency: row.currency } })
  const details = detailsOf(row)
  await mailBill(ctx, row, details)
  return details
}

/** Stores a bill with its number, in this transaction. */
export async function issue(ctx: TransactionContext, draft: NewBill): Promise<BillDetails> {
  await insertBill(ctx.db, { ...draft, ...(await issuedColumns(ctx, draft)) })
  return told(ctx, draft.id, draft.corrects === null ? 'bill.issued' : 'bill.credited')
}

export async function issueDraft(ctx: TransactionContext, row: BillRow): Promise<BillDetails> {
  await changeBill(ctx.db, row.id, await issuedColumns(ctx, row))
  return told(ctx, row.id, 'bill.issued')
}

/**
 * Closes the running period with a day. A period without charges gets no bill. Undefined if the period hasn't begun.
 * The policy is held, so two closings of one workspace follow each other.
 */
export async function closePeriod(
  ctx: TransactionContext,
  to: Day,
  { ahead = true }: { ahead?: boolean } = {},
): Promise<{ bill: BillDetails | null; to: Day } | undefined> {
  await lockBillingPolicy(ctx)
  const from = await periodStart(ctx)
  if (from === undefined || to < from) return undefined
  const end = to < monthEnd(from) ? to : monthEnd(from)
  const charges = await periodCharges(ctx, from, end, { ahead })
  const now = ctx.clock.now()
  if (charges.lines.length === 0) {
    await insertPeriod(ctx.db, { from, to: end, bill: null, now })
    await record(ctx, { action: 'bill.closed', after: { from, to: end } })
    return { bill: null, to: end }
  }
  const draft = draftOf(ctx, charges.policy, { from, to: end, lines: charges.lines, ...totalsOf(ctx, charges) })
  await insertPeriod(ctx.db, { from, to: end, bill: draft.id, now })
  return { bill: await issue(ctx, draft), to: end }
}

/** @throws nothing-to-issue, billing-address-missing */
export async function issueCurrent(ctx: TransactionContext): Promise<BillDetails> {
  if ((await policyHere(ctx)).buyer === null) throw problem('billing-address-missing')
  const closed = await closePeriod(ctx, dayBefore(dayOfInstant(ctx.clock.now())))
  if (!closed?.bill) throw problem('nothing-to-issue')
  return closed.bill
}

/** The last bill of a workspace that is deleted, up to today. */
export async function closeForGood(ctx: TransactionContext): Promise<void> {
  if (!ctx.config.billing) return
  const today = dayOfInstant(ctx.clock.now())
  for (;;) {
    const closed = await closePeriod(ctx, today, { ahead: false })
    if (!closed || closed.to >= today) return
  }
}
