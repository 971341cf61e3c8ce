// A fault in each phase of a server's life. After any fault the next server starts, and all confirmed changes
// exist exactly once.
import type { ChildProcess } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { minutes } from '#platform/clock.ts'
import { Crowd } from './crowd.ts'
import { addStandby, type Broken, end, failOver, isRunning, run, type Stage } from './stages.ts'

export interface Outcome {
  acknowledged: number
  lost: string[]
  doubled: string[]
  /** Matches the output of a process that died of an unhandled error. */
  unhandled: string[]
  /** Milliseconds until a server answers again after the next start. */
  gap: number
}

type Fault = (hit: { stage: Stage; victim: ChildProcess; broken: Broken }) => Promise<unknown> | void

const restart =
  (signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Fault =>
  async ({ broken }) => {
    await broken.end(signal)
    await sleep(300)
    await broken.start()
  }

const everywhere = {
  'the program is killed': ({ victim }) => void victim.kill('SIGKILL'),
  'the program is stopped': ({ victim }) => void victim.kill('SIGTERM'),
  'PostgreSQL restarts': restart('SIGINT'),
  'PostgreSQL stops immediately': restart('SIGQUIT'),
  'PostgreSQL is killed': restart('SIGKILL'),
  'the disk is full': async ({ broken }) => {
    await broken.fillDisk()
    await sleep(300)
    await broken.start()
  },
  // Less than the time for which a user counts as confirmed
  'the clock is set ahead': ({ stage }) => stage.setClock(minutes(3)),
} as const satisfies Record<string, Fault>

/** The embedded database has no network and no standby. */
const ofNetwork = {
  'connections are reset': ({ stage }) => stage.own?.wire.cut(),
  'connections are left half-open': ({ stage }) => stage.own?.wire.leaveHalfOpen(),
  'nothing passes for three seconds': async ({ stage }) => {
    stage.own?.wire.swallow(true)
    await sleep(3000)
    stage.own?.wire.swallow(false)
  },
  'everything takes 300 ms more': async ({ stage }) => {
    stage.own?.wire.slow(300)
    await sleep(2000)
    stage.own?.wire.slow(0)
  },
  'a standby takes over': ({ stage }) => stage.own && failOver(stage.own),
} as const satisfies Record<string, Fault>

const faults = { ...everywhere, ...ofNetwork }
export type FaultName = keyof typeof faults
export const faultsOf = {
  own: Object.keys(faults) as FaultName[],
  embedded: Object.keys(everywhere) as FaultName[],
}

/** Starts a phase; the fault happens when the promise resolves, which depends on what the program did, not on time. */
type Phase = (
  stage: Stage,
  crowd: Crowd,
) => Promise<{ victim: ChildProcess; over: () => Promise<void>; broken?: Broken; check?: () => Promise<void> }>

const ready = /is ready at/

export const phases = {
  start: async stage => {
    const connected = stage.own ? stage.own.wire.carries(1, 10) : undefined
    const server = run(stage, 'main', [])
    await (connected ?? connectWhenRunning(stage.connect).then(client => client.end()))
    return { victim: server.child, over: () => server.until(ready) }
  },
  migration: async stage => {
    const empty = await stage.empty()
    const server = run(stage, 'main', [], empty.settings)
    await migrated(await connectWhenRunning(empty.connect), 20)
    return {
      victim: server.child,
      broken: empty.broken,
      over: () => server.until(ready),
      check: async () => {
        await end(server)
        const next = run(stage, 'main', [], empty.settings)
        await next.until(ready)
        await end(next)
        if (!ready.test(next.said())) throw new Error(`the database was not migrated:\n${next.said()}`)
      },
    }
  },
  running: async (stage, crowd) => {
    const server = run(stage, 'main', [], { PROCESSES: '2' })
    await server.until(ready)
    while (crowd.acknowledged.length < 20 && isRunning(server.child)) await sleep(20)
    return {
      victim: server.child,
      over: async () => {
        const since = performance.now()
        while (
          isRunning(server.child) &&
          crowd.firstAfter(since, 0) === undefined &&
          performance.now() - since < 60_000
        )
          await sleep(20)
      },
    }
  },
  renewal: async stage => {
    const server = run(stage, 'main', [], { PROCESSES: '2', LOG_LEVEL: 'info' })
    await server.until(ready)
    const client = await stage.connect()
    const before = await countConnections(client)
    server.child.kill('SIGHUP')
    await server.until(/replacing the processes one by one/)
    // The new process has begun to work on the database
    if (stage.own) await stage.own.wire.carries(4, 20)
    else while ((await countConnections(client)) <= before) await sleep(5)
    await client.end()
    return { victim: server.child, over: () => server.until(/all processes were replaced|a new process did not start/) }
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
      over: () => writer.until(),
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
    return { victim: server.child, over: () => server.until() }
  },
} as const satisfies Record<string, Phase>

export type PhaseName = keyof typeof phases

/** Connects to a database as soon as its server accepts connections. */
async function connectWhenRunning(connect: () => Promise<pg.Client>): Promise<pg.Client> {
  for (let waited = 0; ; waited += 5) {
    const client = await connect().catch((error: unknown) => {
      if (waited > 30_000) throw error
    })
    if (client) return client
    await sleep(5)
  }
}

async function countConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from pg_stat_activity')
  return rows[0]?.n ?? 0
}

/** Resolves when a new database has so many migrations, and closes the connection. */
async function migrated(client: pg.Client, count: number): Promise<void> {
  const applied = () =>
    client.query<{ n: number }>('select count(*)::int as n from migrations').then(
      ({ rows }) => rows[0]?.n ?? 0,
      () => 0,
    )
  while ((await applied()) < count) await sleep(5)
  await client.end()
}

let round = 0

export async function runPhase(stage: Stage, phase: PhaseName, fault: FaultName): Promise<Outcome> {
  stage.programs.length = 0
  if (stage.own && fault === 'a standby takes over') await addStandby(stage, stage.own)
  const name = `p${round++}w`
  const crowd = new Crowd([`http://127.0.0.1:${stage.port}`], await stage.signIn(), name, 4)
  try {
    const prepare: Phase = phases[phase]
    const { victim, over, broken = stage.broken, check } = await prepare(stage, crowd)
    const hit: Fault = faults[fault]
    await hit({ stage, victim, broken })
    await over()
    await check?.()
    await Promise.all(stage.programs.map(end))
    // A clock that was set ahead is set back
    await stage.setClock(0)
    const begun = performance.now()
    const next = run(stage, 'main', [])
    await next.until(ready)
    const gap = await crowd.recovered(begun, 1)
    await crowd.stop()
    const found = await account(stage, name, crowd.acknowledged)
    await end(next)
    return { gap, acknowledged: crowd.acknowledged.length, ...found }
  } finally {
    await crowd.stop()
    await Promise.all(stage.programs.map(end))
  }
}

/** Compares the confirmed changes with the tables and the log. */
async function account(stage: Stage, name: string, acknowledged: readonly string[]) {
  const client = await stage.connect()
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
