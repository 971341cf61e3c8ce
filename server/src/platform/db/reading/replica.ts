import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext, Replica, AppContext } from '#platform/app-context.ts'
import type { ConnectionConfig } from '../db.ts'
import type { Lease } from '../pool/lease.ts'
import { supportsPreparedStatements } from '../pool/statement-names.ts'
import { openPool } from '../pool/pool.ts'
import { watchDatabase } from '../pool/database-health.ts'
import { type ExpectedCaller, readAs, readFor, readingOn } from './read-as.ts'
import { type EntryStatement, withWorkspaceLock, outcomeOf, resultOf, type AuthContext } from '../transaction.ts'

/** Delays while waiting for the replica to catch up; milliseconds. */
const waits = [2, 4, 8, 16, 32, 64]
/** A replica that was too far behind is not used for this time; milliseconds. */
const leftAlone = 1000
/** A lagging replica is logged once, and again only after it was in sync for this time; milliseconds. */
const saidAgain = 60_000

/** Opens a read replica, which does not have to be available yet. */
export async function openReplica(
  connection: ConnectionConfig,
  max: number,
  onError: (error: Error) => void,
  log: Logger,
): Promise<Replica> {
  const patient = { ...connection, connectionTimeoutMillis: 3000 }
  const names = await supportsPreparedStatements(patient).catch(() => false)
  const pool = openPool(patient, { kind: 'read', max, onError, keepsNames: names })
  const pulse = watchDatabase(patient, [pool], log, 'the copy to read from')
  let behindUntil = -Infinity
  return {
    pool,
    get answers() {
      return pulse.answers && performance.now() >= behindUntil
    },
    fellBehind() {
      const now = performance.now()
      if (now - behindUntil > saidAgain) log.warn('the replica lags, so the primary database is read')
      behindUntil = now + leftAlone
    },
    async close() {
      pulse.stop()
      await pool.end()
    },
  }
}

/**
 * Runs heavy read-only work on a replica if there is one, otherwise like `readAs`. Authentication always uses the
 * primary, and the replica must have replayed everything committed so far; a lagging, unavailable, or failing replica
 * costs only time.
 */
export async function readOnReplica<T>(
  world: AppContext,
  enter: EntryStatement,
  stand: (rows: unknown[]) => AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
  expected?: ExpectedCaller,
): Promise<T> {
  const { replica } = world
  if (!replica?.answers) return readAs(world, enter, stand, work, expected)
  const { from, place } = await whoAndWhere(world, enter, stand, expected)
  return readThereOrHere(world, replica, from, place, work)
}

/** Like `readOnReplica`, for a caller that is already authenticated. */
export async function readMuch<T>(
  world: AppContext,
  from: AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<T> {
  const { replica } = world
  if (!replica?.answers) return readHere(world, from, work)
  return readThereOrHere(world, replica, from, await readHere(world, from, placeOf), work)
}

async function readThereOrHere<T>(
  world: AppContext,
  replica: Replica,
  from: AuthContext,
  place: string,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<T> {
  try {
    const found = await withWorkspaceLock(world, replica.pool, (line, standing) => {
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

const readHere = <T>(
  world: AppContext,
  from: AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<T> =>
  withWorkspaceLock(world, world.readPool, (line, standing) => {
    standing(from)
    return readFor(world, line, from, work)
  })

async function whoAndWhere(
  world: AppContext,
  enter: EntryStatement,
  stand: (rows: unknown[]) => AuthContext,
  expected: ExpectedCaller | undefined,
): Promise<{ from: AuthContext; place: string }> {
  const found: AuthContext[] = []
  const noted = (rows: unknown[]) => {
    const from = stand(rows)
    found.push(from)
    return from
  }
  const place = await readAs(world, enter, noted, placeOf, expected)
  const [from] = found
  if (!from) throw new Error('no source was found')
  return { from, place }
}

async function placeOf(ctx: TransactionContext): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(ctx.db)
  const [place] = rows
  if (!place) throw new Error('the database does not say how far it has written')
  return place.at
}

const hasCome = (place: string) => ({
  name: 'has-come',
  text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as come',
  values: [place],
})

/** Result of work on the replica; undefined if it is too far behind. */
async function readThere<T>(
  world: AppContext,
  line: Lease,
  place: string,
  from: AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<{ result: T } | undefined> {
  const come = async () => {
    const { rows } = await line.ask(hasCome(place))
    return (rows as { come: boolean | null }[])[0]?.come === true
  }
  const asked = outcomeOf(come)
  // Usually it is in sync, so the work is sent together with the check; a row-level limit must be set first
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

/** Is the failure specific to the replica, so that the primary may succeed? */
function isItsOwn(error: unknown, replica: Replica): boolean {
  if (!(error instanceof Problem) || error.code !== 'not-ready') return false
  const { cause } = error
  // A timeout would happen on the primary too
  if (cause instanceof Error) return !('code' in cause && cause.code === '57014')
  return !replica.answers
}
