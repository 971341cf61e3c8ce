import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isAway } from './connection-lost.ts'
import { acquireConnection, gateOf } from './admission-gate.ts'
import { Lease, type StatementPair } from './lease.ts'
import { type StatementResult, ask, sendPair, sendInOneTransaction } from './send-statements.ts'

/** A connection leased to one piece of work. */
export class ConnectionLease extends Lease {
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase, log: Logger) {
    super(log)
    this.#client = client
  }

  readonly ask = (query: pg.QueryConfig, workspace?: string): Promise<StatementResult> =>
    this.during(query, () => ask(this.#client, query, workspace))

  /** `shared`: for several callers, which then don't wait long for a lock. */
  async askAll(queries: readonly pg.QueryConfig[], workspace: string, shared: boolean): Promise<StatementResult[]> {
    const [first] = queries
    if (first && !shared) return [await ask(this.#client, first, workspace)]
    return sendInOneTransaction(this.#client, queries, workspace)
  }

  askBoth(front: pg.QueryConfig, query: pg.QueryConfig, workspace?: string): StatementPair {
    let both: StatementPair | undefined
    const asked = () => (both ??= sendPair(this.#client, front, query, workspace))
    const second = this.during(query, () => asked().second)
    return { first: this.during(front, () => asked().first), second }
  }

  protected ownClient(): pg.ClientBase {
    return this.#client
  }
}

const holder = new AsyncLocalStorage<{ holds: boolean }>()

/** Waits for a place of a pool, and holds it during work. */
export async function holdingPlace<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  mustHoldNoConnection()
  const leave = await acquireConnection(gateOf(pool))
  try {
    return await work()
  } finally {
    leave()
  }
}

/** A connection for work that holds a place already. */
export const connectWithin = (pool: pg.Pool): Promise<pg.PoolClient> => holder.exit(() => pool.connect())

/** Leases a connection for work; it is returned when no statement is in flight and no transaction is open. */
export const withLine = <T>(pool: pg.Pool, log: Logger, work: (line: ConnectionLease) => Promise<T>): Promise<T> =>
  holdingPlace(pool, async () => onClient(await pool.connect(), log, work))

export const onClient = <T>(
  client: pg.PoolClient,
  log: Logger,
  work: (line: ConnectionLease) => Promise<T>,
): Promise<T> => onLease(new ConnectionLease(client, log), work, broken => returnClient(client, broken))

/** Runs work with a lease, and returns what it held, which may be broken. */
export async function onLease<L extends Lease, T>(
  line: L,
  work: (line: L) => Promise<T>,
  giveBack: (broken: boolean) => Promise<void>,
): Promise<T> {
  const here = { holds: true }
  let broken = false
  try {
    return await holder.run(here, () => work(line))
  } catch (error) {
    await line.end()
    // The connection leads to a server that is no longer the primary, so don't reuse it
    broken = isAway(error, true)
    throw error
  } finally {
    await giveBack(broken)
    here.holds = false
  }
}

export async function returnClient(client: pg.PoolClient, broken: boolean): Promise<void> {
  const failed = client.getTransactionStatus() !== 'I' && (await rollback(client))
  client.release(failed || broken)
}

/** Throws if the same work already holds a connection: otherwise such work could deadlock the pool. */
export function mustHoldNoConnection(): void {
  if (holder.getStore()?.holds) throw new Error('this work holds a connection, and would wait for a second one')
}

export const runOutsideLease = (work: () => Promise<unknown>): void => void holder.exit(work)

async function rollback(client: pg.PoolClient): Promise<Error | false> {
  try {
    await client.query('rollback')
    return false
  } catch (error) {
    // The connection is lost and must not return to the pool
    return error as Error
  }
}
