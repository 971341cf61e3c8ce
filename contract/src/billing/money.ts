import * as z from 'zod/mini'
import { messages } from '../platform/messages.ts'
import { optionalText, text } from '../platform/fields.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** An amount in the smallest unit of its currency: cents, or whole yen (docs/billing.md). */
export const Money = z.int().check(z.gte(-1_000_000_000_000), z.lte(1_000_000_000_000))

/** ISO 4217. */
export const Currency = z.string().check(
  z.maxLength(3),
  z.refine(code => /^[A-Z]{3}$/.test(code), 'Enter a currency code such as EUR'),
)

/** A day as YYYY-MM-DD. Days of billing are days in UTC. */
export const Day = z.iso.date('Enter a date')

/** A share in hundredths of a percent: 1900 is 19 %. */
export const Share = z.int().check(z.gte(0), z.lte(10_000))

export const Country = z
  .string(unlessTooBig(messages['required.countries']))
  .check(z.regex(/^[A-Z]{2}$/, messages['required.countries']))

/** A VAT identification number with its country prefix, without spaces. */
const TaxId = z.string().check(
  z.trim(),
  z.overwrite((value: string) => value.replace(/[\s.-]/g, '').toUpperCase()),
  z.maxLength(20),
  z.refine(
    value => /^(?:[A-Z]{2}[A-Z0-9+*]{2,13})?$/.test(value),
    'Enter the tax ID with its country prefix, such as DE123456789',
  ),
)

/** Who an invoice is sent to. */
export const BillingAddress = z.object({
  name: text(200, 'Company is required'),
  country: Country,
  province: optionalText(100),
  city: text(100, 'City is required'),
  address: text(300, 'Address is required'),
  postalCode: z
    .string(unlessTooBig('Postal code is required'))
    .check(z.trim(), z.minLength(1, 'Postal code is required'), z.maxLength(9, messages['limit.postal-code'])),
  taxId: z.optional(TaxId),
})
export type BillingAddress = z.output<typeof BillingAddress>

/** How a workspace pays for its keys (specification §9). */
export const paymentPlans = { payAsYouGo: 1, prepaid: 2, fixedPrepaid: 3 } as const
export type PaymentPlan = (typeof paymentPlans)[keyof typeof paymentPlans]

/** R188. */
export const paymentMethods = { creditCard: 0, wire: 1 } as const

/** R183. */
export const paymentStatus = { current: 0, paid: 1, overdue: 2, pending: 3 } as const

/** Plans of a personal smartphone license (specification §9). */
export const personalPlans = { basic: 0, standard: 1, premium: 2 } as const

/** What a line of a bill charges or credits. */
export const chargeKinds = {
  /** Active keys after the month, beyond the free ones. */
  keys: 1,
  /** Licenses paid ahead. */
  licenses: 2,
  /** Licenses paid ahead that the plan no longer had, or licenses added since. */
  licenseChange: 3,
  /** Active keys above the paid licenses. */
  overrun: 4,
  singleSignOn: 5,
  secondFactor: 6,
  minimum: 7,
  discount: 8,
  promoCode: 9,
  /** Written by a super administrator. */
  manual: 10,
} as const

export const billKinds = { invoice: 1, creditNote: 2 } as const

/** Values of the call that switches the billing method (specification §7). */
export const billingPlanTypes = { payAsYouGo: 1, prepaid: 2 } as const
