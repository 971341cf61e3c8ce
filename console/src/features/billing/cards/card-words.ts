import type { Card } from '@claviger/contract/billing/cards'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'

/** "Visa ending 4242". */
export const cardName = ({ brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  t('{brand} ending {digits}', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), digits: last4 })

export const announceCardAdded = (card: Card): void =>
  void toast('success', t('{card} added', { card: cardName(card) }))

/** "08/2028". */
export const expiryOf = ({
  expirationMonth,
  expirationYear,
}: Pick<Card, 'expirationMonth' | 'expirationYear'>): string =>
  `${String(expirationMonth).padStart(2, '0')}/${expirationYear}`

const pad = (month: number) => String(month).padStart(2, '0')

export const months = (): { value: string; label: string }[] =>
  Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: pad(at + 1) }))

const yearsAhead = 20

export const years = (now = new Date().getFullYear()): { value: string; label: string }[] =>
  Array.from({ length: yearsAhead }, (_, at) => ({ value: String(now + at), label: String(now + at) }))
