import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { runExclusively } from './exclusive-work.ts'

const folder = join(import.meta.dirname, '../../../migrations')

// An owner without superuser rights needs this grant to assign functions; 0001 does the same for a new database
const mayMake = `do $$ begin
  if exists (select from pg_roles where rolname = 'claviger_super') then grant create on schema public to claviger_super; end if;
end $$`

export class MigrationRefusal extends Error {}

export interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * Applies missing migrations, each once in its own transaction, by whichever process comes first. Forward only.
 * @throws if a migration fails (it is rolled back), MigrationRefusal like missingMigrations
 */
export async function migrate(client: pg.ClientBase, among?: readonly Migration[]): Promise<string[]> {
  const files = among ?? (await everyMigration())
  const next = async () => {
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now(), checksum text not null)',
    )
    const [missing] = await lacking(client, files)
    if (missing) await apply(client, missing)
    return missing?.name
  }
  const applied: string[] = []
  for (let name = await runExclusively(client, next); name !== undefined; name = await runExclusively(client, next))
    applied.push(name)
  return applied
}

/** Missing migrations in order. @throws MigrationRefusal if the applied ones don't match this program */
export const missingMigrations = async (client: pg.ClientBase): Promise<string[]> =>
  (await lacking(client, await everyMigration())).map(migration => migration.name)

export async function everyMigration(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  const files: Migration[] = []
  for (const name of names) files.push(await read(name))
  return files
}

async function lacking(client: pg.ClientBase, files: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    "select name, to_jsonb(m) ->> 'checksum' as checksum from migrations m order by name",
  )
  const names = new Set(files.map(file => file.name))
  const unknown = rows.filter(row => !names.has(row.name)).map(row => row.name)
  if (unknown.length > 0)
    throw refusal(`has ${unknown.join(', ')}, which this version doesn't know`, 'Start the newer version of Claviger')
  const done = new Map(rows.map(row => [row.name, row.checksum]))
  const other = files.filter(file => done.has(file.name) && done.get(file.name) !== file.checksum)
  if (other.length > 0)
    throw refusal(
      `was created with a different version of ${other.map(file => `server/migrations/${file.name}`).join(', ')}`,
      'Restore these files, or start the version of Claviger that created the database',
    )
  return files.filter(file => !done.has(file.name))
}

const refusal = (what: string, remedy: string) =>
  new MigrationRefusal(
    `The database ${what}. Nothing was changed.\n${remedy}. If you don't need its data, use a new database: an empty one in DATABASE_URL, or another DATA_FOLDER.`,
  )

async function read(name: string): Promise<Migration> {
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

async function apply(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(mayMake)
    await client.query(text)
    await client.query('revoke create on schema public from claviger_super')
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
