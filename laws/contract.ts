import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { join } from 'node:path'
import { root, sources } from './files.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'may' in value

/** All endpoints of all features in the contract. */
export async function endpoints(): Promise<Endpoint[]> {
  const files = sources(['contract/src'], /\.ts$/).filter(file => !file.path.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(file => import(join(root, file.path)) as Promise<Record<string, unknown>>),
  )
  const features = modules
    .flatMap(module => Object.values(module))
    .filter(value => typeof value === 'object' && value !== null && 'calls' in value)
  return features.flatMap(feature => Object.values(feature.calls as Record<string, unknown>).filter(isEndpoint))
}
