// The product behind pgbouncer in transaction mode, with one connection per database login.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '@claviger/contract/access/sign-in'
import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject as provided, test, vi } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { verifyLog } from '../../src/features/oversight/log-chain/chain-verification.ts'
import { writeBackup } from '../../src/platform/backup/backup-writer.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { kinds } from '../../src/jobs/job-kinds.ts'
import { openAppContext, type OpenAppContext } from '../../src/open-app-context.ts'
import { outboxMails } from '../../src/integrations/mail.ts'
import { asAssertion, asRegistration, softwareKey } from '../api/authenticator.ts'
import { type Bouncer, bouncerProgram, poolingModes, startBouncer } from '../emulators/bouncer.ts'
import { type Fixtures, createFixtures as makeGiven } from '../api/fixtures.ts'
import { callerOf, type Caller } from '../app/caller.ts'
import { testData } from '../api/test-data.ts'
import { TestClock } from '../app/test-app.ts'
import { databaseAt } from '../app/template.ts'
import { builtProgram } from '../processes/build-server.ts'

// Everything waits for the same connection, possibly on a busy machine
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const tried = poolingModes()

test(`${tried.length} kinds of pgbouncer are tried`, () => {
  // If pgbouncer is missing, the test name says so
  expect(tried.length > 0).toBe(existsSync(bouncerProgram))
})

