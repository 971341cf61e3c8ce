import { setTimeout as sleep } from 'node:timers/promises'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { openAppContext } from '../open-app-context.ts'
import { atEnd } from '#test/app/at-end.ts'
import { asOwner } from '#test/app/plans.ts'
import { startTestApp, twinOf } from '#test/app/test-app.ts'
import { Wire } from '#test/faults/wire.ts'
import { statementOf } from './db/parts.ts'
import { openJobPool } from './db/pool/pool.ts'
import { openJobs } from './jobs.ts'

const home = await startTestApp()
const { given, mailTo } = home

test('a job that another process stores is found, and the next one as well', async () => {
  const elsewhere = (await twinOf(home)).as((await given.session(given.owner)).accessToken)
  for (const userId of ['nora', 'otto']) {
    const email = `${userId}@northgate.example`
    await elsewhere.tell(users.create, { userId, firstName: 'Nora', lastName: 'North', email, invite: true })
    expect((await mailTo(email)).subject).toMatch(/Northgate/)
  }
})

/** A process whose connections all lead through a wire, and which has done a first job. */
async function startBehindWire() {
  const { config, log, superPool } = home.world
  const database = new URL(config.databaseUrl ?? '')
  const { host, port = database.port } = Object.fromEntries(database.searchParams)
  const wire = new Wire(host?.startsWith('/') ? `${host}/.s.PGSQL.${port}` : Number(port))
  database.host = `127.0.0.1:${await wire.listen()}`
  database.search = ''
  const open = new Set(await pulses())
  const twin = await openAppContext(config, { connectionString: database.href }, log, home.clock)
  const done: string[] = []
  const kind = {
    name: 'note',
    work: async (_: unknown, { text }: { text: string }) => void done.push(text),
  }
  const elsewhere = await openJobs(
    openJobPool({ connectionString: config.databaseUrl }, () => undefined),
    [kind],
    () => undefined,
  )
  atEnd(async () => {
    await elsewhere.stop()
    await twin.close()
    wire.close()
  })
  const store = async (text: string) => {
    const { text: statement, values } = statementOf({ job: await elsewhere.part(kind, { text }) })
    await superPool.query(statement, [...values])
  }
  twin.jobs.work(twin, [kind])
  await store('before')
  await expect.poll(() => done).toEqual(['before'])
  const pulse = async () => (await pulses()).find(pid => !open.has(pid))
  return { wire, store, done, pulse }
}

/** The health checks of all processes. */
async function pulses(): Promise<number[]> {
  const { rows } = await home.world.superPool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'claviger pulse'",
  )
  return rows.map(({ pid }) => pid)
}

test('jobs are found again after all connections were lost silently', async () => {
  const { wire, store, done, pulse } = await startBehindWire()
  await expect.poll(pulse).toBeDefined()
  wire.leaveHalfOpen()
  await store('after')
  await expect.poll(() => done).toEqual(['before', 'after'])
})

test('jobs are found again if the health check was just connecting', async () => {
  const { wire, store, done, pulse } = await startBehindWire()
  await expect.poll(pulse).toBeDefined()
  wire.ignoreNew(true)
  await asOwner(home.world, `select pg_terminate_backend(${await pulse()})`)
  await expect.poll(pulse).toBeUndefined()
  wire.leaveHalfOpen()
  // Longer than an unanswered health check is waited for
  await sleep(2500)
  wire.ignoreNew(false)
  await store('after')
  await expect.poll(() => done).toEqual(['before', 'after'])
})

test('jobs are found again if their own connections were just connecting', async () => {
  const { wire, store, done, pulse } = await startBehindWire()
  await expect.poll(pulse).toBeDefined()
  wire.ignoreNew(true)
  wire.cut()
  // Longer than an unanswered health check is waited for
  await sleep(2500)
  wire.ignoreNew(false)
  await store('after')
  // Sooner than the pool gives up by itself
  await expect.poll(() => done, { timeout: 8000 }).toEqual(['before', 'after'])
})
