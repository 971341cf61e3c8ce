import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accountForPostgres } from './postgres-account.ts'
import { ensureCluster, owner } from './cluster.ts'
import { launch, type LaunchedProcess } from './launch.ts'
import { lockFolder } from './lock.ts'
import { findNative } from './native-postgres.ts'
import { preparePlaces } from './postgres-folders.ts'
import { endOrphan, findRunningPostmaster } from './postmaster.ts'

/** Connection to an embedded database: `host` is its socket folder. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: string
}

export interface EmbeddedDatabase {
  readonly connection: EmbeddedConnection
  stop(): Promise<void>
}

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface Wishes {
  readonly folder: string
  readonly log: Log
  /** False for test databases, which are faster but may be lost in a crash. */
  readonly durable?: boolean
  readonly connections?: number
}

/**
 * Starts the bundled PostgreSQL on the data in `folder`, creating it at the first start, and restarts it after a
 * crash.
 * @throws if another process holds the folder, or if this machine can't run it
 */
export const startEmbedded = async ({
  folder,
  log,
  durable = true,
  connections = 0,
}: Wishes): Promise<EmbeddedDatabase> => {
  const account = accountForPostgres()
  const places = await preparePlaces(folder, account)
  const release = await lockFolder(places.socket, folder)
  try {
    const native = await findNative(folder, account)
    await ensureCluster(native, places, account, durable)
    const start = async () => {
      if (await endOrphan(places)) log.warn({ folder }, 'stopped a PostgreSQL left over from an earlier server')
      return launch(native, places, account, { durable, connections }, line => hear(log, line))
    }
    const stop = keepAlive(await start(), start, log)
    const connection = { host: places.socket, port: 5432, user: owner, database: owner, password: places.password }
    return {
      connection,
      stop: async () => {
        await stop()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** The embedded database that another process runs on `folder`, for the operator's command line. */
export const runningEmbedded = async (folder: string): Promise<EmbeddedConnection | undefined> => {
  const home = await realpath(folder).catch(() => folder)
  const found = findRunningPostmaster(join(home, 'postgres'))
  if (!found?.ready) return undefined
  const password = await readFile(join(home, 'postgres.password'), 'utf8')
  return { host: found.socket, port: 5432, user: owner, database: owner, password }
}

const keepAlive = (first: LaunchedProcess, start: () => Promise<LaunchedProcess>, log: Log): (() => Promise<void>) => {
  let stopping = false
  let current = first
  const watch = async (): Promise<void> => {
    for (let pause = 50; ; pause = Math.min(pause * 2, 5000)) {
      await current.gone
      if (stopping) return
      log.error({ said: current.words() }, 'PostgreSQL stopped unexpectedly; restarting it')
      await sleep(pause)
      const next = await start().catch((error: unknown) =>
        log.error({ error: String(error) }, 'PostgreSQL does not start'),
      )
      if (next) current = next
      if (stopping) current.child.kill('SIGINT')
    }
  }
  const watching = watch()
  return async () => {
    stopping = true
    current.child.kill('SIGINT')
    // After 30 seconds, recovering from the log at the next start is cheaper than waiting for the shutdown
    // checkpoint.
    const late = setTimeout(() => current.child.kill('SIGQUIT'), 30_000)
    await watching
    clearTimeout(late)
  }
}

const hear = (log: Log, line: string): void => {
  if (/\b(FATAL|PANIC):/.test(line)) log.warn({ postgres: line }, 'PostgreSQL complains')
  else log.debug({ postgres: line }, 'PostgreSQL says')
}
