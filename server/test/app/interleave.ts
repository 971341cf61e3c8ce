import type pg from 'pg'
import type { AppContext } from '../../src/platform/app-context.ts'

/** Runs a change just before a statement gets its connection; by default the second. */
export async function runBetween<T>(
  { pool }: Pick<AppContext, 'pool'>,
  change: () => Promise<unknown>,
  work: () => Promise<T>,
  place = 2,
): Promise<T> {
  const { connect } = pool
  let taken = 0
  const late = async (...args: unknown[]) => {
    // A call with a callback is for another purpose
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
