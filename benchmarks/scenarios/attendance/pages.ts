import type pg from 'pg'
import { callOrThrow } from '../../key.ts'
import { timeCalls } from '../../load.ts'
import { plans } from '../../plans.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { expectMany, newSession, prefix } from './setup.ts'

const many = 100_000

/** Half as many people as taps: everyone tapped twice, and one in four left. */
async function fill(stage: Stage, database: pg.Client, session: string): Promise<void> {
  await database.query(
    `with people as (
       insert into attendance_participants (workspace_id, session_id, person_id, name, expected, status, in_at, out_at, read_in_at,
           late, corrections)
       select $1, $2, gen_random_uuid(), 'Person ' || n, n % 50 > 0, case when n % 4 = 0 then 'left' else 'present' end,
         now() - n * interval '50 milliseconds', case when n % 4 = 0 then now() end, now() - n * interval '50 milliseconds',
         n % 9 = 0, case when n % 400 = 0 then 1 else 0 end
       from generate_series(1, $3::integer / 2) n returning person_id, in_at
     )
     insert into attendance_taps (workspace_id, session_id, id, at, sent_at, received_at, direction, result, went, person_id)
     select $1, $2, gen_random_uuid(), p.in_at + t * interval '1 second', now(), now(), 'both', 1 + t, case t when 0 then 'in' end, p.person_id
     from people p, generate_series(0, 1) t`,
    [stage.workspace, session, many],
  )
}

const participantPages = [
  'sort=name',
  'sort=name&order=desc',
  'sort=inAt',
  'sort=inAt&order=desc',
  'sort=outAt',
  'sort=outAt&order=desc',
  'sort=status',
  'sort=status&order=desc',
  'status=left&sort=inAt',
  'status=missing',
  'only=late&sort=inAt&order=desc',
  'only=unexpected',
  'only=corrected&sort=status',
  'search=4999',
  'search=person',
] as const

/** The pages of a session with 100,000 taps, next to other large sessions. */
export async function pagesOfMany(stage: Stage, database: pg.Client): Promise<Row[]> {
  const session = await newSession(stage, 'Many')
  await fill(stage, database, session)
  for (const title of ['Other', 'Third']) await expectMany(database, stage, await newSession(stage, title), many / 2)
  for (const table of ['participants', 'taps', 'sessions']) await database.query(`vacuum analyze attendance_${table}`)
  const { cursor } = await callOrThrow<{ cursor: string }>(stage, 'GET', `${prefix}/${session}/live`, stage.accessToken)
  const rows: Row[] = []
  for (const [what, path] of [
    ['summary', `/${session}/participants/summary`],
    ...participantPages.map(query => [`participants, ${query}`, `/${session}/participants?pageSize=50&${query}`]),
    ['latest taps', `/${session}/participants/recent`],
    ['changes since the last look', `/${session}/live?since=${cursor}`],
    ['list of sessions', '?state=open&sort=start&order=desc'],
  ] as const) {
    const call = async () => {
      await callOrThrow(stage, 'GET', `${prefix}${path}`, stage.accessToken)
    }
    await timeCalls(20, call)
    const { p50, p99 } = await timeCalls(200, call)
    rows.push({
      ...atMost('attendance', `${what} at ${many} taps, p99`, p99, 'ms', 25),
      note: `  p50 ${p50.toFixed(1)} ms\n${await plans(stage, call)}`,
    })
  }
  return rows
}
