import { queriesOn } from '../db.ts'
import type { Lease } from '../pool/lease.ts'
import {
  type AuthContext,
  beginIn,
  contextOn,
  type EntryStatement,
  limitTo,
  outcomeOf,
  resultOf,
  withWorkspaceLock,
} from '../transaction.ts'
import type { AppContext, AutocommitContext, TransactionContext } from '#platform/app-context.ts'

/** The likely caller: work may start for them, but its result counts only if the rows confirm it. */
export interface ExpectedCaller {
  from: AuthContext
  holds: (rows: unknown[]) => boolean
}

/**
 * Runs read-only work without a transaction: each statement sees what is committed when it starts, as in a read
 * committed transaction. `enter` returns the caller's row; `stand` receives it and can refuse by throwing. A write is
 * a database error. Work for an `expected` caller starts together with `enter`: its first statement runs in the same
 * transaction, for which the workspace is already set.
 */
export async function readAs<T>(
  world: AppContext,
  enter: EntryStatement,
  stand: (rows: unknown[]) => AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
  expected?: ExpectedCaller,
): Promise<T> {
  return withWorkspaceLock(world, world.readPool, async (line, standing) => {
    const front = new Front(line, enter)
    const guess =
      expected &&
      contextOn(
        world,
        line,
        expected.from,
        [],
        query => front.before(query) ?? line.ask(query, expected.from.workspace),
      )
    const early = guess && outcomeOf(() => work(guess))
    const entered = await outcomeOf(() => front.answered(early))
    // Work started in advance must finish before the connection is returned, whatever the result
    const found = await early
    const { rows } = resultOf(entered)
    const from = stand(rows)
    standing(from)
    // Advance work runs without the unit limit, so it doesn't count for a limited caller
    if (found && from.unitsOf === undefined && expected?.holds(rows)) {
      await line.end()
      return resultOf(found)
    }
    return readFor(world, line, from, work)
  })
}

class Front {
  readonly #line: Lease
  readonly #enter: EntryStatement
  #sent: ReturnType<Lease['ask']> | undefined
  #noteSent = (): void => undefined

  constructor(line: Lease, enter: EntryStatement) {
    this.#line = line
    this.#enter = enter
  }

  /** Sends it together with this statement and returns that result; undefined if it was already sent. */
  before(query: Parameters<Lease['ask']>[0]): ReturnType<Lease['ask']> | undefined {
    if (this.#sent) return undefined
    const { first, second } = this.#line.askBoth(this.#enter, query, this.#enter.workspace)
    void this.#note(first)
    return second
  }

  /** Its own result; advance work must send its statement before the current turn of the event loop ends. */
  async answered(meanwhile: Promise<unknown> | undefined): ReturnType<Lease['ask']> {
    if (meanwhile && !this.#sent)
      await new Promise<void>(done => {
        this.#noteSent = done
        void meanwhile.then(this.#noteSent)
        setImmediate(done)
      })
    return this.#sent ?? this.#note(this.#line.ask(this.#enter, this.#enter.workspace))
  }

  #note(sent: ReturnType<Lease['ask']>): ReturnType<Lease['ask']> {
    this.#sent = sent
    sent.catch(() => undefined)
    this.#noteSent()
    return sent
  }
}

/** Runs read-only work for an authenticated caller on a connection. */
export async function readFor<T>(
  world: AppContext,
  line: Lease,
  from: AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<T> {
  // Only the end of a transaction reliably resets the limit
  if (from.unitsOf !== undefined) await line.ask({ text: `${beginIn(from.workspace)}; ${limitTo(from.unitsOf)}` })
  const result = await work(from.unitsOf === undefined ? readingOn(world, line, from) : contextOn(world, line, from))
  await line.end()
  if (from.unitsOf !== undefined) await line.commit()
  return result
}

/**
 * A read-only context outside any transaction: each statement takes its own connection, and none is used without one.
 */
export const readOnlyContext = (at: AutocommitContext): TransactionContext =>
  Object.assign(Object.create(at) as TransactionContext, {
    db: queriesOn(
      query =>
        withWorkspaceLock(at, at.readPool, async line => {
          const result = await line.ask(query, at.workspace)
          await line.end()
          return result
        }),
      'one workspace',
    ),
    unitsOf: undefined,
  })

/** Each statement sets the workspace itself, so that nothing remains set on a pooled connection. */
export const readingOn = (world: AppContext, line: Lease, from: AuthContext): TransactionContext =>
  contextOn(world, line, from, [], query => line.ask(query, from.workspace))
