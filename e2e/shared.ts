import type { TestProject } from 'vitest/node'
import { loopback, type Place, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    places: Place[]
    /** What a product has that nobody used yet. */
    unused: string
  }
}

/** The strangers that journeys let it talk to are on this machine. */
const settings = loopback

/**
 * A product with the demonstration workspace for each of the journeys that run at the same time; those that stop it or
 * change its settings start their own. The demonstration is made once and copied.
 */
export default async function shared(project: TestProject): Promise<() => Promise<void>> {
  const first = await startProduct(['--demo'], settings)
  await first.halt()
  const others = Array.from({ length: project.config.maxWorkers }, () =>
    startProduct(['--demo'], settings, first.folder),
  )
  const products = await Promise.all(others)
  project.provide(
    'places',
    products.map(({ place }) => place),
  )
  project.provide('unused', first.folder)
  return async () => {
    await Promise.all([first, ...products].map(product => product.stop()))
  }
}
