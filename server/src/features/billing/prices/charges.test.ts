import { chargeKinds, paymentPlans, type PaymentPlan } from '@claviger/contract/billing/money'
import type { PriceTable } from '@claviger/contract/billing/prices'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slowSubtotal, slowTax } from '#test/billing/slow-bill.ts'
import type { Config } from '#platform/config.ts'
import { sampleBilling } from '#platform/config/billing-file.ts'
import { taxOf, withTax } from '../bills/bills.tax.ts'
import { type BillingDay, chargesOf, splitIntoTiers, sumOf } from './prices.charges.ts'
import { addDays, addMonths, daysInMonth, eachDay, monthEnd } from './prices.days.ts'
import { divided } from './prices.rounding.ts'

const tiersOf = (first: number, second: number) => [
  { from: 1, price: first },
  { from: second, price: Math.floor(first * 0.7) },
]
const table: PriceTable = {
  currency: 'EUR',
  validFrom: '2020-01-01',
  freeKeys: 5,
  trialKeys: 100,
  payAsYouGo: tiersOf(300, 11),
  prepaid: tiersOf(250, 11),
  fixedPrepaid: tiersOf(220, 11),
  singleSignOn: 100,
  secondFactor: 50,
  minimum: 0,
  personal: [0, 300, 600],
  taxes: [],
}
const day = (date: string, is: Partial<BillingDay> = {}): BillingDay => ({
  date,
  table,
  plan: paymentPlans.payAsYouGo,
  licenses: 0,
  keys: 0,
  newSsoUsers: 0,
  newSecondFactorUsers: 0,
  promoKeys: 0,
  promoShare: 0,
  free: false,
  ...is,
})
const month = (date: string, is: Partial<BillingDay> = {}) =>
  [...eachDay(date, monthEnd(date))].map(one => day(one, is))
const bill = (days: BillingDay[], more: Partial<Parameters<typeof chargesOf>[0]> = {}) =>
  chargesOf({ days, advance: [], charged: [], discount: 0, ...more })

test('rounds half away from zero', () => {
  expect([
    divided(1n, 2n),
    divided(-1n, 2n),
    divided(3n, 2n),
    divided(-3n, 2n),
    divided(1n, 3n),
    divided(-2n, 3n),
  ]).toEqual([1, -1, 2, -2, 0, -1])
})

test.each([
  ['2027-02-01', 28],
  ['2028-02-01', 29],
  ['2100-02-01', 28],
  ['2000-02-01', 29],
])('a month costs the same however many days it has: %s has %i', (first, days) => {
  expect(daysInMonth(first)).toBe(days)
  expect(sumOf(bill(month(first, { keys: 10 })))).toBe(5 * 300)
  expect(sumOf(bill(month(first, { plan: paymentPlans.prepaid, licenses: 10, keys: 4 })))).toBe(10 * 250)
})

test('months end on their last day', () => {
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2027-12-31', 2)).toBe('2028-02-29')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('splits keys into tiers and omits lines without units', () => {
  expect(splitIntoTiers(table.payAsYouGo, 12)).toEqual([
    { tier: 1, price: 300, count: 10 },
    { tier: 11, price: 210, count: 2 },
  ])
  expect(bill(month('2027-04-01', { keys: 5 }))).toEqual([])
})

test('a discount of 100 % makes the subtotal zero, and a credit makes it negative', () => {
  const days = month('2027-04-01', { keys: 9 })
  const lines = bill(days, { discount: 10_000 })
  expect(lines.map(line => [line.kind, line.amount])).toEqual([
    [chargeKinds.keys, 1200],
    [chargeKinds.discount, -1200],
  ])
  const charged = days.map(({ date }) => ({ date, tier: 1, price: 250, count: 10 }))
  expect(bill(month('2027-04-01', { keys: 3 }), { charged }).map(line => [line.kind, line.amount])).toEqual([
    [chargeKinds.licenseChange, -2500],
  ])
})

test('a currency without minor units has whole amounts', () => {
  const yen = { ...table, currency: 'JPY', payAsYouGo: [{ from: 1, price: 100 }] }
  // 7 billable keys on 10 of 30 days: 233.33 yen
  const days = [...eachDay('2027-04-01', '2027-04-10')].map(date => day(date, { table: yen, keys: 12 }))
  expect(sumOf(bill(days))).toBe(233)
})

