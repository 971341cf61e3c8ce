import { payments } from '@claviger/contract/billing/payments'
import { bind, withoutTransaction } from '#http/bind.ts'
import { listPayments, listPaymentsOf, refundPayment } from './payments.ts'

export default bind(payments, {
  list: listPayments,
  listOf: listPaymentsOf,
  refund: withoutTransaction(refundPayment),
})
