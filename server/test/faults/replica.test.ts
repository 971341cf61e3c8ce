import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessions } from '@claviger/contract/access/sessions'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { makeApp } from '#app.ts'
import { loadConfig } from '#platform/config.ts'
import { openAppContext } from '#open-app-context.ts'
import { createFixtures as givenIn } from '../api/fixtures.ts'
import { atEnd } from '../app/at-end.ts'
import { callerOf } from '../app/caller.ts'
import { testData } from '../api/test-data.ts'
import { TestClock } from '../app/test-app.ts'
import { database } from './postgres.ts'

// A database, a streaming replica, and a server that may read from it
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const folder = await mkdtemp(join(tmpdir(), 'claviger-copy-'))
// PostgreSQL may run under another account
await chmod(folder, 0o711)
const first = await database(join(folder, 'first'))
await first.start()
const [log, clock] = [pino({ level: 'silent' }), new TestClock()]
const env = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), DATABASE_URL: first.url, RATE_LIMIT_FACTOR: '1000' }
const openWith = (more: Record<string, string>) =>
  openAppContext(loadConfig({ ...env, KEEP_MAIL: 'true', ...more }), { connectionString: first.url }, log, clock)
const before = await openWith({})
const given = await givenIn(before)
await first.end('SIGINT')
const copy = await first.standby(join(folder, 'copy'))
const strayed = await first.standby(join(folder, 'strayed'))
await Promise.all([first.start(), copy.start()])
const reading = async (from: typeof copy) => {
  const opened = await openWith({ DATABASE_READ_URL: from.url })
  const made = await makeApp(opened)
  atEnd(async () => {
    await made.close()
    await opened.close()
  })
  await made.ready()
  return { world: opened, app: made }
}

afterAll(async () => {
  await before.close()
  await Promise.all([copy, strayed, first].map(one => one.end('SIGKILL')))
  await rm(folder, { recursive: true, force: true })
})
const { world, app } = await reading(copy)

const as = (token: string) => callerOf(app, token)
const admin = as(given.administrator.accessToken)
const { replica } = world

let reads = 0
replica?.pool.on('acquire', () => reads++)
beforeEach(async () => {
  await expect.poll(() => replica?.answers).toBe(true)
  reads = 0
})

let added = 0
async function addedIsListed(by = admin): Promise<boolean> {
  const lastName = `Follower${added++}`
  const email = `${lastName}@northgate.example`.toLowerCase()
  await by.tell(users.create, { userId: email, firstName: 'Fay', lastName, email })
  const { items } = await by.tell(users.list, { search: lastName, pageSize: 10 })
  return items.length === 1
}

test('lists are read from the replica and show changes made a moment before', async () => {
  for (let i = 0; i < 20; i++) expect(await addedIsListed()).toBe(true)
  expect(reads).toBeGreaterThanOrEqual(10)
})

test('a replica that lags is skipped until it has caught up', async () => {
  await copy.ask('select pg_wal_replay_pause()')
  expect(await addedIsListed()).toBe(true)
  expect(replica?.answers).toBe(false)
  await copy.ask('select pg_wal_replay_resume()')
  await expect.poll(() => replica?.answers).toBe(true)
  reads = 0
  expect(await addedIsListed()).toBe(true)
  expect(reads).toBe(1)
})

test('a user who was signed out is refused, however far the replica is behind', async () => {
  const { accessToken } = await given.session(given.readOnly)
  const leaving = as(accessToken)
  expect((await leaving.ask(users.list, { pageSize: 10 })).status).toBe(200)
  await copy.ask('select pg_wal_replay_pause()')
  await as(given.owner.accessToken).tell(sessions.endAllOfUser, { id: given.readOnly.id })
  expect((await leaving.ask(users.list, { pageSize: 10 })).status).toBe(401)
  await copy.ask('select pg_wal_replay_resume()')
})

test('a unit administrator sees only users of the unit, also on the replica', async () => {
  const owner = as(given.owner.accessToken)
  const ward = (await owner.tell(units.create, { name: 'Ward 3' })).id
  const [uma, mine] = await Promise.all(
    ['uma', 'mine'].map(userId =>
      owner.tell(users.create, {
        userId,
        email: `${userId}@ward.example`,
        firstName: 'Of',
        lastName: userId,
        organizationUnits: userId === 'mine' ? [ward] : [],
      }),
    ),
  )
  if (!uma || !mine) throw new Error('nobody was added')
  await testData({ as, given }).appointOver(uma.id, [ward], 3, [3])
  const { accessToken } = await given.session({ id: uma.id, workspace: given.owner.workspace })
  reads = 0
  const { items } = await as(accessToken).tell(users.list, { pageSize: 50 })
  expect(items.map(one => one.id)).toEqual([mine.id])
  expect(reads).toBe(1)
})

test('an export is read from the replica', async () => {
  const file = await app.inject({
    url: `${users.exportAll.path}?format=csv`,
    headers: { authorization: given.administrator.accessToken },
  })
  expect(file.body).toContain('Hopper')
  expect(reads).toBeGreaterThan(0)
})

test('an unavailable replica fails no request, and is used again when it is available', async () => {
  await copy.end('SIGKILL')
  for (let i = 0; i < 5; i++) expect(await addedIsListed()).toBe(true)
  await expect.poll(() => replica?.answers).toBe(false)
  await copy.start()
  await expect.poll(() => replica?.answers).toBe(true)
  reads = 0
  expect(await addedIsListed()).toBe(true)
  expect(reads).toBe(1)
})

test('a replica that was promoted to its own database is no longer read', async () => {
  await strayed.start()
  const own = await reading(strayed)
  const asker = callerOf(own.app, given.administrator.accessToken)
  await expect.poll(() => own.world.replica?.answers).toBe(true)
  await strayed.ask('select pg_promote()')
  await strayed.ask("update users set first_name = 'Strayed'")
  const { items } = await asker.tell(users.list, { pageSize: 10 })
  expect(items.filter(one => one.firstName === 'Strayed')).toEqual([])
  expect(await addedIsListed(asker)).toBe(true)
})
