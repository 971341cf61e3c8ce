import pg from 'pg'
import type { Logger } from 'pino'
import { problem } from '#platform/problem.ts'
import type { DatabaseHealth } from '#platform/app-context.ts'
import type { ConnectionConfig } from '../db.ts'
import { gateOf } from './admission-gate.ts'
import { createClient } from '../database-client.ts'

const every = 250
/**
 * Unanswered health checks until the database counts as unavailable: a silently lost connection never reports an
 * error.
 */
const mostSilent = 8

const open = new WeakMap<pg.Pool, Set<pg.Client>>()

/** Creates a pool whose connections the health check can close from their first byte on: a handshake can hang, too. */
export function openWatchedPool(options: pg.PoolConfig): pg.Pool {
  const clients = new Set<pg.Client>()
  class WatchedClient extends ((options.Client ?? pg.Client) as typeof pg.Client) {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }
  }
  const pool = new pg.Pool({ ...options, Client: WatchedClient })
  open.set(pool, clients)
  return pool
}

/**
 * Health check, four times a second. While the database doesn't respond, calls are refused immediately instead of
 * waiting, and silent connections are closed, because their statements would hang for minutes. Counts checks instead
 * of seconds, so that a process that was itself busy doesn't blame the database.
 */
export function watchDatabase(
  connection: ConnectionConfig,
  pools: readonly pg.Pool[],
  log: Logger,
  whose = 'the database',
): DatabaseHealth {
  const away = () => problem('not-ready')
  let client: pg.Client | undefined
  let asked = false
  let silent = 0
  let answers = true
  const turn = (there: boolean) => {
    if (answers === there) return
    answers = there
    log.warn(there ? `${whose} answers again` : `${whose} does not answer`)
    for (const gate of pools.map(gateOf)) {
      gate.shut = there ? undefined : away
      if (!there) gate.refuseAll(away)
    }
  }
  const lose = () => {
    client?.connection.stream.destroy()
    client = undefined
    asked = false
    silent = 0
  }
  const ask = async (): Promise<void> => {
    asked = true
    const mine = (client ??= connected(connection))
    try {
      await opening.get(mine)
      opened.add(mine)
      await mine.query('select 1')
      if (mine !== client) return
      silent = 0
      asked = false
      turn(true)
    } catch {
      if (mine !== client) return
      const stood = opened.has(mine)
      lose()
      // A single lost connection says nothing about the others
      if (stood) return ask()
      turn(false)
    }
  }
  const look = () => {
    if (asked && ++silent < mostSilent) return
    if (asked) {
      lose()
      turn(false)
      for (const pool of pools) for (const one of open.get(pool) ?? []) one.connection.stream.destroy()
    }
    void ask()
  }
  void ask()
  const timer = setInterval(look, every)
  return {
    get answers() {
      return answers
    },
    stop() {
      clearInterval(timer)
      // A polite end would wait for a database that does not answer
      lose()
    },
  }
}

const opening = new WeakMap<pg.Client, Promise<unknown>>()
const opened = new WeakSet<pg.Client>()

function connected(connection: ConnectionConfig): pg.Client {
  // Has no time limit of its own: an attempt without an answer counts like a check without one, so that the
  // connections of the pools are closed as well
  const client = createClient({ ...connection, connectionTimeoutMillis: 0 }, 'pulse')
  const made = client.connect()
  made.catch(() => undefined)
  opening.set(client, made)
  return client
}
