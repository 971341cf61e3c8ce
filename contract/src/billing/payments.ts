import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { id, instant } from '../platform/fields.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const paymentStates = { sent: 1, confirming: 2, paid: 3, failed: 4 } as const

export const refundStates = { pending: 1, done: 2, failed: 3 } as const

/** A refund of a payment. */
const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.int(),
  reason: z.string(),
  createdAt: instant,
})

/** A dispute that the cardholder opened at their bank. */
const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  reason: z.string(),
  /** As the payment service calls it, such as needs_response, won, or lost. */
  status: z.string(),
  openedAt: instant,
})

/** One attempt to charge an invoice. Amounts are in the smallest unit of the currency. */
export const Payment = z.object({
  id: z.string(),
  attempt: z.int(),
  amount: z.int(),
  currency: z.string(),
  state: z.int(),
  /** Why the charge failed, in the words of the payment service. */
  failure: z.nullable(z.string()),
  card: z.nullable(z.string()),
  createdAt: instant,
  /** When the next attempt follows. */
  retryAt: z.nullable(instant),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
})
export type Payment = z.output<typeof Payment>

const Payments = z.object({ items: z.array(Payment) })

export const payments = feature('payments', {
  list: get('/administrator/bills/{id}/payments', {
    summary: 'List the card payments of an invoice, with refunds and disputes',
    input: z.object({ id }),
    reply: Payments,
    may: 'billing.read',
    fails: ['not-found'],
  }),
  listOf: get('/superAdmin/bills/{id}/payments', {
    summary: 'List the card payments of an invoice of any workspace',
    input: z.object({ id }),
    reply: Payments,
    may: 'super.billing',
    fails: ['not-found'],
  }),
  refund: post('/superAdmin/payments/{id}/refund', {
    summary: 'Refund all or part of a card payment',
    input: z.object({
      id,
      amount: z.int().check(z.gte(1), z.lte(1_000_000_000_000)),
      reason: z
        .string(unlessTooBig('Reason is required'))
        .check(z.trim(), z.minLength(1, 'Reason is required'), z.maxLength(200)),
    }),
    reply: Payment,
    may: 'super.billing',
    fails: ['not-found', 'refund-too-high', 'refund-refused', 'payments-away'],
  }),
})
