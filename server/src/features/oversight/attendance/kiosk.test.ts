import { randomUUID } from 'node:crypto'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { users } from '@claviger/contract/people/users'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { expect, test, vi } from 'vitest'
import { attendanceOf } from '#test/api/attendance.ts'
import type { CallRefused } from '#test/app/caller.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { keepSchedule } from './attendance.jobs.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const { admin, iso, person, session, kiosk, tap } = attendanceOf(home)

test('a link opens a kiosk once, and the kiosk token opens nothing else', async () => {
  const sessionId = await session()
  const { code, url } = await (await admin()).tell(attendanceKiosk.link, { sessionId, name: 'Main door' })
  expect(url).toContain(`/attendance-tracker?session=${sessionId}#cvg_opening_`)
  const { token, state } = await as(code).tell(attendanceKiosk.open, {})
  expect(state).toMatchObject({ session: { sessionId, state: 'open' }, kiosk: { name: 'Main door' } })
  expect(await as(code).ask(attendanceKiosk.open, {})).toMatchObject({ status: 401, body: { code: 'link-spent' } })
  const door = as(token)
  expect((await door.ask(attendanceKiosk.state, {})).status).toBe(200)
  for (const refused of [
    await door.ask(attendance.list, {}),
    await door.ask(attendance.attend, { sessionId, cardId: '04A1' }),
    await door.ask(users.list, {}),
    await door.ask(attendanceReports.own, {}),
    await door.ask(attendanceKiosk.open, { sessionId }),
    await door.ask(attendanceKiosk.muster, {}),
  ])
    expect(refused.status).toBe(401)
  const { items } = await (await admin()).tell(attendanceKiosk.list, { sessionId })
  await (await admin()).tell(attendanceKiosk.remove, { sessionId, kioskId: items[0]?.kioskId ?? '' })
  expect(await door.ask(attendanceKiosk.state, {})).toMatchObject({ status: 401, body: { code: 'kiosk-refused' } })
  const late = await (await admin()).tell(attendanceKiosk.link, { sessionId, name: 'Late' })
  clock.forward(minutes(16))
  expect((await as(late.code).ask(attendanceKiosk.open, {})).status).toBe(401)
})

test('API keys of type 1 and 2 open a kiosk only for their session', async () => {
  const keyOf = async (type: number) =>
    as((await given.session(given.owner)).accessToken).tell(apiKeys.create, { name: `Tablet ${type}`, type, expiry: 0 })
  const [tablet, client, adminKey] = [
    await keyOf(keyTypes.sharedMobile),
    await keyOf(keyTypes.clients),
    await keyOf(keyTypes.admin),
  ]
  const sessionId = await session({ apiKeys: [tablet.key.id, client.key.id] })
  const other = await session()
  expect(
    await (
      await admin()
    ).ask(attendance.create, {
      title: 'Wrong key',
      startsAt: iso(),
      endsAt: iso(hours(1)),
      apiKeys: [adminKey.key.id],
    }),
  ).toMatchObject({ status: 422, body: { code: 'attendance-key-type' } })
  const { token } = await as(tablet.value).tell(attendanceKiosk.open, { sessionId, name: 'Tablet' })
  expect((await as(client.value).ask(attendanceKiosk.open, {})).status).toBe(200)
  expect(await as(tablet.value).ask(attendanceKiosk.open, { sessionId: other })).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
  expect((await as(adminKey.value).ask(attendanceKiosk.open, { sessionId })).status).toBe(403)
  expect((await as(tablet.value).ask(attendanceKiosk.state, {})).status).toBe(401)
  expect((await as(token).ask(attendanceKiosk.state, {})).status).toBe(200)
  await as((await given.session(given.owner)).accessToken).tell(apiKeys.remove, { id: tablet.key.id })
  expect((await as(token).ask(attendanceKiosk.state, {})).status).toBe(401)
})

