import { locale } from './language.ts'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const key = `${locale()} ${currency}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale(), { style: 'currency', currency })
  formats.set(key, known)
  return known
}

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const digitsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2

/** 244920 in USD as "$2,449.20": an amount in minor units. */
export const moneyOf = (minor: number, currency: string): string =>
  formatOf(currency).format(minor / 10 ** digitsOf(currency))

/** 244920 in USD as "2449.20", for a file. */
export const amountOf = (minor: number, currency: string): string => decimalOf(minor, digitsOf(currency))

/** 1950 with 2 digits as "19.50", for a field. */
export const decimalOf = (minor: number, digits: number): string => (minor / 10 ** digits).toFixed(digits)

/**
 * "19.5" with 2 digits as 1950; null for text that is no number, or has too many decimals. Accepts a decimal comma.
 */
export function minorOf(text: string, digits: number): number | null {
  const parts = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim())
  const decimals = parts?.[2] ?? ''
  if (parts === null || decimals.length > digits) return null
  return Number(`${parts[1]}${decimals.padEnd(digits, '0')}`)
}
