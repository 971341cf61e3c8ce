import type { Logger } from 'pino'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { ConnectionConfig } from './platform/db/db.ts'
import type { LoginKind } from './platform/db/login.ts'
import { supportsPreparedStatements } from './platform/db/pool/statement-names.ts'
import { openJobPool, openPool } from './platform/db/pool/pool.ts'
import { watchDatabase } from './platform/db/pool/database-health.ts'
import { prepareDatabase, withLogin } from './platform/db/prepare.ts'
import { openReplica } from './platform/db/reading/replica.ts'
import { openJobs } from './platform/jobs.ts'
import { makeMonths } from './platform/record/record-months.ts'
import { references } from './platform/secrets/references.ts'
import { sealer as makeSealer } from './platform/secrets/seal.ts'
import { installationSecret } from './platform/secrets/secrets.ts'
import type { AppContext } from './platform/app-context.ts'
import { beginRegister } from './features/oversight/log-chain/register/register.ts'
import { loadGateway } from './features/billing/cards/cards.gateway.ts'
import { removals } from './features/rules/simulations/simulations.removals.ts'
import { outgoingOf } from './features/tenancy/private-targets/private-targets.ts'
import { kinds } from './jobs/job-kinds.ts'
import { endMail } from './integrations/mail.ts'
import { ownKey } from './integrations/web-push/own-key.ts'

export interface OpenAppContext extends AppContext {
  close(): Promise<void>
}

/**
 * Migrates the database and opens everything a process needs. If a step fails, everything opened before is
 * closed.
 */
export async function openAppContext(
  config: Config,
  given: ConnectionConfig,
  log: Logger,
  clock: Clock,
): Promise<OpenAppContext> {
  await loadGateway(config)
  const seal = makeSealer(config.masterKeys)
  const owner = config.databaseOwnerUrl === undefined ? undefined : { connectionString: config.databaseOwnerUrl }
  // From here on, nothing runs as the owner of the tables
  const { connections, migrated, readLogin } = await prepareDatabase(given, owner, seal)
  if (migrated.length > 0) log.info({ migrated }, 'the database was upgraded')
  const names = await supportsPreparedStatements(connections.app)
  if (!names)
    log.warn('the pooler in front of the database has no prepared statements, so PostgreSQL plans each statement again')
  // The error contains the client including its password, so only its message is logged
  let closing = false
  const onError = (error: Error) => {
    // A connection that closes after the database stopped is expected here
    if (!closing) log.error({ reason: error.message }, 'a database connection failed')
  }
  const jobPool = openJobPool(connections.super, onError)
  const jobs = await openJobs(jobPool, kinds, onError)
  const open = (kind: LoginKind, max: number) => openPool(connections[kind], { kind, max, onError, keepsNames: names })
  const pool = open('app', config.databasePool)
  const readPool = open('read', config.databasePool)
  const superPool = open('super', Math.max(2, Math.ceil(config.databasePool / 3)))
  const replica =
    config.databaseReadUrl === undefined
      ? undefined
      : await openReplica(
          withLogin({ connectionString: config.databaseReadUrl }, readLogin),
          config.databasePool,
          onError,
          log,
        )
  const pulse = watchDatabase(connections.read, [pool, readPool, superPool, jobPool], log)
  const close = async () => {
    closing = true
    // It closes connections that were lost silently, on which jobs would wait
    await jobs.stop()
    pulse.stop()
    endMail(config)
    await Promise.all([pool.end(), readPool.end(), superPool.end(), replica?.close()])
  }
  try {
    const [signing, hashing] = await Promise.all([
      installationSecret(superPool, seal, 'references'),
      installationSecret(superPool, seal, 'hashes'),
    ])
    const opened = { config, log, clock, pool, readPool, superPool, replica, databaseHealth: pulse, jobs, sealer: seal }
    const world: OpenAppContext = {
      ...opened,
      references: references(signing),
      hashKey: hashing,
      outgoing: outgoingOf(() => world),
      removals,
      close,
    }
    // Within a transaction it would need a second connection
    await ownKey(world)
    await makeMonths(world)
    await beginRegister(world)
    return world
  } catch (error) {
    await close()
    throw error
  }
}
