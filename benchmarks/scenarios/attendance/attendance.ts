import pg from 'pg'
import { durableInserts } from '../../durable-insert.ts'
import { callOrThrow } from '../../key.ts'
import { load, type Measured, timeCalls } from '../../load.ts'
import { againstAim, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { pagesOfMany } from './pages.ts'
import { reconnect } from './reconnect.ts'
import { addCards, expectMany, newSession, openKiosk, tapsOf, tapsPath } from './setup.ts'
import { tapToGreen } from './tap-to-green.ts'

const callers = 16
const cards = 1000
const listed = 5000
/** A card checks in once in a session, so a load takes one session after the other. */
const sessions = 15

/** Check-ins at kiosks, queues that are sent after an outage, and the pages of a session with 100,000 taps. */
export async function attendance(stage: Stage): Promise<Row[]> {
  const insert = await durableInserts(stage, callers)
  const database = new pg.Client(stage.databaseUrl)
  await database.connect()
  try {
    const numbers = await addCards(stage, cards)
    return [
      ...(await checkIns(stage, database, numbers, insert)),
      await tapToGreen(stage, database, numbers, listed),
      await reconnect(stage, database, numbers),
      ...(await pagesOfMany(stage, database)),
    ]
  } finally {
    await database.end()
  }
}

/**
 * Check-ins at as many kiosks as callers, like the doors of a hospital, and by the same number of callers at one kiosk; then
 * taps of people who are in.
 */
async function checkIns(stage: Stage, database: pg.Client, numbers: readonly string[], insert: number): Promise<Row[]> {
  const rows: Row[] = []
  let full: readonly string[] = []
  for (const [kiosks, what] of [
    [callers, `${callers} kiosks`],
    [1, `${callers} callers of one kiosk`],
  ] as const) {
    const doors: string[][] = []
    for (let session = 0; session < sessions; session++) {
      const id = await newSession(stage, `Live ${session}`)
      await expectMany(database, stage, id, listed)
      const tokens: string[] = []
      for (let kiosk = 0; kiosk < kiosks; kiosk++) tokens.push(await openKiosk(stage, id))
      doors.push(tokens)
    }
    full = doors[0] ?? []
    let place = 0
    const measured = await tapAtKiosks(stage, numbers, () => doors[Math.floor(place++ / numbers.length)] ?? full)
    rows.push(
      ...rowsOf(`check-in, ${listed} participants, ${what}`, measured, insert),
      ...rowsOf(`repeated tap, ${what}`, await tapAtKiosks(stage, numbers, () => full), insert),
    )
  }
  const single = await timeCalls(300, () =>
    callOrThrow(stage, 'POST', tapsPath, full[0] ?? '', tapsOf([numbers[0] ?? ''])),
  )
  return [...rows, atMost('attendance', 'one tap after the other, p99', single.p99, 'ms', 30)]
}

/** Taps card after card at the kiosks of a session, which can change. */
function tapAtKiosks(stage: Stage, numbers: readonly string[], kiosksNow: () => readonly string[]): Promise<Measured> {
  let place = 0
  const nextCall = () => {
    const kiosks = kiosksNow()
    const authorization = kiosks[place % kiosks.length] ?? ''
    return { body: tapsOf([numbers[place++ % numbers.length] ?? '']), authorization }
  }
  const headers = { 'content-type': 'application/json' }
  return load({ url: stage.address + tapsPath, method: 'POST', headers, nextCall, connections: callers })
}

const rowsOf = (what: string, { perSecond, p99 }: Measured, insert: number): Row[] => [
  againstAim('attendance', what, perSecond, '/s', insert, 0.25),
  atMost('attendance', `${what}, p99`, p99, 'ms', 30),
]
