import type { BillingAddress } from '@claviger/contract/billing/money'
import type { PriceTable } from '@claviger/contract/billing/prices'
import type { AppContext } from '#platform/app-context.ts'
import { shareOf } from '../prices/prices.rounding.ts'

export interface TaxedAmount {
  subtotal: number
  taxRate: number
  reverseCharge: boolean
  tax: number
  total: number
}

/** Applies a rate to a subtotal; the tax is rounded once. */
export function withTax(subtotal: number, taxRate: number, reverseCharge: boolean): TaxedAmount {
  const tax = shareOf(subtotal, taxRate)
  return { subtotal, taxRate, reverseCharge, tax, total: subtotal + tax }
}

/** Tax by the country of the invoice address; without an address, by the country of the seller. */
export function taxOf(
  { config }: Pick<AppContext, 'config'>,
  table: PriceTable,
  buyer: BillingAddress | null,
  subtotal: number,
): TaxedAmount {
  const country = buyer?.country ?? config.billingFile.seller.country
  const found = table.taxes.find(tax => tax.country === country)
  const reverseCharge = found !== undefined && found.reverseCharge && (buyer?.taxId ?? '') !== ''
  return withTax(subtotal, found === undefined || reverseCharge ? 0 : found.rate, reverseCharge)
}
