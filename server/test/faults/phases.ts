// A fault in each phase of a server's life. After any fault the next server starts, and all confirmed changes
// exist exactly once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { builtProgram } from '../processes/build-server.ts'
import { command, freePort, settings } from '../processes/processes.ts'
import { Crowd } from './crowd.ts'
import { type Database, database } from './postgres.ts'
import { Wire } from './wire.ts'

/** A process and its output. */
interface Program {
  readonly child: ChildProcess
  said(): string
  /** Resolves when the process ends, its output matches the pattern, or a minute has passed. */
  until(pattern?: RegExp): Promise<void>
}

export interface Stage {
  readonly folder: string
  readonly database: Database
  readonly wire: Wire
  readonly port: number
  readonly token: string
  readonly env: Record<string, string>
  readonly programs: Program[]
  close(): Promise<void>
}

export interface Outcome {
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** Matches the output of a process that died of an unhandled error. */
  unhandled: string[]
  /** Milliseconds until a server answers again after the next start. */
  gap: number
}

type Fault = (stage: Stage, victim: ChildProcess) => Promise<unknown> | void
const restart = (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => async (stage: Stage) => {
  await stage.database.end(signal)
  await sleep(300)
  await stage.database.start()
}

export const faults = {
  'the program is killed': (_stage, victim) => void victim.kill('SIGKILL'),
  'the program is stopped': (_stage, victim) => void victim.kill('SIGTERM'),
  'PostgreSQL restarts': restart('SIGINT'),
  'PostgreSQL stops immediately': restart('SIGQUIT'),
  'PostgreSQL is killed': restart('SIGKILL'),
  'connections are reset': stage => stage.wire.cut(),
  'connections are left half-open': stage => stage.wire.leaveHalfOpen(),
  'nothing passes for three seconds': async stage => {
    stage.wire.swallow(true)
    await sleep(3000)
    stage.wire.swallow(false)
  },
  'everything takes 300 ms more': async stage => {
    stage.wire.slow(300)
    await sleep(2000)
    stage.wire.slow(0)
  },
} as const satisfies Record<string, Fault>

/** Starts a phase; the fault happens when the promise resolves, which depends on what the program did, not on time. */
type Phase = (
  stage: Stage,
  crowd: Crowd,
) => Promise<{ victim: ChildProcess; over: Promise<void>; check?: () => Promise<void> }>

const ready = /is ready at/

export const phases = {
  start: async stage => {
    const connected = stage.wire.carries(1, 10)
    const server = run(stage, 'main', [])
    await connected
    return { victim: server.child, over: server.until(ready) }
  },
  migration: async stage => {
    const name = `empty_${Date.now()}`
    await stage.database.ask(`create database ${name}`)
    const at = new URL(String(stage.env['DATABASE_URL']))
    at.pathname = `/${name}`
    const server = run(stage, 'main', [], { DATABASE_URL: at.href })
    await migrated(stage, name, 20)
    return {
      victim: server.child,
      over: server.until(ready),
      check: async () => {
        await end(server)
        const next = run(stage, 'main', [], { DATABASE_URL: at.href })
        await next.until(ready)
        await end(next)
        if (!ready.test(next.said())) throw new Error(`the database was not migrated:\n${next.said()}`)
      },
    }
  },
  renewal: async stage => {
    const server = run(stage, 'main', [], { PROCESSES: '2', LOG_LEVEL: 'info' })
    await server.until(ready)
    server.child.kill('SIGHUP')
    await server.until(/replacing the processes one by one/)
    await stage.wire.carries(4, 20)
    return { victim: server.child, over: server.until(/all processes were replaced|a new process did not start/) }
  },
  backup: async stage => {
    const server = run(stage, 'main', [])
    await server.until(ready)
    const name = `${Date.now()}.backup`
    const file = join(stage.folder, name)
    const writer = run(stage, 'admin', ['backup', file])
    // Written beside its place until it is whole
    while (!(await readdir(stage.folder)).some(one => one.startsWith(name))) await sleep(5)
    return {
      victim: writer.child,
      over: writer.until(),
      check: async () => {
        // If the command reports success, the file must be complete
        if (writer.child.exitCode !== 0) return
        await pipeline(createReadStream(file), createGunzip(), new Writable({ write: (_piece, _as, done) => done() }))
      },
    }
  },
  stop: async (stage, crowd) => {
    const server = run(stage, 'main', [], { LOG_LEVEL: 'info' })
    await server.until(ready)
    while (crowd.acknowledged.length === 0) await sleep(20)
    server.child.kill('SIGTERM')
    await server.until(/"stopping"/)
    return { victim: server.child, over: server.until() }
  },
} as const satisfies Record<string, Phase>

/** Resolves when a new database has so many migrations. */
async function migrated(stage: Stage, name: string, count: number): Promise<void> {
  const at = new URL(stage.database.url)
  at.pathname = `/${name}`
  const client = new pg.Client(at.href)
  client.on('error', () => undefined)
  await client.connect()
  const applied = () =>
    client.query<{ n: number }>('select count(*)::int as n from migrations').then(
      ({ rows }) => rows[0]?.n ?? 0,
      () => 0,
    )
  while ((await applied()) < count) await sleep(5)
  await client.end()
}

function run(
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

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function end({ child }: Program): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(late)
}

export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-phases-'))
  // PostgreSQL may run under another account
  await chmod(folder, 0o711)
  const its = await database(join(folder, 'database'))
  await its.start()
  const wire = new Wire(its.port)
  const through = await wire.listen()
  const port = await freePort()
  const env = {
    DATABASE_URL: its.url.replace(`:${its.port}/`, `:${through}/`),
    DATABASE_POOL: '3',
    RATE_LIMIT_FACTOR: '1000',
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:8080',
    DATA_FOLDER: join(folder, 'data'),
  }
  await command(env, 'create-workspace', 'Phase House', '--slug', 'phase', '--owner', 'owner@fault.example')
  const { accessToken } = await command(env, 'issue-session', 'owner@fault.example', '--expires-in', '36000')
  const programs: Program[] = []
  return {
    folder,
    database: its,
    wire,
    port,
    token: String(accessToken),
    env,
    programs,
    async close() {
      await Promise.all(programs.map(end))
      wire.close()
      await its.end('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let round = 0

export async function runPhase(stage: Stage, phase: keyof typeof phases, fault: keyof typeof faults): Promise<Outcome> {
  stage.programs.length = 0
  const name = `p${round++}w`
  const crowd = new Crowd([`http://127.0.0.1:${stage.port}`], stage.token, name, 4)
  try {
    const prepare: Phase = phases[phase]
    const { victim, over, check } = await prepare(stage, crowd)
    await (faults[fault] as Fault)(stage, victim)
    await over
    await check?.()
    await Promise.all(stage.programs.map(end))
    const begun = performance.now()
    const next = run(stage, 'main', [])
    await next.until(ready)
    const gap = await crowd.recovered(begun, 1)
    await crowd.stop()
    await end(next)
    return { gap, acknowledged: crowd.acknowledged.length, ...(await account(stage, name, crowd.acknowledged)) }
  } finally {
    await crowd.stop()
    await Promise.all(stage.programs.map(end))
  }
}

/** Compares the confirmed changes with the tables and the log. */
async function account(stage: Stage, name: string, acknowledged: readonly string[]) {
  const client = new pg.Client(stage.database.url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ name: string; lines: number }>(
    `select user_id as name, (select count(*)::int from activities where object_id = users.id::text and action = 'user.created') as lines
     from users where user_id like $1`,
    [`${name}%`],
  )
  await client.end()
  const kept = new Set(rows.map(row => row.name))
  return {
    lost: acknowledged.filter(one => !kept.has(one)),
    doubled: rows.filter(row => row.lines !== 1).map(row => row.name),
    unhandled: stage.programs
      .map(program => program.said())
      .filter(text => /Unhandled 'error' event|ERR_UNHANDLED|internal\/process\/promises/.test(text)),
  }
}
