import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.ts'

const file = join(root, 'server/migrations/past.json')
const past = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, Record<string, string>>

/** The versions that were released, oldest first, each with the migrations that came with it. */
export const versions = Object.entries(past).map(([version, files]) => ({ version, files: Object.keys(files) }))

/** Migrations that were released, by name, with their checksums. */
export const frozen: ReadonlyMap<string, string> = new Map(Object.values(past).flatMap(one => Object.entries(one)))

const releases = new Map(versions.flatMap(({ version, files }) => files.map(name => [name, version])))

/** With which release behind the first a migration came, the next one included; nothing for those of the first. */
export function laterRelease(path: string): string | undefined {
  const [first] = versions
  if (!first) return undefined
  const release = releases.get(path.split('/').at(-1) ?? '') ?? 'next'
  return release === first.version ? undefined : release
}
