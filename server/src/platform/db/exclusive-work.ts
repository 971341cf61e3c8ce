import type pg from 'pg'

// Roles are shared by the cluster: concurrent preparation of two databases can deadlock on grants, or update the same
// row
const meetings = new Set(['40P01', '40001', '23505', '42710', 'XX000'])

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: unknown }).code ?? codeOf(error.cause)) : undefined

/**
 * Runs work in a transaction that only one process per database executes at a time; others wait and then find nothing
 * to do. Uses a transaction-level lock, because a session lock would remain on a pooled connection. Conflicts with
 * the work of another database are retried from the start.
 */
export async function runExclusively<T>(client: pg.ClientBase, work: () => Promise<T>, tries = 5): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(7217)')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (tries > 1 && meetings.has(String(codeOf(error)))) return runExclusively(client, work, tries - 1)
    throw error
  }
}
