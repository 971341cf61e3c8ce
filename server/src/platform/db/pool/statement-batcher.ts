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

const mostUnderWay = 2
/** Maximum time a statement waits for its batch, in milliseconds. */
const patience = 20
/** How long a workspace's statements run separately after a batch failed, in milliseconds. */
const apartFor = 1000

/**
 * Runs one statement inside a workspace in its own transaction. While others of the workspace are in flight, new ones
 * are batched into one transaction when one of those returns, so that begin, network, and disk sync are paid once. A
 * failed batch has no effect, and its statements then run separately.
 */
export async function batchStatement(
  pool: pg.Pool,
  log: Logger,
  workspace: string,
  query: pg.QueryConfig,
  work?: Pick<MergeableStatement, 'item'>,
): Promise<StatementResult> {
  mustHoldNoConnection()
  const leave = await acquireConnection(gateOf(pool))
  try {
    const flights = batcherOf(pool, log, workspace)
    const trace = traceStorage.getStore()
    const take = () => flights.take(query, work)
    return await (trace ? asStatement(trace, query.text, take) : take())
  } finally {
    leave()
  }
}

const known = new WeakMap<pg.Pool, Map<string, StatementBatcher>>()

function batcherOf(pool: pg.Pool, log: Logger, workspace: string): StatementBatcher {
  const all = known.get(pool) ?? new Map<string, StatementBatcher>()
  known.set(pool, all)
  const found = all.get(workspace)
  if (found) return found
  const made = new StatementBatcher(pool, log, workspace, () => all.delete(workspace))
  all.set(workspace, made)
  return made
}

class StatementBatcher {
  readonly #pool: pg.Pool
  readonly #log: Logger
  readonly #workspace: string
  readonly #over: () => void
  #underWay = 0
  #waiting: PendingStatement[] = []
  #impatient: NodeJS.Timeout | undefined
  #apartUntil = 0

  constructor(pool: pg.Pool, log: Logger, workspace: string, over: () => void) {
    this.#pool = pool
    this.#log = log
    this.#workspace = workspace
    this.#over = over
  }

  take(query: pg.QueryConfig, work: PendingStatement['work']): Promise<StatementResult> {
    return new Promise((answered, failed) => {
      const passenger = { query, work, answered, failed }
      if (this.#underWay < mostUnderWay || performance.now() < this.#apartUntil) return void this.#fly([passenger])
      this.#waiting.push(passenger)
      // Statements in flight may be waiting for a lock
      this.#impatient ??= setTimeout(() => this.#next(), patience)
    })
  }

  async #fly(passengers: readonly PendingStatement[]): Promise<void> {
    this.#underWay++
    try {
      const statements = mergeStatements(passengers)
      const answers = await onClient(await this.#pool.connect(), this.#log, line =>
        line.askAll(
          statements.map(({ query }) => query),
          this.#workspace,
          passengers.length > 1,
        ),
      )
      statements.forEach(({ callers }, at) =>
        callers.forEach(({ answered }, place) => answered(resultAt(callers, place, answers[at] as StatementResult))),
      )
    } catch (error) {
      if (passengers.length > 1 && nothingWasDone(error)) this.#part(passengers)
      else for (const { failed } of passengers) failed(error)
    }
    this.#underWay--
    if (this.#underWay < mostUnderWay) this.#next()
  }

  #part(passengers: readonly PendingStatement[]): void {
    this.#apartUntil = performance.now() + apartFor
    for (const one of passengers) void this.#fly([one])
  }

  #next(): void {
    clearTimeout(this.#impatient)
    this.#impatient = undefined
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length > 0) void this.#fly(waiting)
    else if (this.#underWay === 0 && performance.now() >= this.#apartUntil) this.#over()
  }
}

// If the connection was lost, the result of a commit is unknown; after a conflict it is certain that nothing happened
const nothingWasDone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (!isAway(error, true) || error.code === '40P01' || error.code === '40001')
