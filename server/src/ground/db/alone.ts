import type pg from 'pg'

/**
 * Does work in one transaction that only one process of a database is in at a time; the others wait, and then find
 * nothing to do. The lock ends with the transaction: one of a session would stay on a connection that is lent on.
 */
export async function alone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(7217)')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
