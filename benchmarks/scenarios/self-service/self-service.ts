import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { callOrThrow } from '../../key.ts'
import { durableInserts } from '../../durable-insert.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { againstAim, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

const callers = 16
const seconds = 6
const crowd = 500
const page = 'bench-page'

interface Person {
  id: string
  user_id: string
  email: string
}

const calls = ['challenge', 'configuration', 'start', 'lookup', 'token', 'code', 'verify', 'enroll'] as const
type Call = (typeof calls)[number]
type Note = (call: Call, milliseconds: number) => void

export async function selfService(stage: Stage): Promise<Row[]> {
  const insert = await durableInserts(stage, callers)
  const database = new pg.Client(stage.databaseUrl)
  await database.connect()
  const people = await somePeople(database, stage.workspace)
  await buildPage(database, stage.workspace)
  const mailbox = await openMailbox(stage)
  try {
    await rounds(stage, mailbox, people, 2)
    const done = await rounds(stage, mailbox, people, seconds)
    const shift = await shiftChange(stage, mailbox, people.splice(0, crowd), database)
    return [
      againstAim('self-service', `whole enrollment, ${callers} callers`, done / seconds, '/s', insert, 0.04),
      ...shift,
    ]
  } finally {
    await mailbox.close()
    await database.end()
  }
}

async function rounds(stage: Stage, mailbox: Mailbox, people: Person[], lasts: number): Promise<number> {
  const end = performance.now() + lasts * 1000
  let done = 0
  const one = async () => {
    while (performance.now() < end) {
      const person = people.pop()
      if (!person) throw new Error('more people are needed')
      await enroll(stage, mailbox, person)
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, one))
  return done
}

async function shiftChange(stage: Stage, mailbox: Mailbox, people: Person[], database: pg.Client): Promise<Row[]> {
  const times = new Map<Call, number[]>(calls.map(call => [call, []]))
  const note: Note = (call, took) => times.get(call)?.push(took)
  await Promise.all(
    people.map(async person => {
      await pause(0, 1000)
      await enroll(stage, mailbox, person, note, () => pause(500, 1500))
    }),
  )
  const { rows } = await database.query<{ keys: number; people: number }>(
    `select count(*)::integer as keys, count(distinct user_id)::integer as people from security_keys
      where user_id = any ($1::uuid[]) and card_hash is not null`,
    [people.map(person => person.id)],
  )
  const [{ keys, people: served } = { keys: 0, people: 0 }] = rows
  return [
    ...calls.map(call =>
      atMost('self-service', `${crowd} people at once, ${call}, p99`, p99(times.get(call) ?? []), 'ms', 150),
    ),
    atMost('self-service', `${crowd} people at the same time, none lost`, crowd - served, 'people', 0),
    atMost('self-service', `${crowd} people at the same time, none twice`, keys - served, 'keys', 0),
  ]
}

const pause = (least: number, most: number) =>
  new Promise<void>(done => setTimeout(done, least + Math.random() * (most - least)))

const p99 = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Infinity

let cards = 0

async function enroll(
  stage: Stage,
  mailbox: Mailbox,
  person: Person,
  note: Note = () => undefined,
  think: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const timed = async <T>(call: Call, method: string, path: string, session: string, body?: object): Promise<T> => {
    const begun = performance.now()
    const answer = await callOrThrow<T>(stage, method, `/self-service/${path}`, session, body)
    note(call, performance.now() - begun)
    return answer
  }
  const card = (0x10_000_000 + ++cards).toString(16)
  const { session } = await timed<{ session: string }>('challenge', 'GET', 'challenge', '')
  await timed('configuration', 'GET', page, session)
  await think()
  await timed('start', 'PUT', 'challenge', session, { type: 0 })
  await think()
  await timed('lookup', 'GET', `${page}/security-key-device/${card}?type=card`, session)
  await think()
  await timed('token', 'POST', 'token', session, { userId: person.user_id })
  await think()
  await timed('code', 'GET', 'verification-code?type=email', session)
  const code = await mailbox.codeTo(person.email)
  await think()
  await timed('verify', 'POST', 'verify', session, { code })
  await think()
  await timed('enroll', 'POST', 'enroll', session, { pin: '271828' })
}

const somePeople = async (database: pg.Client, workspace: string): Promise<Person[]> =>
  (
    await database.query<Person>(
      `select id, user_id, email from users where workspace_id = $1 and email is not null and deleted_at is null
        and suspended_at is null and deactivated_at is null order by id limit 12000`,
      [workspace],
    )
  ).rows

async function buildPage(database: pg.Client, workspace: string): Promise<void> {
  const settings = {
    fields: { userId: true, employeeId: false, lastName: false },
    limits: { card: 100, person: 100, page: 100_000 },
  }
  await database.query(
    `insert into self_service_pages (workspace_id, id, address, name, active, opened_at, settings, version, changed_at, changed_by, created_at)
      select $1::uuid, $2::uuid, $3, 'Badges', true, now(), $4::jsonb, 1, now(), 'Bench', now()
      where not exists (select from self_service_pages p where p.address = $3)`,
    [workspace, randomUUID(), page, JSON.stringify(settings)],
  )
}
