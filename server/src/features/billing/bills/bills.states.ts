import { type Bill, reminderDays } from '@claviger/contract/billing/bills'
import { billKinds, paymentMethods, paymentStatus } from '@claviger/contract/billing/money'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { ownWorkspaceRow, setStatus } from '#features/tenancy/workspaces/workspaces.ts'
import { billOf, openOf } from './bills.ts'
import { logObject } from './bills.issue.ts'
import {
  type BillRow,
  changeBill,
  countWarnings,
  findSums,
  hadReminder,
  insertPayment,
  lockBill,
} from './bills.store.ts'

export type Payment = { reference: string; amount: number; method: 0 | 1 }

const { pending, overdue, paid } = paymentStatus
/** The last reminder; with it, the workspace is warned. */
export const lastReminder = Math.max(...reminderDays)

export const isUnpaid = ({ status }: Pick<BillRow, 'status'>): boolean => status === pending || status === overdue

/** Locks a bill. @throws not-found */
export async function heldBill(ctx: TransactionContext, id: string): Promise<BillRow> {
  const row = await lockBill(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

/**
 * Notes money for an issued invoice: a payment, or a refund with a negative amount. A reference counts once, so a message
 * that is repeated changes nothing. The invoice is paid once payments and credit notes reach its total.
 * @throws not-found
 */
export async function payBill(
  ctx: TransactionContext,
  id: string,
  { reference, amount, method }: Payment,
): Promise<Bill> {
  const row = await heldBill(ctx, id)
  if (row.number === null || row.kind !== billKinds.invoice) throw problem('change-refused')
  const by = shownAs(ctx).name
  const added = await insertPayment(ctx.db, id, { reference, amount, method, at: ctx.clock.now(), by })
  if (!added) return billOf(row)
  return settleBill(ctx, row)
}

/** Computes the state of an invoice from its payments and credit notes. */
export async function settleBill(ctx: TransactionContext, row: BillRow): Promise<Bill> {
  const sums = await findSums(ctx.db, row.id)
  const after = { ...row, paid: sums.paid, credited: sums.credited }
  const done = openOf(after) === 0 && isUnpaid(row)
  await changeBill(ctx.db, row.id, {
    paid: sums.paid,
    credited: sums.credited,
    ...(done && { status: paid, paid_at: ctx.clock.now() }),
  })
  if (done) await liftWarning(ctx, row.id)
  const stored = await heldBill(ctx, row.id)
  if (done) await record(ctx, { action: 'bill.paid', object: logObject(stored), after: { paid: sums.paid } })
  return billOf(stored)
}

/** A workspace that was warned because of unpaid invoices is active again once none of them is left. */
async function liftWarning(ctx: TransactionContext, bill: string): Promise<void> {
  const { status } = await ownWorkspaceRow(ctx)
  if (status !== workspaceStatus.warning || !(await hadReminder(ctx.db, bill, lastReminder))) return
  if ((await countWarnings(ctx.db, lastReminder)) === 0) await setStatus(ctx, workspaceStatus.active)
}

/** A refund; the invoice stays paid. */
export async function refundBill(
  ctx: TransactionContext,
  id: string,
  { reference, amount, method }: Payment,
): Promise<Bill> {
  const row = await heldBill(ctx, id)
  const added = await insertPayment(ctx.db, id, { reference, amount: -amount, method, at: ctx.clock.now(), by: null })
  if (!added) return billOf(row)
  await changeBill(ctx.db, id, { refunded: row.refunded + amount })
  return settleBill(ctx, { ...row, refunded: row.refunded + amount })
}

/** Notes whether the payer disputes the payment at the card processor. */
export async function disputeBill(ctx: TransactionContext, id: string, disputed: boolean): Promise<Bill> {
  await heldBill(ctx, id)
  await changeBill(ctx.db, id, { disputed })
  return billOf(await heldBill(ctx, id))
}

/** Marks an issued invoice as paid by wire. @throws not-found, change-refused */
export async function approveBill(ctx: TransactionContext, { id }: { id: string }): Promise<Bill> {
  const row = await heldBill(ctx, id)
  if (!isUnpaid(row)) throw problem('change-refused')
  const reference = `wire ${row.number}`
  const added = await insertPayment(ctx.db, id, {
    reference,
    amount: openOf(row),
    method: paymentMethods.wire,
    at: ctx.clock.now(),
    by: shownAs(ctx).name,
  })
  if (!added) throw problem('change-refused')
  await record(ctx, { action: 'bill.approved', object: logObject(row), after: { amount: openOf(row) } })
  return settleBill(ctx, row)
}

/** Marks an invoice overdue before its due day, because no further charge follows. */
export async function markOverdue(ctx: TransactionContext, id: string): Promise<void> {
  const row = await heldBill(ctx, id)
  if (row.status !== pending) return
  await changeBill(ctx.db, id, { status: overdue })
  await record(ctx, { action: 'bill.overdue', object: logObject(row), after: { due: row.due_day } })
}
