import type pg from 'pg'
import type { World } from '../src/ground/world.ts'

/** Does something before whoever works has a connection for the statement of that place: the second, unless said otherwise. */
export async function between<T>(
  { pool }: Pick<World, 'pool'>,
  change: () => Promise<unknown>,
  work: () => Promise<T>,
  place = 2,
): Promise<T> {
  const { connect } = pool
  let taken = 0
  const late = async (...args: unknown[]) => {
    // Whoever gives a function wants a connection for something else
    if (args.length === 0 && ++taken === place) await change()
    return (connect as (...all: unknown[]) => Promise<pg.PoolClient>).apply(pool, args)
  }
  pool.connect = late as typeof connect
  try {
    return await work()
  } finally {
    pool.connect = connect
  }
}
