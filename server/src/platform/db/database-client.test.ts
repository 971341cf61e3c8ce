import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { withClient } from './database-client.ts'

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
