import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import type { ConnectionConfig } from '../platform/db/db.ts'
import { type SupervisorMessage, numberName, type ProcessMessage } from '../platform/processes.ts'
import { relay } from './figures.ts'
import { connectionsFor, shareOf } from './process-shares.ts'

/** Restart delay after a crash: doubled each time until a process lives for a while; milliseconds. */
const [firstWait, longestWait, aWhile] = [100, 30_000, 60_000]
/** A process that was asked to leave is killed after this; milliseconds. */
const patience = 45_000

interface Place {
  /** From 1; the first runs the tasks that only one process should. */
  number: number
  worker: Worker | undefined
  since: number
  wait: number
  /** A replacement is starting, so if the old process dies, no restart is needed. */
  renewing: boolean
}

/**
 * Runs and restarts processes that share the port. The supervisor owns the port and distributes connections
 * round-robin, so none is refused during a replacement.
 */
export async function supervise(
  config: Config,
  log: Logger,
  { connection, close }: { connection: ConnectionConfig; close: () => Promise<void> },
): Promise<void> {
  const places = Array.from({ length: config.processes }, (_one, i): Place => {
    return { number: i + 1, worker: undefined, since: 0, wait: firstWait, renewing: false }
  })
  const pool = await poolOf(config, connection, log)
  cluster.schedulingPolicy = cluster.SCHED_RR
  let stopping: number | undefined
  let words = ''
  const leaving = new Set<Worker>()
  const pass = relay(() => places.flatMap(({ worker }) => worker ?? []))

  /** Starts a process and waits until it answers. @throws if it exits first */
  const start = async (number: number): Promise<Worker> => {
    const worker = cluster.fork({ [numberName]: String(number), DATABASE_POOL: String(pool) })
    const ready = new Promise<void>((done, failed) => {
      worker.on('message', (said: ProcessMessage) => {
        pass(worker, said)
        if (said.is !== 'ready') return
        words = said.words
        done()
      })
      worker.once('exit', code => failed(new Ended(code)))
    })
    await ready
    return worker
  }

  const take = (place: Place, worker: Worker) => {
    place.worker = worker
    place.since = performance.now()
    worker.once('exit', (code, signal) => {
      if (stopping !== undefined || leaving.delete(worker)) return
      place.worker = undefined
      if (!place.renewing) void again(place, { code, signal })
    })
  }

  const again = async (place: Place, how: object) => {
    place.wait = performance.now() - place.since > aWhile ? firstWait : Math.min(place.wait * 2, longestWait)
    log.error({ process: place.number, ...how, wait: place.wait }, 'a process crashed and is restarted')
    await sleep(place.wait)
    if (stopping !== undefined) return
    place.since = performance.now()
    try {
      take(place, await start(place.number))
    } catch (error) {
      if (stopping === undefined) await again(place, { reason: String(error) })
    }
  }

  /** Replaces each process; the old one leaves when the new one answers. */
  const renew = async () => {
    for (const place of places) {
      if (!place.worker) continue
      place.renewing = true
      try {
        const worker = await start(place.number)
        const old = place.worker
        take(place, worker)
        if (old) await leave(old)
      } finally {
        place.renewing = false
        if (!place.worker && stopping === undefined) void again(place, { reason: 'it died while another was to come' })
      }
    }
  }

  const leave = async (worker: Worker) => {
    leaving.add(worker)
    const late = setTimeout(() => worker.process.kill('SIGKILL'), patience)
    worker.send({ is: 'leave' } satisfies SupervisorMessage)
    if (!worker.isDead()) await once(worker, 'exit')
    clearTimeout(late)
  }

  let renewing: Promise<void> = Promise.resolve()
  const handOver = async (before: Promise<void>) => {
    await before
    if (stopping !== undefined) return
    log.info('replacing the processes one by one')
    try {
      await renew()
      log.info('all processes were replaced')
    } catch (error) {
      log.error({ reason: String(error) }, 'a new process did not start; the old processes continue')
    }
  }

  const stop = async (signal: string, code = 0) => {
    if (stopping !== undefined) {
      if (performance.now() - stopping > 1000) process.exit(1)
      return
    }
    stopping = performance.now()
    log.info({ signal }, 'stopping')
    const all = Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
    await Promise.all(
      all.map(async worker => {
        worker.process.kill('SIGTERM')
        if (!worker.isDead()) await once(worker, 'exit')
      }),
    )
    await close()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
  // Closing a terminal sends the same signal as an operator who wants new processes
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGHUP', () => {
    if (atTerminal) void stop('SIGHUP')
    else renewing = handOver(renewing)
  })

  try {
    // The first migrates the database; the others find nothing to do
    const [first, ...others] = places
    if (first) take(first, await start(first.number))
    await Promise.all(others.map(async place => take(place, await start(place.number))))
  } catch (error) {
    if (stopping !== undefined) return
    await stop('a process did not start', error instanceof Ended ? error.code : 1)
  }
  process.stdout.write(words)
}

class Ended extends Error {
  readonly code: number

  constructor(code: number | null) {
    super(`it ended with ${code ?? 'a signal'}`)
    this.code = code ?? 1
  }
}

async function poolOf(config: Config, connection: ConnectionConfig, log: Logger): Promise<number> {
  const room = await connectionsFor(connection)
  const pool = shareOf(config.databasePool, room, config.processes)
  if (pool === undefined)
    log.warn(
      { connections: room, processes: config.processes },
      'the database has too few connections for this number of processes; increase its max_connections or lower PROCESSES',
    )
  else if (pool < config.databasePool)
    log.info(
      { connections: room, pool },
      'the pool of each process is smaller than configured, because the database has too few connections',
    )
  return pool ?? 1
}
