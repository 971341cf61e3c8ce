import { paymentStates } from '@claviger/contract/billing/payments'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { openOf } from '../bills/bills.ts'
import { heldBill } from '../bills/bills.states.ts'
import { defaultCard } from '../cards/cards.ts'
import { type Charge, type ChargeOutcome, GatewayRefusal, type PaymentGateway } from '../cards/cards.gateway.ts'
import { applyOutcome, logObjectOfBill } from './payments.settle.ts'
import * as store from './payments.store.ts'
import type { PaymentRow } from './payments.store.ts'

/** Opens short transactions in the workspace of the invoice. */
export type Transact = <T>(work: (ctx: TransactionContext) => Promise<T>) => Promise<T>

export interface ChargeRequest {
  readonly invoice: string
  readonly onSession: boolean
}

const isRunning = ({ state }: PaymentRow) => state === paymentStates.sent || state === paymentStates.confirming

const chargeOfRow = (row: PaymentRow): Charge => ({
  // The same attempt has the same key, so that it can be sent again without charging twice
  key: `invoice_${row.invoice_id}_${row.attempt}`,
  payment: row.id,
  invoice: row.invoice_id,
  workspace: row.workspace_id,
  customer: row.customer,
  card: row.card_reference,
  amount: row.amount,
  currency: row.currency,
  description: `Invoice ${row.invoice_id}`,
  onSession: row.on_session,
})

/**
 * Charges an invoice to the default card. A charge that is still running is looked up instead of repeated, so that an
 * invoice is never charged twice. @throws no-card, change-refused; GatewayUnavailable if the outcome is not known yet
 */
export async function chargeInvoice(
  gateway: PaymentGateway,
  transact: Transact,
  request: ChargeRequest,
): Promise<{ payment: PaymentRow; outcome: ChargeOutcome }> {
  const begun = await transact(ctx => begin(ctx, request))
  const outcome = begun.isNew ? await send(gateway, begun.row) : await resume(gateway, begun.row, begun.card)
  const payment = await transact(ctx => applyOutcome(ctx, begun.row.id, outcome))
  if (!payment) throw problem('not-found')
  const changedCard = !begun.isNew && request.onSession && payment.state === paymentStates.failed
  // The charge that was running ended: now a new one can begin
  return changedCard ? chargeInvoice(gateway, transact, request) : { payment, outcome }
}

/** Stores the attempt before it is sent. */
async function begin(ctx: TransactionContext, { invoice, onSession }: ChargeRequest) {
  const bill = await heldBill(ctx, invoice)
  const earlier = await store.paymentsOf(ctx.db, invoice)
  const card = await defaultCard(ctx)
  const running = earlier.find(isRunning)
  if (running) return { row: running, isNew: false, card: card?.reference }
  if (!card) throw problem('no-card')
  const amount = openOf(bill)
  if (amount <= 0) throw problem('change-refused')
  const now = ctx.clock.now()
  for (const old of earlier.filter(one => one.retry_at !== null))
    await store.updatePayment(ctx.db, workspaceOf(ctx), old.id, { retry_at: null })
  const row = await store.insertAttempt(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: newId(),
    invoice_id: invoice,
    attempt: (earlier.at(-1)?.attempt ?? 0) + 1,
    amount,
    currency: bill.currency,
    state: paymentStates.sent,
    card_id: card.id,
    card: card.label,
    card_reference: card.reference,
    customer: card.customer,
    on_session: onSession,
    created_at: now,
    changed_at: now,
  })
  await record(ctx, {
    action: 'payment.sent',
    object: logObjectOfBill(bill),
    after: { amount, currency: bill.currency, card: card.label, attempt: row.attempt },
  })
  return { row, isNew: true, card: card.reference }
}

/** A refusal ends the attempt; a lost answer leaves it running, to be looked up. @throws GatewayUnavailable */
async function send(gateway: PaymentGateway, row: PaymentRow): Promise<ChargeOutcome> {
  try {
    return await gateway.charge(chargeOfRow(row))
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error
    return { reference: `refused ${row.id}`, payment: row.id, state: 'failed', failure: error.message, refunded: 0 }
  }
}

/** Looks up a charge whose answer was lost; sends it with the same key only if the service never received it. */
async function resume(gateway: PaymentGateway, row: PaymentRow, card: string | undefined): Promise<ChargeOutcome> {
  const found =
    row.reference === null
      ? await gateway.findCharge(chargeOfRow(row), row.created_at)
      : await gateway.chargeOf(row.reference)
  if (!found) return send(gateway, row)
  // The payer chose another card instead of confirming this one
  return found.state === 'confirming' && card !== undefined && card !== row.card_reference
    ? gateway.cancel(found.reference)
    : found
}
