import type { Redemption } from '@claviger/contract/billing/promo-codes'
import { fullDateOf, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'

/** The benefits of a promo code, one phrase for each. */
export function valueWords({
  days,
  keys,
  percent,
  months,
}: Pick<Redemption, 'days' | 'keys' | 'percent' | 'months'>): string[] {
  return [
    days > 0 && t('{count, plural, one {# more day} other {# more days}} of trial', { count: days }),
    keys > 0 && t('{count, plural, one {# free key} other {# free keys}}', { count: keys }),
    percent > 0 && t('{percent} discount', { percent: percentOf(percent / 10_000, percent % 100 === 0 ? 0 : 2) }),
    keys + percent > 0 && t('for {count, plural, one {# month} other {# months}}', { count: months }),
  ].filter(part => part !== false)
}

/** The benefits of a redeemed code with their last days. */
export function redeemedWords(redeemed: Redemption): string {
  const { trialEndDate, until, days } = redeemed
  const ends = [
    days > 0 && trialEndDate !== null && t('The trial ends on {day}.', { day: fullDateOf(trialEndDate) }),
    until !== null && t('Keys and discount apply until {day}.', { day: fullDateOf(until) }),
  ].filter(part => part !== false)
  return [`${valueWords(redeemed).join(', ')}.`, ...ends].join(' ')
}
