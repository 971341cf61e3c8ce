import type { BillLine } from '@claviger/contract/billing/bill-lines'
import { chargeKinds, type PaymentPlan, paymentPlans } from '@claviger/contract/billing/money'
import type { PriceTable, Tiers } from '@claviger/contract/billing/prices'
import { type Day, daysInMonth } from './prices.days.ts'
import { divided, prorated, shareOf } from './prices.rounding.ts'

/** What is known of one day of a workspace. */
export interface BillingDay {
  date: Day
  table: PriceTable
  plan: PaymentPlan
  /** Prepaid licenses. */
  licenses: number
  keys: number
  newSsoUsers: number
  newSecondFactorUsers: number
  /** Free keys of redeemed promo codes. */
  promoKeys: number
  /** Discount of promo codes, in hundredths of a percent. */
  promoShare: number
  /** In the trial, or exempt. */
  free: boolean
}

/** License units that earlier bills charged for a day. */
export interface ChargedLicenses {
  date: Day
  tier: number
  price: number
  count: number
}

export interface Chargeable {
  days: readonly BillingDay[]
  /** Days that are paid in advance. */
  advance: readonly BillingDay[]
  charged: readonly ChargedLicenses[]
  /** Of the workspace, in hundredths of a percent. */
  discount: number
}

type Kind = BillLine['kind']

interface Unit {
  kind: Kind
  date: Day
  tier: number | null
  price: number
  count: number
  /** Days in the month; 1 for a price that isn't for a month. */
  days: number
}

/** Splits a number of keys into the tiers of a price. */
export function splitIntoTiers(tiers: Tiers, keys: number): { tier: number; price: number; count: number }[] {
  return tiers
    .map(({ from, price }, place) => {
      const end = tiers[place + 1]?.from ?? Number.POSITIVE_INFINITY
      return { tier: from, price, count: Math.max(0, Math.min(keys, end - 1) - from + 1) }
    })
    .filter(({ count }) => count > 0)
}

const isPrepaid = ({ plan }: BillingDay) => plan !== paymentPlans.payAsYouGo

const unitsIn = (kind: Kind, { date }: BillingDay, tiers: Tiers, keys: number): Unit[] =>
  splitIntoTiers(tiers, Math.max(0, keys)).map(part => ({ kind, date, ...part, days: daysInMonth(date) }))

const tiersOfPlan = ({ plan, table }: BillingDay) =>
  plan === paymentPlans.fixedPrepaid ? table.fixedPrepaid : table.prepaid

const licenseUnits = (day: BillingDay): Unit[] =>
  day.free || !isPrepaid(day) ? [] : unitsIn(chargeKinds.licenses, day, tiersOfPlan(day), day.licenses)

function arrears(day: BillingDay): Unit[] {
  if (day.free) return []
  const { table, date } = day
  const perUser = (kind: Kind, price: number, count: number): Unit => ({
    kind,
    date,
    tier: null,
    price,
    count,
    days: 1,
  })
  return [
    ...(isPrepaid(day)
      ? []
      : unitsIn(chargeKinds.keys, day, table.payAsYouGo, day.keys - table.freeKeys - day.promoKeys)),
    ...(day.plan === paymentPlans.prepaid
      ? unitsIn(chargeKinds.overrun, day, table.payAsYouGo, day.keys - day.licenses - day.promoKeys)
      : []),
    perUser(chargeKinds.singleSignOn, table.singleSignOn, day.newSsoUsers),
    perUser(chargeKinds.secondFactor, table.secondFactor, day.newSecondFactorUsers),
  ]
}

/** What a day's licenses still cost after what earlier bills charged for it. */
function remainingLicenses(day: BillingDay, charged: readonly ChargedLicenses[]): Unit[] {
  const units = licenseUnits(day)
  if (charged.length === 0) return units
  const kind = chargeKinds.licenseChange
  const days = daysInMonth(day.date)
  const left = charged.reduce((sum, part) => sum + part.count, 0)
  const needed = units.reduce((sum, unit) => sum + unit.count, 0)
  if (needed >= left) return unitsAbove(units, left).map(unit => ({ ...unit, kind }))
  let surplus = left - needed
  return charged
    .toSorted((one, other) => other.tier - one.tier || other.price - one.price)
    .flatMap(({ tier, price, count }) => {
      const back = Math.min(surplus, Math.max(0, count))
      surplus -= back
      return back === 0 ? [] : [{ kind, date: day.date, tier, price, count: -back, days }]
    })
}

