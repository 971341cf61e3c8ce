import pg from 'pg'
import type { ConnectionConfig } from '../db.ts'
import type { LoginKind } from '../login.ts'
import { mustHoldNoConnection } from './connection-lease.ts'
import { NamelessClient } from './statement-names.ts'
import { rememberHealth } from './database-health.ts'

export interface PoolBehavior {
  kind: LoginKind
  max: number
  onError: (error: Error) => void
  keepsNames: boolean
}

export function openPool(connection: ConnectionConfig, { kind, max, onError, keepsNames }: PoolBehavior): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    Client: keepsNames ? pg.Client : NamelessClient,
    // Independent statements are sent without waiting; results arrive in order
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `claviger ${kind}`,
  })
  // Without a handler, a lost connection would terminate the process
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', () => undefined))
  rememberHealth(pool)
  return holdingOne(pool)
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
