import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isAway } from './connection-lost.ts'
import { acquireConnection, gateOf } from './admission-gate.ts'
import { asStatement, traceStorage } from '#platform/traces.ts'
import { type StatementResult, ask, sendPair, sendInOneTransaction } from './send-statements.ts'

/**
 * A connection leased to one piece of work. Statements after the end would run in the next owner's transaction, so
 * they throw; the lease ends when all statements are complete.
 */
export class ConnectionLease {
  readonly #client: pg.ClientBase
  readonly #log: Logger
  #waiting = 0
  #ended = false
  #quiet: (() => void) | undefined
  committing: Promise<void> | undefined

  constructor(client: pg.ClientBase, log: Logger) {
    this.#client = client
    this.#log = log
  }

  readonly ask = (query: pg.QueryConfig, workspace?: string): Promise<StatementResult> =>
    this.#during(query, () => ask(this.#client, query, workspace))

  /** `shared`: for several callers, which then don't wait long for a lock. */
  async askAll(queries: readonly pg.QueryConfig[], workspace: string, shared: boolean): Promise<StatementResult[]> {
    const [first] = queries
    if (first && !shared) return [await ask(this.#client, first, workspace)]
    return sendInOneTransaction(this.#client, queries, workspace)
  }

  askBoth(
    front: pg.QueryConfig,
    query: pg.QueryConfig,
    workspace?: string,
  ): { first: Promise<StatementResult>; second: Promise<StatementResult> } {
    let both: ReturnType<typeof sendPair> | undefined
    const asked = () => (both ??= sendPair(this.#client, front, query, workspace))
    const second = this.#during(query, () => asked().second)
    return { first: this.#during(front, () => asked().first), second }
  }

  async #during(query: pg.QueryConfig, asked: () => Promise<StatementResult>): Promise<StatementResult> {
    if (this.#ended) {
      const fault = new Error(`asked after the end of its transaction: ${query.text.trim().slice(0, 200)}`)
      this.#log.error({ err: fault }, 'a statement came too late')
      throw fault
    }
    this.#waiting++
    try {
      const trace = traceStorage.getStore()
      return await (trace ? asStatement(trace, query.text, asked) : asked())
    } finally {
      if (--this.#waiting === 0) this.#quiet?.()
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    if (this.#waiting > 0) await new Promise<void>(quiet => (this.#quiet = quiet))
  }

  /** @throws if the transaction was rolled back because of a failed statement that was ignored */
  async commit(): Promise<void> {
    const trace = traceStorage.getStore()
    const commit = () => this.#client.query('commit')
    const { command } = await (trace ? asStatement(trace, 'commit', commit) : commit())
    if (command !== 'COMMIT') throw new Error('the transaction was undone')
  }

  commitBehind(): void {
    this.#ended = true
    this.committing = this.commit()
    this.committing.catch(() => undefined)
  }
}

const holder = new AsyncLocalStorage<{ holds: boolean }>()

/** Leases a connection for work; it is returned when no statement is in flight and no transaction is open. */
export async function withLine<T>(pool: pg.Pool, log: Logger, work: (line: ConnectionLease) => Promise<T>): Promise<T> {
  mustHoldNoConnection()
  const leave = await acquireConnection(gateOf(pool))
  try {
    return await onClient(await pool.connect(), log, work)
  } finally {
    leave()
  }
}

export async function onClient<T>(
  client: pg.PoolClient,
  log: Logger,
  work: (line: ConnectionLease) => Promise<T>,
): Promise<T> {
  const line = new ConnectionLease(client, log)
  const here = { holds: true }
  let broken: Error | boolean = false
  try {
    return await holder.run(here, () => work(line))
  } catch (error) {
    await line.end()
    // The connection leads to a server that is no longer the primary, so don't reuse it
    broken = isAway(error, true)
    throw error
  } finally {
    if (client.getTransactionStatus() !== 'I') broken = (await rollback(client)) || broken
    here.holds = false
    client.release(broken)
  }
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
