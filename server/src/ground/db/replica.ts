import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Problem } from '../problem.ts'
import type { Ctx, Replica, World } from '../world.ts'
import type { Connection } from './db.ts'
import type { Line } from './pool/line.ts'
import { keepsNames } from './pool/names.ts'
import { openPool } from './pool/pool.ts'
import { feelPulse } from './pool/pulse.ts'
import {
  type Entering,
  type Expected,
  holding,
  outcomeOf,
  readAs,
  readFor,
  readingOn,
  resultOf,
  type Standpoint,
} from './transaction.ts'

/** How long a reader waits until the copy has what must be seen; in milliseconds. */
const waits = [2, 4, 8, 16, 32, 64]
/** One that was too far behind is left alone for so long; in milliseconds. */
const leftAlone = 1000
/** Where it stays behind, that is said once until it was not for so long; in milliseconds. */
const saidAgain = 60_000

/** Opens a copy of the database that follows it, to read from. It need not be there yet. */
export async function openReplica(
  connection: Connection,
  max: number,
  onError: (error: Error) => void,
  log: Logger,
): Promise<Replica> {
  const patient = { ...connection, connectionTimeoutMillis: 3000 }
  const names = await keepsNames(patient).catch(() => false)
  const pool = openPool(patient, { kind: 'read', max, onError, keepsNames: names })
  const pulse = feelPulse(patient, [pool], log, 'the copy to read from')
  let behindUntil = -Infinity
  return {
    pool,
    get answers() {
      return pulse.answers && performance.now() >= behindUntil
    },
    fellBehind() {
      const now = performance.now()
      if (now - behindUntil > saidAgain) log.warn('the copy to read from is behind, so the database itself is read')
      behindUntil = now + leftAlone
    },
    async close() {
      await pulse.stop()
      await pool.end()
    },
  }
}

/**
 * Runs work that reads much, on a copy that follows the database where there is one, else as `readAs` does. Who asks is
 * always asked of the database itself, and what was committed by then must have come to the copy; one that is behind,
 * away or breaks off costs time alone.
 */
export async function readMuchAs<T>(
  world: World,
  enter: Entering,
  stand: (rows: unknown[]) => Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
  expected?: Expected,
): Promise<T> {
  const { replica } = world
  if (!replica?.answers) return readAs(world, enter, stand, work, expected)
  const { from, place } = await whoAndWhere(world, enter, stand, expected)
  return readThereOrHere(world, replica, from, place, work)
}

/** As `readMuchAs`, for whoever was found to ask already. */
export async function readMuch<T>(world: World, from: Standpoint, work: (ctx: Ctx) => Promise<T> | T): Promise<T> {
  const { replica } = world
  if (!replica?.answers) return readHere(world, from, work)
  return readThereOrHere(world, replica, from, await readHere(world, from, placeOf), work)
}

async function readThereOrHere<T>(
  world: World,
  replica: Replica,
  from: Standpoint,
  place: string,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<T> {
  try {
    const found = await holding(world, replica.pool, (line, standing) => {
      standing(from)
      return readThere(world, line, place, from, work)
    })
    if (found) return found.result
    replica.fellBehind()
  } catch (error) {
    if (!isItsOwn(error, replica)) throw error
  }
  return readHere(world, from, work)
}

const readHere = <T>(world: World, from: Standpoint, work: (ctx: Ctx) => Promise<T> | T): Promise<T> =>
  holding(world, world.readPool, (line, standing) => {
    standing(from)
    return readFor(world, line, from, work)
  })

async function whoAndWhere(
  world: World,
  enter: Entering,
  stand: (rows: unknown[]) => Standpoint,
  expected: Expected | undefined,
): Promise<{ from: Standpoint; place: string }> {
  const found: Standpoint[] = []
  const noted = (rows: unknown[]) => {
    const from = stand(rows)
    found.push(from)
    return from
  }
  const place = await readAs(world, enter, noted, placeOf, expected)
  const [from] = found
  if (!from) throw new Error('nobody was found to ask')
  return { from, place }
}

/** How far the database has written. */
async function placeOf(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(ctx.db)
  const [place] = rows
  if (!place) throw new Error('the database does not say how far it has written')
  return place.at
}

// One that was promoted follows nobody any more
const hasCome = (place: string) => ({
  name: 'has-come',
  text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as come',
  values: [place],
})

/** What came of work on the copy; undefined where that is too far behind. */
async function readThere<T>(
  world: World,
  line: Line,
  place: string,
  from: Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<{ result: T } | undefined> {
  const come = async () => {
    const { rows } = await line.ask(hasCome(place))
    return (rows as { come: boolean | null }[])[0]?.come === true
  }
  const asked = outcomeOf(come)
  // Mostly it has come so far, so the work goes out right behind the question; a limit must be set first
  const early = from.unitsOf === undefined ? outcomeOf(() => work(readingOn(world, line, from))) : undefined
  const first = await asked
  const found = await early
  if (resultOf(first)) {
    if (!found) return { result: await readFor(world, line, from, work) }
    await line.end()
    return { result: resultOf(found) }
  }
  for (const wait of waits) {
    await sleep(wait)
    if (await come()) return { result: await readFor(world, line, from, work) }
  }
  return undefined
}

/** Whether a failure says something of the copy alone, so that the database itself may well answer. */
function isItsOwn(error: unknown, replica: Replica): boolean {
  if (!(error instanceof Problem) || error.code !== 'not-ready') return false
  const { cause } = error
  // What took too long there would take as long here
  if (cause instanceof Error) return !('code' in cause && cause.code === '57014')
  return !replica.answers
}
