import type { InputOf } from '@claviger/contract/platform/endpoint'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { attendanceOf } from '#test/api/attendance.ts'
import { asOwner, watchPlans } from '#test/app/plans.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { countGrownTables } from '#jobs/table-statistics.ts'

const home = await startTestApp()
const { given, world } = home
const { admin, iso, kiosk, person, session, tap } = attendanceOf(home)
const people = 20_000
let sessionId = ''
let door: Awaited<ReturnType<typeof kiosk>>
let card = ''
let plansOf: Awaited<ReturnType<typeof watchPlans>>

const listed = (id: string, columns: string, values: string) =>
  `insert into attendance_participants (workspace_id, session_id, person_id, name, expected, ${columns})
   select '${given.owner.workspace}', '${id}', md5('${id}' || n)::uuid, 'Person ' || n, ${values} from generate_series(1, ${people}) n`

// In use while almost empty, then filled at once, like a hall at the start of a lecture
beforeAll(async () => {
  plansOf = await watchPlans(world)
  sessionId = await session({ unexpected: 'admit' })
  card = (await person('Ann', 'Early')).card
  door = await kiosk(sessionId)
  const caller = await admin()
  for (let turn = 0; turn < 7; turn++) {
    await door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(card)] })
    await caller.tell(attendance.live, { sessionId, since: '0' })
  }
  const other = await session()
  await asOwner(
    world,
    // One transaction, because PostgreSQL must not count a half-filled table
    [
      listed(other, 'status', `true, 'missing'`),
      listed(
        sessionId,
        'status, in_at, out_at, read_in_at, late, corrections',
        `n % 50 > 0, case when n % 4 = 0 then 'left' else 'present' end, now() - n * interval '1 second',
         case when n % 4 = 0 then now() end, now() - n * interval '1 second', n % 9 = 0, case when n % 400 = 0 then 1 else 0 end`,
      ),
      `insert into attendance_taps (workspace_id, session_id, id, at, sent_at, received_at, direction, result, went, person_id)
       select workspace_id, session_id, gen_random_uuid(), in_at + t * interval '1 second', now(), now(), 'both', 1 + t,
         case t when 0 then 'in' end, person_id
       from attendance_participants, generate_series(0, 1) t where session_id = '${sessionId}' and in_at is not null`,
      `insert into attendance_sessions (workspace_id, id, title, starts_at, ends_at, opening, open_before, closing, close_after,
         mode, unexpected, attributes, languages, created_at, created_by)
       select workspace_id, gen_random_uuid(), title, starts_at, ends_at, opening, open_before, closing, close_after,
         mode, unexpected, attributes, languages, created_at, created_by
       from attendance_sessions, generate_series(1, 1000) where id = '${sessionId}'`,
      `insert into attendance_kiosks (workspace_id, id, session_id, name, purpose, direction, hash, made_by, maker_id, made_at)
       select workspace_id, gen_random_uuid(), session_id, name, purpose, direction, hash, made_by, maker_id, made_at
       from attendance_kiosks, generate_series(1, 1000) where session_id = '${sessionId}'`,
    ].join(';\n'),
  )
}, 60_000)

const rowsOf = async (work: () => Promise<unknown>, of: string) =>
  (await plansOf(work)).filter(({ table }) => table === of).reduce((sum, { rows }) => sum + rows, 0)

type Filters = Omit<InputOf<typeof attendance.participants.input>, 'sessionId'>
const pages: readonly (readonly [Filters, total: number])[] = [
  [{}, people + 1],
  [{ order: 'desc' }, people + 1],
  [{ sort: 'inAt' }, people + 1],
  [{ sort: 'inAt', order: 'desc' }, people + 1],
  [{ sort: 'outAt' }, people + 1],
  [{ sort: 'outAt', order: 'desc' }, people + 1],
  [{ sort: 'status' }, people + 1],
  [{ sort: 'status', order: 'desc' }, people + 1],
  [{ status: ['left'], sort: 'inAt' }, people / 4],
  [{ status: ['left', 'present'] }, people + 1],
  [{ status: ['missing'] }, 0],
  [{ only: 'late', sort: 'inAt', order: 'desc' }, Math.floor(people / 9)],
  [{ only: 'unexpected' }, people / 50 + 1],
  [{ only: 'corrected', sort: 'status' }, people / 400],
]
const listOf = async (input: Filters) =>
  (await admin()).tell(attendance.participants, { sessionId, pageSize: 50, ...input })

const tapped = () => door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(card)] })

test('a tap in a list that was just filled reads only its own rows', async () => {
  expect(await rowsOf(tapped, 'attendance_participants')).toBeLessThan(20)
  expect(await rowsOf(tapped, 'attendance_taps')).toBeLessThan(60)
})

test.each(['attendance_kiosks', 'attendance_sessions'])('a tap reads few of many %s', async table => {
  const other = await person('Nora', table.slice(11))
  expect(await rowsOf(tapped, table)).toBeLessThan(10)
  const first = () => door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(other.card)] })
  expect(await rowsOf(first, table)).toBeLessThan(10)
})

describe('once PostgreSQL counted the grown tables', () => {
  beforeAll(() =>
    vi.waitFor(async () => {
      await countGrownTables(world)
      const { rows } = await world.superPool.query<{ n: number }>(
        `select reltuples as n from pg_class where relname in ('attendance_participants', 'attendance_taps')`,
      )
      expect(Math.min(...rows.map(({ n }) => n))).toBeGreaterThan(people)
    }, 20_000),
  )

  test.each(pages)('a page reads few other rows: %j', async (input, total) => {
    const look = async () => expect(await listOf(input)).toMatchObject({ total, totalIs: 'exact' })
    expect(await rowsOf(look, 'attendance_participants')).toBeLessThan(1500)
  })

  test('a search reads each participant once if its hits fit on the page', async () => {
    const look = async () =>
      expect(await listOf({ search: `${people - 1}` })).toMatchObject({ total: 1, totalIs: 'exact', next: null })
    expect(await rowsOf(look, 'attendance_participants')).toBeLessThan(people * 1.1)
  })

  test('a search counts its hits behind the page, too', async () => {
    const all = Array.from({ length: people }, (_, n) => n + 1).filter(n => String(n).includes('77')).length
    const first = await listOf({ search: '77' })
    expect(first).toMatchObject({ total: all, totalIs: 'exact' })
    expect(first.next).not.toBeNull()
    const lastPage = Math.ceil(all / 50)
    expect(await listOf({ search: '77', page: lastPage })).toMatchObject({ total: all, next: null })
    expect(await listOf({ search: '77', page: lastPage + 1 })).toMatchObject({ total: all, items: [] })
  })

  test('what changed since a cursor is read by index', async () => {
    const caller = await admin()
    const { cursor } = await caller.tell(attendance.live, { sessionId })
    const since = () => caller.tell(attendance.live, { sessionId, since: cursor })
    expect(await rowsOf(since, 'attendance_participants')).toBeLessThan(100)
  })
})