test('a tap counts once when sent twice, in parallel, out of order, or by two kiosks within a second', async () => {
  const [ann, bob] = [await person('Ann', 'Kiosk'), await person('Bob', 'Kiosk')]
  const sessionId = await session({ expected: { everyone: true } })
  const [one, two] = [await kiosk(sessionId, { name: 'One' }), await kiosk(sessionId, { name: 'Two' })]
  const [early, later] = [tap(ann.card, iso(-minutes(20))), tap(ann.card, iso(-minutes(5)))]
  const sent = await Promise.all(
    [one, one, two].map(door => door.tell(attendanceKiosk.taps, { now: iso(), taps: [later] })),
  )
  expect(sent.filter(({ items }) => items[0]?.outcome === 'recorded')).toHaveLength(1)
  expect(sent[0]?.items[0]?.tap).toMatchObject({ result: 1 })
  clock.forward(1000)
  // The earlier tap arrives later, and decides
  const { items } = await two.tell(attendanceKiosk.taps, { now: iso(), taps: [early, later] })
  expect(items).toMatchObject([
    { outcome: 'recorded', tap: { result: 1, at: early.at } },
    { outcome: 'known', tap: { result: 2, firstAt: early.at } },
  ])
  await Promise.all([one, two].map(door => door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(bob.card)] })))
  const caller = await admin()
  const people = await caller.tell(attendance.participants, { sessionId, status: ['present'] })
  expect(people.items.map(({ name, taps, inAt }) => [name, taps, inAt])).toEqual([
    ['Ann Kiosk', 2, early.at],
    ['Bob Kiosk', 2, iso()],
  ])
  const { items: recent } = await caller.tell(attendance.recent, { sessionId })
  expect(recent.map(({ result }) => result).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2])
  expect((await caller.tell(attendance.summary, { sessionId })).counts.present).toBe(2)
})

test('a kiosk whose clock is hours off is corrected, and no tap is recorded in the future', async () => {
  const cyd = await person('Cyd', 'Clock')
  const sessionId = await session({ expected: { everyone: true } })
  const door = await kiosk(sessionId)
  const [off, real] = [hours(7), iso(-minutes(10))]
  const wrong = new Date(new Date(real).getTime() + off).toISOString()
  const { items } = await door.tell(attendanceKiosk.taps, { now: iso(off), taps: [tap(cyd.card, wrong)] })
  expect(items[0]).toMatchObject({ outcome: 'recorded', tap: { at: real } })
  const future = await door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(cyd.card, iso(minutes(1)))] })
  expect(future.items[0]?.tap?.at).toBe(iso())
})

test('taps made before the end still count and cause a new signature; later taps are refused (R192)', async () => {
  const [dot, eli] = [await person('Dot', 'Queue'), await person('Eli', 'Queue')]
  const sessionId = await session({ expected: { users: [dot.id, eli.id] } })
  const door = await kiosk(sessionId)
  clock.forward(minutes(5))
  await (await admin()).tell(attendance.close, { sessionId })
  const [before, after] = [tap(dot.card, iso(-minutes(2))), tap(eli.card, iso(minutes(1)))]
  clock.forward(minutes(3))
  const { items, state } = await door.tell(attendanceKiosk.taps, { now: iso(), taps: [before, after] })
  expect(state).toBe('closed')
  expect(items).toMatchObject([{ outcome: 'recorded' }, { outcome: 'closed', tap: null }])
  expect((await door.tell(attendanceKiosk.taps, { now: iso(), taps: [before] })).items).toMatchObject([
    { outcome: 'known' },
  ])
  await keepSchedule(world)
  const { seals, counts } = await (await admin()).tell(attendance.get, { sessionId })
  expect(seals.map(({ version }) => version)).toEqual([2, 1])
  expect(counts).toMatchObject({ present: 1, missing: 1 })
  clock.forward(days(8))
  expect((await door.ask(attendanceKiosk.state, {})).status).toBe(401)
})

