// A place where programs of the product run with a database that tests can break: an own PostgreSQL behind a wire, or
// the embedded one, which the product starts itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { runningEmbedded } from '#platform/embedded/embedded.ts'
import { accountForPostgres } from '#platform/embedded/postgres-account.ts'
import { findRunningPostmaster } from '#platform/embedded/postmaster.ts'
import { builtProgram } from '../processes/build-server.ts'
import { command, freePort, settings } from '../processes/processes.ts'
import { type Database, database, fillDiskOf } from './postgres.ts'
import { Wire } from './wire.ts'

export type Place = 'own' | 'embedded'

/** A process and its output. */
export interface Program {
  readonly child: ChildProcess
  said(): string
  /** Resolves when the process ends, its output matches the pattern, or a minute has passed. */
  until(pattern?: RegExp): Promise<void>
}

/** The database that a fault hits. */
export interface Broken {
  end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again unless the product does. */
  start(): Promise<void>
  fillDisk(): Promise<void>
}

/** An own PostgreSQL, which the product reaches through a wire. */
export interface OwnDatabase {
  readonly wire: Wire
  /** The primary; another one after a standby took over. */
  now: Database
  /** Set before a phase whose fault is the end of the primary. */
  standby?: Database
}

export interface Stage {
  readonly folder: string
  readonly port: number
  readonly env: Record<string, string>
  readonly own: OwnDatabase | undefined
  readonly programs: Program[]
  /** A session just confirmed, which may change users. */
  signIn(): Promise<string>
  /** Sets the clock of all programs ahead. */
  setClock(milliseconds: number): Promise<void>
  /** Settings for an empty database, and how to reach it once it runs. */
  empty(): Promise<{ settings: Record<string, string>; broken: Broken; connect(): Promise<pg.Client> }>
  readonly broken: Broken
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

const clockProgram = pathToFileURL(join(import.meta.dirname, '../../../e2e/shifted-clock.ts')).href

export async function setStage(place: Place): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-phases-'))
  // PostgreSQL may run under another account
  await chmod(folder, 0o711)
  const clock = join(folder, 'ahead')
  const setClock = (milliseconds: number) => writeFile(clock, String(milliseconds))
  await setClock(0)
  const port = await freePort()
  const own = place === 'own' ? await ownDatabase(join(folder, 'database')) : undefined
  const env = {
    DATABASE_POOL: '3',
    RATE_LIMIT_FACTOR: '1000',
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:8080',
    DATA_FOLDER: join(folder, 'data'),
    NODE_OPTIONS: `--import=${clockProgram}`,
    CLOCK_AHEAD_FILE: clock,
    ...own?.settings,
  }
  await command(env, 'create-workspace', 'Phase House', '--slug', 'phase', '--owner', 'owner@fault.example')
  const programs: Program[] = []
  let count = 0
  return {
    folder,
    port,
    env,
    own,
    programs,
    async signIn() {
      const { accessToken } = await command(env, 'issue-session', 'owner@fault.example', '--expires-in', '36000')
      return String(accessToken)
    },
    setClock,
    broken: own ? brokenOwn(own) : brokenEmbedded(env.DATA_FOLDER),
    connect: () => (own ? connectTo({ connectionString: own.now.url }) : connectEmbedded(env.DATA_FOLDER)),
    async empty() {
      const name = `empty_${count++}`
      if (!own) {
        const data = join(folder, name)
        return {
          settings: { DATA_FOLDER: data },
          broken: brokenEmbedded(data),
          connect: () => connectEmbedded(data),
        }
      }
      await own.now.ask(`create database ${name}`)
      const through = new URL(env.DATABASE_URL ?? '')
      through.pathname = `/${name}`
      const direct = () => Object.assign(new URL(own.now.url), { pathname: `/${name}` }).href
      return {
        settings: { DATABASE_URL: through.href },
        broken: brokenOwn(own),
        connect: () => connectTo({ connectionString: direct() }),
      }
    },
    async close() {
      await Promise.all(programs.map(end))
      own?.wire.close()
      await Promise.all([own?.now.end('SIGKILL'), own?.standby?.end('SIGKILL')])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ownDatabase(folder: string) {
  const now = await database(folder)
  await now.start()
  const wire = new Wire(now.port)
  const through = await wire.listen()
  const made: OwnDatabase & { settings: { DATABASE_URL: string } } = {
    now,
    wire,
    settings: { DATABASE_URL: now.url.replace(`:${now.port}/`, `:${through}/`) },
  }
  return made
}

const brokenOwn = (own: OwnDatabase): Broken => ({
  end: signal => own.now.end(signal),
  start: () => own.now.start(),
  fillDisk: () => own.now.fillDisk(),
})

/** The product starts it again; a product that stops may have stopped it already. */
function brokenEmbedded(home: string): Broken {
  const postmaster = () => findRunningPostmaster(join(home, 'postgres'))?.pid
  return {
    async end(signal) {
      const pid = postmaster()
      if (pid !== undefined) process.kill(pid, signal)
    },
    start: async () => undefined,
    async fillDisk() {
      const pid = postmaster()
      if (pid !== undefined) await fillDiskOf(pid, accountForPostgres())
    },
  }
}

async function connectEmbedded(home: string): Promise<pg.Client> {
  const running = await runningEmbedded(home)
  if (!running) throw new Error(`no PostgreSQL runs on ${home}`)
  return connectTo(running)
}

async function connectTo(where: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(where)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A standby that has everything which the primary confirms from now on; no program may run. */
export async function addStandby(stage: Stage, own: OwnDatabase): Promise<void> {
  await own.now.end('SIGINT')
  own.standby = await own.now.standby(await mkdtemp(join(stage.folder, 'standby-')))
  await own.now.start()
  await own.standby.start()
  await own.now.ask("alter system set synchronous_standby_names = '*'")
  await own.now.ask('select pg_reload_conf()')
}

/** The primary dies, and its standby continues in its place. */
export async function failOver(own: OwnDatabase): Promise<void> {
  const { standby } = own
  if (!standby) throw new Error('the primary has no standby')
  await own.now.end('SIGKILL')
  await standby.ask('select pg_promote()')
  own.wire.leadTo(standby.port)
  own.wire.cut()
  own.now = standby
  delete own.standby
}

export function run(
  stage: Stage,
  program: 'main' | 'admin',
  words: readonly string[],
  more: Record<string, string> = {},
): Program {
  const child = spawn(process.execPath, [builtProgram(program), ...words], {
    env: settings({ ...stage.env, LOG_LEVEL: 'warn', ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const one: Program = {
    child,
    said: () => text,
    async until(pattern) {
      for (let waited = 0; waited < 60_000 && isRunning(child) && !pattern?.test(text); waited += 20) await sleep(20)
    },
  }
  stage.programs.push(one)
  return one
}

export const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

export async function end({ child }: Program): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(late)
}
