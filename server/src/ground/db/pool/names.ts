import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../db.ts'

/**
 * A connection whose statements have no names, for a database that is reached through something that lends the same
 * connection to many and knows nothing of what each of them prepared.
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
 * Whether a statement that was prepared by its name is there the next time it is named. It is where nobody stands
 * between us and the database, or where whoever does gives it another name there, as pgbouncer does from 1.21 on.
 */
export async function keepsNames(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, application_name: 'claviger start' })
  await client.connect()
  try {
    const name = `asked_${randomUUID()}`
    await client.query('begin')
    await client.query({ name, text: 'select 1', values: [] })
    const { rows } = await client.query<{ process: number; asItIs: boolean }>(
      'select pg_backend_pid() as process, exists (select from pg_prepared_statements where name = $1) as "asItIs"',
      [name],
    )
    // Others have the connection next
    if (rows[0]?.asItIs === true) await client.query(`deallocate ${pg.escapeIdentifier(name)}`)
    await client.query('commit')
    const between = rows[0]?.process !== (client as unknown as { processID: number }).processID
    return !between || rows[0]?.asItIs === false
  } finally {
    await client.end()
  }
}
