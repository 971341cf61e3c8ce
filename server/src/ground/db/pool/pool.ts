import pg from 'pg'
import type { Connection } from '../db.ts'
import type { LoginKind } from '../login.ts'
import { mustHoldNone } from './line.ts'
import { NamelessClient } from './names.ts'
import { remember } from './pulse.ts'

/** How a pool's connections are. */
export interface Manner {
  kind: LoginKind
  max: number
  onError: (error: Error) => void
  /** Whether the database keeps what a connection prepared, for that connection. */
  keepsNames: boolean
}

/** A pool of a login that owns nothing. What its sessions are set to stands with the login. */
export function openPool(connection: Connection, { kind, max, onError, keepsNames }: Manner): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    Client: keepsNames ? pg.Client : NamelessClient,
    // Statements that do not wait for each other go out at once, and their answers come in their order
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `claviger ${kind}`,
  })
  // Whatever a connection dies of, idle or in use, would otherwise stop the process
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', () => undefined))
  remember(pool)
  return holdingOne(pool)
}

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

/** A pool that gives no second connection to whoever holds one. */
function holdingOne(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<pg.PoolClient>
  const guarded = (taken?: Taken) => {
    try {
      mustHoldNone()
    } catch (error) {
      if (!taken) return Promise.reject(error)
      return taken(error as Error)
    }
    return connect(taken)
  }
  return Object.assign(pool, { connect: guarded })
}
