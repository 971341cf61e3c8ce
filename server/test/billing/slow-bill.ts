// An independent calculation of a bill, written from docs/billing.md alone and kept simple instead of fast: each key of
// each day is counted separately, and fractions are pairs of integers.
import type { PriceTable, Tiers } from '@claviger/contract/billing/prices'

export interface SlowDay {
  date: string
  table: PriceTable
  plan: 1 | 2 | 3
  licenses: number
  keys: number
  newSsoUsers: number
  newSecondFactorUsers: number
  promoKeys: number
  promoShare: number
  free: boolean
}

export interface PaidAmount {
  date: string
  tier: number
  price: number
  count: number
}

interface Fraction {
  above: bigint
  below: bigint
}

/** Rounds half away from zero. */
export function whole({ above, below }: Fraction): bigint {
  const size = above < 0n ? -above : above
  const floor = size / below
  const rounded = (size % below) * 2n >= below ? floor + 1n : floor
  return above < 0n ? -rounded : rounded
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
function monthLength(date: string): number {
  const year = Number(date.slice(0, 4))
  const month = Number(date.slice(5, 7))
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && leap ? 29 : (lengths[month - 1] as number)
}

/** The tier of the nth key. */
function tierOf(tiers: Tiers, n: number) {
  let found = tiers[0] as Tiers[number]
  for (const tier of tiers) if (n >= tier.from) found = tier
  return found
}

class Lines {
  readonly lines = new Map<string, { units: bigint; price: bigint; below: bigint }>()
  add(name: string, price: number, below: number, units = 1): void {
    const key = `${name} at ${price} of ${below}`
    const line = this.lines.get(key) ?? { units: 0n, price: BigInt(price), below: BigInt(below) }
    line.units += BigInt(units)
    this.lines.set(key, line)
  }
  sum(): bigint {
    let sum = 0n
    for (const { units, price, below } of this.lines.values()) sum += whole({ above: units * price, below })
    return sum
  }
}

const licensePrices = (day: SlowDay) => (day.plan === 3 ? day.table.fixedPrepaid : day.table.prepaid)
const licensesOf = (day: SlowDay) => (day.free || day.plan === 1 ? 0 : day.licenses)

function addUse(lines: Lines, day: SlowDay): void {
  if (day.free) return
  const { table, plan, keys, promoKeys, licenses } = day
  const covered = plan === 1 ? table.freeKeys + promoKeys : plan === 2 ? licenses + promoKeys : keys
  for (let n = 1; n <= keys - covered; n++) {
    const { from, price } = tierOf(table.payAsYouGo, n)
    lines.add(`${plan === 1 ? 'keys' : 'overrun'} ${from}`, price, monthLength(day.date))
  }
  for (let n = 0; n < day.newSsoUsers; n++) lines.add('sso', table.singleSignOn, 1)
  for (let n = 0; n < day.newSecondFactorUsers; n++) lines.add('second factor', table.secondFactor, 1)
}

function addLicenses(lines: Lines, day: SlowDay, paid: readonly PaidAmount[]): void {
  const month = monthLength(day.date)
  const here = paid.filter(one => one.date === day.date)
  const units = here.flatMap(one => Array.from({ length: one.count }, () => one))
  const wanted = licensesOf(day)
  const name = units.length === 0 ? 'licenses' : 'change'
  for (let n = units.length + 1; n <= wanted; n++) {
    const { from, price } = tierOf(licensePrices(day), n)
    lines.add(`${name} ${from}`, price, month)
  }
  const highestFirst = units.toSorted((one, other) => other.tier - one.tier || other.price - one.price)
  for (const { tier, price } of highestFirst.slice(0, Math.max(0, units.length - wanted)))
    lines.add(`change ${tier}`, price, month, -1)
}

function minimumMissing(days: readonly SlowDay[]): bigint {
  const value = new Lines()
  const least = new Lines()
  for (const day of days) {
    addUse(value, day)
    addLicenses(value, day, [])
    if (!day.free) least.add('minimum', day.table.minimum, monthLength(day.date))
  }
  const missing = least.sum() - value.sum()
  return missing > 0n ? missing : 0n
}

function withDiscounts(sum: bigint, days: readonly SlowDay[], discount: number): bigint {
  const reduced = sum - whole({ above: sum * BigInt(discount), below: 10_000n })
  let total = reduced
  for (const share of new Set(days.map(day => day.promoShare))) {
    const here = days.filter(day => day.promoShare === share).length
    total -= whole({ above: reduced * BigInt(share) * BigInt(here), below: 10_000n * BigInt(days.length) })
  }
  return total
}

/** The subtotal of a bill. */
export function slowSubtotal(of: {
  days: readonly SlowDay[]
  advance: readonly SlowDay[]
  charged: readonly PaidAmount[]
  discount: number
}): bigint {
  const period = new Lines()
  for (const day of of.days) {
    addUse(period, day)
    addLicenses(period, day, of.charged)
  }
  const ahead = new Lines()
  for (const day of of.advance) addLicenses(ahead, day, of.charged)
  const periodSum = period.sum() + minimumMissing(of.days)
  return withDiscounts(periodSum, of.days, of.discount) + withDiscounts(ahead.sum(), of.advance, of.discount)
}

export const slowTax = (subtotal: bigint, rate: number): bigint =>
  whole({ above: subtotal * BigInt(rate), below: 10_000n })
