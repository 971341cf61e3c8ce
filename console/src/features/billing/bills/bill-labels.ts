import type { BillLine } from '@claviger/contract/billing/bill-lines'
import type { Bill } from '@claviger/contract/billing/bills'
import { billKinds, chargeKinds, paymentPlans, paymentStatus } from '@claviger/contract/billing/money'
import { locale } from '#platform/text/language.ts'
import { percentOf } from '#platform/text/formats.ts'
import { moneyOf } from '#platform/text/money.ts'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

const plans: Record<number, string> = {
  [paymentPlans.payAsYouGo]: msg('Pay as you go'),
  [paymentPlans.prepaid]: msg('Prepaid'),
  [paymentPlans.fixedPrepaid]: msg('Fixed prepaid'),
}
export const planName = (plan: number): string => t(plans[plan] ?? msg('Unknown'))

export const statusLooks: Record<number, StatusLook> = {
  [paymentStatus.current]: { word: msg('Current'), shape: 'quarter', tone: 'accent' },
  [paymentStatus.paid]: { word: msg('Paid'), shape: 'disc', tone: 'ok' },
  [paymentStatus.overdue]: { word: msg('Overdue'), shape: 'disc', tone: 'bad' },
  [paymentStatus.pending]: { word: msg('Pending'), shape: 'ring', tone: 'warn' },
}
const unknown: StatusLook = { word: msg('Unknown'), shape: 'ring', tone: 'mute' }

export const lookOfBill = ({ paidStatus }: Pick<Bill, 'paidStatus'>): StatusLook => statusLooks[paidStatus] ?? unknown

/** The number of an issued bill, or what it is before it has one. */
export function billName({ number, kind }: Pick<Bill, 'number' | 'kind'>): string {
  if (number !== null) return number
  return kind === billKinds.creditNote ? t('Draft credit note') : t('Draft invoice')
}

/** Hundredths of a percent as a percentage: 1900 as "19%". */
export const shareOf = (share: number): string => percentOf(share / 10_000, share % 100 === 0 ? 0 : 2)

const names: Record<number, string> = {
  [chargeKinds.keys]: msg('Security keys'),
  [chargeKinds.licenses]: msg('Prepaid licenses'),
  [chargeKinds.licenseChange]: msg('License change'),
  [chargeKinds.overrun]: msg('Keys above your licenses'),
  [chargeKinds.singleSignOn]: msg('Single sign-on'),
  [chargeKinds.secondFactor]: msg('Second factor'),
  [chargeKinds.minimum]: msg('Minimum amount'),
  [chargeKinds.discount]: msg('Discount'),
  [chargeKinds.promoCode]: msg('Promo code'),
}

export const lineName = ({ kind, text }: BillLine): string =>
  kind === chargeKinds.manual ? (text ?? '') : t(names[kind] ?? msg('Unknown'))

const helps: Record<number, string> = {
  [chargeKinds.keys]: msg('Active keys on each day, without the free ones'),
  [chargeKinds.licenses]: msg('Paid ahead for the period'),
  [chargeKinds.licenseChange]: msg('Licenses added or removed within a paid period'),
  [chargeKinds.overrun]: msg('Active keys above the licenses on each day'),
  [chargeKinds.singleSignOn]: msg('Users who used it, per month'),
  [chargeKinds.secondFactor]: msg('Users who used it, per month'),
  [chargeKinds.minimum]: msg('Raises the bill to the minimum of your plan'),
}

export function lineHelp(line: BillLine, currency: string): string {
  const { kind, share, price, text, tier } = line
  if (kind === chargeKinds.promoCode || (kind === chargeKinds.discount && share !== null)) {
    const percent = t('{percent} of {amount}', { percent: shareOf(share ?? 0), amount: moneyOf(price, currency) })
    return [text, share === null ? null : percent].filter(Boolean).join(' · ')
  }
  const help = helps[kind] === undefined ? '' : t(helps[kind] ?? '')
  return tier !== null && tier > 1 ? `${help} · ${t('from key {number}', { number: tier })}` : help
}

/** Units of a line for a whole month: 300 key-days in a month of 30 days are 10. */
export const unitsOf = ({ quantity, days }: BillLine): string =>
  (quantity / days).toLocaleString(locale(), { maximumFractionDigits: 2 })

/** Does a line have its own count and price? */
export const isCounted = ({ kind }: BillLine): boolean =>
  ![chargeKinds.minimum, chargeKinds.discount, chargeKinds.promoCode].some(one => one === kind)

/** Days between a due date and today, both days in UTC. */
export const daysLate = (dueDate: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(dueDate)) / 86_400_000))
