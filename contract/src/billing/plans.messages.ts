import { logged, refusals } from '../platform/text-declarations.ts'

export const plansLog = logged({
  'billing.policy-changed': { label: 'Billing policy changed', did: 'changed the billing policy of <0/>' },
  'billing.switched': { label: 'Billing method switched', did: 'switched the billing method of <0/>' },
  'billing.switch-undone': {
    label: 'Billing method switched back',
    did: 'undid the switch of the billing method of <0/>',
  },
  'billing.payment-method-changed': { label: 'Payment method changed', did: 'changed the payment method of <0/>' },
  'billing.address-changed': { label: 'Invoice address changed', did: 'changed the invoice address of <0/>' },
})

export const plansRefusals = refusals({
  'licenses-missing': { status: 422, says: 'Enter the number of licenses for a prepaid plan' },
  'no-price-table': { status: 422, says: 'There are no prices in this currency' },
})
