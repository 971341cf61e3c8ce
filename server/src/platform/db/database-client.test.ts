import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { createClient, withClient } from './database-client.ts'

test('a lost connection fails the next query and does not end the process', async () => {
  const { world } = await startTestApp()
  const owner = { connectionString: world.config.databaseUrl }
  const work = withClient(owner, 'start', async client => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise(done => client.once('end', done))
    await withClient(owner, 'start', other => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
    await lost
    return client.query('select 1')
  })
  await expect(work).rejects.toThrow('not queryable')
})

test.runIf(process.platform === 'linux')(
  'the system probes a silent connection, so that a lost server is noticed',
  async () => {
    const database = createServer(socket => void socket.on('error', () => undefined))
    await new Promise<void>(done => database.listen(0, '127.0.0.1', done))
    const { port } = database.address() as AddressInfo
    const client = createClient({ host: '127.0.0.1', port }, 'start')
    const connecting = client.connect().catch(() => undefined)
    // proc_net_tcp(5): local address, remote address, state, queues, and the timer, which is 02 for probes
    const timers = () =>
      readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .map(line => line.trim().split(/\s+/))
        .filter(
          ([, , remote, state]) =>
            remote?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`) && state === '01',
        )
        .map(([, , , , , timer]) => timer?.slice(0, 2))
    await expect.poll(timers).toEqual(['02'])
    client.connection.stream.destroy()
    await connecting
    database.close()
  },
)
