import { users } from '@claviger/contract/people/users'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { expect, test } from 'vitest'
import { attendanceOf } from '#test/api/attendance.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { hours } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const { admin, iso, kiosk, person, session } = attendanceOf(home)
const { addGroup, addUnit, appointOver } = testData(home)

test('a card succeeds once, then counts as a duplicate; unknown, unexpected, and suspended cards differ (R191)', async () => {
  const [ann, bob, cyd] = [await person('Ann', 'Lee'), await person('Bob', 'Ray'), await person('Cyd', 'Fox')]
  const group = await addGroup('Course A', [ann.id, cyd.id])
  const sessionId = await session({ expected: { groups: [group] }, attributes: ['name', 'userId'], lateAfter: 10 })
  const caller = await admin()
  const tap = (cardId: string) => caller.tell(attendance.attend, { sessionId, cardId })
  const first = await tap(ann.card)
  expect(first).toMatchObject({ result: 1, name: 'Ann Lee', initials: 'AL', late: true, direction: 'in' })
  expect(first.fields).toEqual([
    { field: 'name', value: 'Ann Lee' },
    { field: 'userId', value: 'ann.lee@northgate.example' },
  ])
  clock.forward(5000)
  expect(await tap(ann.card)).toMatchObject({ result: 2, firstAt: first.at, counts: { present: 1, late: 1 } })
  expect(await tap(bob.card)).toMatchObject({ result: 3, reason: 'not-expected', name: 'Bob Ray' })
  await caller.tell(keyActCalls.suspendOne, { id: cyd.key })
  expect(await tap(cyd.card)).toMatchObject({ result: 3, reason: 'key-inactive' })
  await caller.tell(keyActCalls.activateOne, { id: cyd.key })
  await caller.tell(bulkRuns.suspendOne, { id: cyd.id })
  expect(await tap(cyd.card)).toMatchObject({ result: 3, reason: 'user-inactive' })
  for (const odd of ['FFFF0000', '!!', '', 'x'.repeat(512)])
    expect(await tap(odd)).toMatchObject({ result: 4, name: null, personId: null })
  expect((await caller.ask(attendance.attend, { sessionId, cardId: '1'.repeat(10_000) })).status).toBe(422)
  const { counts } = await caller.tell(attendance.summary, { sessionId })
  expect(counts).toEqual({ expected: 2, present: 1, late: 1, left: 0, missing: 1, unexpected: 1, invalid: 4 })
  const { items } = await caller.tell(attendance.participants, { sessionId })
  expect(items.map(({ name, status, taps }) => [name, status, taps])).toEqual([
    ['Ann Lee', 'present', 2],
    ['Bob Ray', 'refused', 1],
    ['Cyd Fox', 'refused', 2],
  ])
  expect((await caller.tell(attendance.participants, { sessionId, status: ['present'], only: 'late' })).total).toBe(1)
  expect((await caller.tell(attendance.participants, { sessionId, search: 'fox' })).items).toHaveLength(1)
  const recent = await caller.tell(attendance.recent, { sessionId, count: 3 })
  expect(recent.items.map(({ result }) => result)).toEqual([4, 4, 4])
  const { items: own } = await as(
    (await given.session({ id: ann.id, workspace: given.owner.workspace })).accessToken,
  ).tell(attendanceReports.own, {})
  expect(own).toMatchObject([{ sessionId, title: 'Hygiene training', status: 'present', late: true }])
})

test('the settings of a session decide who is expected and how others are treated', async () => {
  const [kim, lea, max, ned] = [
    await person('Kim', 'Whom'),
    await person('Lea', 'Whom'),
    await person('Max', 'Whom'),
    await person('Ned', 'Whom'),
  ]
  const [groups, units] = [[await addGroup('Whom', [kim.id])], [await addUnit('Whom', [lea.id])]]
  const template = await (await admin()).tell(attendanceTemplates.create, { name: 'Whom', title: 'Whom' })
  const sessionId = await session({
    unexpected: 'admit',
    languages: ['pl', 'de'],
    expected: { groups, units, users: [max.id] },
    templateId: template.templateId,
  })
  for (const { card } of [kim, lea, max, ned])
    expect(await (await admin()).tell(attendance.attend, { sessionId, cardId: card })).toMatchObject({ result: 1 })
  const { items } = await (await admin()).tell(attendance.participants, { sessionId })
  expect(items.map(({ expected }) => expected)).toEqual([true, true, true, false])
  expect((await (await admin()).tell(attendance.summary, { sessionId })).counts).toMatchObject({
    present: 4,
    unexpected: 1,
  })
  expect((await (await admin()).tell(attendance.list, { template: template.templateId })).items).toMatchObject([
    { sessionId, languages: ['pl', 'de'], template: { name: 'Whom' } },
  ])
  const door = await kiosk(sessionId)
  expect((await door.tell(attendanceKiosk.state, {})).session.languages).toEqual(['pl', 'de'])
  const everyone = await session({ expected: { everyone: true } })
  const { counts } = await (await admin()).tell(attendance.summary, { sessionId: everyone })
  expect(counts.expected).toBe((await (await admin()).tell(users.list, {})).total)
})

