import type pg from 'pg'
import { connectWithin } from './connection-lease.ts'
import { isAway } from './connection-lost.ts'

/** Statements in flight on one shared connection, at most. More would gain little, and wait longer for each other. */
const mostTogether = 5
/** While the statement that runs on a connection takes longer, no other one joins it; milliseconds. */
const joinedWithin = 5
/** A statement that takes longer has a connection of its own the next times; milliseconds. */
const short = 20
/** So many times. */
const timesAlone = 32

interface Line {
  readonly client: Promise<pg.PoolClient>
  /** When each statement in flight was sent; they are answered in this order. */
  readonly sent: number[]
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
  /** Prepared statements that were slow, and how many times more they run alone. */
  readonly #slow = new Map<string, number>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** May a statement share a connection? Only prepared ones, because others are planned each time. */
  takes({ name }: pg.QueryConfig): boolean {
    return name !== undefined && !this.#slow.has(name)
  }

  /** Notes how long a statement took, in milliseconds. */
  note({ name }: pg.QueryConfig, took: number): void {
    if (name === undefined) return
    if (took > short) return void this.#slow.set(name, timesAlone)
    const left = this.#slow.get(name)
    if (left === undefined) return
    if (left > 1) this.#slow.set(name, left - 1)
    else this.#slow.delete(name)
  }

  /** Sends a statement on a shared connection. */
  async send<T>(query: pg.QueryConfig, send: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const now = performance.now()
    const line = this.#lines.find(one => mayJoin(one, now)) ?? this.#open()
    line.sent.push(now)
    try {
      return await send(await line.client)
    } catch (error) {
      // Like after a loss, also if the server is no longer the primary
      line.broken ||= isAway(error, true)
      throw error
    } finally {
      const answered = performance.now()
      this.note(query, answered - Math.max(now, line.lastAnswer))
      line.lastAnswer = answered
      line.sent.shift()
      if (line.sent.length === 0) setImmediate(() => this.#closeUnused(line))
    }
  }

  #open(): Line {
    const line = { client: connectWithin(this.#pool), sent: [], lastAnswer: 0, broken: false }
    this.#lines.push(line)
    return line
  }

  /** Not before the next turn of the event loop, because an answer often leads to the next statement. */
  #closeUnused(line: Line): void {
    const place = this.#lines.indexOf(line)
    if (line.sent.length > 0 || place === -1) return
    this.#lines.splice(place, 1)
    line.client.then(
      client => client.release(line.broken),
      () => undefined,
    )
  }
}

function mayJoin({ sent, lastAnswer, broken }: Line, now: number): boolean {
  const running = Math.max(sent[0] ?? now, lastAnswer)
  return !broken && sent.length < mostTogether && now - running < joinedWithin
}

const known = new WeakMap<pg.Pool, SharedLines>()

export function sharedLinesOf(pool: pg.Pool): SharedLines {
  const before = known.get(pool)
  if (before) return before
  const made = new SharedLines(pool)
  known.set(pool, made)
  return made
}
