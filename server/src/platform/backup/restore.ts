import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ConnectionConfig } from '../db/db.ts'
import { upgradeDatabase } from '../db/prepare.ts'
import { BackupReader, BackupRefusal, type End, type BackupHeader, opening } from './format.ts'
import { madeBy, type BackupTable, tablesOf } from './tables.ts'
import { createClient } from '../db/database-client.ts'

export interface RestoreResult {
  at: string
  tables: number
  rows: number
}

/**
 * Restores a backup into an empty database as its owner, in one transaction. `judge` checks the restored rows before
 * the commit and can refuse by throwing. `makeTables` can create the tables of an earlier version.
 * @throws BackupRefusal if the file is incomplete, of another version, or if the database is in use
 */
export async function restoreBackup(
  owner: ConnectionConfig,
  file: string,
  judge: (client: pg.ClientBase) => Promise<void>,
  progress: (table: string) => void = () => undefined,
  makeTables: (client: pg.ClientBase) => Promise<unknown> = upgradeDatabase,
): Promise<RestoreResult> {
  const packed = createReadStream(file)
  const stream = packed.pipe(createGunzip())
  packed.on('error', error => stream.destroy(error))
  const client = createClient(owner, 'restore')
  try {
    const reader = new BackupReader(stream)
    const head = headOf(await reader.line())
    await client.connect()
    await makeTables(client)
    await mustBeOurs(client, head)
    await client.query('begin')
    await mustBeEmpty(client)
    // Otherwise all log entries would go into the default partition; empty months are dropped when the log is trimmed
    await client.query("select make_log_months($1::timestamptz - interval '2 years', $1)", [head.at])
    const end = await fill(client, reader, progress)
    await judge(client)
    await client.query('commit')
    await client.query('analyze')
    const rows = Object.values(end.rows).reduce((sum, of) => sum + of, 0)
    return { at: head.at, tables: Object.keys(end.rows).length, rows }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new BackupRefusal(`There is no file ${file}`)
    if (code.startsWith('Z_')) throw new BackupRefusal("This isn't a backup of Claviger, or it is damaged")
    throw error
  } finally {
    stream.destroy()
    packed.destroy()
    await client.end()
  }
}

function headOf(line: string): BackupHeader {
  const head = read(line) as Partial<BackupHeader> | undefined
  if (head?.claviger !== 1 || typeof head.migrations !== 'object' || typeof head.at !== 'string')
    throw new BackupRefusal("This isn't a backup of Claviger")
  return head as BackupHeader
}

function read(line: string): unknown {
  try {
    return line.startsWith('-- {') ? JSON.parse(line.slice(3)) : undefined
  } catch {
    return undefined
  }
}

async function mustBeOurs(client: pg.ClientBase, head: BackupHeader): Promise<void> {
  const here = await madeBy(client)
  const names = Object.keys({ ...here.migrations, ...head.migrations })
  const other = names.filter(name => here.migrations[name] !== head.migrations[name])
  if (here.jobs !== head.jobs) other.push('the tables of jobs')
  if (other.length > 0)
    throw new BackupRefusal(
      `This backup belongs to another version of Claviger, with different ${other.join(', ')}. Restore it with that version, then upgrade`,
    )
}

const others = `
  select count(*)::integer as many from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'claviger%'`

async function mustBeEmpty(client: pg.ClientBase): Promise<void> {
  const { rows: inUse } = await client.query<{ many: number }>(others)
  if (inUse[0]?.many !== 0) throw new BackupRefusal('A server is using this database. Stop it first')
  await client.query('set local role claviger_super')
  const { rows } = await client.query<{ many: number }>('select count(*)::integer as many from workspaces')
  await client.query('reset role')
  if (rows[0]?.many !== 0)
    throw new BackupRefusal(
      `This database contains ${rows[0]?.many} workspaces. A backup can be restored only into an empty database: another DATA_FOLDER, or another database in DATABASE_URL`,
    )
}

interface Bond {
  table: string
  name: string
  means: string
}

const everyBond = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as means
  from pg_constraint where contype = 'f' and conparentid = 0
    and connamespace in ('public'::regnamespace, 'jobs'::regnamespace)`

async function fill(client: pg.Client, reader: BackupReader, progress: (table: string) => void): Promise<End> {
  const tables = await tablesOf(client, false)
  const { rows: bonds } = await client.query<Bond>(everyBond)
  const guarded = await guardedOf(client)
  for (const { table, name } of bonds) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of guarded) await client.query(`alter table ${table} no force row level security`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${tables.map(one => one.name).join(', ')}`)
  const end = await copyAll(
    client,
    reader,
    new Map(tables.map(one => [opening(one.name, one.columns).trim(), one])),
    progress,
  )
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
  for (const table of guarded) await client.query(`alter table ${table} force row level security`)
  for (const { table, name, means } of bonds) await client.query(`alter table ${table} add constraint ${name} ${means}`)
  await setCounters(client)
  return end
}

async function copyAll(
  client: pg.Client,
  reader: BackupReader,
  tables: ReadonlyMap<string, BackupTable>,
  progress: (table: string) => void,
): Promise<End> {
  const came: Record<string, number> = {}
  for (;;) {
    const line = await reader.line()
    const end = read(line) as End | undefined
    if (end) return whole(end, came)
    const table = tables.get(line)
    // Never execute anything from the file: it only names known tables
    if (!table || came[table.name] !== undefined)
      throw new BackupRefusal("This isn't a backup of Claviger, or it is damaged")
    progress(table.name)
    const into = client.query(copyFrom(`copy ${table.name} (${table.columns}) from stdin`))
    await pipeline(Readable.from(reader.rows()), into)
    came[table.name] = into.rowCount
  }
}

function whole(end: End, came: Record<string, number>): End {
  const names = Object.keys({ ...end.rows, ...came })
  const other = names.filter(name => end.rows[name] !== came[name])
  if (other.length > 0) throw new BackupRefusal(`This backup lacks rows of ${other.join(', ')}`)
  return end
}

async function guardedOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace",
  )
  return rows.map(row => row.name)
}

const everyCounter = `
  select c.oid::regclass::text as table, quote_ident(a.attname) as column,
    pg_get_serial_sequence(c.oid::regclass::text, a.attname) as counter
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace and not c.relispartition`

async function setCounters(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; counter: string }>(everyCounter)
  for (const { table, column, counter } of rows)
    await client.query(`select setval('${counter}', max(${column})) from ${table} having max(${column}) is not null`)
}