test('a batch has a size limit, and one malformed reading does not block the others', async () => {
  const fay = await person('Fay', 'Batch')
  const sessionId = await session({ expected: { everyone: true } })
  const door = await kiosk(sessionId)
  const taps = [tap('x'.repeat(512)), tap(fay.card)]
  expect((await door.tell(attendanceKiosk.taps, { now: iso(), taps })).items.map(one => one.tap?.result)).toEqual([
    4, 1,
  ])
  const many = Array.from({ length: 201 }, () => tap('00'))
  expect((await door.ask(attendanceKiosk.taps, { now: iso(), taps: many })).status).toBe(422)
  expect((await door.ask(attendanceKiosk.taps, { now: iso(), taps: [tap('x'.repeat(10_000))] })).status).toBe(422)
})

test('a tap that is twice in one call counts once', async () => {
  const hal = await person('Hal', 'Twice')
  const sessionId = await session({ expected: { users: [hal.id] } })
  const door = await kiosk(sessionId)
  const [first, second, unknown] = [tap(hal.card), tap(hal.card, iso(1000)), tap('0B47')]
  await door.tell(attendanceKiosk.taps, { now: iso(), taps: [first] })
  clock.forward(2000)
  const { items, counts } = await door.tell(attendanceKiosk.taps, {
    now: iso(),
    taps: [second, second, unknown, unknown],
  })
  expect(items.map(({ tap: one }) => one?.result)).toEqual([2, 2, 4, 4])
  expect(counts).toMatchObject({ present: 1, invalid: 1 })
  const { items: people } = await (await admin()).tell(attendance.participants, { sessionId })
  expect(people).toMatchObject([{ name: 'Hal Twice', taps: 2 }])
})

test('of taps that several kiosks of several sessions send at the same time, each gets its own result', async () => {
  const people = await Promise.all(['Kim', 'Lea', 'Max'].map(first => person(first, 'Rush')))
  const [expecting, refusing] = [
    await session({ expected: { users: people.map(({ id }) => id) } }),
    await session({ unexpected: 'refuse', expected: { users: people.slice(0, 1).map(({ id }) => id) } }),
  ]
  const closed = await kiosk(expecting)
  const { kiosk: own } = await closed.tell(attendanceKiosk.state, {})
  await (await admin()).tell(attendanceKiosk.remove, { sessionId: expecting, kioskId: own.kioskId })
  const doors = await Promise.all([expecting, refusing, expecting, refusing].map(id => kiosk(id)))
  const exit = await kiosk(expecting, { direction: 'out' })
  const calls = [
    ...doors.flatMap(door => people.map(({ card }) => [door, card] as const)),
    [exit, people[0]?.card ?? ''] as const,
    [closed, people[0]?.card ?? ''] as const,
    ...doors.slice(0, 2).map(door => [door, '0BAD'] as const),
  ]
  const sent = await Promise.allSettled(
    calls.map(([door, card]) => door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(card)] })),
  )
  const results = sent.map(one => {
    if (one.status === 'rejected') return (one.reason as CallRefused).code
    const [item] = one.value.items
    return `${item?.tap?.name ?? '?'} ${item?.outcome} ${item?.tap?.reason}`
  })
  const seen = (refused: string) => [
    'Kim Rush recorded null',
    `Lea Rush recorded ${refused}`,
    `Max Rush recorded ${refused}`,
  ]
  expect(results).toEqual([
    ...['null', 'not-expected', 'null', 'not-expected'].flatMap(seen),
    'Kim Rush recorded null',
    'kiosk-refused',
    '? recorded null',
    '? recorded null',
  ])
  const countsOf = async (sessionId: string) => (await (await admin()).tell(attendance.summary, { sessionId })).counts
  expect(await countsOf(expecting)).toMatchObject({ present: 3, missing: 0, invalid: 1 })
  expect(await countsOf(refusing)).toMatchObject({ present: 1, missing: 0, unexpected: 2, invalid: 1 })
})

