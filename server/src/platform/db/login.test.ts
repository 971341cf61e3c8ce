import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, inject as provided, test } from 'vitest'
import { startTestApp, TestClock } from '#test/app/test-app.ts'
import { databaseAt, templateName } from '#test/app/template.ts'
import { loadConfig } from '../config.ts'
import { openAppContext } from '#open-app-context.ts'
import type { ConnectionConfig } from './db.ts'

const url = provided('databaseUrl')
const operator = new pg.Client(url)
await operator.connect()
const left: string[] = []
afterAll(async () => {
  for (const statement of left.toReversed()) await operator.query(statement)
  await operator.end()
})
const here = await startTestApp()
const silent = pino({ level: 'silent' })
const named = (what: string) => `${what}_${process.pid}_${Date.now().toString(36)}`

async function database(owner?: string): Promise<string> {
  const name = named('login')
  await operator.query(`create database ${name} ${owner === undefined ? `template ${templateName}` : `owner ${owner}`}`)
  const { rows } = await operator.query<{ logins: string }>(
    `select string_agg('claviger_runtime_' || oid || '_' || kind, ', ') as logins
     from pg_database, unnest('{app,read,super}'::text[]) as kind where datname = $1`,
    [name],
  )
  left.push(`drop role if exists ${rows[0]?.logins}`, `drop database ${name} with (force)`)
  return name
}

async function role(may: string, grants = ''): Promise<string> {
  const name = named(`role${left.length}`)
  await operator.query(`create role ${name} login password 'secret' ${may}`)
  left.push(`drop role ${name}`)
  if (grants) await operator.query(`grant claviger_app, claviger_super, claviger_unit to ${name} ${grants}`)
  return name
}

const as = (user: string, name: string) => {
  const address = new URL(databaseAt(url, name))
  address.username = user
  address.password = 'secret'
  return address.toString()
}

async function started(name: string, given: ConnectionConfig, env: Record<string, string> = {}) {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
  const config = loadConfig({ DATABASE_URL: databaseAt(url, name), DATABASE_POOL: '2', MASTER_KEY, ...env })
  const world = await openAppContext(config, given, silent, new TestClock())
  const pools = [world.pool, world.readPool, world.superPool]
  const connections = pools.map(({ options: { connectionString, host, port, user, password, database: on } }) =>
    connectionString === undefined ? { host, port, user, password, database: on } : { connectionString },
  )
  await world.close()
  return connections
}

