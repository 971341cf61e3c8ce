import pg from 'pg'

type Purpose = 'backup' | 'pulse' | 'restore' | 'seed' | 'start'

/**
 * A client outside of the pools, not connected yet; the database lists it by its purpose. Without the listener, a
 * connection that is lost between or during queries would end the process. The query reports the loss, also of a server
 * that vanished without a word, which the system notices by probes.
 */
export function createClient(connection: pg.ClientConfig, purpose: Purpose): pg.Client {
  const probed = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
  const client = new pg.Client({ ...connection, ...probed, application_name: `claviger ${purpose}` })
  client.on('error', () => undefined)
  return client
}

/** Runs work on its own connection, and closes it. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  purpose: Purpose,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(connection, purpose)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
