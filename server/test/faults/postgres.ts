import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountForPostgres } from '#platform/embedded/postgres-account.ts'
import { ensureCluster, owner, plainEnvironment } from '#platform/embedded/cluster.ts'
import { findNative, type NativePostgres } from '#platform/embedded/native-postgres.ts'
import { type Places, preparePlaces } from '#platform/embedded/postgres-folders.ts'

export interface Database {
  readonly port: number
  readonly url: string
  start(): Promise<void>
  /** SIGINT like a restart, SIGQUIT immediately, SIGKILL like a power failure. */
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  ask(statement: string): Promise<unknown[]>
  fill(table: string): Promise<void>
  /** Fills the disk until the next start; PostgreSQL stops because of it. */
  fillDisk(): Promise<void>
  /** A standby of this database; call it while the database is stopped. */
  standby(folder: string): Promise<Database>
}

export async function database(folder: string): Promise<Database> {
  const account = accountForPostgres()
  const places = await preparePlaces(folder, account)
  const native = await findNative(folder, account)
  await ensureCluster(native, places, account, false)
  return databaseIn(native, places, account, await freePort(), [])
}

function databaseIn(
  native: NativePostgres,
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
    // Only the process is killed, not the machine
    'fsync=off',
    ...more,
  ]
  const ask = async (statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const answers = [await client.query<unknown[]>({ text: statement, rowMode: 'array' })].flat()
      return answers.at(-1)?.rows[0] ?? []
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
        // Helpers of a killed server take a moment to notice
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
    async fill(table) {
      const [path] = await ask(`select pg_relation_filepath('${table}')`)
      const file = join(places.data, String(path))
      await rm(file)
      await symlink('/dev/full', file)
    },
    async fillDisk() {
      if (!child) throw new Error('it does not run')
      const gone = once(child, 'exit')
      await fillDiskOf(child.pid ?? 0, account)
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

/** Writes of a running PostgreSQL fail from now on, as on a completely full disk; the first one stops it. */
export async function fillDiskOf(postmaster: number, account: Account | undefined): Promise<void> {
  const [itself, ...children] = await family(postmaster)
  const fill = (pid: number | undefined) => run(account, 'prlimit', '--pid', String(pid), '--fsize=0:unlimited')
  await fill(itself)
  // Some have already exited: the first failed write stops them all
  for (const pid of children) await fill(pid).catch(() => undefined)
}

async function chownAll(folder: string, account: Account | undefined): Promise<void> {
  if (account) await run(undefined, 'chown', '-R', `${account.uid}:${account.gid}`, folder)
}

async function run(as: Account | undefined, program: string, ...words: string[]): Promise<void> {
  const child = spawn(program, words, { stdio: 'ignore', cwd: '/', ...(as && { uid: as.uid, gid: as.gid }) })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}`)
}

/** A process and its children; later children inherit its limits. */
async function family(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)]
}

const freePort = (): Promise<number> =>
  new Promise(done => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
