import * as z from 'zod/mini'
import { del, feature, get, put } from '../platform/endpoint.ts'
import { Done, Nothing } from '../platform/fields.ts'
import { Country, Currency, Day, Money, Share } from './money.ts'

const price = Money.check(z.gte(0))
const keys = z.int().check(z.gte(0), z.lte(10_000_000))

/** Prices for each key and month. A tier applies to the keys from its number on; the first tier starts at 1. */
export const Tiers = z.array(z.object({ from: keys.check(z.gte(1)), price })).check(
  z.minLength(1),
  z.maxLength(20),
  z.refine(
    tiers => tiers[0]?.from === 1 && tiers.every((tier, i) => i === 0 || tier.from > (tiers[i - 1]?.from ?? 0)),
    'The first tier must start at 1, and each tier must start above the one before',
  ),
)
export type Tiers = z.output<typeof Tiers>

export const PriceTable = z.object({
  currency: Currency,
  /** The first day on which these prices apply; the next version of this currency ends them. */
  validFrom: Day,
  freeKeys: keys,
  /** Maximum number of active keys during the trial; null is unlimited. */
  trialKeys: z.nullable(keys),
  payAsYouGo: Tiers,
  prepaid: Tiers,
  fixedPrepaid: Tiers,
  /** For each user who used single sign-on in a month (R187). */
  singleSignOn: price,
  /** For each user who used a second factor in a month (R187). */
  secondFactor: price,
  /** Least amount of a month before discounts and tax; it is prorated like everything else. */
  minimum: price,
  /** Monthly prices of the personal plans 0 to 2. */
  personal: z.tuple([price, price, price]),
  /** Tax by the country of the invoice address. Countries that aren't listed have no tax. */
  taxes: z.array(z.object({ country: Country, rate: Share, reverseCharge: z.boolean() })).check(
    z.maxLength(250),
    z.refine(
      taxes => new Set(taxes.map(tax => tax.country)).size === taxes.length,
      'Each country can have one tax rate only',
    ),
  ),
})
export type PriceTable = z.output<typeof PriceTable>

const version = z.object({ currency: Currency, validFrom: Day })

export const PriceVersion = z.object({
  table: PriceTable,
  /** The last day; null for the newest version. */
  validTo: z.nullable(Day),
  /** Only versions that start in the future can change. */
  editable: z.boolean(),
  fromConfiguration: z.boolean(),
})

export const prices = feature('prices', ['plans', 'bills', 'all-bills'], {
  list: get('/superAdmin/billing/prices', {
    summary: 'List all versions of the price tables, the newest first',
    input: Nothing,
    reply: z.object({ items: z.array(PriceVersion), today: Day }),
    may: 'super.billing',
  }),
  save: put('/superAdmin/billing/prices/{currency}/{validFrom}', {
    summary: 'Create or change the price table that applies from a future day',
    input: z.extend(version, z.omit(PriceTable, { currency: true, validFrom: true }).shape),
    reply: PriceVersion,
    may: 'super.billing',
    fails: ['price-table-closed', 'price-table-configured'],
  }),
  remove: del('/superAdmin/billing/prices/{currency}/{validFrom}', {
    summary: 'Delete a price table that is not valid yet',
    input: version,
    reply: Done,
    may: 'super.billing',
    fails: ['not-found', 'price-table-closed', 'price-table-configured'],
  }),
})