describe.each(tried)('behind a pgbouncer that $called', ({ prepared }) => {
  const url = provided('databaseUrl')
  const name = `bounced_${process.pid}_${prepared ?? 'x'}_${Date.now().toString(36)}`
  const operator = new pg.Client(url)
  const env: Record<string, string> = {
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_POOL: '6',
    RATE_LIMIT_FACTOR: '1000',
    LOG_CHECKPOINTS: join(tmpdir(), name),
    KEEP_MAIL: 'true',
  }
  let bouncer: Bouncer | undefined
  let world: OpenAppContext
  let given: Fixtures
  let as: (authorization: string | undefined) => Caller
  let close = () => Promise.resolve()

  beforeAll(async () => {
    await operator.connect()
    await operator.query(`create database ${name}`)
    bouncer = await startBouncer(databaseAt(url, name), prepared)
    env['DATABASE_URL'] = bouncer.url
    const open = () =>
      openAppContext(
        loadConfig(env),
        { connectionString: env['DATABASE_URL'] },
        pino({ level: 'silent' }),
        new TestClock(),
      )
    // Two servers starting at the same time migrate an empty database one after the other
    const [first, second] = await Promise.all([open(), open()])
    await second.close()
    world = first
    const app = await makeApp(world)
    await app.ready()
    world.jobs.work(world, kinds)
    as = authorization => callerOf(app, authorization)
    given = await makeGiven(world)
    close = async () => {
      await app.close()
      await world.close()
    }
  })

  afterAll(async () => {
    await close()
    await bouncer?.end()
    const { rows } = await operator.query<{ login: string }>(
      `select rolname as login from pg_roles
       where rolname like (select 'claviger\\_runtime\\_' || oid || '\\_%' from pg_database where datname = $1)`,
      [name],
    )
    await operator.query(`drop database ${name} with (force)`)
    for (const { login } of rows) await operator.query(`drop role ${login}`)
    if (bouncer) await operator.query(`drop role ${bouncer.role}`)
    await operator.end()
    await rm(join(tmpdir(), name), { force: true })
  })

  const settings = `select current_user as role, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('default_transaction_read_only') as reads,
    current_setting('max_parallel_workers_per_gather') as workers, current_setting('app.workspace', true) as workspace`

  test('each pool acts as its role with its time limits', async () => {
    const limits = { statement: '30s', idle: '1min', workers: '0' }
    const of = async (pool: pg.Pool) => (await pool.query<Record<string, string>>(settings)).rows[0]
    expect(await of(world.pool)).toMatchObject({ role: 'claviger_app', reads: 'off', ...limits })
    expect(await of(world.readPool)).toMatchObject({ role: 'claviger_app', reads: 'on', ...limits })
    expect(await of(world.superPool)).toMatchObject({ role: 'claviger_super', reads: 'off', ...limits })
    await expect(world.pool.query('set local statement_timeout = 50; select pg_sleep(10)')).rejects.toMatchObject({
      code: '57014',
    })
  })

  test('two workspaces and a unit administrator on one connection see and change only their own data', async () => {
    const [owner, elsewhere] = [as(given.owner.accessToken), as(given.ownerElsewhere.accessToken)]
    const ward = await owner.tell(units.create, { name: 'Ward', description: '' })
    const [inside] = [await given.addUser('Wanda', 'Ward'), await given.addUser('Otto', 'Outside')]
    await owner.tell(units.addMembers, { id: ward.id, users: [inside] })
    const head = await given.addUser('Uma', 'Units')
    const { workspace } = given.owner
    await testData({ as, given }).appointOver(head, [ward.id], 3, [1])
    const limited = as((await given.session({ id: head, workspace })).accessToken)
    const page = { pageSize: 50 }
    const idsOf = async (caller: Caller) => new Set((await caller.tell(users.list, page)).items.map(one => one.id))
    const [all, theirs] = [await idsOf(owner), await idsOf(elsewhere)]
    expect(await idsOf(limited)).toEqual(new Set([inside]))
    expect(theirs).toEqual(new Set([given.ownerElsewhere.id]))
    const rounds = Array.from({ length: 30 }, async (_one, round) => {
      expect(await idsOf(owner)).toEqual(all)
      expect(await idsOf(elsewhere)).toEqual(theirs)
      expect(await idsOf(limited)).toEqual(new Set([inside]))
      await owner.tell(groups.create, { name: `North ${round}` })
      await elsewhere.tell(groups.create, { name: `South ${round}` })
      expect(await elsewhere.ask(users.get, { id: inside })).toMatchObject({ status: 404 })
      expect(await limited.ask(groups.create, { name: `Unit ${round}` })).toMatchObject({ status: 403 })
    })
    await Promise.all(rounds)
    const groupsOf = async (caller: Caller) => (await caller.tell(groups.list, page)).items.map(one => one.name)
    expect((await groupsOf(owner)).filter(one => one.startsWith('South'))).toEqual([])
    expect((await groupsOf(elsewhere)).filter(one => one.startsWith('North'))).toEqual([])
    // All used one connection, which must not keep any session state
    const own = [world.pool, world.readPool]
    for (const pool of own) {
      const asked = await Promise.all(
        Array.from({ length: 4 }, () => pool.query<{ process: number }>('select pg_backend_pid() as process')),
      )
      expect(new Set(asked.map(({ rows }) => rows[0]?.process)).size).toBe(1)
      const { rows } = await pool.query<Record<string, string>>(settings)
      expect(rows[0]).toMatchObject({ role: 'claviger_app' })
      expect(rows[0]?.['workspace'] ?? '').toBe('')
    }
  })

  test('a user signs in with a passkey and signs out', async () => {
    const me = as(given.administrator.accessToken)
    const key = softwareKey({ origin: 'http://localhost:8080' })
    const { session, authInfo } = await me.tell(credentials.challenge, { purpose: 'add' })
    if (!authInfo.creation) throw new Error('no options to make a passkey')
    await me.tell(credentials.add, { ...asRegistration(key.create(authInfo.creation)), session })
    const begun = await as(undefined).tell(signIn.passkeyInitial)
    const answer = asAssertion(key.get(begun.options))
    const signedIn = await as(begun.session).ask(signIn.passkeyLogin, answer)
    expect(signedIn.status).toBe(200)
    // The challenge was spent
    expect((await as(begun.session).ask(signIn.passkeyLogin, answer)).status).not.toBe(200)
    const again = as(String(signedIn.body['accessToken']))
    expect((await again.tell(users.list, { pageSize: 5 })).items.length).toBeGreaterThan(0)
    await again.tell(signIn.logout)
    expect(await again.ask(users.list, { pageSize: 5 })).toMatchObject({ status: 401 })
  })

  test('users are added, listed, searched, and grouped in bulk, and the log records it and verifies', async () => {
    const admin = as(given.userManager.accessToken)
    const made = await Promise.all(
      Array.from({ length: 20 }, (_one, i) =>
        admin.tell(users.create, {
          userId: `bulk${i}`,
          firstName: 'Bulk',
          lastName: `Person ${i}`,
          email: `bulk${i}@northgate.example`,
        }),
      ),
    )
    const ids = made.map(one => one.id)
    const page = { pageSize: 50 }
    expect((await admin.tell(users.list, { ...page, search: 'bulk' })).items).toHaveLength(20)
    const key = await given.addKey(String(ids[0]))
    const keys = await as(given.owner.accessToken).tell(securityKeys.list, { ...page, search: 'Person 0' })
    expect(keys.items.map(one => one.id)).toEqual([key])
    const { id: group } = await as(given.owner.accessToken).tell(groups.create, { name: 'Bulk' })
    await admin.tell(bulkRuns.addToGroup, { ids, target: group })
    const members = async () => new Set((await admin.tell(users.list, { ...page, group })).items.map(one => one.id))
    await expect.poll(members, { timeout: 60_000 }).toEqual(new Set(ids))
    const email = 'invited@northgate.example'
    await admin.tell(users.create, { userId: email, firstName: 'Ines', lastName: 'Invited', email, invite: true })
    const recipients = async () => (await outboxMails(world)).map(one => one.to)
    await expect.poll(recipients, { timeout: 60_000 }).toContain(email)
    const lines = await as(given.owner.accessToken).tell(activity.list, { ...page, search: 'Person 7' })
    expect(lines.items.length).toBeGreaterThan(0)
    const verdicts = []
    for await (const verdict of verifyLog(world)) verdicts.push(verdict.fault)
    expect(verdicts.length).toBeGreaterThan(0)
    expect(new Set(verdicts)).toEqual(new Set([null]))
  })

  test('a backup is written by the server and by the command', async () => {
    const file = join(tmpdir(), `${name}.sql.gz`)
    expect((await writeBackup(world, file)).rows).toBeGreaterThan(0)
    const { code, said } = await new Promise<{ code: number | string | null; said: string }>(done => {
      const child = execFile(
        process.execPath,
        [builtProgram('admin'), 'backup', file, '--json'],
        { env: { PATH: process.env['PATH'], ...env } },
        (_error, out, error) => done({ code: child.exitCode, said: out + error }),
      )
    })
    expect(said).toContain('"rows":')
    expect(code).toBe(0)
    await rm(file)
  })
})
