import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from './db.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Brings the database up to the newest migration, each in one transaction, once, whichever process comes first.
 * Forward only. Throws when a migration fails (its work is undone) or when the database is newer than this program.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'claviger migrations' })
  await client.connect()
  try {
    // One process at a time; the others wait here and then find nothing to do
    await client.query('select pg_advisory_lock(7217)')
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map(row => row.name),
    )
    const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
    const unknown = [...done].filter(name => !files.includes(name))
    if (unknown.length > 0) throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}`)
    const missing = files.filter(name => !done.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(folder, name), 'utf8')
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
