import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import { together } from '../../../ground/db/together.ts'

/** So many at most in any hour and any day; from the guess `free` on with growing waits, in seconds. */
export interface Allowance {
  readonly hour: number
  readonly day: number
  readonly free: number
  readonly waits: readonly [first: number, last: number]
}

/**
 * Takes a guess of each; of each 0, or the seconds to wait where none was left. Who `queues` says afterwards what became of
 * it, and is answered less than 0 where one may be left once those are judged that are under way.
 */
export async function takeOfEach(
  db: Db,
  of: readonly { about: Buffer; allowance: Allowance }[],
  now: Date,
  queues: boolean,
): Promise<number[]> {
  const takes = of.map(({ about, allowance: { hour, day, free, waits } }) => {
    const [first, last] = waits
    return sql`take_guess(${about}, ${now}, ${hour}, ${day}, ${free}, make_interval(secs => ${first}), make_interval(secs => ${last}), ${queues})`
  })
  const { rows } = await sql<{ waits: number[] }>`select array[${sql.join(takes)}] as waits`.execute(db)
  return rows[0]?.waits ?? []
}

const without = (column: 'tried' | 'judged', at: Date) => {
  const [list, place] = [sql.ref(column), sql`array_position(${sql.ref(column)}, ${at}::timestamptz)`]
  return sql`coalesce(${list}[:${place} - 1] || ${list}[${place} + 1:], ${list})`
}

// One after the other as they were taken, so that nobody waits in a circle
const eachOf = async (about: readonly Buffer[], change: (one: Buffer) => Promise<unknown>): Promise<void> => {
  await together(...about.map(change))
}

/** Gives back of each the guess that was taken at that time. */
export const giveOneBack = (db: Db, about: readonly Buffer[], at: Date): Promise<void> =>
  eachOf(about, one =>
    sql`
      update guesses set tried = ${without('tried', at)}, judged = ${without('judged', at)}
      where about = ${one} and ${at}::timestamptz = any(tried)`.execute(db),
  )

/** The guess that was taken at that time is judged, and stays taken. */
export const endJudging = (db: Db, about: readonly Buffer[], at: Date): Promise<void> =>
  eachOf(about, one =>
    sql`
      update guesses set judged = ${without('judged', at)}
      where about = ${one} and ${at}::timestamptz = any(judged)`.execute(db),
  )
