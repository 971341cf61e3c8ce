// What was released is frozen: which migrations each version brought, and a database as that version left it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { everyMigration, type Migration, migrate } from '../../src/ground/db/migrate.ts'
import { installJobs } from '../../src/ground/jobs.ts'
import type { KeptCredential } from '../authenticator.ts'

export const pastFile = join(import.meta.dirname, '../../migrations/past.json')

/** For each version that was released, oldest first, its new migrations with their checksums. */
export type Past = Record<string, Record<string, string>>

/** What lies beside a database of the past. */
export interface Beside {
  masterKey: string
  /** The owner, whose passkey this is. */
  email: string
  key: KeptCredential[]
  /** How many people there are. */
  users: number
  /** What made the tables of jobs. */
  jobs: string
}

/** All that is frozen; nothing before the first release. */
export const readPast = (text = pastText()): Past => JSON.parse(text) as Past

const pastText = () => {
  try {
    return readFileSync(pastFile, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}'
    throw error
  }
}

/** Where the database of a version is kept, and what lies beside it. */
export const placesOf = (version: string) => ({
  backup: join(import.meta.dirname, `${version}.backup.gz`),
  beside: join(import.meta.dirname, `${version}.json`),
})

/** The versions of which a database is kept. */
export const keptVersions = (): string[] =>
  readdirSync(import.meta.dirname).flatMap(name => /^(.+)\.backup\.gz$/.exec(name)?.[1] ?? [])

/** Which migrations stay as they are, and which came since. Throws where a frozen one was changed or taken away. */
export function partedBy(past: Past, files: readonly Migration[]) {
  const frozen = new Map(Object.values(past).flatMap(one => Object.entries(one)))
  const here = new Map(files.map(file => [file.name, file.checksum]))
  const changed = [...frozen].filter(([name, checksum]) => here.get(name) !== checksum).map(([name]) => name)
  if (changed.length > 0) throw new Error(`Put back as they were released: ${changed.join(', ')}`)
  return { later: files.filter(file => !frozen.has(file.name)) }
}

/** Makes the tables as a version had them, from the frozen files alone. */
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
