import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { account } from '@claviger/contract/access/account'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { users } from '@claviger/contract/people/users'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject as provided, test, vi } from 'vitest'
import { callerOf } from '#test/app/caller.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { operatorSays } from '#test/app/operator.ts'
import { databaseAt } from '#test/app/template.ts'
import { makeApp } from '#app.ts'
import { verifyLog } from '#features/oversight/log-chain/chain-verification.ts'
import { loadConfig } from '#platform/config.ts'
import { tablesOf } from '#platform/backup/tables.ts'
import { writeBackup } from '#platform/backup/backup-writer.ts'
import type { Operator } from '../command.ts'
import { backup } from './backup.ts'
import { openAppContext } from '#open-app-context.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const url = provided('databaseUrl')
const { as, given, world, clock } = await startTestApp()
const operator = new pg.Client(url)
await operator.connect()
const folder = await mkdtemp(join(tmpdir(), 'claviger-backup-'))
const file = join(folder, 'all.sql.gz')
const owner = `keeper_${process.pid}`
const made: string[] = []
let before: Record<string, string>
afterAll(async () => {
  for (const name of made) await operator.query(`drop database ${name} with (force)`)
  const { rows } = await operator.query<{ name: string }>(
    'select distinct member::regrole::text as name from pg_auth_members where grantor = $1::regrole and member <> grantor',
    [owner],
  )
  for (const { name } of rows) await operator.query(`drop role ${name}`)
  await operator.query(`drop role ${owner}`)
  await operator.end()
  await rm(folder, { recursive: true })
})

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

async function emptyOne(): Promise<string> {
  const name = `restored_${process.pid}_${made.length}`
  await operator.query(`create database ${name} owner ${owner}`)
  made.push(name)
  const address = new URL(databaseAt(url, name))
  address.username = owner
  address.password = 'secret'
  return address.toString()
}

const admin = (args: string[], env: Record<string, string>) =>
  operatorSays({ MASTER_KEY: key(7), LOG_CHECKPOINTS: 'off', ...env }, ...args)

