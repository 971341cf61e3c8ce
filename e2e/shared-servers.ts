import type { TestProject } from 'vitest/node'
import { buildServer } from '../server/test/processes/build-server.ts'
import { loopback, type ProductPlace, startOperator, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    places: ProductPlace[]
    unused: string
    operator: string
  }
}

// The demo turns billing on for the server; commands must know it, too, or they create workspaces without a trial,
// in which only the free keys can be activated
const settings = { ...loopback, BILLING: 'on' }

/**
 * Starts one product with the demo workspace per concurrent worker; journeys that stop it or change its settings
 * start their own. The demo is created once and copied.
 */
export default async function shared(project: TestProject): Promise<() => Promise<void>> {
  buildServer()
  const { address: operator, stop } = await startOperator()
  const demo = { operator, args: ['--demo'], settings }
  const first = await startProduct(demo)
  await first.halt()
  const others = Array.from({ length: project.config.maxWorkers }, () => startProduct({ ...demo, like: first.folder }))
  const products = await Promise.all(others)
  project.provide(
    'places',
    products.map(({ place }) => place),
  )
  project.provide('unused', first.folder)
  project.provide('operator', operator)
  return async () => {
    await Promise.all([first, ...products].map(product => product.stop()))
    stop()
  }
}
