import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './files.ts'

const file = join(root, 'server/migrations/past.json')
const past = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Record<string, Record<string, string>>

/** Released versions, oldest first, each with its migrations. */
export const versions = Object.entries(past).map(([version, files]) => ({ version, files: Object.keys(files) }))

/** Released migrations by name, with their checksums. */
export const frozenMigrations: ReadonlyMap<string, string> = new Map(
  Object.values(past).flatMap(one => Object.entries(one)),
)

const releases = new Map(versions.flatMap(({ version, files }) => files.map(name => [name, version])))

/** The release after the first in which a migration appeared, including the next one; undefined for the first. */
export function laterRelease(path: string): string | undefined {
  const [first] = versions
  if (!first) return undefined
  const release = releases.get(path.split('/').at(-1) ?? '') ?? 'next'
  return release === first.version ? undefined : release
}
