import type { TestProject } from 'vitest/node'
import { type Place, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    places: Place[]
  }
}

/**
 * A product with the demonstration workspace for each of the journeys that run at the same time; those that stop it or
 * change its settings start their own. The demonstration is made once and copied.
 */
export default async function shared(project: TestProject): Promise<() => Promise<void>> {
  const first = await startProduct(['--demo'])
  await first.halt()
  const others = Array.from({ length: project.config.maxWorkers - 1 }, () => startProduct(['--demo'], {}, first.folder))
  const products = [first, ...(await Promise.all(others))]
  await first.resume()
  project.provide(
    'places',
    products.map(({ place }) => place),
  )
  return async () => {
    await Promise.all(products.map(product => product.stop()))
  }
}