test('a card number is read by the reader settings of the workspace, including decimal', async () => {
  const dot = await person('Dot', 'Kay')
  const sessionId = await session({ expected: { everyone: true } })
  const caller = await admin()
  await caller.tell(readerSettings.change, { format: 'dec', reversed: false, dropped: 0 })
  const decimal = BigInt(`0x${dot.card.match(/../g)?.toReversed().join('')}`).toString()
  expect(await caller.tell(attendance.attend, { sessionId, cardId: decimal })).toMatchObject({ result: 1 })
  await caller.tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0 })
})

test('with check-out, taps alternate between in and out, and a quick repeat is a duplicate', async () => {
  const eve = await person('Eve', 'Orr')
  const sessionId = await session({ mode: 'check-in-and-out', expected: { users: [eve.id] } })
  const tap = async () => (await admin()).tell(attendance.attend, { sessionId, cardId: eve.card })
  expect(await tap()).toMatchObject({ result: 1, direction: 'in' })
  clock.forward(30_000)
  expect(await tap()).toMatchObject({ result: 2, direction: null })
  clock.forward(hours(1))
  expect(await tap()).toMatchObject({ result: 1, direction: 'out', counts: { present: 0, left: 1 } })
  clock.forward(hours(1))
  expect(await tap()).toMatchObject({ result: 1, direction: 'in', counts: { present: 1, left: 0 } })
})

test('counts stay exact however often people come and go', async () => {
  const [ova, pam, quy] = [await person('Ova', 'Count'), await person('Pam', 'Count'), await person('Quy', 'Count')]
  const sessionId = await session({ mode: 'check-in-and-out', expected: { users: [ova.id, pam.id, quy.id] } })
  for (let round = 0; round < 33; round++) {
    const caller = await admin()
    for (const { card } of [ova, pam]) await caller.tell(attendance.attend, { sessionId, cardId: card })
    clock.forward(61_000)
  }
  const caller = await admin()
  await caller.tell(attendance.attend, { sessionId, cardId: pam.card })
  const { counts, arrivals } = await caller.tell(attendance.summary, { sessionId })
  expect(counts).toEqual({ expected: 3, present: 1, late: 0, left: 1, missing: 1, unexpected: 0, invalid: 0 })
  expect(arrivals.map(({ count }) => count)).toEqual([2])
  // Earlier differences were added up
  const { rows } = await world.superPool.query<{ n: number }>(
    'select count(*)::integer as n from attendance_tallies where session_id = $1',
    [sessionId],
  )
  expect(rows[0]?.n).toBeLessThan(60)
})

test('a card that opens a shared account counts for its owner, never for the account', async () => {
  const [pia, desk] = [await person('Pia', 'Owner'), await person('Ward', 'Desk')]
  await (await admin()).tell(sharing.add, { id: desk.id, users: [pia.id], groups: [] })
  const sessionId = await session({ expected: { users: [pia.id, desk.id] } })
  const tapped = await (await admin()).tell(attendance.attend, { sessionId, cardId: pia.card })
  expect(tapped).toMatchObject({ result: 1, personId: pia.id, counts: { present: 1, missing: 1 } })
})

