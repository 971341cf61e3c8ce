import type { TestProject } from 'vitest/node'
import { type Place, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    places: Place[]
  }
}

/**
 * A product with the demonstration workspace for each of the journeys that run at the same time; those that stop it or
 * change its settings start their own.
 */
export default async function shared(project: TestProject): Promise<() => Promise<void>> {
  const products = await Promise.all(Array.from({ length: 2 }, () => startProduct(['--demo'])))
  project.provide(
    'places',
    products.map(({ place }) => place),
  )
  return async () => {
    await Promise.all(products.map(product => product.stop()))
  }
}
