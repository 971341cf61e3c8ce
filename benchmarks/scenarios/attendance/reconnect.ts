import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { callOrThrow } from '../../key.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { newSession, openKiosk, tapsOf, tapsPath } from './setup.ts'

const kiosks = 20
const queued = 3000
const batch = 200
/** A kiosk waits this long when the server is busy, milliseconds; the real one waits longer each time. */
const pause = 1000

/** All kiosks send their queues at the same time, each in order, and their first batch twice. */
export async function reconnect(stage: Stage, database: pg.Client, numbers: readonly string[]): Promise<Row> {
  const session = await newSession(stage, 'Reconnect')
  const tokens = await Promise.all(Array.from({ length: kiosks }, () => openKiosk(stage, session)))
  let busy = 0
  const send = async (token: string, body: object) => {
    for (;;)
      try {
        return await callOrThrow<{ items: { outcome: string }[] }>(stage, 'POST', tapsPath, token, body)
      } catch (error) {
        if (!String(error).includes(': 503')) throw error
        busy++
        await sleep(pause)
      }
  }
  const outcomes: Record<string, number> = {}
  const begun = performance.now()
  await Promise.all(
    tokens.map(async (token, at) => {
      for (let sent = 0; sent < queued; sent += batch) {
        const some = Array.from({ length: batch }, (_, i) => numbers[(at * 131 + sent + i * 7) % numbers.length] ?? '')
        const body = tapsOf(some)
        // The reply to the first batch was lost, so the kiosk sends it again
        for (let time = 0; time < (sent === 0 ? 2 : 1); time++)
          for (const { outcome } of (await send(token, body)).items) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  const { rows } = await database.query<{ taps: number; people: number; present: number; successes: number }>(
    `select (select count(*)::integer from attendance_taps t where t.workspace_id = $1 and t.session_id = $2) as taps,
       (select count(*)::integer from attendance_taps t where t.workspace_id = $1 and t.session_id = $2 and t.result = 1) as successes,
       count(*)::integer as people, count(*) filter (where status = 'present')::integer as present
     from attendance_participants where workspace_id = $1 and session_id = $2`,
    [stage.workspace, session],
  )
  const [found] = rows
  const whole =
    found?.taps === kiosks * queued &&
    outcomes['recorded'] === kiosks * queued &&
    outcomes['known'] === kiosks * batch &&
    found.present === found.people &&
    found.successes === found.people
  return {
    ...atMost('attendance', `${kiosks} kiosks send ${queued} queued taps each`, seconds, 's', 60),
    met: seconds <= 60 && whole,
    note: `  ${found?.taps} of ${kiosks * queued} taps stored; ${JSON.stringify(outcomes)}; ${found?.successes} successes of ${found?.people} people; ${busy} calls refused as busy and sent again`,
  }
}
