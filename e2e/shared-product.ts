import { inject } from 'vitest'
import { closing } from './closing.ts'
import { type OwnProduct, type Product, productAt, startProduct } from './product.ts'

/** The product that journeys share with those before and after them, but not with those that run at the same time. */
export function sharedProduct(): Product {
  const places = inject('places')
  const place = places[(Number(process.env['VITEST_POOL_ID']) - 1) % places.length]
  if (!place) throw new Error('No product was started')
  return productAt(place)
}

/** A product of the journey's own, which it may stop, and whose settings it chooses; nobody signed in at it yet. */
export async function ownProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const product = await startProduct([], settings, inject('unused'))
  closing(product.stop)
  return product
}
