import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, Nothing, text } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Bill, BillDetails, Checkout, CurrentBill } from './bills.ts'
import { Day, Money, paymentMethods, paymentStatus } from './money.ts'

const Listed = z.extend(Bill, { workspace: z.object({ id: z.string(), name: z.string() }) })

const ManualLine = z.object({
  text: text(200, 'Description is required'),
  quantity: z.int().check(z.gte(-1_000_000), z.lte(1_000_000)),
  /** For each unit; negative for a credit. */
  price: Money,
})

const NewBill = z.object({
  workspaceId: id,
  from: Day,
  to: Day,
  lines: z.array(ManualLine).check(z.minLength(1, 'Enter at least one line'), z.maxLength(200)),
})

const method = z.union([z.literal(paymentMethods.creditCard), z.literal(paymentMethods.wire)])

/** Bills of all workspaces, for super administrators. */
export const allBills = feature('all-bills', ['bills', 'plans', 'workspaces'], {
  list: get('/superAdmin/bills', {
    summary: 'List the bills of all workspaces',
    input: z.extend(Page, {
      status: z.optional(z.pipe(z.coerce.number(), z.enum(paymentStatus))),
      sort: z.optional(z.enum(['period', 'total'])),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    reply: pageOf(Listed),
    may: 'super.billing',
  }),
  history: get('/superAdmin/bills/history/workspaces/{id}', {
    summary: 'List past bills of a workspace',
    spec: 'super-admin.bills-history',
    input: z.extend(Page, { id }),
    reply: pageOf(Bill),
    may: 'super.billing',
    fails: ['not-found'],
  }),
  current: get('/superAdmin/bills/current/{workspaceId}', {
    summary: 'Get the current bill of a workspace, with its HTML document',
    spec: 'super-admin.bills-current',
    input: z.object({ workspaceId: id, paymentMethod: z.optional(z.pipe(z.coerce.number(), method)) }),
    reply: z.extend(CurrentBill, { document: z.string() }),
    may: 'super.billing',
    fails: ['not-found', 'not-here'],
  }),
  document: get('/superAdmin/bills/pdf/{invoiceId}/{workspaceId}', {
    summary: 'Get a bill of a workspace as an HTML document',
    spec: 'super-admin.bills-pdf',
    input: z.object({ invoiceId: id, workspaceId: id }),
    reply: Nothing,
    answers: 'html',
    may: 'super.billing',
    fails: ['not-found'],
  }),
  pdf: get('/superAdmin/bills/{id}/pdf', {
    summary: 'Get a bill as PDF, with its e-invoice inside (Factur-X, ZUGFeRD)',
    input: z.object({ id }),
    reply: Nothing,
    answers: 'file',
    may: 'super.billing',
    fails: ['not-found', 'not-ready'],
  }),
  one: get('/superAdmin/bills/{id}', {
    summary: 'Get a bill of any workspace with its lines',
    input: z.object({ id }),
    reply: BillDetails,
    may: 'super.billing',
    fails: ['not-found'],
  }),
  create: post('/superAdmin/bills/new', {
    summary: 'Create an invoice with your own lines, and issue it unless it is a draft',
    spec: 'super-admin.bills-new',
    input: z.extend(NewBill, { draft: z.optional(z.boolean()) }),
    reply: BillDetails,
    may: 'super.billing',
    fails: ['not-found', 'billing-address-missing', 'negative-total', 'not-here'],
  }),
  sample: post('/superAdmin/bills/sample/pdf/', {
    summary: 'Show an invoice as an HTML document before it is stored',
    spec: 'super-admin.bills-sample',
    input: NewBill,
    reply: Nothing,
    answers: 'html',
    may: 'super.billing',
    unconfirmed: 'looks',
    silent: 'A sample is not stored',
    fails: ['not-found', 'not-here'],
  }),
  issue: put('/superAdmin/bills/{id}/issue', {
    summary: 'Issue a draft',
    input: z.object({ id }),
    reply: BillDetails,
    may: 'super.billing',
    fails: ['not-found', 'change-refused', 'billing-address-missing', 'negative-total'],
  }),
  close: put('/superAdmin/bills/workspaces/{id}/issue', {
    summary: 'Issue the current bill of a workspace: closes the period with yesterday',
    input: z.object({ id }),
    reply: BillDetails,
    may: 'super.billing',
    fails: ['not-found', 'nothing-to-issue', 'billing-address-missing', 'not-here'],
  }),
  checkout: put('/superAdmin/bills/{invoiceId}/checkout', {
    summary: 'Charge an overdue invoice to the card of its workspace',
    spec: 'super-admin.bills-checkout',
    input: z.object({ invoiceId: id }),
    reply: Checkout,
    may: 'super.billing',
    fails: ['not-found', 'not-overdue', 'no-card', 'payment-failed', 'payments-away', 'cards-not-configured'],
  }),
  approve: put('/superAdmin/bills/approve/{id}', {
    summary: 'Mark an issued invoice as paid, because its wire transfer was received',
    spec: 'super-admin.bills-approve',
    input: z.object({ id }),
    reply: Bill,
    may: 'super.billing',
    fails: ['not-found', 'change-refused'],
  }),
  credit: post('/superAdmin/bills/{id}/credit-note', {
    summary: 'Issue a credit note for all or part of an issued invoice; amounts are before tax',
    input: z.object({ id, reason: text(200, 'Reason is required'), amount: z.optional(Money.check(z.gte(1))) }),
    reply: BillDetails,
    may: 'super.billing',
    fails: ['not-found', 'change-refused', 'credit-too-high'],
  }),
  remove: del('/superAdmin/bills/{id}', {
    summary: 'Delete a draft; issued invoices stay',
    spec: 'super-admin.bills-delete',
    input: z.object({ id }),
    reply: Done,
    may: 'super.billing',
    fails: ['not-found', 'change-refused'],
  }),
})
