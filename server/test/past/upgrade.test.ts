// A released version's database is upgraded and its users continue to work.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { reachesOtherWorkspaces } from '@claviger/contract/platform/permissions'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, inject as provided, test } from 'vitest'
import { makeApp } from '#app.ts'
import { features } from '#features.ts'
import { verifyLog } from '#features/oversight/log-chain/chain-verification.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { systemClock } from '#platform/clock.ts'
import { loadConfig } from '#platform/config.ts'
import { everyMigration } from '#platform/db/migrate.ts'
import { kinds } from '#jobs/job-kinds.ts'
import { openAppContext } from '#open-app-context.ts'
import { keptKey } from '../api/authenticator.ts'
import { callerOf } from '../app/caller.ts'
import { origin, signInWith } from '../api/passkeys.ts'
import { databaseAt } from '../app/template.ts'
import { type UpgradeExtras, storedVersions, makeTablesOf, splitMigrations, placesOf } from './past.ts'

const url = provided('databaseUrl')
const files = await everyMigration()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function newDatabase(): Promise<string> {
  const operator = new pg.Client(url)
  await operator.connect()
  const name = `past_${process.pid}_${Date.now().toString(36)}`
  await operator.query(`create database ${name}`)
  ends.push(async () => {
    await operator.query(`drop database ${name} with (force)`)
    await operator.end()
  })
  return databaseAt(url, name)
}

async function openOn(address: string, masterKey: string) {
  const config = loadConfig({
    MASTER_KEY: masterKey,
    DATABASE_URL: address,
    DATABASE_POOL: '3',
    PUBLIC_URL: origin,
    LOG_CHECKPOINTS: 'off',
    KEEP_MAIL: 'true',
    RATE_LIMIT_FACTOR: '1000',
  })
  const world = await openAppContext(config, { connectionString: address }, pino({ level: 'silent' }), systemClock)
  ends.push(() => world.close())
  const app = await makeApp(world)
  ends.push(() => app.close())
  await app.ready()
  world.jobs.work(world, kinds)
  return { world, as: (authorization: string | undefined) => callerOf(app, authorization) }
}

const lists = features
  .map(bound => bound.endpoint)
  .filter(({ method, path, changes, may }) => method === 'GET' && !path.includes('{') && !changes && may.includes('.'))
  .filter(({ may }) => !reachesOtherWorkspaces(may))

describe.each(storedVersions())('a database of version %s', version => {
  const { backup, beside } = placesOf(version)
  const { masterKey, email, key, users: people, jobs } = JSON.parse(readFileSync(beside, 'utf8')) as UpgradeExtras

  test('is upgraded; its owner signs in with the old passkey, reads everything, and continues working', async () => {
    const address = await newDatabase()
    const of = { connectionString: address }
    const nothing = () => Promise.resolve()
    await restoreBackup(of, backup, nothing, undefined, client => makeTablesOf(client, version, jobs))
    const { world, as } = await openOn(address, masterKey)
    const { rows } = await world.superPool.query<{ name: string }>('select name from migrations order by name')
    expect(rows.map(row => row.name)).toEqual(files.map(file => file.name))

    const signedIn = await signInWith({ as }, keptKey({ origin }, key))
    expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200)
    const owner = as(String(signedIn.body['accessToken']))
    // Sequential, because a busy machine refuses many parallel calls
    const broken: unknown[] = []
    for (const one of lists) {
      const { status, body } = await owner.ask(one)
      if (status >= 500) broken.push([one.path, body])
    }
    expect(broken).toEqual([])
    expect(await owner.tell(users.list, { search: email })).toMatchObject({ total: 1, items: [{ email }] })
    expect((await owner.tell(users.total, {})).total).toBe(people)
    expect((await owner.tell(activity.list, { search: 'Zoë' })).items.length).toBeGreaterThan(3)

    const name = randomUUID()
    const added = { userId: name, firstName: 'After', lastName: 'Upgrade', email: `${name}@northgate.example` }
    const { id } = await owner.tell(users.create, added)
    await owner.tell(users.remove, { id })
    await owner.tell(users.restore, { id })
    expect((await owner.tell(users.total, {})).total).toBe(people + 1)
    let lines = 0
    for await (const verdict of verifyLog(world, {})) {
      expect(verdict.fault).toBeNull()
      lines += verdict.checked
    }
    expect(lines).toBeGreaterThan(50)
  })
})

test('new migrations are distinguished from released ones, which must not be changed or removed', () => {
  const file = (name: string, text: string) => ({ name, text, checksum: text })
  const released = { '0.2.0': { '0001_a.sql': 'a' }, '0.3.0': { '0200_b.sql': 'b' } }
  const [a, b, c] = [file('0001_a.sql', 'a'), file('0200_b.sql', 'b'), file('0201_c.sql', 'c')]
  expect(splitMigrations(released, [a, b, c]).later).toEqual([c])
  expect(() => splitMigrations(released, [a, { ...b, checksum: 'other' }])).toThrow('0200_b.sql')
  expect(() => splitMigrations(released, [b, c])).toThrow('0001_a.sql')
})
