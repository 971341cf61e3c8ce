import type { Language } from '@claviger/contract/platform/languages'

/** Decimal places of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** An amount in decimal notation, such as 12.50; never through a floating-point number. */
export function decimalOf(amount: number, currency: string): `${number}` {
  const digits = digitsOf(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = amount < 0 ? '-' : ''
  return `${sign}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}` as `${number}`
}

export const moneyIn = (language: Language, amount: number, currency: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(decimalOf(amount, currency))