async function contentOf(address: string): Promise<Record<string, string>> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query('set role claviger_super')
  const content: Record<string, string> = {}
  for (const { name } of await tablesOf(client, true)) {
    const { rows } = await client.query<{ says: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as says from ${name} t`,
    )
    content[name] = rows[0]?.says ?? ''
  }
  await client.end()
  return content
}

beforeAll(async () => {
  await operator.query(`create role ${owner} login createrole password 'secret'`)
  await operator.query(`grant claviger_app, claviger_super, claviger_unit to ${owner} with admin option`)
  const caller = as((await given.session(given.administrator)).accessToken)
  const odd = 'tab\tline\nback\\slash\\.\n\\.\n“é” 𝒳'
  for (let i = 0; i < 30; i++)
    await caller.tell(users.create, {
      userId: `kept-${i}`,
      firstName: `Kept ${i}`,
      lastName: 'Copy',
      email: `kept-${i}@northgate.example`,
      scimAttribute1: odd.replaceAll(/[\t\n]/g, ' '),
      invite: true,
    })
  const { items } = await caller.tell(users.list, { search: 'kept', pageSize: 50 })
  await caller.tell(bulkRuns.suspend, { ids: items.slice(0, 5).map(one => one.id) })
  await world.superPool.query(`update users set first_name = $1 where user_id = 'kept-7'`, [odd.slice(0, 60)])
  const dueJobs = async () => {
    const due = `select count(*)::integer as due from jobs.job where state < 'completed' and start_after <= now()`
    return (await world.superPool.query<{ due: number }>(due)).rows[0]?.due
  }
  await vi.waitFor(async () => expect(await dueJobs()).toBe(0), 20_000)
  const written = await admin(['backup', file, '--json'], { DATABASE_URL: world.config.databaseUrl as string })
  expect(written).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(written.out)).toMatchObject({ file, bytes: (await stat(file)).size })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  before = await contentOf(world.config.databaseUrl as string)
})

test('restores everything once, into an empty database, with a login that is not a superuser', async () => {
  const target = await emptyOne()
  const restored = await admin(['restore', file], { DATABASE_URL: target })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('You can start the server now')
  const after = await contentOf(target)
  expect(Object.keys(after).length).toBeGreaterThan(60)
  expect(after).toEqual(before)

  const config = loadConfig({ ...settings, DATABASE_URL: target })
  const again = await openAppContext(config, { connectionString: target }, pino({ level: 'silent' }), clock)
  const app = await makeApp(again)
  await app.ready()
  const caller = callerOf(app, given.owner.accessToken)
  expect(await caller.tell(account.self)).toMatchObject({ email: given.owner.email })
  expect((await caller.tell(users.list, { search: 'kept' })).total).toBe(30)
  await caller.tell(users.create, { userId: 'new', firstName: 'New', lastName: 'Here', email: 'new@northgate.example' })
  for await (const verdict of verifyLog(again, {})) expect(verdict.fault).toBeNull()
  await app.close()
  await again.close()
  expect(await admin(['restore', file], { DATABASE_URL: target })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/contains \d+ workspaces/) as string,
  })
})

const settings = { MASTER_KEY: key(7), DATABASE_POOL: '2', LOG_CHECKPOINTS: 'off', KEEP_MAIL: 'true' }

test('backs up a database that is reached by host, port, and user, such as the bundled one', async () => {
  const address = new URL(world.config.databaseUrl as string)
  const parts = {
    host: address.searchParams.get('host') ?? address.hostname,
    port: Number(address.searchParams.get('port') ?? (address.port || 5432)),
    user: address.username,
    password: decodeURIComponent(address.password),
    database: address.pathname.slice(1),
  }
  const reached = await openAppContext(loadConfig(settings), parts, pino({ level: 'silent' }), clock)
  const written = await writeBackup(reached, join(folder, 'parts.sql.gz'))
  const nowhere = join(folder, 'nowhere', 'parts.sql.gz')
  const refused = backup.work({ world: reached } as Operator, { at: () => nowhere, option: () => undefined })
  await expect(refused).rejects.toThrow(`${nowhere} can't be written: the folder doesn't exist`)
  await reached.close()
  expect(written.rows).toBeGreaterThan(100)
})

test('restore leaves a database in use by a running server unchanged', async () => {
  const there = world.config.databaseUrl as string
  // The server goes on scheduling jobs
  const contentWithoutJobs = async () =>
    Object.fromEntries(Object.entries(await contentOf(there)).filter(([name]) => !name.startsWith('jobs.')))
  const was = await contentWithoutJobs()
  expect(await admin(['restore', file], { DATABASE_URL: there })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/A server is using this database.+Nothing was restored/s) as string,
  })
  expect(await contentWithoutJobs()).toEqual(was)
})

const text = async () => gunzipSync(await readFile(file)).toString()
const broken: [string, () => Promise<Buffer> | Buffer, RegExp][] = [
  ['is truncated', async () => (await readFile(file)).subarray(0, 5000), /damaged|is incomplete/],
  ['lost its last line', async () => gzipSync((await text()).replace(/-- \{"rows"[^\n]*\n$/, '')), /is incomplete/],
  ['is missing a row', async () => gzipSync((await text()).replace(/^.*kept-3@.*\n/m, '')), /lacks rows of/],
  ['is not a backup', () => gzipSync('insert into users values (1);\n'), /isn't a backup of Claviger/],
  ['is not compressed', () => Buffer.from('hello'), /isn't a backup of Claviger/],
  [
    'names an unknown table',
    async () =>
      gzipSync((await text()).replace('copy public.users (', 'copy public.users; drop table public.users; (')),
    /isn't a backup of Claviger/,
  ],
  [
    'is from another version',
    async () => gzipSync((await text()).replace(/"0030_users.sql":"\w+"/, '"0030_users.sql":"other"')),
    /another version of Claviger, with different 0030_users.sql/,
  ],
]

test.each(broken)('a file that %s is refused, and nothing is restored', async (_, make, says) => {
  const bad = join(folder, 'bad.sql.gz')
  await writeFile(bad, await make())
  const target = await emptyOne()
  expect(await admin(['restore', bad], { DATABASE_URL: target })).toMatchObject({
    code: 1,
    err: expect.stringMatching(says) as string,
  })
  const client = new pg.Client(databaseAt(url, made.at(-1) as string))
  await client.connect()
  const { rows } = await client.query<{ made: boolean }>("select to_regclass('users') is not null as made")
  if (rows[0]?.made) {
    const left = await client.query(
      `select (select count(*)::int from users) as users, relforcerowsecurity as forced,
         (select count(*) > 0 from pg_constraint where contype = 'f' and conrelid = c.oid) as bound,
         (select bool_and(tgenabled = 'O') from pg_trigger where tgrelid = c.oid) as triggers
       from pg_class c where oid = 'users'::regclass`,
    )
    expect(left.rows).toEqual([{ users: 0, forced: true, bound: true, triggers: true }])
  }
  await client.end()
})

test('restores nothing without the master key of the backup, and names MASTER_KEY in the error', async () => {
  const target = await emptyOne()
  expect(await admin(['restore', file], { DATABASE_URL: target, MASTER_KEY: key(9) })).toMatchObject({
    code: 1,
    err: expect.stringContaining('MASTER_KEY') as string,
  })
  expect((await contentOf(target))['public.users']).toBe('0 ')
})

test('writes a complete backup when the row count of a table arrives after its last row', async () => {
  const address = new URL(world.config.databaseUrl as string)
  const host = address.searchParams.get('host') ?? address.hostname
  const databasePort = Number(address.searchParams.get('port') ?? (address.port || 5432))
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
  const relay = createServer(near => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${databasePort}`) : connect(databasePort, host)
    near.setNoDelay(true).pipe(far)
    const relayAll = async () => {
      for await (const bytes of far as AsyncIterable<Buffer>) {
        const end = bytes.indexOf(copyDone)
        near.write(end < 0 ? bytes : bytes.subarray(0, end + copyDone.length))
        if (end < 0) continue
        await sleep(20)
        near.write(bytes.subarray(end + copyDone.length))
      }
    }
    void relayAll().catch(() => near.destroy())
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
    far.on('error', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const parts = {
    host: '127.0.0.1',
    port: (relay.address() as AddressInfo).port,
    user: address.username,
    password: decodeURIComponent(address.password),
    database: address.pathname.slice(1),
  }
  const slow = await openAppContext(loadConfig(settings), parts, pino({ level: 'silent' }), clock)
  const late = join(folder, 'late.sql.gz')
  const written = await writeBackup(slow, late)
  await slow.close()
  relay.close()
  expect(written.rows).toBeGreaterThan(100)
  expect(await admin(['restore', late], { DATABASE_URL: await emptyOne() })).toMatchObject({ code: 0, err: '' })
})

test('writes a consistent snapshot while other transactions write', async () => {
  const caller = as((await given.session(given.administrator)).accessToken)
  let done = false
  const writing = (async () => {
    for (let i = 0; !done; i++)
      await caller.tell(users.create, {
        userId: `busy-${i}`,
        firstName: `Busy ${i}`,
        lastName: 'Bee',
        email: `busy-${i}@northgate.example`,
      })
  })()
  const busy = join(folder, 'busy.sql.gz')
  const written = await admin(['backup', busy], { DATABASE_URL: world.config.databaseUrl as string })
  done = true
  await writing
  expect(written).toMatchObject({ code: 0 })
  // The snapshot is consistent, otherwise foreign keys would make the restore fail
  expect(await admin(['restore', busy], { DATABASE_URL: await emptyOne() })).toMatchObject({ code: 0, err: '' })
})
