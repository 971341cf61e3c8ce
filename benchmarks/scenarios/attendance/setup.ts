import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { callOrThrow } from '../../key.ts'
import type { Stage } from '../../stage.ts'

export const prefix = '/administrator/attendance-tracker'
export const tapsPath = '/apis/attendance-kiosk/v1/taps'

/** What a kiosk sends: each card tapped now, with a random ID. */
export const tapsOf = (numbers: readonly string[]): { now: string; taps: object[] } => {
  const now = new Date().toISOString()
  return { now, taps: numbers.map(card => ({ id: randomUUID(), card, at: now })) }
}

export async function newSession(stage: Stage, title: string): Promise<string> {
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

export async function kioskCode(stage: Stage, session: string): Promise<string> {
  const path = `${prefix}/${session}/kiosk-links`
  const link = await callOrThrow<{ code: string }>(stage, 'POST', path, stage.accessToken, { name: 'Door' })
  return link.code
}

/** @returns the token of a new kiosk */
export async function openKiosk(stage: Stage, session: string): Promise<string> {
  const code = await kioskCode(stage, session)
  return (await callOrThrow<{ token: string }>(stage, 'POST', '/apis/attendance-kiosk/v1/open', code, {})).token
}

/** @returns the numbers of access cards of as many new users */
export async function addCards(stage: Stage, count: number): Promise<string[]> {
  const numbers: string[] = []
  const series = Date.now().toString(16).slice(-6)
  for (let place = 0; place < count; place++) {
    const email = `attendee-${place}-${series}@bench.example`
    const user = await callOrThrow<{ id: string }>(stage, 'POST', '/administrator/tokens', stage.accessToken, {
      userId: email,
      email,
      firstName: 'Attendee',
      lastName: `Number ${place}`,
    })
    const cardId = `A7${series}${place.toString(16).padStart(6, '0')}`.toUpperCase()
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

/** Puts expected people without taps on the list of a session. */
export async function expectMany(database: pg.Client, stage: Stage, session: string, count: number): Promise<void> {
  await database.query(
    `insert into attendance_participants (workspace_id, session_id, person_id, name, expected)
     select $1, $2, gen_random_uuid(), 'Listed ' || n, true from generate_series(1, $3::integer) n`,
    [stage.workspace, session, count],
  )
  // The database does this within a minute; the benchmark doesn't wait
  await database.query('analyze attendance_participants')
}
