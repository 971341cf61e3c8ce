import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { id, instant, Nothing } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { BillLine } from './bill-lines.ts'
import {
  BillingAddress,
  billKinds,
  Currency,
  Day,
  Money,
  paymentMethods,
  paymentPlans,
  paymentStatus,
} from './money.ts'

const whole = z.int()

export const Bill = z.object({
  /** null for the current bill, which isn't stored yet. */
  invoiceId: z.nullable(z.string()),
  workspaceId: z.string(),
  kind: z.enum(billKinds),
  /** null until it is issued. */
  number: z.nullable(z.string()),
  /** The invoice that a credit note corrects. */
  corrects: z.nullable(z.object({ invoiceId: z.string(), number: z.string() })),
  paidStatus: z.enum(paymentStatus),
  plan: z.enum(paymentPlans),
  from: Day,
  to: Day,
  currency: Currency,
  /** Highest number of active keys in the period. */
  count: whole,
  /** Price of the first key and month. */
  price: Money,
  subtotal: Money,
  /** In hundredths of a percent. */
  taxRate: whole,
  reverseCharge: z.boolean(),
  tax: Money,
  total: Money,
  paid: Money,
  /** Corrected by credit notes; 0 or less. */
  credited: Money,
  /** What remains to be paid. */
  open: Money,
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  issuedAt: z.nullable(instant),
  dueDate: z.nullable(Day),
  paidAt: z.nullable(instant),
  refunded: Money,
  disputed: z.boolean(),
})
export type Bill = z.output<typeof Bill>

export const Seller = z.object({
  name: z.string(),
  address: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  taxId: z.string(),
  email: z.string(),
  iban: z.string(),
  bic: z.string(),
})
export type Seller = z.output<typeof Seller>

export const BillDetails = z.extend(Bill, {
  lines: z.array(BillLine),
  seller: Seller,
  buyer: z.nullable(BillingAddress),
})
export type BillDetails = z.output<typeof BillDetails>

/** The current bill, as it would be if it were issued now. */
export const CurrentBill = z.extend(BillDetails, { issuesOn: Day })
export type CurrentBill = z.output<typeof CurrentBill>

/** What the browser must do to complete a payment: confirm a charge at the card processor (3-D Secure). */
export const Checkout = z.object({
  bill: Bill,
  confirm: z.nullable(z.object({ clientSecret: z.string(), publishableKey: z.string() })),
})

/** Days after the due date on which reminders of an unpaid invoice are sent; the last one also warns the workspace. */
export const reminderDays = [-7, 0, 7, 14] as const

export const billSorts = ['period', 'total'] as const

/** A bill of the workspace, or its running bill. */
const shownBill = z.object({ id: z.union([id, z.literal('current')], { error: "This ID isn't valid" }) })

export const bills = feature('bills', ['plans', 'all-bills', 'account'], {
  current: get('/administrator/bills/current', {
    summary: 'Get the current bill: all lines so far, with the days that they were computed from',
    spec: 'billing.current',
    input: Nothing,
    reply: CurrentBill,
    may: 'billing.read',
  }),
  history: get('/administrator/bills/history', {
    summary: 'List past bills, the newest first',
    spec: 'billing.history',
    input: z.extend(Page, { sort: z.optional(z.enum(billSorts)), order: z._default(z.enum(['asc', 'desc']), 'desc') }),
    reply: pageOf(Bill),
    may: 'billing.read',
  }),
  pdf: get('/administrator/bills/{id}/pdf', {
    summary: 'Get a bill as PDF, with its e-invoice inside (Factur-X, ZUGFeRD); "current" is the running bill',
    input: shownBill,
    reply: Nothing,
    answers: 'file',
    may: 'billing.read',
    fails: ['not-found', 'not-ready'],
  }),
  one: get('/administrator/bills/{id}', {
    summary: 'Get a bill with its lines',
    input: z.object({ id }),
    reply: BillDetails,
    may: 'billing.read',
    fails: ['not-found'],
  }),
  invoice: get('/administrator/bills/{id}/invoice', {
    summary: 'Get a bill as an HTML document; "current" is the running bill',
    spec: 'billing.invoice',
    input: shownBill,
    reply: Nothing,
    answers: 'html',
    may: 'billing.read',
    fails: ['not-found'],
  }),
  csv: get('/administrator/bills/{id}/csv', {
    summary: 'Get a bill as CSV; "current" is the running bill',
    spec: 'billing.csv',
    input: shownBill,
    reply: Nothing,
    answers: 'file',
    may: 'billing.read',
    fails: ['not-found'],
  }),
  checkout: put('/administrator/bills/{invoiceId}/checkout', {
    summary: 'Pay an overdue invoice',
    spec: 'billing.checkout',
    input: z.object({ invoiceId: id }),
    reply: Checkout,
    may: 'billing.write',
    fails: ['not-found', 'not-overdue', 'no-card', 'payment-failed', 'payments-away', 'cards-not-configured'],
  }),
  issue: put('/administrator/bills/issue', {
    summary: 'Issue the current bill: closes the period with yesterday',
    spec: 'billing.issue',
    input: Nothing,
    reply: BillDetails,
    may: 'billing.write',
    fails: ['nothing-to-issue', 'billing-address-missing'],
  }),
})
