import type pg from 'pg'

// Roles belong to the whole cluster: where two of its databases are prepared at once, their grants may wait for each
// other, or change the same row
const meetings = new Set(['40P01', '40001', '23505', '42710', 'XX000'])

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: unknown }).code ?? codeOf(error.cause)) : undefined

/**
 * Does work in one transaction that only one process of a database is in at a time; the others wait, and then find
 * nothing to do. The lock ends with the transaction: one of a session would stay on a connection that is lent on.
 * What met the work of another database is done again, from its beginning.
 */
export async function alone<T>(client: pg.ClientBase, work: () => Promise<T>, tries = 5): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(7217)')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (tries > 1 && meetings.has(String(codeOf(error)))) return alone(client, work, tries - 1)
    throw error
  }
}
