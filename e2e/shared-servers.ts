import type { TestProject } from 'vitest/node'
import { loopback, type ProductPlace, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    places: ProductPlace[]
    unused: string
  }
}

const settings = loopback

/**
 * Starts one product with the demo workspace per concurrent worker; journeys that stop it or change its settings
 * start their own. The demo is created once and copied.
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
