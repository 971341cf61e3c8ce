import pg from 'pg'
import { durableInserts } from '../../durable-insert.ts'
import { callOrThrow } from '../../key.ts'
import { load, timeCalls } from '../../load.ts'
import { againstAim, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { pagesOfMany } from './pages.ts'
import { reconnect } from './reconnect.ts'
import { addCards, expectMany, newSession, openKiosk, tapsOf, tapsPath } from './setup.ts'
import { tapToGreen } from './tap-to-green.ts'

const callers = 16
const cards = 1000
const listed = 5000

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

/** As many kiosks as callers, like the doors of a hospital, and the same number of callers at one kiosk. */
async function checkIns(stage: Stage, database: pg.Client, numbers: readonly string[], insert: number): Promise<Row[]> {
  const session = await newSession(stage, 'Live')
  await expectMany(database, stage, session, listed)
  const kiosks: string[] = []
  for (let place = 0; place < callers; place++) kiosks.push(await openKiosk(stage, session))
  let place = 0
  const next = () => tapsOf([numbers[place++ % numbers.length] ?? ''])
  const tap = (authorizations: readonly string[]) =>
    load({
      url: stage.address + tapsPath,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      nextBody: () => JSON.stringify(next()),
      authorizations,
      connections: callers,
    })
  const [many, one] = [await tap(kiosks), await tap(kiosks.slice(0, 1))]
  const single = await timeCalls(300, () => callOrThrow(stage, 'POST', tapsPath, kiosks[0] ?? '', next()))
  const what = `check-in, ${listed} participants, ${callers}`
  return [
    againstAim('attendance', `${what} kiosks`, many.perSecond, '/s', insert, 0.25),
    atMost('attendance', `${what} kiosks, p99`, many.p99, 'ms', 30),
    againstAim('attendance', `${what} callers of one kiosk`, one.perSecond, '/s', insert, 0.25),
    atMost('attendance', `${what} callers of one kiosk, p99`, one.p99, 'ms', 30),
    atMost('attendance', 'one check-in after the other, p99', single.p99, 'ms', 30),
  ]
}