test('a price table that starts within a month applies from that day', () => {
  const dearer = { ...table, payAsYouGo: [{ from: 1, price: 600 }] }
  const days = month('2027-04-01', { keys: 6 }).map(one => (one.date < '2027-04-16' ? one : { ...one, table: dearer }))
  expect(bill(days).map(({ price, quantity, amount }) => [price, quantity, amount])).toEqual([
    [300, 15, 150],
    [600, 15, 300],
  ])
})

test('applies the tax of the invoice country, or reverse charge with a tax ID', () => {
  const taxes = [
    { country: 'DE', rate: 1900, reverseCharge: false },
    { country: 'AT', rate: 2000, reverseCharge: true },
  ]
  const config = { billingFile: sampleBilling } as Config
  const to = (country: string, taxId?: string) => {
    const buyer = {
      name: 'B',
      country,
      city: 'C',
      address: 'A',
      postalCode: '1',
      ...(taxId !== undefined && { taxId }),
    }
    const { tax, total, reverseCharge } = taxOf({ config }, { ...table, taxes }, buyer, 105)
    return [tax, total, reverseCharge]
  }
  expect(to('DE', 'DE123456789')).toEqual([20, 125, false])
  expect(to('AT')).toEqual([21, 126, false])
  expect(to('AT', 'ATU12345678')).toEqual([0, 105, true])
  expect(to('US')).toEqual([0, 105, false])
  expect(taxOf({ config }, { ...table, taxes }, null, -105)).toMatchObject({ tax: -20, total: -125 })
})

const price = fc.integer({ min: 0, max: 5000 })
const anyTiers = fc
  .tuple(
    price,
    fc.uniqueArray(fc.tuple(fc.integer({ min: 2, max: 30 }), price), { maxLength: 3, selector: ([from]) => from }),
  )
  .map(([first, rest]) => [
    { from: 1, price: first },
    ...rest.toSorted(([one], [other]) => one - other).map(([from, of]) => ({ from, price: of })),
  ])
const anyTable = fc.record({
  freeKeys: fc.integer({ min: 0, max: 6 }),
  payAsYouGo: anyTiers,
  prepaid: anyTiers,
  fixedPrepaid: anyTiers,
  singleSignOn: price,
  secondFactor: price,
  minimum: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
})
const few = fc.integer({ min: 0, max: 40 })
const anyDay = fc.record({
  plan: fc.constantFrom<PaymentPlan>(1, 2, 3),
  licenses: few,
  keys: few,
  newSsoUsers: fc.integer({ min: 0, max: 4 }),
  newSecondFactorUsers: fc.integer({ min: 0, max: 4 }),
  promoKeys: fc.integer({ min: 0, max: 5 }),
  promoShare: fc.constantFrom(0, 0, 500, 3333, 10_000),
  free: fc.oneof({ arbitrary: fc.constant(false), weight: 5 }, { arbitrary: fc.constant(true), weight: 1 }),
})

test('equals a simple calculation over any history of keys, plans, prices, licenses, and discounts', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('2027-02-01', '2028-02-01', '2027-04-11', '2027-12-01'),
      fc.array(anyTable, { minLength: 1, maxLength: 2 }),
      fc.array(anyDay, { minLength: 31, maxLength: 31 }),
      fc.array(anyDay, { minLength: 31, maxLength: 31 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(30), price, fc.constantFrom(1, 5, 11)), { maxLength: 40 }),
      fc.record({ discount: fc.integer({ min: 0, max: 10_000 }), rate: fc.integer({ min: 0, max: 3000 }) }),
      (first, tables, facts, later, paid, { discount, rate }) => {
        const on = (date: string, place: number, all: typeof facts) => ({
          ...day(date, all[place]),
          table: { ...table, ...tables[place < 12 ? 0 : tables.length - 1] },
        })
        const days = [...eachDay(first, monthEnd(first))].map((date, place) => on(date, place, facts))
        const next = addDays(monthEnd(first), 1)
        const advance = [...eachDay(next, addDays(next, 9))].map((date, place) => on(date, place, later))
        const charged = paid.map(([at, count, of, tier]) => ({ date: addDays(first, at), tier, price: of, count }))
        const lines = chargesOf({ days, advance, charged, discount })
        const slow = slowSubtotal({ days, advance, charged, discount })
        expect(BigInt(sumOf(lines))).toBe(slow)
        const { tax, total } = withTax(sumOf(lines), rate, false)
        expect([BigInt(tax), BigInt(total)]).toEqual([slowTax(slow, rate), slow + slowTax(slow, rate)])
        for (const line of lines.filter(one => one.rows.length > 0))
          expect(line.rows.reduce((sum, row) => sum + row.count, 0)).toBe(line.quantity)
      },
    ),
    { numRuns: 400 },
  )
})
