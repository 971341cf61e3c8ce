// Released versions are frozen: each version's migrations, and a database created by it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { everyMigration, type Migration, migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs.ts'
import type { KeptCredential } from '../api/authenticator.ts'

export const pastFile = join(import.meta.dirname, '../../migrations/past.json')

export type PastSchemas = Record<string, Record<string, string>>

export interface UpgradeExtras {
  masterKey: string
  email: string
  key: KeptCredential[]
  users: number
  jobs: string
}

export const readPast = (text = pastText()): PastSchemas => JSON.parse(text) as PastSchemas

const pastText = () => {
  try {
    return readFileSync(pastFile, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}'
    throw error
  }
}

export const placesOf = (version: string) => ({
  backup: join(import.meta.dirname, `${version}.backup.gz`),
  beside: join(import.meta.dirname, `${version}.json`),
})

export const storedVersions = (): string[] =>
  readdirSync(import.meta.dirname).flatMap(name => /^(.+)\.backup\.gz$/.exec(name)?.[1] ?? [])

/** Separates frozen migrations from later ones. @throws if a frozen one was changed or deleted */
export function splitMigrations(past: PastSchemas, files: readonly Migration[]) {
  const frozen = new Map(Object.values(past).flatMap(one => Object.entries(one)))
  const here = new Map(files.map(file => [file.name, file.checksum]))
  const changed = [...frozen].filter(([name, checksum]) => here.get(name) !== checksum).map(([name]) => name)
  if (changed.length > 0) throw new Error(`Put back as they were released: ${changed.join(', ')}`)
  return { later: files.filter(file => !frozen.has(file.name)) }
}

/** Creates a version's tables from the frozen files only. */
export async function makeTablesOf(client: pg.ClientBase, version: string, jobs: string): Promise<void> {
  const versions = Object.entries(readPast())
  const upTo = versions.slice(0, versions.findIndex(([name]) => name === version) + 1)
  const names = new Set(upTo.flatMap(([, files]) => Object.keys(files)))
  await migrate(
    client,
    (await everyMigration()).filter(({ name }) => names.has(name)),
  )
  await client.query('grant select on migrations to claviger_super')
  await installJobs(client, jobs)
}
