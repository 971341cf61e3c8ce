import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'

/** So many at most in any hour and any day; from the guess `free` on with growing waits, in seconds. */
export interface Allowance {
  readonly hour: number
  readonly day: number
  readonly free: number
  readonly waits: readonly [first: number, last: number]
}

/** Takes a guess of each; of each 0, or the seconds to wait where none was left. */
export async function takeOfEach(
  db: Db,
  of: readonly { about: Buffer; allowance: Allowance }[],
  now: Date,
): Promise<number[]> {
  const takes = of.map(({ about, allowance: { hour, day, free, waits } }) => {
    const [first, last] = waits
    return sql`take_guess(${about}, ${now}, ${hour}, ${day}, ${free}, make_interval(secs => ${first}), make_interval(secs => ${last}))`
  })
  const { rows } = await sql<{ waits: number[] }>`select array[${sql.join(takes)}] as waits`.execute(db)
  return rows[0]?.waits ?? []
}

/** Gives back of each the guess that was taken at that time. */
export async function giveOneBack(db: Db, about: readonly Buffer[], at: Date): Promise<void> {
  const place = sql`array_position(tried, ${at}::timestamptz)`
  await sql`
    update guesses set tried = tried[:${place} - 1] || tried[${place} + 1:]
    where about = any(${about}::bytea[]) and ${place} is not null`.execute(db)
}
