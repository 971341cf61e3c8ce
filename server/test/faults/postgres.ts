// A PostgreSQL that a test may end in every way, on a port of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountForPostgres } from '../../src/ground/embedded/account.ts'
import { ensureCluster, owner, plainEnvironment } from '../../src/ground/embedded/cluster.ts'
import { findNative, type Native } from '../../src/ground/embedded/native.ts'
import { type Places, preparePlaces } from '../../src/ground/embedded/places.ts'

export interface Database {
  readonly port: number
  /** As its owner, past whatever stands between. */
  readonly url: string
  start(): Promise<void>
  /** Ends it: SIGINT as a restart does, SIGQUIT at once, SIGKILL as a power failure. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Asks it something, as its owner. */
  ask(statement: string): Promise<void>
  /** Another one that follows this one; to be called while this one is ended. */
  standby(folder: string): Promise<Database>
}

/** Makes a database in a folder; it is not started yet. */
export async function database(folder: string): Promise<Database> {
  const account = accountForPostgres()
  const places = await preparePlaces(folder, account)
  const native = await findNative(folder, account)
  await ensureCluster(native, places, account, false)
  return databaseIn(native, places, account, await freePort(), [])
}

function databaseIn(
  native: Native,
  places: Places,
  account: Account | undefined,
  port: number,
  more: readonly string[],
): Database {
  let child: ChildProcess | undefined
  const url = `postgres://${owner}:${places.password}@127.0.0.1:${port}/${owner}`
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${places.socket}`,
    'max_connections=120',
    'wal_keep_size=256MB',
    // The process may be killed, the machine is not
    'fsync=off',
    ...more,
  ]
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return {
    port,
    url,
    ask,
    async start() {
      for (let tries = 0; ; tries++) {
        child = spawn(native.postgres, ['-D', places.data, ...options.flatMap(option => ['-c', option])], {
          ...(account && { uid: account.uid, gid: account.gid }),
          cwd: '/',
          env: plainEnvironment,
          stdio: 'ignore',
        })
        for (let waited = 0; child.exitCode === null && child.signalCode === null && waited < 30_000; waited += 20) {
          const there = await ask('select 1').then(
            () => true,
            () => false,
          )
          if (there) return
          await sleep(20)
        }
        // Helpers of one that was killed take a moment to notice
        if (tries > 100) throw new Error('PostgreSQL did not start')
        await sleep(50)
      }
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
    async standby(folder) {
      const its = await preparePlaces(folder, account)
      await rm(its.data, { recursive: true, force: true })
      await cp(places.data, its.data, { recursive: true, preserveTimestamps: true })
      await chownAll(its.data, account)
      await writeFile(join(its.data, 'standby.signal'), '')
      const conninfo = `host=127.0.0.1 port=${port} user=${owner} password=${places.password} application_name=second`
      const follows = { ...its, password: places.password }
      return databaseIn(native, follows, account, await freePort(), [`primary_conninfo=${conninfo}`])
    },
  }
}

async function chownAll(folder: string, account: Account | undefined): Promise<void> {
  if (!account) return
  const child = spawn('chown', ['-R', `${account.uid}:${account.gid}`, folder], { stdio: 'ignore' })
  await once(child, 'exit')
}

const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
