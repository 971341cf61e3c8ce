import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { paymentStatus } from '@claviger/contract/billing/money'
import { type Payment, type payments, paymentStates, refundStates } from '@claviger/contract/billing/payments'
import type { bills } from '@claviger/contract/billing/bills'
import { enterOnly, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { billOf, oneBill } from '../bills/bills.ts'
import { workspaceOfBill } from '../bills/bills.all.ts'
import { heldBill } from '../bills/bills.states.ts'
import { defaultCard } from '../cards/cards.ts'
import { asCaller, mustTakeCards } from '../cards/cards.gateway.ts'
import { chargeInvoice, type Transact } from './payments.charge.ts'
import { applyOutcome, logObjectOfBill } from './payments.settle.ts'
import * as store from './payments.store.ts'
import type { DisputeRow, PaymentRow, RefundRow } from './payments.store.ts'

type CheckoutReply = OutputOf<typeof bills.checkout.reply>
type RefundInput = OutputOf<typeof payments.refund.input>

const refundOf = (row: RefundRow) => ({
  id: row.id,
  amount: row.amount,
  state: row.state,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
})

const disputeOf = (row: DisputeRow) => ({
  id: row.reference,
  amount: row.amount,
  reason: row.reason,
  status: row.status,
  openedAt: row.opened_at.toISOString(),
})

const paymentOf = (row: PaymentRow, refunds: readonly RefundRow[], disputes: readonly DisputeRow[]): Payment => ({
  id: row.id,
  attempt: row.attempt,
  amount: row.amount,
  currency: row.currency,
  state: row.state,
  failure: row.failure,
  card: row.card,
  createdAt: row.created_at.toISOString(),
  retryAt: row.retry_at?.toISOString() ?? null,
  refunds: refunds.filter(one => one.payment_id === row.id).map(refundOf),
  disputes: disputes.filter(one => one.payment_id === row.id).map(disputeOf),
})

async function withDetails(ctx: TransactionContext, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const ids = rows.map(row => row.id)
  const refunds = await store.refundsOf(ctx.db, ids)
  const disputes = await store.disputesOf(ctx.db, ids)
  return rows.map(row => paymentOf(row, refunds, disputes))
}

/** @throws not-found */
export async function listPayments(ctx: TransactionContext, { id }: { id: string }) {
  await oneBill(ctx, { id })
  return { items: await withDetails(ctx, await store.paymentsOf(ctx.db, id)) }
}

export async function listPaymentsOf(ctx: TransactionContext, { id }: { id: string }) {
  await enterBillWorkspace(ctx, id)
  return listPayments(ctx, { id })
}

/** Pays an overdue invoice with the default card (R184). @throws not-found, not-overdue, no-card, payment-failed */
export async function checkoutBill(ctx: RequestContext, { invoiceId }: { invoiceId: string }): Promise<CheckoutReply> {
  return pay(ctx, work => ctx.transact(work), invoiceId, true)
}

/** A super administrator charges the card of the workspace; its holder isn't there to confirm. */
export async function checkoutBillOf(
  ctx: RequestContext,
  { invoiceId }: { invoiceId: string },
): Promise<CheckoutReply> {
  const within: Transact = work =>
    ctx.transact(async one => {
      await enterBillWorkspace(one, invoiceId)
      return work(one)
    })
  return pay(ctx, within, invoiceId, false)
}

async function pay(
  ctx: RequestContext,
  transact: Transact,
  invoice: string,
  onSession: boolean,
): Promise<CheckoutReply> {
  await transact(async one => {
    if ((await heldBill(one, invoice)).status !== paymentStatus.overdue) throw problem('not-overdue')
    if (!(await defaultCard(one))) throw problem('no-card')
  })
  const gateway = mustTakeCards(ctx)
  const { payment, outcome } = await asCaller('payment-failed', () =>
    chargeInvoice(gateway, transact, { invoice, onSession }),
  )
  if (payment.state === paymentStates.failed) throw problem('payment-failed')
  const { publishableKey } = gateway
  const bill = billOf(await transact(one => heldBill(one, invoice)))
  const { clientSecret } = outcome
  return {
    bill,
    confirm: clientSecret === undefined || publishableKey === undefined ? null : { clientSecret, publishableKey },
  }
}

/** @throws not-found, refund-too-high, refund-refused, payments-away */
export async function refundPayment(ctx: RequestContext, { id, amount, reason }: RefundInput): Promise<Payment> {
  const gateway = mustTakeCards(ctx)
  const { row, refund } = await ctx.transact(async one => {
    const known = await store.findAnywhere(one.db, { id })
    if (!known) throw problem('not-found')
    await enterOnly(one, known.workspace_id)
    const locked = await store.lockPayment(one.db, id)
    if (!locked || locked.state !== paymentStates.paid || locked.reference === null) throw problem('refund-refused')
    const waiting = (await store.refundsOf(one.db, [id])).filter(other => other.state === refundStates.pending)
    const asked = waiting.reduce((sum, other) => sum + other.amount, 0)
    if (amount > locked.amount - locked.refunded - asked) throw problem('refund-too-high')
    const made = await store.insertRefund(one.db, {
      workspace_id: workspaceOf(one),
      id: newId(),
      payment_id: id,
      amount,
      state: refundStates.pending,
      reason,
      created_at: one.clock.now(),
    })
    await record(one, {
      action: 'payment.refund-requested',
      object: logObjectOfBill(await heldBill(one, locked.invoice_id)),
      after: { amount, currency: locked.currency, reason },
    })
    return { row: locked, refund: made }
  })
  const key = `refund_${refund.id}`
  const { currency } = row
  const charge = row.reference ?? ''
  const done = await asCaller('refund-refused', () => gateway.refund({ key, charge, amount, currency })).catch(
    async (error: unknown) => {
      await inWorkspace(ctx, row.workspace_id, one =>
        store.updateRefund(one.db, { id: refund.id, state: refundStates.failed, reference: null }),
      )
      throw error
    },
  )
  const outcome = await asCaller('refund-refused', () => gateway.chargeOf(charge))
  return inWorkspace(ctx, row.workspace_id, async one => {
    await store.updateRefund(one.db, { id: refund.id, state: refundStates[done.state], reference: done.reference })
    const after = (await applyOutcome(one, id, outcome)) ?? row
    const [reply] = await withDetails(one, [after])
    if (!reply) throw problem('not-found')
    return reply
  })
}

const inWorkspace = <T>(
  ctx: RequestContext,
  workspace: string,
  work: (one: TransactionContext) => Promise<T>,
): Promise<T> =>
  ctx.transact(async one => {
    await enterOnly(one, workspace)
    return work(one)
  })

/** @throws not-found */
async function enterBillWorkspace(ctx: TransactionContext, invoice: string): Promise<void> {
  const workspace = await workspaceOfBill(ctx, invoice)
  if (workspace === undefined) throw problem('not-found')
  await enterOnly(ctx, workspace)
}
