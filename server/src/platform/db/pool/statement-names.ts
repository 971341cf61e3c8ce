import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ConnectionConfig } from '../db.ts'
import { withClient } from '../database-client.ts'

/**
 * A client without named statements, for a connection pooler that shares connections and doesn't support prepared
 * statements.
 */
export class NamelessClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const ask = this.query.bind(this) as (query: unknown, ...more: unknown[]) => unknown
    const nameless = (query: unknown, ...more: unknown[]) =>
      ask(isNamed(query) ? { text: query.text, values: query.values } : query, ...more)
    Object.assign(this, { query: nameless })
  }
}

const isNamed = (query: unknown): query is pg.QueryConfig =>
  typeof query === 'object' && query !== null && 'name' in query && 'text' in query && !('submit' in query)

/**
 * Are prepared statements available on later use? True for a direct connection, and for a pooler that renames them,
 * as PgBouncer does since 1.21.
 */
export function supportsPreparedStatements(connection: ConnectionConfig): Promise<boolean> {
  return withClient(connection, 'start', async client => {
    const name = `asked_${randomUUID()}`
    await client.query('begin')
    await client.query({ name, text: 'select 1', values: [] })
    const { rows } = await client.query<{ process: number; asItIs: boolean }>(
      'select pg_backend_pid() as process, exists (select from pg_prepared_statements where name = $1) as "asItIs"',
      [name],
    )
    // Clean up, because others use the connection next
    if (rows[0]?.asItIs === true) await client.query(`deallocate ${pg.escapeIdentifier(name)}`)
    await client.query('commit')
    const between = rows[0]?.process !== (client as unknown as { processID: number }).processID
    return !between || rows[0]?.asItIs === false
  })
}
