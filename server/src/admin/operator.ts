import { userInfo } from 'node:os'
import { type Logger, pino } from 'pino'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import { withNotedAddress } from '../platform/config/noted-address.ts'
import type { ConnectionConfig } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import { transact } from '../platform/db/transaction.ts'
import { startFaultOf } from '../platform/db/start-fault.ts'
import { type Operator, type OperatorContext, CommandRefusal } from './command.ts'
import { openDatabase } from './database.ts'

export interface Paper {
  write(text: string): unknown
}

function settled(env: NodeJS.ProcessEnv, err: Paper): { config: Config; log: Logger } {
  const config = withNotedAddress(loadConfig(env), env)
  const level = env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: line => void err.write(line) },
  )
  return { config, log }
}

const ownerOf = (config: Config, connection: ConnectionConfig): ConnectionConfig =>
  config.databaseOwnerUrl === undefined ? connection : { connectionString: config.databaseOwnerUrl }

/** Runs work on the configured database with the owner's login, and restores its state. @throws ConfigError */
export async function asOwner<T>(
  env: NodeJS.ProcessEnv,
  err: Paper,
  work: (config: Config, owner: ConnectionConfig) => Promise<T>,
): Promise<T> {
  const { config, log } = settled(env, err)
  const database = await openDatabase(config, log)
  try {
    return await work(config, ownerOf(config, database.connection))
  } finally {
    await database.close()
  }
}

export type Opener = (
  config: Config,
  connection: ConnectionConfig,
  log: Logger,
  clock: Clock,
) => Promise<OperatorContext>

/** Opens the configured database with the server's context. @throws ConfigError, Refusal */
export async function openOperator(env: NodeJS.ProcessEnv, err: Paper, openAppContext: Opener): Promise<Operator> {
  const { config, log } = settled(env, err)
  const database = await openDatabase(config, log)
  try {
    const world = await openAppContext(config, database.connection, log, systemClock)
    const actor = { kind: 'operator', name: `Command line (${userInfo().username})` } as const
    const request = { id: newId(), ip: '', userAgent: 'Claviger command line' }
    return {
      world,
      connection: ownerOf(config, database.connection),
      inside: (workspace, work) => transact(world, { actor, request, workspace }, work),
      async close() {
        // Suppress errors of connections that close after the database has stopped
        log.level = 'fatal'
        await world.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    const why = startFaultOf(error, config)
    throw why === undefined ? error : new CommandRefusal(why)
  }
}
