import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isAway } from './away.ts'
import { enterGate, gateOf } from './gate.ts'
import { asStatement, traced } from '../../traces.ts'
import { type Answer, ask, askBoth, askTogether } from './asked.ts'

/**
 * A connection for as long as one piece of work has it. What is asked after the end would run in the transaction of
 * whoever has the connection next, so it is a fault; and the end comes when all that was asked is answered.
 */
export class Line {
  readonly #client: pg.ClientBase
  readonly #log: Logger
  #waiting = 0
  #ended = false
  #quiet: (() => void) | undefined
  /** The commit that was sent behind the last statements. */
  committing: Promise<void> | undefined

  constructor(client: pg.ClientBase, log: Logger) {
    this.#client = client
    this.#log = log
  }

  /** With a workspace, in a transaction inside it that begins and ends with the statement. */
  readonly ask = (query: pg.QueryConfig, workspace?: string): Promise<Answer> =>
    this.#during(query, () => ask(this.#client, query, workspace))

  /** Each inside a workspace, and all in one transaction that begins and ends with them. */
  async askAll(queries: readonly pg.QueryConfig[], workspace: string): Promise<Answer[]> {
    const [first] = queries
    if (first && queries.length === 1) return [await ask(this.#client, first, workspace)]
    return askTogether(this.#client, queries, workspace)
  }

  /** Two in one transaction that ends with the second; the first is settled as soon as it is answered. */
  askBoth(front: pg.QueryConfig, query: pg.QueryConfig): { first: Promise<Answer>; second: Promise<Answer> } {
    let both: ReturnType<typeof askBoth> | undefined
    const asked = () => (both ??= askBoth(this.#client, front, query))
    const second = this.#during(query, () => asked().second)
    return { first: this.#during(front, () => asked().first), second }
  }

  async #during(query: pg.QueryConfig, asked: () => Promise<Answer>): Promise<Answer> {
    if (this.#ended) {
      const fault = new Error(`asked after the end of its transaction: ${query.text.trim().slice(0, 200)}`)
      this.#log.error({ err: fault }, 'a statement came too late')
      throw fault
    }
    this.#waiting++
    try {
      const trace = traced.getStore()
      return await (trace ? asStatement(trace, query.text, asked) : asked())
    } finally {
      if (--this.#waiting === 0) this.#quiet?.()
    }
  }

  /** Takes no more questions, and returns when the last one is answered. */
  async end(): Promise<void> {
    this.#ended = true
    if (this.#waiting > 0) await new Promise<void>(quiet => (this.#quiet = quiet))
  }

  /** Throws where the transaction was undone: a statement failed that nobody looked at. */
  async commit(): Promise<void> {
    const trace = traced.getStore()
    const commit = () => this.#client.query('commit')
    const { command } = await (trace ? asStatement(trace, 'commit', commit) : commit())
    if (command !== 'COMMIT') throw new Error('the transaction was undone')
  }

  /** Sends the commit while statements are under way, and takes no more of them. */
  commitBehind(): void {
    this.#ended = true
    this.committing = this.commit()
    this.committing.catch(() => undefined)
  }
}

const holder = new AsyncLocalStorage<{ holds: boolean }>()

/** Runs work on a connection of a pool, which goes back when nothing is under way on it and no transaction open. */
export async function withLine<T>(pool: pg.Pool, log: Logger, work: (line: Line) => Promise<T>): Promise<T> {
  mustHoldNone()
  const leave = await enterGate(gateOf(pool))
  try {
    return await onClient(await pool.connect(), log, work)
  } finally {
    leave()
  }
}

/** Runs work on a connection of a pool that was taken for it. */
export async function onClient<T>(client: pg.PoolClient, log: Logger, work: (line: Line) => Promise<T>): Promise<T> {
  const line = new Line(client, log)
  const here = { holds: true }
  let broken: Error | boolean = false
  try {
    return await holder.run(here, () => work(line))
  } catch (error) {
    await line.end()
    // What led to a database that is not the one any more leads there the next time too
    broken = isAway(error, true)
    throw error
  } finally {
    if (client.getTransactionStatus() !== 'I') broken = (await rollback(client)) || broken
    here.holds = false
    client.release(broken)
  }
}

/** A fault where the same piece of work holds a connection already: enough of such would wait for each other for good. */
export function mustHoldNone(): void {
  if (holder.getStore()?.holds) throw new Error('this work holds a connection, and would wait for a second one')
}

/** Does what no answer waits for, on a connection of its own. */
export const beside = (work: () => Promise<unknown>): void => void holder.exit(work)

async function rollback(client: pg.PoolClient): Promise<Error | false> {
  try {
    await client.query('rollback')
    return false
  } catch (error) {
    // The connection itself is gone: it must not go back to the pool
    return error as Error
  }
}
