import { logged, refusals } from '../platform/text-declarations.ts'

export const paymentsLog = logged({
  'payment.sent': { label: 'Payment started', did: 'started the payment of the invoice <0/>' },
  'payment.paid': { label: 'Payment received', did: 'paid the invoice <0/>' },
  'payment.waiting': { label: 'Payment needs confirmation', did: 'must confirm the payment of the invoice <0/>' },
  'payment.failed': { label: 'Payment failed', did: 'failed to pay the invoice <0/>' },
  'payment.refund-requested': { label: 'Refund requested', did: 'requested a refund of the invoice <0/>' },
  'payment.refunded': { label: 'Payment refunded', did: 'refunded a payment of the invoice <0/>' },
  'payment.disputed': { label: 'Payment disputed', did: 'noted a dispute about the invoice <0/>' },
})

export const paymentsRefusals = refusals({
  'refund-too-high': { status: 422, says: 'The refund is higher than what is left of the payment' },
  'refund-refused': { status: 409, says: 'The payment service refused this refund' },
  'payment-running': {
    status: 409,
    says: 'A payment of this invoice is in progress. Wait until it is confirmed',
    constraint: 'payments_running',
  },
})
