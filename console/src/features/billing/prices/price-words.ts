import type { Tiers } from '@claviger/contract/billing/prices'
import { moneyOf } from '#platform/text/money.ts'
import { t } from '#platform/text/text.ts'

/** "$2.00, from key 101 $1.50". */
export const tierWords = (tiers: Tiers, currency: string): string =>
  tiers
    .map(({ from, price }) =>
      from === 1
        ? moneyOf(price, currency)
        : t('from key {number} {amount}', { number: from, amount: moneyOf(price, currency) }),
    )
    .join(', ')

/** The address of the editor for a version: to change it, or to copy it. */
export const priceFrom = ({ currency, validFrom }: { currency: string; validFrom: string }, act: 'edit' | 'copy') =>
  ({ currency, from: validFrom, act }) as never

/** The day after `day`, both as YYYY-MM-DD. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
