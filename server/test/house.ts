import type { Endpoint, InputOf, OutputOf } from '@claviger/contract/ground/endpoint'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, inject as provided } from 'vitest'
import { makeApp } from '../src/app.ts'
import { loadConfig } from '../src/ground/config.ts'
import { kinds } from '../src/jobs/kinds.ts'
import { openWorld, type OpenWorld } from '../src/open.ts'
import { outboxMails } from '../src/outside/mail.ts'
import { type Given, given } from './given.ts'
import { databaseAt, templateName } from './template.ts'
import { watch } from './witness.ts'

/** A clock that stands still until a test moves it. */
export class TestClock {
  #now = new Date()
  now(): Date {
    return new Date(this.#now)
  }
  forward(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}

/** An answer as the wire has it. */
export interface Answer<T = unknown> {
  status: number
  body: T
  headers: Record<string, string | string[] | number | undefined>
}

export interface House {
  app: FastifyInstance
  world: OpenWorld
  clock: TestClock
  given: Given
  /** Calls as somebody: an access token, another reference, or undefined for nobody. */
  as(authorization: string | undefined): Caller
  /** A second process over the same database, at the same time; it asks as `as` does. */
  beside(): Promise<House['as']>
  /** The newest mail to an address, once it has been delivered. */
  mailTo(address: string): Promise<{ subject: string; code: string | undefined; link: string | undefined }>
  /** Calls and jobs that changed something and left no line; a test that means to have one takes it out. */
  silent: string[]
  close(): Promise<void>
}

export interface Caller {
  /** Calls an endpoint and answers its reply, again where it is asked to; a refusal throws `Refused`. */
  tell<E extends Endpoint>(endpoint: E, input?: InputOf<E['input']>): Promise<OutputOf<E['reply']>>
  /** Calls and answers whatever came, refusals too. */
  ask(endpoint: Endpoint, input?: Record<string, unknown>): Promise<Answer<Record<string, unknown>>>
}

/** A refusal as a test sees it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>
  constructor(answer: Answer<Record<string, unknown>>) {
    super(`${answer.status} ${String(answer.body['code'])}: ${String(answer.body['message'])}`)
    this.status = answer.status
    this.code = String(answer.body['code'])
    this.body = answer.body
  }
}

let count = 0

/** A real app on a database of its own, copied from the template; closed after the test file. */
export async function house(env: Record<string, string> = {}): Promise<House> {
  const url = provided('databaseUrl')
  const name = `house_${process.pid}_${count++}_${Date.now().toString(36)}`
  await onServer(url, `create database ${name} template ${templateName}`)
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
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const opened = await openWorld(config, { connectionString: databaseAt(url, name) }, log, clock)
  const silent: string[] = []
  const world: OpenWorld = { ...opened, witness: watch(opened, silent) }
  const logins = [world.pool, world.readPool, world.superPool].map(({ options }) =>
    String(options.user ?? new URL(options.connectionString ?? '').searchParams.get('user')),
  )
  const app = await makeApp(world)
  await app.ready()
  await world.jobs.work(world, kinds)
  const close = async () => {
    await app.close()
    await world.close()
    const bare = await withoutBefore(databaseAt(url, name))
    await onServer(url, `drop database if exists ${name} with (force)`)
    await onServer(url, `drop role if exists ${logins.join(', ')}`)
    await rm(join(tmpdir(), name), { force: true })
    expect(silent.splice(0), 'what changes leaves a line in the activity log, or its contract says why not').toEqual([])
    expect(bare, 'a line that says that something is gone says what it was').toEqual([])
  }
  afterAll(close)
  const beside = async () => {
    const second = await openWorld(config, { connectionString: databaseAt(url, name) }, log, clock)
    const itsApp = await makeApp(second)
    await itsApp.ready()
    afterAll(async () => {
      await itsApp.close()
      await second.close()
    })
    return (authorization: string | undefined) => callerOf(itsApp, authorization)
  }
  return {
    app,
    world,
    clock,
    beside,
    given: await given(world),
    silent,
    as: authorization => callerOf(app, authorization),
    mailTo: a => mailTo(world, a),
    close,
  }
}

/** Another process of the same house: of its own world and pools, on the same database and by the same clock. */
export async function twinOf({ world, clock }: House): Promise<Pick<House, 'app' | 'world' | 'as'>> {
  const twin = await openWorld(world.config, { connectionString: world.config.databaseUrl }, world.log, clock)
  const app = await makeApp(twin)
  await app.ready()
  afterAll(async () => {
    await app.close()
    await twin.close()
  })
  return { app, world: twin, as: authorization => callerOf(app, authorization) }
}

/** What calls said was taken away, and not what it had been. */
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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Calls an app as somebody. */
export function callerOf(app: FastifyInstance, authorization: string | undefined): Caller {
  const ask = async (endpoint: Endpoint, input: Record<string, unknown> = {}) => {
    const { path, rest } = fill(endpoint.path, input)
    const query =
      endpoint.method === 'GET'
        ? `?${new URLSearchParams(Object.entries(rest).map(([k, v]): [string, string] => [k, String(v)])).toString()}`
        : ''
    const answer = await app.inject({
      method: endpoint.method,
      url: path + query,
      headers: {
        accept: 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0',
        ...(authorization && { authorization }),
      },
      ...(endpoint.method !== 'GET' && { payload: rest }),
    })
    const body = answer.headers['content-type']?.toString().startsWith('application/json')
      ? (answer.json() as Record<string, unknown>)
      : {}
    return { status: answer.statusCode, body, headers: answer.headers }
  }
  return {
    ask,
    async tell(endpoint, input) {
      for (let tries = 1; ; tries++) {
        const answer = await ask(endpoint, input as Record<string, unknown>)
        if (answer.status === 200) return answer.body
        // Many at once on a busy machine are asked to come again; nothing has happened then
        if (answer.body['code'] !== 'not-ready' || tries === 30) throw new Refused(answer)
        await sleep(1000)
      }
    },
  }
}

/** The path with its {names} filled in, and what is left. */
function fill(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path: filled, rest: Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) }
}

async function mailTo(world: OpenWorld, address: string) {
  for (let tries = 0; tries < 100; tries++) {
    const mail = (await outboxMails(world)).find(one => one.to === address)
    if (mail) return { subject: mail.subject, code: mail.code, link: mail.button?.href }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${address}`)
}
