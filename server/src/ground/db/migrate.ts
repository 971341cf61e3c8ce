import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, '../../../migrations')

// An owner who is no superuser gives a function only to whom may make it; 0001 says the same of the first time
const mayMake = `do $$ begin
  if exists (select from pg_roles where rolname = 'claviger_super') then grant create on schema public to claviger_super; end if;
end $$`

/**
 * Brings the database up to the newest migration, each in one transaction, once, whichever process comes first.
 * Forward only. Throws when a migration fails (its work is undone) or when the database is newer than this program.
 */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
  )
  const missing = await missingMigrations(client)
  if (missing.length === 0) return missing
  await client.query(mayMake)
  for (const name of missing) await apply(client, name)
  await client.query('revoke create on schema public from claviger_super')
  return missing
}

/** What the database lacks, in its order. Throws when it is newer than this program. */
export async function missingMigrations(client: pg.ClientBase): Promise<string[]> {
  const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map(row => row.name))
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  const unknown = [...done].filter(name => !files.includes(name))
  if (unknown.length > 0) throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}`)
  return files.filter(name => !done.has(name))
}

async function apply(client: pg.ClientBase, name: string): Promise<void> {
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
