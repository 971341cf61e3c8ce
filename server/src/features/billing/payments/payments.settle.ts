import { paymentMethods } from '@claviger/contract/billing/money'
import { paymentStates } from '@claviger/contract/billing/payments'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { heldBill, markOverdue, payBill, refundBill } from '../bills/bills.states.ts'
import type { ChargeOutcome } from '../cards/cards.gateway.ts'
import { mailFailure } from './payment-mails.ts'
import * as store from './payments.store.ts'
import type { PaymentRow } from './payments.store.ts'

/** Days until the next attempt after each failed one; after the last, the invoice is overdue. */
export const retryDays = [1, 2, 2, 2] as const

export const logObjectOfBill = (bill: { id: string; number: string | null }) => ({
  type: 'bill',
  id: bill.id,
  name: bill.number ?? bill.id,
})

const stateOf = { paid: paymentStates.paid, confirming: paymentStates.confirming, failed: paymentStates.failed }

/**
 * Applies the outcome of a charge. Outcomes can repeat and arrive in any order: a paid charge stays paid, and money counts
 * once.
 */
export async function applyOutcome(
  ctx: TransactionContext,
  id: string,
  outcome: ChargeOutcome,
): Promise<PaymentRow | undefined> {
  const row = await store.lockPayment(ctx.db, id)
  if (!row) return undefined
  const state = row.state === paymentStates.paid ? row.state : stateOf[outcome.state]
  const isNew = state !== row.state
  const last = row.attempt > retryDays.length || outcome.needsHolder === true || row.on_session
  const retry = retryDays[row.attempt - 1]
  const fails = isNew && state === paymentStates.failed
  if (!isNew && row.reference === outcome.reference && row.refunded === outcome.refunded) return row
  const now = ctx.clock.now()
  const failed = state === paymentStates.failed
  const retryAt = last || retry === undefined ? null : later(now, days(retry))
  const after = await store.updatePayment(ctx.db, workspaceOf(ctx), id, {
    state,
    reference: outcome.reference,
    refunded: outcome.refunded,
    changed_at: now,
    failure: failed ? (outcome.failure ?? row.failure) : null,
    retry_at: fails ? retryAt : failed ? row.retry_at : null,
  })
  if (isNew && state === paymentStates.paid) await noteReceived(ctx, after)
  if (isNew && state === paymentStates.confirming) await noteWaiting(ctx, after)
  if (fails) await noteFailure(ctx, after, last)
  if (row.refunded !== outcome.refunded) await noteRefunded(ctx, after, outcome.refunded - row.refunded)
  return after
}

async function noteReceived(ctx: TransactionContext, row: PaymentRow): Promise<void> {
  const bill = await heldBill(ctx, row.invoice_id)
  await payBill(ctx, bill.id, {
    reference: `payment ${row.id}`,
    amount: row.amount,
    method: paymentMethods.creditCard,
  })
  await record(ctx, {
    action: 'payment.paid',
    object: logObjectOfBill(bill),
    after: { amount: row.amount, currency: row.currency, card: row.card, attempt: row.attempt },
  })
}

async function noteWaiting(ctx: TransactionContext, row: PaymentRow): Promise<void> {
  await record(ctx, {
    action: 'payment.waiting',
    object: logObjectOfBill(await heldBill(ctx, row.invoice_id)),
    after: { card: row.card, attempt: row.attempt },
  })
}

async function noteFailure(ctx: TransactionContext, row: PaymentRow, last: boolean): Promise<void> {
  const bill = await heldBill(ctx, row.invoice_id)
  await record(ctx, {
    action: 'payment.failed',
    failed: row.failure ?? 'The payment service refused the charge',
    object: logObjectOfBill(bill),
    after: { attempt: row.attempt, card: row.card, retryAt: row.retry_at?.toISOString() ?? null },
  })
  if (last) await markOverdue(ctx, row.invoice_id)
  if (!row.on_session) await mailFailure(ctx, bill, row)
}

/** A refund, or a refund that failed, so that the money returned. */
async function noteRefunded(ctx: TransactionContext, row: PaymentRow, difference: number): Promise<void> {
  const bill = await heldBill(ctx, row.invoice_id)
  await refundBill(ctx, bill.id, {
    reference: `refund ${newId()}`,
    amount: difference,
    method: paymentMethods.creditCard,
  })
  await record(ctx, {
    action: 'payment.refunded',
    object: logObjectOfBill(bill),
    before: { refunded: row.refunded - difference },
    after: { refunded: row.refunded, currency: row.currency },
  })
}
