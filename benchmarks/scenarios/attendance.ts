import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { durableInserts } from '../durable-insert.ts'
import { callOrThrow } from '../key.ts'
import { load, timeCalls } from '../load.ts'
import { plans } from '../plans.ts'
import { againstAim, atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const callers = 16
const cards = 1000
const listed = 5000
const kiosks = 20
const queued = 3000
const batch = 200
const many = 100_000
const prefix = '/administrator/attendance-tracker'
const taps = '/apis/attendance-kiosk/v1/taps'

/** Check-ins at kiosks, queues that come back, and the pages of a session with 100,000 taps. */
export async function attendance(stage: Stage): Promise<Row[]> {
  const insert = await durableInserts(stage, callers)
  const database = new pg.Client(stage.databaseUrl)
  await database.connect()
  try {
    const numbers = await addCards(stage)
    const live = await newSession(stage, 'Live')
    await expectMany(database, stage, live, listed)
    const doors = await Promise.all(Array.from({ length: kiosks }, () => openKiosk(stage, live)))
    let place = 0
    const headers = { authorization: doors[0] ?? '', 'content-type': 'application/json' }
    const tapped = await load({
      url: stage.address + taps,
      method: 'POST',
      headers,
      nextBody: () => bodyOf([numbers[place++ % numbers.length] ?? '']),
      connections: callers,
    })
    const single = await timeCalls(300, () =>
      callOrThrow(stage, 'POST', taps, doors[0] ?? '', JSON.parse(bodyOf([numbers[place++ % cards] ?? ''])) as object),
    )
    return [
      againstAim(
        'attendance',
        `check-in, ${listed} participants, ${callers} callers`,
        tapped.perSecond,
        '/s',
        insert,
        0.25,
      ),
      atMost('attendance', `check-in, ${callers} callers, p99`, tapped.p99, 'ms', 30),
      atMost('attendance', 'one check-in after the other, p99', single.p99, 'ms', 150),
      ...(await reconnect(stage, database, doors, numbers, live)),
      ...(await pagesOfMany(stage, database)),
    ]
  } finally {
    await database.end()
  }
}

const bodyOf = (numbers: readonly string[]): string => {
  const now = new Date().toISOString()
  return JSON.stringify({ now, taps: numbers.map(card => ({ id: randomUUID(), card, at: now })) })
}

async function newSession(stage: Stage, title: string): Promise<string> {
  const now = Date.now()
  const { sessionId } = await callOrThrow<{ sessionId: string }>(stage, 'POST', prefix, stage.accessToken, {
    title,
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + 86_400_000).toISOString(),
    open: true,
    unexpected: 'admit',
  })
  return sessionId
}

async function openKiosk(stage: Stage, session: string): Promise<string> {
  const { code } = await callOrThrow<{ code: string }>(
    stage,
    'POST',
    `${prefix}/${session}/kiosk-links`,
    stage.accessToken,
    {
      name: 'Door',
    },
  )
  return (await callOrThrow<{ token: string }>(stage, 'POST', '/apis/attendance-kiosk/v1/open', code, {})).token
}

async function addCards(stage: Stage): Promise<string[]> {
  const numbers: string[] = []
  for (let place = 0; place < cards; place++) {
    const email = `attendee-${place}-${Date.now()}@bench.example`
    const user = await callOrThrow<{ id: string }>(stage, 'POST', '/administrator/tokens', stage.accessToken, {
      userId: email,
      email,
      firstName: 'Attendee',
      lastName: `Number ${place}`,
    })
    const cardId = `A7${Date.now().toString(16).slice(-6)}${place.toString(16).padStart(6, '0')}`.toUpperCase()
    await callOrThrow(stage, 'POST', '/administrator/tokens/userInfo/securitykey', stage.accessToken, {
      userId: user.id,
      type: 2,
      activation: 1,
      cardId,
      cardFormat: 'hex',
    })
    numbers.push(cardId)
  }
  return numbers
}

const expectMany = (database: pg.Client, stage: Stage, session: string, count: number) =>
  database.query(
    `insert into attendance_participants (workspace_id, session_id, person_id, name, expected)
     select $1, $2, gen_random_uuid(), 'Listed ' || n, true from generate_series(1, $3::integer) n`,
    [stage.workspace, session, count],
  )

/** All kiosks send their queues at the same time, each in order. */
async function reconnect(
  stage: Stage,
  database: pg.Client,
  doors: readonly string[],
  numbers: readonly string[],
  session: string,
): Promise<Row[]> {
  const counted = async () => {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::integer as n from attendance_taps where workspace_id = $1 and session_id = $2',
      [stage.workspace, session],
    )
    return rows[0]?.n ?? 0
  }
  const before = await counted()
  const begun = performance.now()
  await Promise.all(
    doors.map(async (door, at) => {
      for (let sent = 0; sent < queued; sent += batch) {
        const some = Array.from({ length: batch }, (_, i) => numbers[(at * 131 + sent + i * 7) % numbers.length] ?? '')
        const body = JSON.parse(bodyOf(some)) as object
        await callOrThrow(stage, 'POST', taps, door, body)
        // The reply was lost, so the kiosk sends its first batch again
        if (sent === 0) await callOrThrow(stage, 'POST', taps, door, body)
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  const stored = (await counted()) - before
  return [
    {
      ...atMost('attendance', `${kiosks} kiosks send ${queued} queued taps each`, seconds, 's', 60),
      note: `${stored} of ${kiosks * queued} taps are stored; each kiosk sent its first batch twice.`,
      met: seconds <= 60 && stored === kiosks * queued,
    },
  ]
}

/** Half of the people of a session tapped twice. */
async function pagesOfMany(stage: Stage, database: pg.Client): Promise<Row[]> {
  const session = await newSession(stage, 'Many')
  await database.query(
    `with people as (
       insert into attendance_participants (workspace_id, session_id, person_id, name, expected, status, in_at, read_in_at, taps, late)
       select $1, $2, gen_random_uuid(), 'Person ' || n, true, 'present', now() - n * interval '50 milliseconds',
         now() - n * interval '50 milliseconds', 2, n % 9 = 0
       from generate_series(1, $3::integer / 2) n returning person_id, in_at
     )
     insert into attendance_taps (workspace_id, session_id, id, at, sent_at, received_at, direction, result, went, person_id)
     select $1, $2, gen_random_uuid(), p.in_at + t * interval '1 second', now(), now(), 'both', 1 + t, case t when 0 then 'in' end, p.person_id
     from people p, generate_series(0, 1) t`,
    [stage.workspace, session, many],
  )
  await database.query('vacuum analyze attendance_participants')
  await database.query('analyze attendance_taps')
  const rows: Row[] = []
  for (const [what, path] of [
    ['summary', 'participants/summary'],
    ['first page of participants', 'participants?pageSize=50'],
    ['page of participants by arrival', 'participants?pageSize=50&sort=inAt&order=desc'],
    ['late participants', 'participants?pageSize=50&only=late'],
    ['search in participants', 'participants?pageSize=50&search=4999'],
    ['latest taps', 'participants/recent'],
  ] as const) {
    const call = async () => {
      await callOrThrow(stage, 'GET', `${prefix}/${session}/${path}`, stage.accessToken)
    }
    await timeCalls(30, call)
    rows.push({
      ...atMost('attendance', `${what} at ${many} taps, p99`, (await timeCalls(300, call)).p99, 'ms', 25),
      note: await plans(stage, call),
    })
  }
  return rows
}
