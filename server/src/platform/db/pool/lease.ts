import type pg from 'pg'
import type { Logger } from 'pino'
import { asStatement, traceStorage } from '#platform/traces.ts'
import type { StatementResult } from './send-statements.ts'

export interface StatementPair {
  first: Promise<StatementResult>
  second: Promise<StatementResult>
}

/**
 * The right of one piece of work to send statements. Statements after its end would run in the transaction of the next
 * owner, so they throw; the lease ends when all statements are complete.
 */
export abstract class Lease {
  readonly #log: Logger
  #waiting = 0
  #ended = false
  #quiet: (() => void) | undefined
  committing: Promise<void> | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  /** Runs a statement; with a workspace, in its own transaction inside that workspace. */
  abstract readonly ask: (query: pg.QueryConfig, workspace?: string) => Promise<StatementResult>

  /** Runs two statements in one transaction; the first settles as soon as it is complete. */
  abstract askBoth(front: pg.QueryConfig, query: pg.QueryConfig, workspace?: string): StatementPair

  /** The connection of this work alone. */
  protected abstract ownClient(): pg.ClientBase | Promise<pg.ClientBase>

  protected async during(query: pg.QueryConfig, asked: () => Promise<StatementResult>): Promise<StatementResult> {
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
    const client = await this.ownClient()
    const trace = traceStorage.getStore()
    const commit = () => client.query('commit')
    const { command } = await (trace ? asStatement(trace, 'commit', commit) : commit())
    if (command !== 'COMMIT') throw new Error('the transaction was undone')
  }

  commitBehind(): void {
    this.#ended = true
    this.committing = this.commit()
    this.committing.catch(() => undefined)
  }
}
