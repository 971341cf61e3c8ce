import type { ConnectionConfig } from '../platform/db/db.ts'
import { withClient } from '#platform/db/database-client.ts'

/** Connections left for commands, backups, and database tools. */
const kept = 8

/** Connections of a process outside its pools: jobs, the health check, and the initial one. */
const besides = 6

/**
 * All connections of a process with `DATABASE_POOL` = `pool`; a third as many again serve jobs and super
 * administration.
 */
export const connectionsOfProcess = (pool: number): number => 2 * pool + Math.max(2, Math.ceil(pool / 3)) + besides

/**
 * The pool size per process such that all, plus one during a replacement, fit the database; at most the wished
 * size. Undefined if there is not enough room.
 */
export function shareOf(wished: number, connections: number, processes: number): number | undefined {
  const share = Math.floor((connections - kept) / (processes + 1))
  for (let pool = wished; pool > 0; pool--) if (connectionsOfProcess(pool) <= share) return pool
  return undefined
}

export async function connectionsFor(connection: ConnectionConfig): Promise<number> {
  const { rows } = await withClient({ ...connection, connectionTimeoutMillis: 30_000 }, 'start', client =>
    // PostgreSQL 15 has only the first two
    client.query<{ room: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int as room`,
    ),
  )
  return rows[0]?.room ?? 0
}
