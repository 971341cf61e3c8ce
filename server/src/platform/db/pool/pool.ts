import pg from 'pg'
import type { ConnectionConfig } from '../db.ts'
import type { LoginKind } from '../login.ts'
import { mustHoldNoConnection } from './connection-lease.ts'
import { NamelessClient } from './statement-names.ts'
import { openWatchedPool } from './database-health.ts'

export interface PoolBehavior {
  kind: LoginKind
  max: number
  onError: (error: Error) => void
  keepsNames: boolean
}

export function openPool(connection: ConnectionConfig, { kind, max, onError, keepsNames }: PoolBehavior): pg.Pool {
  const client = keepsNames ? pg.Client : NamelessClient
  // Independent statements are sent without waiting; results arrive in order
  const behavior = { max, Client: client, pipeline: true, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 5000 }
  return holdingOne(open({ ...connection, ...behavior, application_name: `claviger ${kind}` }, onError))
}

/** The pool of the job library, whose statements don't belong to the transaction that adds a job. */
export const openJobPool = (connection: ConnectionConfig, onError: (error: Error) => void): pg.Pool =>
  open({ ...connection, max: 4, connectionTimeoutMillis: 10_000, application_name: 'claviger jobs' }, onError)

function open(options: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = openWatchedPool({ ...options, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
  // Without a handler, a lost connection would terminate the process
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

/** Wraps a pool so that work can't hold two connections. */
function holdingOne(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<pg.PoolClient>
  const guarded = (taken?: Taken) => {
    try {
      mustHoldNoConnection()
    } catch (error) {
      if (!taken) return Promise.reject(error)
      return taken(error as Error)
    }
    return connect(taken)
  }
  return Object.assign(pool, { connect: guarded })
}