test('a card of another workspace and a card of a deleted user are unknown', async () => {
  const fay = await person('Fay', 'Bly')
  const sessionId = await session({ expected: { everyone: true } })
  await (await testData(home).owner()).tell(users.remove, { id: fay.id })
  expect(await (await admin()).tell(attendance.attend, { sessionId, cardId: fay.card })).toMatchObject({ result: 4 })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await elsewhere.ask(attendance.get, { sessionId })).status).toBe(404)
  expect((await elsewhere.ask(attendance.attend, { sessionId, cardId: fay.card })).status).toBe(404)
  const there = await elsewhere.tell(attendance.create, {
    title: 'Elsewhere',
    startsAt: iso(),
    endsAt: iso(hours(1)),
    open: true,
    expected: { everyone: true },
  })
  const gus = await person('Gus', 'Ely')
  expect(await elsewhere.tell(attendance.attend, { ...there, cardId: gus.card })).toMatchObject({ result: 4 })
})

test('a session opens and closes once, and a closed session takes no more taps (R192)', async () => {
  const hal = await person('Hal', 'Ivy')
  const caller = await admin()
  const { sessionId } = await caller.tell(attendance.create, {
    title: 'Exam',
    place: 'Hall 2',
    startsAt: iso(hours(1)),
    endsAt: iso(hours(2)),
    expected: { users: [hal.id] },
  })
  const attend = () => caller.ask(attendance.attend, { sessionId, cardId: hal.card })
  expect(await attend()).toMatchObject({ status: 409, body: { code: 'attendance-not-open' } })
  expect((await caller.tell(attendance.open, { sessionId })).state).toBe('open')
  expect((await attend()).status).toBe(200)
  expect(await caller.ask(attendance.remove, { sessionId })).toMatchObject({ body: { code: 'attendance-has-records' } })
  const closed = await caller.tell(attendance.close, { sessionId })
  expect(closed).toMatchObject({ state: 'closed', counts: { present: 1 }, seals: [{ version: 1 }] })
  expect(await attend()).toMatchObject({ status: 409, body: { code: 'attendance-closed' } })
  expect((await caller.ask(attendance.close, { sessionId })).status).toBe(409)
  const { items } = await caller.tell(activity.list, { object: sessionId })
  expect(items.map(({ action }) => action)).toEqual(['attendance.closed', 'attendance.opened', 'attendance.created'])
  expect(items[0]?.after).toMatchObject({ version: 1, digest: closed.seals[0]?.hash, present: 1 })
  const copy = await caller.tell(attendance.duplicate, { sessionId, startsAt: iso(hours(3)), endsAt: iso(hours(4)) })
  expect(await caller.tell(attendance.get, copy)).toMatchObject({
    title: 'Exam',
    place: 'Hall 2',
    state: 'planned',
    counts: { expected: 1, missing: 1 },
  })
  expect((await caller.tell(attendance.list, { search: 'exam', state: ['planned'] })).items).toHaveLength(1)
  const sorted = async (more: { sort?: 'start' }) =>
    (await caller.tell(attendance.list, { search: 'exam', ...more })).items.map(({ state }) => state)
  expect([await sorted({}), await sorted({ sort: 'start' })]).toEqual([
    ['planned', 'closed'],
    ['closed', 'planned'],
  ])
  await caller.tell(attendance.remove, copy)
})

test('unit administrators see only users in their unit, and end users cannot list sessions', async () => {
  const [ida, jon] = [await person('Ida', 'Vale'), await person('Jon', 'Wray')]
  const unit = await addUnit('Ward 3', [ida.id])
  const chief = await given.addUser('Unit', 'Chief')
  await appointOver(chief, [unit])
  const sessionId = await session({ title: 'Drill', expected: { users: [ida.id, jon.id] } })
  const hidden = await session({ title: 'Others', expected: { users: [jon.id] } })
  for (const { card } of [ida, jon]) await (await admin()).tell(attendance.attend, { sessionId, cardId: card })
  const limited = as((await given.session({ id: chief, workspace: given.owner.workspace })).accessToken)
  expect((await limited.tell(attendance.participants, { sessionId })).items.map(({ name }) => name)).toEqual([
    'Ida Vale',
  ])
  expect((await limited.tell(attendance.recent, { sessionId })).items.map(({ name }) => name)).toEqual(['Ida Vale'])
  expect((await limited.tell(attendance.summary, { sessionId })).counts).toMatchObject({ expected: 1, present: 1 })
  expect((await limited.ask(attendance.get, { sessionId: hidden })).status).toBe(404)
  expect((await limited.ask(attendance.attend, { sessionId, cardId: ida.card })).status).toBe(403)
  expect((await as((await given.session(given.user)).accessToken).ask(attendance.list, {})).status).toBe(403)
})
