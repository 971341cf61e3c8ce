import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { AppContext } from '../app-context.ts'
import { endOfRows, type End, type BackupHeader, lineOf, opening } from './format.ts'
import { madeBy, tablesOf } from './tables.ts'
import { createClient } from '../db/database-client.ts'

export interface BackupResult {
  file: string
  bytes: number
  tables: number
  rows: number
}

/**
 * Writes a snapshot of the entire database to a file while the server is running. The file gets its final name when
 * complete, replacing an existing one. `progress` receives the name of each table.
 */
export async function writeBackup(
  world: Pick<AppContext, 'superPool' | 'clock'>,
  file: string,
  progress: (table: string) => void = () => undefined,
): Promise<BackupResult> {
  // Unique name, so that concurrent backups don't collide; created exclusively and private, without following links
  const part = `${file}.${randomUUID()}.part`
  // A separate connection, because a backup would occupy one of the pool's for minutes
  const { options } = world.superPool
  const { password } = options
  const client = createClient({ ...options, password, pipeline: false }, 'backup')
  const end: End = { rows: {} }
  try {
    await client.connect()
    await client.query(`begin isolation level repeatable read, read only;
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    const head: BackupHeader = { claviger: 1, at: world.clock.now().toISOString(), ...(await madeBy(client)) }
    const out = createWriteStream(part, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(everything(client, head, end, progress)), createGzip({ level: 4 }), out)
    await client.query('commit')
    await keep(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end()
  }
  const rows = Object.values(end.rows).reduce((sum, of) => sum + of, 0)
  return { file, bytes: (await stat(file)).size, tables: Object.keys(end.rows).length, rows }
}

async function* everything(
  client: pg.Client,
  head: BackupHeader,
  end: End,
  progress: (table: string) => void,
): AsyncGenerator<string | Buffer> {
  yield lineOf(head)
  for (const { name, columns, from } of await tablesOf(client, true)) {
    progress(name)
    yield opening(name, columns)
    const rows = client.query(copyTo(`copy ${from} to stdout`))
    yield* rows as AsyncIterable<Buffer>
    yield endOfRows
    // The number of rows comes after the last of them, perhaps in a later packet; a next statement waits for it
    await client.query('select')
    end.rows[name] = rows.rowCount
  }
  yield lineOf(end)
}

async function keep(part: string, file: string): Promise<void> {
  const written = await open(part, 'r+')
  await written.sync()
  await written.close()
  await rename(part, file)
  const folder = await open(dirname(file), 'r')
  await folder.sync()
  await folder.close()
}
