// An own database as promised in the README: the oldest supported version, and a login with only the
// documented rights.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasOldestPostgres, type OldestPostgres, startOldest } from '../emulators/oldest.ts'
import { command, type ServerProcess, startServer } from '../processes/processes.ts'

// Each step starts processes, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe.skipIf(!hasOldestPostgres)(
  'on the oldest PostgreSQL, with a login that owns the database and can create roles',
  () => {
    let database: OldestPostgres
    let server: ServerProcess
    const ends: (() => Promise<unknown>)[] = []
    let env: Record<string, string>

    beforeAll(async () => {
      database = await startOldest()
      ends.push(() => database.end())
      await database.tell("create role hospital login createrole password 'secret'")
      await database.tell('create database hospital owner hospital')
      env = { DATABASE_URL: database.address('hospital', 'secret', 'hospital'), KEEP_MAIL: 'true' }
      server = await startServer(env)
      ends.push(() => server.end('SIGTERM'))
    })
    afterAll(async () => {
      for (const end of ends.toReversed()) await end()
    })

    test('users are added, found, and logged, and the log verifies', async () => {
      await command(env, 'create-workspace', 'Oldest Hospital', '--slug', 'oldest', '--owner', 'owner@oldest.example')
      const { accessToken } = await command(env, 'issue-session', 'owner@oldest.example')
      const ask = (method: string, path: string, body?: object) => server.call(method, path, body, String(accessToken))
      for (const [first, last] of [
        ['Zoë', 'Müller'],
        ['Ada', 'Okafor'],
        ['Ida', 'Okoye'],
      ]) {
        const address = `${first?.length}${last}@oldest.example`.normalize('NFD').replace(/\P{ASCII}/gu, '')
        const user = { userId: address, firstName: first, lastName: last, email: address }
        expect(await ask('POST', '/administrator/tokens', user)).toMatchObject({ status: 200 })
      }
      const found = await ask('GET', '/administrator/tokens/v2?search=muller')
      expect(found).toMatchObject({ status: 200, body: { total: 1, items: [{ firstName: 'Zoë' }] } })
      await expect
        .poll(async () => (await ask('GET', '/administrator/workspace/activity/logs?search=okoye')).body)
        .toMatchObject({ items: [{ action: 'user.created' }] })
      expect(await command(env, 'verify-log', '--workspace', 'oldest')).toMatchObject({
        logs: [{ workspace: 'oldest', fault: null }],
      })
    })

    test('a second start finds the database as expected', async () => {
      await server.end('SIGTERM')
      server = await startServer(env)
      const { accessToken } = await command(env, 'issue-session', 'owner@oldest.example')
      expect(await server.call('GET', '/administrator/tokens/v2', undefined, String(accessToken))).toMatchObject({
        body: { total: 4 },
      })
    })
  },
)
