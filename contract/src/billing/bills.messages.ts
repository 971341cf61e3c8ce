import { logged, refusals } from '../platform/text-declarations.ts'

export const billsLog = logged({
  'bill.issued': { label: 'Invoice issued', did: 'issued the invoice <0/>' },
  'bill.closed': { label: 'Billing period closed', did: 'closed a billing period without charges' },
  'bill.drafted': { label: 'Invoice drafted', did: 'created the draft invoice <0/>' },
  'bill.deleted': { label: 'Invoice draft deleted', did: 'deleted the draft invoice <0/>' },
  'bill.approved': { label: 'Invoice approved', did: 'marked the invoice <0/> as paid' },
  'bill.paid': { label: 'Invoice paid', did: 'paid the invoice <0/>' },
  'bill.overdue': { label: 'Invoice overdue', did: 'found the invoice <0/> overdue' },
  'bill.credited': { label: 'Credit note issued', did: 'issued the credit note <0/>' },
  'bill.workspace-warned': {
    label: 'Workspace warned about payment',
    did: 'set the workspace to warning because of the unpaid invoice <0/>',
  },
})

export const billsRefusals = refusals({
  'not-overdue': { status: 409, says: 'Only overdue invoices can be paid here' },
  'no-card': { status: 409, says: 'Add a credit card first' },
  'payment-failed': { status: 402, says: 'The payment failed. Check the card, or use another one' },
  'nothing-to-issue': { status: 409, says: 'There is nothing to issue yet. A bill covers full days, up to yesterday' },
  'billing-address-missing': { status: 409, says: 'Enter the invoice address first' },
  'negative-total': { status: 422, says: 'The total of an invoice must not be negative. Issue a credit note instead' },
  'credit-too-high': { status: 422, says: 'A credit note must not exceed the rest of its invoice' },
})
