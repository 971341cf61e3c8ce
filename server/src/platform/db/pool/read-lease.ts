import type pg from 'pg'
import type { Logger } from 'pino'
import { connectWithin, holdingPlace, onLease, returnClient } from './connection-lease.ts'
import { Lease, type StatementPair } from './lease.ts'
import { ask, sendPair, type StatementResult } from './send-statements.ts'
import { type SharedLines, sharedLinesOf } from './shared-lines.ts'

/**
 * A place of a pool leased to work that only reads. Until a statement needs a connection of this work, because it begins
 * a transaction or was slow lately, each runs in its own transaction on a shared connection.
 */
export class ReadLease extends Lease {
  readonly #pool: pg.Pool
  readonly #lines: SharedLines
  #own: Promise<pg.PoolClient> | undefined

  constructor(pool: pg.Pool, log: Logger) {
    super(log)
    this.#pool = pool
    this.#lines = sharedLinesOf(pool)
  }

  readonly ask = (query: pg.QueryConfig, workspace?: string): Promise<StatementResult> =>
    this.during(query, () => this.#send(query, client => ask(client, query, workspace)))

  askBoth(front: pg.QueryConfig, query: pg.QueryConfig, workspace?: string): StatementPair {
    const first = Promise.withResolvers<StatementResult>()
    const second = this.during(query, () =>
      this.#send(query, client => {
        const both = sendPair(client, front, query, workspace)
        first.resolve(both.first)
        return both.second
      }),
    )
    // Without a connection nothing is sent, and after the end the first result has no reader
    second.catch(first.reject)
    first.promise.catch(() => undefined)
    return { first: this.during(front, () => first.promise), second }
  }

  async giveBack(broken: boolean): Promise<void> {
    const client = await this.#own?.catch(() => undefined)
    if (client) await returnClient(client, broken)
  }

  protected ownClient(): Promise<pg.PoolClient> {
    return (this.#own ??= connectWithin(this.#pool))
  }

  #send<T>(query: pg.QueryConfig, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#own === undefined && this.#lines.takes(query)
      ? this.#lines.send(query, send)
      : this.#alone(query, send)
  }

  async #alone<T>(query: pg.QueryConfig, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.ownClient()
    const begun = performance.now()
    try {
      return await send(client)
    } finally {
      this.#lines.noteAlone(query, performance.now() - begun)
    }
  }
}

/** Leases a place of a pool for work that only reads. */
export const withReadLease = <T>(pool: pg.Pool, log: Logger, work: (line: ReadLease) => Promise<T>): Promise<T> =>
  holdingPlace(pool, () => {
    const line = new ReadLease(pool, log)
    return onLease(line, work, broken => line.giveBack(broken))
  })
