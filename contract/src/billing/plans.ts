import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { email, id, Nothing } from '../platform/fields.ts'
import { BillLine } from './bill-lines.ts'
import { KeyLimit } from './licenses.ts'
import { BillingAddress, Currency, Day, Money, paymentMethods, paymentPlans, Share } from './money.ts'
import { PriceTable } from './prices.ts'

const method = z.union([z.literal(paymentMethods.creditCard), z.literal(paymentMethods.wire)])
const PaymentMethod = z.object({ paymentMethod: z.nullable(method) })

/** What a workspace agreed to pay. */
export const BillingPolicy = z.object({
  plan: z.enum(paymentPlans),
  /** The first day of the plan. */
  planSince: Day,
  currency: Currency,
  /** Prepaid licenses; null with pay as you go. */
  licenses: z.nullable(z.int()),
  /** Set by a super administrator, in addition to the limit of the workspace. */
  keyLimit: z.nullable(z.int()),
  discount: Share,
  trialEndDate: z.nullable(Day),
  /** Not billed and not limited. */
  exempt: z.boolean(),
  paymentMethod: z.nullable(method),
  address: z.nullable(BillingAddress),
  /** Invoices are sent here; without it, to the billing managers and owners. */
  email: z.nullable(z.string()),
  /** Today's prices. */
  prices: PriceTable,
})
export type BillingPolicy = z.output<typeof BillingPolicy>

export const PolicyInput = z.object({
  plan: z.enum(paymentPlans),
  licenses: z.optional(z.nullable(KeyLimit)),
  currency: z.optional(Currency),
  keyLimit: z.optional(z.nullable(KeyLimit)),
  discount: z.optional(Share),
  trialEndDate: z.optional(z.nullable(Day)),
  exempt: z.optional(z.boolean()),
})

/** What a switch changes on the current bill; `amount` is before tax. */
export const SwitchPreview = z.object({
  firstDay: Day,
  before: z.array(BillLine),
  after: z.array(BillLine),
  subtotalBefore: Money,
  subtotalAfter: Money,
})
export type SwitchPreview = z.output<typeof SwitchPreview>

const switchInput = { workspaceId: id, preview: z.optional(z.boolean()) }
const Switched = z.object({ policy: BillingPolicy, preview: z.nullable(SwitchPreview) })
const ofOne = z.object({ id })

export const plans = feature('plans', ['bills', 'licenses', 'all-bills', 'usage'], {
  policy: get('/administrator/bills/billingPolicy', {
    summary: 'Get the billing policy of the workspace',
    spec: 'billing.policy',
    input: Nothing,
    reply: BillingPolicy,
    may: 'billing.read',
  }),
  paymentMethod: get('/administrator/bills/payment-method', {
    summary: 'Get the payment method of the workspace: 0 credit card, 1 wire',
    spec: 'billing.payment-method',
    input: Nothing,
    reply: PaymentMethod,
    may: 'billing.read',
  }),
  choosePaymentMethod: put('/administrator/bills/payment-method', {
    summary: 'Choose wire as the payment method, or credit card if the workspace has one',
    input: z.object({ paymentMethod: method }),
    reply: PaymentMethod,
    may: 'billing.write',
    fails: ['no-card', 'billing-address-missing'],
  }),
  saveAddress: put('/administrator/bills/address', {
    summary: 'Save the invoice address and the email address for invoices',
    input: z.extend(BillingAddress, { email: z.optional(z.nullable(email())) }),
    reply: BillingPolicy,
    may: 'billing.write',
  }),
  ofWorkspace: get('/superadmin/workspaces/{id}/billing', {
    summary: 'Get the billing policy of a workspace',
    spec: 'super-admin.workspace-billing',
    input: ofOne,
    reply: BillingPolicy,
    may: 'super.billing',
    fails: ['not-found'],
  }),
  setPolicy: put('/superadmin/workspaces/{id}/billingPolicy', {
    summary: 'Set the billing policy of a workspace',
    spec: 'super-admin.workspace-billing-policy',
    input: z.extend(PolicyInput, { id }),
    reply: BillingPolicy,
    may: 'super.billing',
    fails: ['not-found', 'licenses-missing', 'no-price-table', 'not-here'],
  }),
  defaultPolicy: get('/superAdmin/bills/billingPolicy/default', {
    summary: 'Get the billing policy of new workspaces',
    spec: 'super-admin.bills-default-policy',
    input: Nothing,
    reply: BillingPolicy,
    may: 'super.billing',
  }),
  setPaymentMethod: put('/superAdmin/bills/workspace/{id}/payment-method', {
    summary: 'Set the payment method of a workspace',
    spec: 'super-admin.bills-payment-method',
    input: z.extend(ofOne, { paymentMethod: method }),
    reply: PaymentMethod,
    may: 'super.billing',
    fails: ['not-found', 'no-card'],
  }),
  toPrepaid: put('/superAdmin/workspaces/billing/method/payg-to-prepaid', {
    summary: 'Switch a workspace from pay as you go to prepaid, from today on; or preview the switch',
    spec: 'super-admin.billing-payg-to-prepaid',
    input: z.object({ ...switchInput, licenses: KeyLimit, fixed: z.optional(z.boolean()) }),
    reply: Switched,
    may: 'super.billing',
    fails: ['not-found', 'change-refused', 'too-few-licenses', 'not-here'],
  }),
  toPayAsYouGo: put('/superAdmin/workspaces/billing/method/prepaid-to-payg', {
    summary: 'Switch a workspace from prepaid to pay as you go, from today on; or preview the switch',
    spec: 'super-admin.billing-prepaid-to-payg',
    input: z.object(switchInput),
    reply: Switched,
    may: 'super.billing',
    fails: ['not-found', 'change-refused', 'not-here'],
  }),
})
