import pg from 'pg'
import type { Logger } from 'pino'
import { asStatement, traceStorage } from '#platform/traces.ts'
import type { StatementResult } from './send-statements.ts'
import { mergeStatements, type MergeableStatement, resultAt } from './merge-statements.ts'
import { isAway } from './connection-lost.ts'
import { acquireConnection, gateOf } from './admission-gate.ts'
import { mustHoldNoConnection, onClient } from './connection-lease.ts'

interface PendingStatement {
  query: pg.QueryConfig
  work: Pick<MergeableStatement, 'item'> | undefined
  answered: (answer: StatementResult) => void
  failed: (error: unknown) => void
}

/**
 * Transactions of a workspace that run at the same time before statements wait for one of them. Mergeable statements get
 * cheaper the more of them are merged, and two of them would only wait for each other's locks.
 */
const mostUnderWay = { single: 2, mergeable: 1 } as const
type Kind = keyof typeof mostUnderWay
/** Maximum time a statement waits for its batch, in milliseconds. */
const patience = 20
/** How long a workspace's statements run separately after a batch failed, in milliseconds. */
const apartFor = 1000

/**
 * Runs one statement inside a workspace in its own transaction. While others of the workspace are in flight, new ones
 * are batched into one transaction when one of those returns, so that begin, network, and disk sync are paid once. A
 * failed batch has no effect, and its statements then run separately. Mergeable statements that arrive in the same turn of
 * the event loop are batched even if none is in flight.
 */
export async function batchStatement(
  pool: pg.Pool,
  log: Logger,
  workspace: string,
  query: pg.QueryConfig,
  work?: Pick<MergeableStatement, 'item'>,
): Promise<StatementResult> {
  mustHoldNoConnection()
  const batcher = batcherOf(pool, log, workspace, work ? 'mergeable' : 'single')
  const take = () => batcher.take(query, work)
  const trace = traceStorage.getStore()
  const send = () => (trace ? asStatement(trace, query.text, take) : take())
  // Merged statements need one connection, so their batch is admitted instead of each caller
  return work ? send() : admitted(pool, send)
}

async function admitted<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const leave = await acquireConnection(gateOf(pool))
  try {
    return await work()
  } finally {
    leave()
  }
}

const known = new WeakMap<pg.Pool, Map<string, StatementBatcher>>()

function batcherOf(pool: pg.Pool, log: Logger, workspace: string, kind: Kind): StatementBatcher {
  const all = known.get(pool) ?? new Map<string, StatementBatcher>()
  known.set(pool, all)
  const key = `${kind} ${workspace}`
  const found = all.get(key)
  if (found) return found
  const made = new StatementBatcher(pool, log, workspace, kind, () => all.delete(key))
  all.set(key, made)
  return made
}

class StatementBatcher {
  readonly #pool: pg.Pool
  readonly #log: Logger
  readonly #workspace: string
  readonly #kind: Kind
  readonly #over: () => void
  #underWay = 0
  #waiting: PendingStatement[] = []
  #gathering: NodeJS.Immediate | undefined
  #impatient: NodeJS.Timeout | undefined
  #apartUntil = 0

  constructor(pool: pg.Pool, log: Logger, workspace: string, kind: Kind, over: () => void) {
    this.#pool = pool
    this.#log = log
    this.#workspace = workspace
    this.#kind = kind
    this.#over = over
  }

  get #isFull(): boolean {
    return this.#underWay >= mostUnderWay[this.#kind]
  }

  take(query: pg.QueryConfig, work: PendingStatement['work']): Promise<StatementResult> {
    return new Promise((answered, failed) => {
      const passenger = { query, work, answered, failed }
      if (performance.now() < this.#apartUntil || (!work && !this.#isFull)) return void this.#fly([passenger])
      this.#waiting.push(passenger)
      // Statements in flight may be waiting for a lock
      if (this.#isFull) this.#impatient ??= setTimeout(() => this.#next(), patience)
      else this.#gathering ??= setImmediate(() => this.#next())
    })
  }

  async #fly(passengers: readonly PendingStatement[]): Promise<void> {
    this.#underWay++
    try {
      const statements = mergeStatements(passengers)
      const send = () =>
        this.#send(
          statements.map(({ query }) => query),
          passengers.length > 1,
        )
      const answers = await (this.#kind === 'mergeable' ? admitted(this.#pool, send) : send())
      statements.forEach(({ callers }, at) =>
        callers.forEach(({ answered }, place) => answered(resultAt(callers, place, answers[at] as StatementResult))),
      )
    } catch (error) {
      if (passengers.length > 1 && nothingWasDone(error)) this.#part(passengers)
      else for (const { failed } of passengers) failed(error)
    }
    this.#underWay--
    if (!this.#isFull) this.#next()
  }

  async #send(queries: readonly pg.QueryConfig[], isShared: boolean): Promise<StatementResult[]> {
    return onClient(await this.#pool.connect(), this.#log, line => line.askAll(queries, this.#workspace, isShared))
  }

  #part(passengers: readonly PendingStatement[]): void {
    this.#apartUntil = performance.now() + apartFor
    for (const one of passengers) void this.#fly([one])
  }

  #next(): void {
    clearTimeout(this.#impatient)
    clearImmediate(this.#gathering)
    this.#impatient = this.#gathering = undefined
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length > 0) void this.#fly(waiting)
    else if (this.#underWay === 0 && performance.now() >= this.#apartUntil) this.#over()
  }
}

// If the connection was lost, the result of a commit is unknown; after a conflict it is certain that nothing happened
const nothingWasDone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (!isAway(error, true) || error.code === '40P01' || error.code === '40001')
