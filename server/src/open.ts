import pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from './ground/clock.ts'
import type { Config } from './ground/config.ts'
import { type Connection, openPool } from './ground/db.ts'
import { grantJobs, openJobs } from './ground/jobs.ts'
import { migrate } from './ground/migrate.ts'
import { references } from './ground/references.ts'
import { sealer as makeSealer } from './ground/seal.ts'
import { installationSecret } from './ground/secrets.ts'
import type { World } from './ground/world.ts'
import { kinds } from './jobs/kinds.ts'

export interface OpenWorld extends World {
  close(): Promise<void>
}

/** Migrates the database and opens everything a process needs. */
export async function openWorld(config: Config, connection: Connection, log: Logger, clock: Clock): Promise<OpenWorld> {
  const migrated = await migrate(connection)
  if (migrated.length > 0) log.info({ migrated }, 'the database was brought up to date')
  // The error carries its whole client, password included: only its words are logged
  const onError = (error: Error) => log.error({ reason: error.message }, 'a database connection failed')
  const jobs = await openJobs(connection, kinds, onError)
  if (migrated.length > 0) await grant(connection)
  const pool = openPool(connection, 'claviger_app', config.databasePool, onError)
  const superPool = openPool(connection, 'claviger_super', Math.max(2, Math.ceil(config.databasePool / 3)), onError)
  const seal = makeSealer(config.masterKeys)
  const [signing, hashing] = await Promise.all([
    installationSecret(superPool, seal, 'references'),
    installationSecret(superPool, seal, 'hashes'),
  ])
  return {
    config,
    log,
    clock,
    pool,
    superPool,
    jobs,
    sealer: seal,
    references: references(signing),
    hashKey: hashing,
    async close() {
      await jobs.stop()
      await Promise.all([pool.end(), superPool.end()])
    },
  }
}

async function grant(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await grantJobs(client)
  } finally {
    await client.end()
  }
}
