import type { TestProject } from 'vitest/node'
import { type Place, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    place: Place
  }
}

/** One product with the demonstration workspace for all journeys; those that stop it or change its settings start their own. */
export default async function shared(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct(['--demo'])
  project.provide('place', product.place)
  return product.stop
}
