import pg from 'pg'
import type { Connection, DatabaseRole } from '../db.ts'
import { mustHoldNone } from './line.ts'
import { remember } from './pulse.ts'

/** A pool whose sessions act as one of the two roles that own nothing. */
export function openPool(
  connection: Connection,
  role: DatabaseRole,
  max: number,
  onError: (error: Error) => void,
  more = '',
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    // Statements that do not wait for each other go out at once, and their answers come in their order
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Many callers share the processors: starting workers for one of them costs more than a page of a list takes
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c max_parallel_workers_per_gather=0 ${more}`,
    application_name: `claviger ${role.slice(9)}`,
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
