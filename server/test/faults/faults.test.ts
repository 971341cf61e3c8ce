import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { command, startServer } from '../processes/processes.ts'
import { Crowd } from './crowd.ts'
import { database } from './postgres.ts'
import { Wire } from './wire.ts'

// Two servers, a database that dies, and a network in between. FAULTS=long uses the longest durations that
// occur in production
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const long = process.env['FAULTS'] === 'long'
const callers = long ? 40 : 8

const folder = await mkdtemp(join(tmpdir(), 'claviger-faults-'))
// PostgreSQL may run under another account
await chmod(folder, 0o711)
const first = await database(join(folder, 'first'))
const wire = new Wire(first.port)
const port = await wire.listen()
await first.start()
const env = {
  DATABASE_URL: first.url.replace(`:${first.port}/`, `:${port}/`),
  DATABASE_POOL: '4',
  RATE_LIMIT_FACTOR: '1000',
}
await command(env, 'create-workspace', 'Fault House', '--slug', 'fault', '--owner', 'owner@fault.example')
const servers = await Promise.all([startServer(env), startServer(env)])
const session = await command(env, 'issue-session', 'owner@fault.example', '--expires-in', '3600')
const token = String(session['accessToken'])
let now = first
let round = 0
const acknowledged: string[] = []

afterAll(async () => {
  await Promise.all(servers.map(server => server.end('SIGKILL')))
  wire.close()
  await Promise.all([first.end('SIGKILL'), now.end('SIGKILL')])
  await rm(folder, { recursive: true, force: true })
})

type Fault = (crowd: Crowd) => Promise<unknown>

async function under(fault: Fault): Promise<{ gap: number; crowd: Crowd }> {
  const crowd = new Crowd(
    servers.map(server => server.address),
    token,
    `r${round++}w`,
    callers,
  )
  await crowd.recovered(performance.now(), servers.length)
  await fault(crowd)
  const gap = await crowd.recovered(performance.now(), servers.length)
  await sleep(200)
  await crowd.stop()
  acknowledged.push(...crowd.acknowledged)
  return { gap, crowd }
}

// A server on its own recovers within three seconds; next to other tests on two cores it takes longer
const longestGap = long ? 3000 : 20_000
const pause = (longest: number, short: number) => sleep(long ? longest : short)
const faults: [string, Fault][] = [
  [
    'connections are ended by the database',
    () =>
      now.ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      ),
  ],
  ['connections are cut', async () => wire.cut()],
  ['connections are left half-open', async () => wire.leaveHalfOpen()],
  [
    'no data gets through',
    async () => {
      wire.swallow(true)
      await sleep(8000)
      wire.swallow(false)
    },
  ],
  [
    'every packet is delayed by 300 ms',
    async () => {
      wire.slow(300)
      await pause(10_000, 2000)
      wire.slow(0)
    },
  ],
  ...(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const).map((signal): [string, Fault] => [
    `the database ends by ${signal} and starts again`,
    async () => {
      await now.end(signal)
      await pause(3000, 500)
      await now.start()
    },
  ]),
  ['the disk is full for tables, and space is freed', full],
  [
    'a full disk stops the database, and space is freed',
    async () => {
      await now.fillDisk()
      await pause(3000, 500)
      await now.start()
    },
  ],
  [
    'a standby takes over',
    async () => {
      const second = await standby()
      await sleep(500)
      await now.end('SIGKILL')
      await second.ask('select pg_promote()')
      wire.leadTo(second.port)
      wire.cut()
      now = second
    },
  ],
]

/** Makes a table full that every new user needs; reads continue. */
async function full(crowd: Crowd) {
  await now.ask(`
    create table bytes (of uuid);
    create function take_bytes() returns trigger language plpgsql security definer as
      $$ begin insert into public.bytes values (new.id); return new; end $$;`)
  await now.fill('bytes')
  await now.ask('create trigger takes_bytes after insert on users for each row execute function take_bytes()')
  const filled = performance.now()
  await expect.poll(() => [...crowd.answers(filled, false)], { timeout: 30_000 }).toContain(503)
  await pause(3000, 500)
  const later = performance.now()
  await expect.poll(() => crowd.answers(later, true).size, { timeout: 30_000 }).toBe(1)
  expect([...crowd.answers(later, true)]).toEqual([200])
  expect(crowd.firstAfter(later, 0)).toBeUndefined()
  await now.ask('truncate bytes')
}

/** A standby with everything that was acknowledged since its start. */
async function standby() {
  await now.end('SIGINT')
  const second = await now.standby(join(folder, 'second'))
  await now.start()
  await second.start()
  await now.ask(`alter system set synchronous_standby_names = '*'`)
  await now.ask('select pg_reload_conf()')
  return second
}

test.each(faults)(
  'when %s, callers are asked to retry and continue soon after',
  { timeout: 120_000 },
  async (_name, fault) => {
    const { gap, crowd } = await under(fault)
    expect(servers.map(server => server.child.exitCode)).toEqual([null, null])
    const statuses = [...new Set(crowd.said.map(one => one.status))]
    expect(
      statuses.filter(status => ![200, 503].includes(status)),
      servers.map(server => server.said()).join('\n'),
    ).toEqual([])
    expect(crowd.said.filter(one => one.status === 503 && one.retryAfter === null)).toEqual([])
    expect(gap).toBeLessThan(longestGap)
  },
)

test('a killed server loses nothing, and the other one continues', { timeout: 60_000 }, async () => {
  const crowd = new Crowd(
    [servers[0], servers[1]].map(server => server.address),
    token,
    'killed',
    callers,
  )
  await crowd.recovered(performance.now(), 2)
  await servers[1].end('SIGKILL')
  const killed = performance.now()
  const gap = await crowd.recovered(killed, 1)
  await crowd.stop()
  acknowledged.push(...crowd.acknowledged)
  expect(gap).toBeLessThan(longestGap)
  expect([...new Set(crowd.said.filter(one => one.server === 0).map(one => one.status))]).toEqual([200])
})

test('after all faults, nothing acknowledged is lost and nothing exists twice', async () => {
  const client = new pg.Client(now.url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ name: string; lines: number }>(
    `select user_id as name, (select count(*)::int from activities where object_id = users.id::text and action = 'user.created') as lines
     from users where email like '%.%@fault.example'`,
  )
  await client.end()
  const kept = new Map(rows.map(row => [row.name, row.lines]))
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.filter(name => !kept.has(name))).toEqual([])
  expect(rows.length).toBe(kept.size)
  expect([...kept].filter(([, lines]) => lines !== 1)).toEqual([])
})