/** The units beyond the first `paid` ones. */
function unitsAbove(units: readonly Unit[], paid: number): Unit[] {
  let skipped = paid
  return units.map(unit => {
    const skip = Math.min(skipped, unit.count)
    skipped -= skip
    return { ...unit, count: unit.count - skip }
  })
}

const keyOf = ({ kind, tier, price, days }: Unit) => `${kind} ${tier ?? ''} ${price} ${days}`

const order: readonly Kind[] = [
  chargeKinds.keys,
  chargeKinds.licenses,
  chargeKinds.licenseChange,
  chargeKinds.overrun,
  chargeKinds.singleSignOn,
  chargeKinds.secondFactor,
]

/** Adds the units of all days with the same kind, tier, and price to one line each. */
function linesOf(units: readonly Unit[]): BillLine[] {
  const groups = new Map<string, Unit[]>()
  for (const unit of units) if (unit.count !== 0) groups.set(keyOf(unit), [...(groups.get(keyOf(unit)) ?? []), unit])
  return [...groups.values()]
    .map(group => {
      const [{ kind, tier, price, days }] = group as [Unit]
      const dates = group.map(unit => unit.date).toSorted()
      const quantity = group.reduce((sum, unit) => sum + unit.count, 0)
      return {
        kind,
        text: null,
        from: dates[0] ?? '',
        to: dates.at(-1) ?? '',
        quantity,
        days,
        price,
        share: null,
        tier,
        amount: prorated(quantity, price, days),
        rows: group.map(({ date, count }) => ({ date, count })).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      }
    })
    .filter(line => line.quantity !== 0)
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.tier ?? 0) - (b.tier ?? 0))
}

export const sumOf = (lines: readonly BillLine[]): number => lines.reduce((sum, line) => sum + line.amount, 0)

const span = (days: readonly BillingDay[]) => ({ from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' })

function minimumOf({ days }: Chargeable): number {
  const prices = new Map<number, number>()
  for (const { free, table } of days) if (!free) prices.set(table.minimum, (prices.get(table.minimum) ?? 0) + 1)
  const month = daysInMonth(days[0]?.date ?? '2000-01-01')
  return [...prices].reduce((sum, [price, count]) => sum + prorated(count, price, month), 0)
}

function minimumLine(of: Chargeable): BillLine[] {
  const missing = minimumOf(of) - sumOf(linesOf(of.days.flatMap(day => [...licenseUnits(day), ...arrears(day)])))
  if (missing <= 0) return []
  const { from, to } = span(of.days)
  return [plainLine({ kind: chargeKinds.minimum, from, to, price: missing, amount: missing })]
}

type PlainLine = Pick<BillLine, 'kind' | 'from' | 'to' | 'price' | 'amount'> & Partial<BillLine>

/** A line that isn't computed from units of days. */
export const plainLine = (line: PlainLine): BillLine => ({
  text: null,
  quantity: 1,
  days: 1,
  share: null,
  tier: null,
  rows: [],
  ...line,
})

function discountLines(lines: readonly BillLine[], days: readonly BillingDay[], discount: number): BillLine[] {
  if (lines.length === 0) return []
  const base = sumOf(lines)
  const off = -shareOf(base, discount)
  const of = span(days)
  const own =
    discount === 0 ? [] : [plainLine({ kind: chargeKinds.discount, ...of, price: base, share: discount, amount: off })]
  const shares = new Map<number, number>()
  for (const { promoShare } of days) if (promoShare > 0) shares.set(promoShare, (shares.get(promoShare) ?? 0) + 1)
  const reduced = base + off
  const promos = [...shares]
    .toSorted(([one], [other]) => one - other)
    .map(([share, count]) => {
      const amount = -divided(BigInt(reduced) * BigInt(share) * BigInt(count), 10_000n * BigInt(days.length))
      const kind = chargeKinds.promoCode
      return plainLine({ kind, ...of, quantity: count, days: days.length, price: reduced, share, amount })
    })
  return [...own, ...promos]
}

/** All lines of a bill, in their order (docs/billing.md). */
export function chargesOf(of: Chargeable): BillLine[] {
  const chargedOn = (date: Day) => of.charged.filter(part => part.date === date && part.count !== 0)
  const units = of.days.flatMap(day => [...arrears(day), ...remainingLicenses(day, chargedOn(day.date))])
  const period = [...linesOf(units), ...minimumLine(of)]
  const ahead = linesOf(of.advance.flatMap(day => remainingLicenses(day, chargedOn(day.date))))
  return [
    ...period,
    ...ahead,
    ...discountLines(period, of.days, of.discount),
    ...discountLines(ahead, of.advance, of.discount),
  ]
}
