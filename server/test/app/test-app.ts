import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject as provided } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { kinds } from '../../src/jobs/job-kinds.ts'
import { openAppContext, type OpenAppContext } from '../../src/open-app-context.ts'
import { outboxMails } from '../../src/integrations/mail.ts'
import { atEnd } from './at-end.ts'
import { type Caller, callerOf } from './caller.ts'
import { confirming } from './confirming.ts'
import { type Fixtures, createFixtures } from '../api/fixtures.ts'
import { brokenLinksIn } from './mailed-links.ts'
import { copyTemplate, databaseAt } from './template.ts'
import { watch } from './audit-probe.ts'

export { type Answer, type Caller, CallRefused } from './caller.ts'

export class TestClock {
  #now = new Date()
  now(): Date {
    return new Date(this.#now)
  }
  forward(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

export interface TestApp {
  app: FastifyInstance
  world: OpenAppContext
  clock: TestClock
  given: Fixtures
  as(authorization: string | undefined): Caller
  beside(): Promise<TestApp['as']>
  mailTo(address: string): Promise<{ subject: string; code: string | undefined; link: string | undefined }>
  /** Calls and jobs that changed something without a log line. A test that provokes one must remove it. */
  silent: string[]
  close(): Promise<void>
}

let count = 0

/**
 * A real app on its own database, copied from the template; closed after the test file, or after the test that
 * opened it.
 */
export async function startTestApp(
  env: Record<string, string> = {},
  /** Gets every line of the process log, of all levels. */
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const url = provided('databaseUrl')
  const name = `house_${process.pid}_${count++}_${Date.now().toString(36)}`
  await onServer(url, copyTemplate(name))
  const config = loadConfig({
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: databaseAt(url, name),
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_POOL: '6',
    RATE_LIMIT_FACTOR: '1000',
    LOG_CHECKPOINTS: join(tmpdir(), name),
    KEEP_MAIL: 'true',
    ...env,
  })
  const clock = new TestClock()
  const log = logTo ? pino({ level: 'trace' }, logTo) : pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const opened = await openAppContext(config, { connectionString: databaseAt(url, name) }, log, clock)
  const silent: string[] = []
  const world: OpenAppContext = { ...opened, auditProbe: watch(opened, silent) }
  const logins = [world.pool, world.readPool, world.superPool].map(({ options }) =>
    String(options.user ?? new URL(options.connectionString ?? '').searchParams.get('user')),
  )
  const app = await makeApp(world)
  await app.ready()
  world.jobs.work(world, kinds)
  const end = async () => {
    const broken = await outboxMails(world, 10_000).then(
      mails => brokenLinksIn(mails, config.publicUrl),
      (error: unknown) => [`The emails were not read: ${String(error)}`],
    )
    await app.close()
    await world.close()
    const bare = await withoutBefore(databaseAt(url, name))
    await onServer(url, `drop database if exists ${name} with (force)`)
    await onServer(url, `drop role if exists ${logins.join(', ')}`)
    await rm(join(tmpdir(), name), { force: true })
    expect(silent.splice(0), 'what changes leaves a line in the activity log, or its contract says why not').toEqual([])
    expect(broken, 'a link in an email leads to a page of the console').toEqual([])
    expect(bare, 'a line that says that something is gone says what it was').toEqual([])
  }
  let ended: Promise<void> | undefined
  const close = () => (ended ??= end())
  atEnd(close)
  const beside = async () => {
    const second = await openAppContext(config, { connectionString: databaseAt(url, name) }, log, clock)
    const itsApp = await makeApp(second)
    await itsApp.ready()
    atEnd(async () => {
      await itsApp.close()
      await second.close()
    })
    return (authorization: string | undefined) => confirming(world, authorization, callerOf(itsApp, authorization))
  }
  return {
    app,
    world,
    clock,
    beside,
    given: await createFixtures(world),
    silent,
    as: authorization => confirming(world, authorization, callerOf(app, authorization)),
    mailTo: a => mailTo(world, a),
    close,
  }
}

export async function twinOf({ world, clock }: TestApp): Promise<Pick<TestApp, 'app' | 'world' | 'as'>> {
  const twin = await openAppContext(world.config, { connectionString: world.config.databaseUrl }, world.log, clock)
  const app = await makeApp(twin)
  await app.ready()
  atEnd(async () => {
    await app.close()
    await twin.close()
  })
  return { app, world: twin, as: authorization => confirming(twin, authorization, callerOf(app, authorization)) }
}

async function withoutBefore(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ action: string }>(`
      select distinct action from activities where status = 1 and length(request_id) = 36
        and action ~ '(deleted|removed|purged)$' and coalesce(before, '{}') = '{}'`)
    return rows.map(row => row.action)
  } finally {
    await client.end()
  }
}

let toServer: pg.Pool | undefined

/** Runs a statement outside of the test databases, on one connection for all files of this process. */
async function onServer(connectionString: string, statement: string): Promise<void> {
  if (!toServer) {
    toServer = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // The database may stop while this process still runs
    toServer.on('error', () => undefined)
  }
  await toServer.query(statement)
}

/** True for the invitation to a role: test users accepted theirs, so tests wait for the email after it. */
const isOfRole = (one: { button?: { href: string } | undefined }) =>
  one.button?.href.endsWith('/dashboard/role') === true

async function mailTo(world: OpenAppContext, address: string) {
  for (let tries = 0; tries < 500; tries++) {
    const mail = (await outboxMails(world)).find(one => one.to === address && !isOfRole(one))
    if (mail) return { subject: mail.subject, code: mail.code, link: mail.button?.href }
    await sleep(10)
  }
  throw new Error(`no mail to ${address}`)
}
