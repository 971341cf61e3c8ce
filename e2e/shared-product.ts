import { inject } from 'vitest'
import { type Product, productAt } from './product.ts'

/** The product that journeys share with those before and after them, but not with those that run at the same time. */
export function sharedProduct(): Product {
  const places = inject('places')
  const place = places[(Number(process.env['VITEST_POOL_ID']) - 1) % places.length]
  if (!place) throw new Error('No product was started')
  return productAt(place)
}