async function powers(connection: ConnectionConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const could: string[] = []
  const attempt = async (statement: string) => {
    await client.query('begin')
    await client.query(statement).then(
      () => could.push(statement),
      () => undefined,
    )
    await client.query('rollback')
  }
  const { rows: others } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname <> session_user',
  )
  for (const { name } of others) await attempt(`set role ${pg.escapeIdentifier(name)}`)
  for (const before of ['', 'set role claviger_super;'])
    for (const statement of [
      'alter table users add column x int',
      'alter table users disable row level security',
      'alter table users no force row level security',
      'alter table activities disable trigger all',
      'drop table activities',
      'drop function enter_session',
      'drop policy own_workspace on users',
      'create table public.x (n int)',
      'create schema x',
      'create role x',
      'create database x',
      'alter table jobs.job add column x int',
      'truncate activities',
      "set session_replication_role = 'replica'",
      'delete from migrations',
    ])
      await attempt(`${before}${statement}`)
  const owned = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relowner = user::regrole
     union all select datname from pg_database where datdba = user::regrole`,
  )
  await client.query('set role none')
  await client.query('select count(*) from users').then(
    () => could.push('select'),
    () => undefined,
  )
  await client.end()
  return [...could, ...owned.rows.map(row => row.name)]
}

const app = ['set role "claviger_app"', 'set role "claviger_unit"']
const only = [app, app, ['set role "claviger_app"', 'set role "claviger_super"']]
const powersOf = async (connections: ConnectionConfig[]) =>
  Promise.all(connections.map(async one => (await powers(one)).toSorted()))

const settings = [
  'role',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'max_parallel_workers_per_gather',
  'default_transaction_read_only',
]
const settingsOf = async (connection: ConnectionConfig): Promise<string[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ is: string[] }>(
    'select array(select current_setting(name) from unnest($1::text[]) as name) as is',
    [settings],
  )
  await client.end()
  return rows[0]?.is ?? []
}

test('the logins of a running server own nothing and can become only their roles', async () => {
  const pools = [here.world.pool, here.world.readPool, here.world.superPool]
  expect(await powersOf(pools.map(({ options: { user, connectionString } }) => ({ user, connectionString })))).toEqual(
    only,
  )
})

test('the same holds for a connection through a socket, as with the included database', async () => {
  const name = await database()
  const address = new URL(databaseAt(url, name))
  const logins = await started(name, {
    host: address.searchParams.get('host') ?? address.hostname,
    port: Number(address.searchParams.get('port') ?? (address.port || 5432)),
    user: address.username,
    password: decodeURIComponent(address.password),
    database: name,
  })
  expect(logins.map(one => ('user' in one ? one.user : ''))).toEqual([
    expect.stringMatching(/^claviger_runtime_\d+_app$/),
    expect.stringMatching(/^claviger_runtime_\d+_read$/),
    expect.stringMatching(/^claviger_runtime_\d+_super$/),
  ])
  expect(await powersOf(logins)).toEqual(only)
})

test('each login carries its settings, whatever a connection requests', async () => {
  const name = await database()
  const [one, reading, all] = await started(name, { connectionString: databaseAt(url, name) })
  const limits = ['30s', '1min', '0']
  expect(await settingsOf(one!)).toEqual(['claviger_app', ...limits, 'off'])
  expect(await settingsOf(reading!)).toEqual(['claviger_app', ...limits, 'on'])
  expect(await settingsOf(all!)).toEqual(['claviger_super', ...limits, 'off'])
  // The next start restores a missing grant, and nothing else
  const client = new pg.Client(databaseAt(url, name))
  await client.connect()
  const user = new URL((one as { connectionString: string }).connectionString).searchParams.get('user')
  await client.query(`alter role ${user} reset statement_timeout; alter role ${user} set work_mem = '1MB'`)
  await client.end()
  await started(name, { connectionString: databaseAt(url, name) })
  expect(await settingsOf(one!)).toEqual(['claviger_app', ...limits, 'off'])
})

test('several servers of one database share its logins, and logins of another database are refused', async () => {
  const [one, other] = [await database(), await database()]
  const first = await started(one, { connectionString: databaseAt(url, one) })
  expect(await started(one, { connectionString: databaseAt(url, one) })).toEqual(first)
  await started(other, { connectionString: databaseAt(url, other) })
  const elsewhere = new URL((first[0] as { connectionString: string }).connectionString)
  elsewhere.pathname = `/${other}`
  await expect(powers({ connectionString: elsewhere.toString() })).rejects.toThrow('permission denied for database')
})

test('an owner without other rights can migrate, and a lesser login can then start without the owner', async () => {
  const owner = await role('createrole', 'with admin option')
  const lesser = await role('noinherit')
  const name = await database(owner)
  const given = { connectionString: as(lesser, name) }
  await expect(started(name, given)).rejects.toThrow()
  const made = await started(name, given, { DATABASE_OWNER_URL: as(owner, name) })
  expect(await powersOf(made)).toEqual(only)
  expect(await started(name, given)).toEqual(made)
  expect(await powers(given)).toEqual(['set role "claviger_super"'])
  const client = new pg.Client(as(owner, name))
  await client.connect()
  const user = new URL((made[0] as { connectionString: string }).connectionString).searchParams.get('user')
  await client.query(`alter role ${user} reset role`)
  await expect(started(name, given)).rejects.toThrow('lacks its logins')
  await client.query("delete from migrations where name like '0001%'")
  await client.end()
  await expect(started(name, given)).rejects.toThrow('Start once with DATABASE_OWNER_URL')
})
