import pg from 'pg'
import type { Connection } from '../ground/db/db.ts'

/** Left to commands, backups and whoever looks at the database. */
const kept = 8

/** Connections of a process besides those of its pools: jobs, the pulse, the one that begins. */
const besides = 6

/** All connections of a process whose `DATABASE_POOL` is `pool`; a third as many stand for jobs and super administration. */
export const connectionsOf = (pool: number): number => 2 * pool + Math.max(2, Math.ceil(pool / 3)) + besides

/**
 * How large the pool of each process may be, so that all of them find room in the database, one more than there are
 * while one takes another's place; never larger than wished. Undefined where there is no room for so many.
 */
export function shareOf(wished: number, connections: number, processes: number): number | undefined {
  const share = Math.floor((connections - kept) / (processes + 1))
  for (let pool = wished; pool > 0; pool--) if (connectionsOf(pool) <= share) return pool
  return undefined
}

/** How many connections the database has for logins like ours. */
export async function connectionsFor(connection: Connection): Promise<number> {
  const client = new pg.Client({ ...connection, application_name: 'claviger start', connectionTimeoutMillis: 30_000 })
  await client.connect()
  try {
    // PostgreSQL 15 knows only the first two
    const { rows } = await client.query<{ room: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int as room`,
    )
    return rows[0]?.room ?? 0
  } finally {
    await client.end()
  }
}
