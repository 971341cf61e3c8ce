import type { BillDetails } from '@claviger/contract/billing/bills'
import { billKinds, chargeKinds } from '@claviger/contract/billing/money'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { plainLine } from '../prices/prices.charges.ts'
import { policyHere } from '../plans/plans.ts'
import { draftOf, issue } from './bills.issue.ts'
import { heldBill, settleBill } from './bills.states.ts'
import type { BillRow } from './bills.store.ts'
import { findSums } from './bills.store.ts'
import { type TaxedAmount, withTax } from './bills.tax.ts'

/** What a credit note takes off: a net amount, or all that is left of the invoice, to the last cent of its tax. */
async function reduction(ctx: TransactionContext, row: BillRow, amount: number | undefined): Promise<TaxedAmount> {
  const { credited, tax } = await findSums(ctx.db, row.id)
  const left = { total: row.total + credited, tax: row.tax + tax }
  const net = left.total - left.tax
  if (net <= 0) throw problem('credit-too-high')
  const { tax_rate: taxRate, reverse_charge: reverseCharge } = row
  if (amount === undefined || amount === net)
    return { subtotal: -net, tax: -left.tax, total: -left.total, taxRate, reverseCharge }
  if (amount > net) throw problem('credit-too-high')
  return withTax(-amount, taxRate, reverseCharge)
}

/**
 * Issues a credit note for an issued invoice, with the tax rate of the invoice.
 * @throws not-found, credit-too-high; change-refused for a draft or credit note
 */
export async function creditBill(
  ctx: TransactionContext,
  { id, reason, amount }: { id: string; reason: string; amount?: number | undefined },
): Promise<BillDetails> {
  const row = await heldBill(ctx, id)
  if (row.number === null || row.kind !== billKinds.invoice) throw problem('change-refused')
  const taken = await reduction(ctx, row, amount)
  const { from_day: from, to_day: to, currency, plan, keys: count, price } = row
  const line = plainLine({
    kind: chargeKinds.manual,
    text: reason,
    from,
    to,
    price: taken.subtotal,
    amount: taken.subtotal,
  })
  const content = { from, to, currency, plan, count, price, lines: [line], ...taken, corrects: row }
  const details = await issue(ctx, draftOf(ctx, await policyHere(ctx), content))
  await settleBill(ctx, row)
  return details
}
