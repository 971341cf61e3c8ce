import { inject } from 'vitest'
import { closeAfterTest } from './closing.ts'
import { type OwnProduct, type Product, productAt, startProduct } from './product.ts'

/** A product shared by sequential journeys, but not by those that run concurrently. */
export function sharedProduct(): Product {
  const places = inject('places')
  const place = places[(Number(process.env['VITEST_POOL_ID']) - 1) % places.length]
  if (!place) throw new Error('No product was started')
  return productAt(place)
}

/** A product without any workspace, only for this journey. */
export async function emptyProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const product = await startProduct({ operator: inject('operator'), settings })
  closeAfterTest(product.stop)
  return product
}

/** A product only for this journey, with its own settings and no signed-in user; the journey can stop it. */
export async function ownProduct(settings: Record<string, string> = {}): Promise<OwnProduct> {
  const product = await startProduct({ operator: inject('operator'), settings, like: inject('unused') })
  closeAfterTest(product.stop)
  return product
}
