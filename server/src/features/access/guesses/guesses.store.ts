import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { sendTogether } from '#platform/db/pipeline.ts'

/** Maximum guesses per hour and per day; after the first `free` guesses with growing delays, in seconds. */
export interface Allowance {
  readonly hour: number
  readonly day: number
  readonly free: number
  readonly waits: readonly [first: number, last: number]
}

/**
 * Takes a guess from each counter. Per counter returns 0, or the seconds to wait if none is left. A caller that
 * `queues` must report the result; it gets a negative value if pending guesses may be given back.
 */
export async function reserveGuessOfEach(
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

// In a fixed order, to prevent deadlocks
const eachOf = async (about: readonly Buffer[], change: (one: Buffer) => Promise<unknown>): Promise<void> => {
  await sendTogether(...about.map(change))
}

/** Gives back the guess taken at that time to each counter. */
export const releaseGuessOfEach = (db: Db, about: readonly Buffer[], at: Date): Promise<void> =>
  eachOf(about, one =>
    sql`
      update guesses set tried = ${without('tried', at)}, judged = ${without('judged', at)}
      where about = ${one} and ${at}::timestamptz = any(tried)`.execute(db),
  )

/** Marks the guess taken at that time as checked and wrong, so it stays counted. */
export const markGuessesWrong = (db: Db, about: readonly Buffer[], at: Date): Promise<void> =>
  eachOf(about, one =>
    sql`
      update guesses set judged = ${without('judged', at)}
      where about = ${one} and ${at}::timestamptz = any(judged)`.execute(db),
  )