test('known cards at a kiosk wait for no other call of the kiosk', async () => {
  const ida = await person('Ida', 'Quick')
  const sessionId = await session({ expected: { users: [ida.id] } })
  const door = await kiosk(sessionId)
  const { kiosk: own } = await door.tell(attendanceKiosk.state, {})
  const other = await world.superPool.connect()
  try {
    await other.query('begin')
    await other.query('select from attendance_kiosks where id = $1 for share', [own.kioskId])
    const { items } = await door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(ida.card)] })
    expect(items).toMatchObject([{ outcome: 'recorded' }])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test('a first tap waits while the session is signed or changed, and a repeated one does not', async () => {
  const ira = await person('Ira', 'Between')
  const sessionId = await session({ expected: { users: [ira.id] } })
  const door = await kiosk(sessionId)
  const send = () => door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(ira.card)] })
  const other = await world.superPool.connect()
  let ended = false
  try {
    await other.query('begin')
    await other.query('select from attendance_sessions where id = $1 for update', [sessionId])
    const first = send().finally(() => (ended = true))
    await vi.waitFor(async () => {
      const { rows } = await other.query<{ n: number }>('select count(*)::integer as n from pg_locks where not granted')
      expect(rows[0]?.n).toBeGreaterThan(0)
    })
    expect(ended).toBe(false)
    await other.query('rollback')
    expect((await first).items).toMatchObject([{ outcome: 'recorded', tap: { result: 1 } }])
    clock.forward(1000)
    await other.query('begin')
    await other.query('select from attendance_sessions where id = $1 for update', [sessionId])
    expect((await send()).items).toMatchObject([{ outcome: 'recorded', tap: { result: 2 } }])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test('kiosks read cards by a changed setting of the workspace', async () => {
  const jon = await person('Jon', 'Reading')
  const door = await kiosk(await session({ expected: { users: [jon.id] } }))
  const results = async (card: string) => {
    // Of two taps at one instant, either can be the first
    clock.forward(1000)
    const { items } = await door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(card)] })
    return items.map(one => one.tap?.result)
  }
  expect(await results(jon.card)).toEqual([1])
  await (await admin()).tell(readerSettings.change, { format: 'dec', reversed: false, dropped: 0 })
  const decimal = BigInt(`0x${jon.card.match(/../g)?.toReversed().join('')}`).toString()
  expect(await results(decimal)).toEqual([2])
  await (await admin()).tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0 })
  expect(await results(jon.card)).toEqual([2])
})

test('a phone pass replaces the card while it is valid', async () => {
  const gil = await person('Gil', 'Pass')
  const sessionId = await session({ expected: { everyone: true } })
  const door = await kiosk(sessionId)
  const own = as((await given.session({ id: gil.id, workspace: given.owner.workspace })).accessToken)
  const { pass } = await own.tell(attendanceReports.ownPass, {})
  const [first] = (await door.tell(attendanceKiosk.taps, { now: iso(), taps: [tap(pass)] })).items
  expect(first?.tap).toMatchObject({ result: 1, name: 'Gil Pass' })
  const stale = { id: randomUUID(), card: pass, at: iso(minutes(3)) }
  clock.forward(minutes(3))
  expect((await door.tell(attendanceKiosk.taps, { now: iso(), taps: [stale] })).items[0]?.tap?.result).toBe(4)
})

test('a scheduled session opens, closes, and signs itself', async () => {
  const { sessionId } = await (
    await admin()
  ).tell(attendance.create, {
    title: 'Shift',
    startsAt: iso(minutes(30)),
    endsAt: iso(hours(2)),
    opening: 'schedule',
    openBefore: 10,
    closing: 'schedule',
    closeAfter: 5,
  })
  const stateNow = async () => {
    await keepSchedule(world)
    const { state, seals } = await (await admin()).tell(attendance.get, { sessionId })
    return [state, seals.length]
  }
  expect(await stateNow()).toEqual(['planned', 0])
  clock.forward(minutes(21))
  expect(await stateNow()).toEqual(['open', 0])
  clock.forward(hours(2))
  expect(await stateNow()).toEqual(['closed', 1])
})
