import type pg from 'pg'
import { connectWithin } from './connection-lease.ts'
import { isAway } from './connection-lost.ts'

/** Statements in flight on one shared connection, at most. More would gain little, and wait longer for each other. */
const mostTogether = 5
/** Only statements that usually take less share connections, also in sum; milliseconds. */
const short = 5
/** A statement that took longer runs alone until this is forgotten; milliseconds. */
const slow = 20
/** How much of the longest time of a statement is left after each run: a second is forgotten after 390. */
const kept = 0.99
/** How much a run counts for the usual time. */
const newest = 0.2
/** How many times a statement runs alone before it is known. */
const timesUntilKnown = 3

/** What is known of the runs of a statement; times in milliseconds. */
interface Experience {
  readonly runs: number
  /** A running mean on shared connections. On its own, a run also takes as long as others keep the processor busy. */
  readonly usual: number
  readonly longest: number
}

const unknown: Experience = { runs: 0, usual: Infinity, longest: 0 }

interface Sent {
  readonly name: string
  readonly since: number
}

interface Line {
  readonly client: Promise<pg.PoolClient>
  /** Statements in flight, which are answered in this order. */
  readonly sent: Sent[]
  /** When it was opened, or answered last; 0 before. */
  lastAnswer: number
  broken: boolean
}

/**
 * Connections of a pool that short reads share: their statements are pipelined, each in its own transaction, so a call
 * needs no connection of its own, and both sides read and write several at a time. A connection is returned when
 * nothing is in flight on it. A statement that is slow, or was lately, shares none: it would hold the others up.
 */
export class SharedLines {
  readonly #pool: pg.Pool
  readonly #lines: Line[] = []
  readonly #known = new Map<string, Experience>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** May a statement share a connection? Only named ones, because their times are known. */
  takes({ name }: pg.QueryConfig): boolean {
    const { runs, usual, longest } = this.#experience(name)
    return runs >= timesUntilKnown && usual < short && longest < slow
  }

  /** Notes how many milliseconds a statement took on a connection of its own. */
  noteAlone({ name }: pg.QueryConfig, took: number): void {
    this.#note(name, took, usual => Math.min(usual, took))
  }

  /** Sends a named statement on a shared connection. */
  async send<T>(query: pg.QueryConfig, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const own = { name: query.name ?? '', since: performance.now() }
    const line = this.#lineAt(own.since)
    line.sent.push(own)
    try {
      return await send(await line.client)
    } catch (error) {
      // Like after a loss, also if the server is no longer the primary
      line.broken ||= isAway(error, true)
      throw error
    } finally {
      const answered = performance.now()
      const took = answered - Math.max(own.since, line.lastAnswer)
      this.#note(query.name, took, usual => usual + newest * (took - usual))
      // A statement that can't be sent is answered before its turn
      if (line.sent[0] === own) line.lastAnswer = answered
      line.sent.splice(line.sent.indexOf(own), 1)
      if (line.sent.length === 0) setImmediate(() => this.#closeUnused(line))
    }
  }

  #experience(name = ''): Experience {
    return this.#known.get(name) ?? unknown
  }

  #note(name: string | undefined, took: number, usualNow: (usual: number) => number): void {
    if (name === undefined) return
    const { runs, usual, longest } = this.#experience(name)
    this.#known.set(name, { runs: runs + 1, usual: usualNow(usual), longest: Math.max(took, longest * kept) })
  }

  #lineAt(now: number): Line {
    const open = this.#lines.filter(line => !line.broken && this.#isQuick(line, now))
    const free = open.find(line => line.sent.length < mostTogether && this.#expected(line) < short)
    if (free) return free
    // Without a connection left, waiting behind short reads is better than behind everything that waits for one
    const { totalCount, idleCount, options } = this.#pool
    const [first, ...others] = totalCount < options.max || idleCount > 0 ? [] : open
    if (first) return others.reduce((least, one) => (one.sent.length < least.sent.length ? one : least), first)
    return this.#open()
  }

  /** Whether what runs on a connection is still short; otherwise this is noted before its answer. */
  #isQuick({ sent: [running], lastAnswer }: Line, now: number): boolean {
    if (!running) return true
    const took = now - Math.max(running.since, lastAnswer)
    if (took < short) return true
    const known = this.#experience(running.name)
    if (lastAnswer > 0 && took > known.longest) this.#known.set(running.name, { ...known, longest: took })
    return false
  }

  #expected({ sent }: Line): number {
    return sent.reduce((sum, { name }) => sum + this.#experience(name).usual, 0)
  }

  #open(): Line {
    const line = { client: connectWithin(this.#pool), sent: [], lastAnswer: 0, broken: false }
    // To open a connection is not time of its first statement
    const opened = () => void (line.lastAnswer = performance.now())
    line.client.then(opened, opened)
    this.#lines.push(line)
    return line
  }

  /** Not before the next turn of the event loop, because an answer often leads to the next statement. */
  #closeUnused(line: Line): void {
    const place = this.#lines.indexOf(line)
    if (line.sent.length > 0 || place === -1) return
    this.#lines.splice(place, 1)
    line.client.then(
      client => client.release(line.broken || client.getTransactionStatus() !== 'I'),
      () => undefined,
    )
  }
}

const known = new WeakMap<pg.Pool, SharedLines>()

export function sharedLinesOf(pool: pg.Pool): SharedLines {
  const before = known.get(pool)
  if (before) return before
  const made = new SharedLines(pool)
  known.set(pool, made)
  return made
}
