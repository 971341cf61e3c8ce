// npm run print:tables: generates the TypeScript types of all tables; run it after adding a migration.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/platform/embedded/embedded.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { printTables } from './print-tables.ts'

const quiet = () => undefined
const folder = await mkdtemp(join(tmpdir(), 'claviger-tables-'))
const embedded = await startEmbedded({
  folder,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  durable: false,
})
try {
  const client = new pg.Client(embedded.connection)
  await client.connect()
  await migrate(client)
  await writeFile(join(import.meta.dirname, '../../src/platform/db/db.types.ts'), await printTables(client))
  await client.end()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true })
}
