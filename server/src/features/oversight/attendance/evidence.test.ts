import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#admin/run-command.ts'
import { attendanceOf } from '#test/api/attendance.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { openAppContext } from '#open-app-context.ts'
import { days, hours, minutes } from '#platform/clock.ts'
import { continueSeries, trimRecords } from './attendance.jobs.ts'
import { startsAfter } from './series.ts'

const home = await startTestApp()
const { app, given, clock, world } = home
const { admin, iso, person, session, kiosk, tap } = attendanceOf(home)
const folder = await mkdtemp(join(tmpdir(), 'attendance-'))
afterAll(() => rm(folder, { recursive: true }))

async function exported(path: string): Promise<{ type: string; body: Buffer }> {
  const { accessToken } = await given.session(given.administrator)
  const reply = await app.inject({ url: path, headers: { authorization: `Bearer ${accessToken}` } })
  expect(reply.statusCode).toBe(200)
  return { type: String(reply.headers['content-type']), body: reply.rawPayload }
}

/** `claviger admin verify-attendance` on a text, without database and settings. */
async function verify(text: string, ...more: string[]): Promise<{ code: number; says: string }> {
  const file = join(folder, 'attendance.json')
  await writeFile(file, text)
  let says = ''
  const paper = { write: (line: string) => (says += line) }
  const code = await runCommand(['verify-attendance', file, ...more], {
    env: {},
    out: paper,
    err: paper,
    openAppContext,
  })
  return { code, says }
}

test('an export verifies offline; an altered, reformatted, or differently signed one does not', async () => {
  const [ann, bob] = [await person('Ann', 'Proof'), await person('Bob', 'Proof')]
  const sessionId = await session({ title: 'Fire safety', expected: { users: [ann.id, bob.id] } })
  await (await admin()).tell(attendance.attend, { sessionId, cardId: ann.card })
  expect(await (await admin()).ask(attendance.evidence, { sessionId })).toMatchObject({
    body: { code: 'attendance-not-closed' },
  })
  const { seals } = await (await admin()).tell(attendance.close, { sessionId })
  const path = `/administrator/attendance-tracker/${sessionId}/evidence`
  const text = (await exported(path)).body.toString()
  const good = await verify(text, '--public-key', seals[0]?.publicKey ?? '')
  expect(good.code).toBe(0)
  expect(good.says).toContain('Fire safety')
  expect(good.says).toContain(seals[0]?.hash)
  for (const [bad, why] of [
    [text.replace('"status":"missing"', '"status":"present"'), 'The signature does not match'],
    [text.replace('Bob Proof', 'Rob Proof'), 'The signature does not match'],
    [text.replace('"document":{', '"document":{"format":"other",'), 'saved again'],
    [JSON.stringify(JSON.parse(text), null, 2), 'saved again'],
    [text.replace(/"signature":"../, '"signature":"AA'), 'The signature does not match'],
    ['{}', 'not a signed attendance file'],
    ['%PDF', 'not a signed attendance file'],
  ] as const) {
    const verdict = await verify(bad)
    expect(verdict.code, why).toBe(1)
    expect(verdict.says).toContain(why)
  }
  const other = await verify(text, '--public-key', Buffer.alloc(32, 1).toString('base64'))
  expect(other).toMatchObject({ code: 1, says: expect.stringContaining('another installation') })
  const pdf = await exported(`${path}?format=pdf`)
  expect(pdf.type).toBe('application/pdf')
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a correction keeps the original, and a correction after signing adds a signature and keeps the old one', async () => {
  const [cyd, dan] = [await person('Cyd', 'Fix'), await person('Dan', 'Fix')]
  const sessionId = await session({ expected: { users: [cyd.id, dan.id] } })
  const read = await (await admin()).tell(attendance.attend, { sessionId, cardId: cyd.card })
  await (await admin()).tell(attendance.close, { sessionId })
  const first = (await exported(`/administrator/attendance-tracker/${sessionId}/evidence`)).body.toString()
  clock.forward(minutes(1))
  const correct = async (more: object) =>
    (await admin()).ask(attendance.correct, {
      sessionId,
      reason: 'Came late',
      kind: 'time',
      personId: cyd.id,
      ...more,
    })
  const inAt = iso(-minutes(10))
  expect((await correct({ inAt })).body).toMatchObject({ inAt, readInAt: read.at, corrections: 1, status: 'present' })
  expect((await correct({ kind: 'add', personId: dan.id, inAt, reason: 'Forgot the badge' })).status).toBe(200)
  for (const bad of [{ reason: '' }, { inAt: iso(hours(1)) }, { inAt, outAt: iso(-hours(1)) }, { inAt: null }])
    expect((await correct(bad)).status).toBe(422)
  expect((await correct({ personId: given.user.id, inAt })).status).toBe(404)
  const { seals, counts } = await (await admin()).tell(attendance.get, { sessionId })
  expect(seals.map(({ version }) => version)).toEqual([3, 2, 1])
  expect(counts).toMatchObject({ present: 2, missing: 0 })
  const old = (await exported(`/administrator/attendance-tracker/${sessionId}/evidence?version=1`)).body.toString()
  expect(old).toBe(first)
  const newest = (await exported(`/administrator/attendance-tracker/${sessionId}/evidence`)).body.toString()
  expect((await verify(newest)).code).toBe(0)
  expect(JSON.parse(newest)).toMatchObject({
    document: { version: 3, previous: seals[1]?.hash, corrections: [{ reason: 'Came late' }, { name: 'Dan Fix' }] },
  })
  expect((await correct({ kind: 'remove', personId: dan.id, reason: 'Was ill' })).body).toMatchObject({
    status: 'removed',
  })
  const { items } = await (await admin()).tell(attendance.corrections, { sessionId })
  expect(items).toMatchObject([
    { kind: 'remove', by: 'Grace Hopper' },
    { kind: 'add' },
    { kind: 'time', before: { inAt: read.at }, after: { inAt } },
  ])
})

test('a muster lists who is in, two marshals share it, and marks made offline count by their own time', async () => {
  const [eve, fay, gil, hal] = [
    await person('Eve', 'Drill'),
    await person('Fay', 'Drill'),
    await person('Gil', 'Drill'),
    await person('Hal', 'Drill'),
  ]
  const unit = await testData(home).addUnit('Ward 7', [eve.id])
  const sessionId = await session({ mode: 'check-in-and-out', expected: { everyone: true } })
  const door = await kiosk(sessionId)
  const taps = [eve, fay, gil].map(({ card }) => tap(card, iso(-minutes(20))))
  await door.tell(attendanceKiosk.taps, { now: iso(), taps: [...taps, tap(gil.card)] })
  const muster = await (await admin()).tell(attendanceMusters.start, { sessionId, place: 'Car park' })
  expect(muster.people.map(({ name, unit: of }) => [name, of?.name])).toEqual([
    ['Eve Drill', 'Ward 7'],
    ['Fay Drill', undefined],
  ])
  expect(muster.people[0]?.unit?.id).toBe(unit)
  expect((await (await admin()).ask(attendanceMusters.start, { sessionId })).body).toMatchObject({
    code: 'muster-active',
  })
  const marshals = [
    await kiosk(sessionId, { purpose: 'muster', name: 'North' }),
    await kiosk(sessionId, { purpose: 'muster', name: 'South' }),
  ]
  const [north, south] = marshals
  if (!north || !south) throw new Error('two marshals')
  const { cursor } = await south.tell(attendanceKiosk.muster, {})
  const mark = { id: crypto.randomUUID(), personId: eve.id, at: iso() }
  for (let sent = 0; sent < 2; sent++) await north.tell(attendanceKiosk.mark, { now: iso(), marks: [mark] })
  const seen = await south.tell(attendanceKiosk.muster, { since: cursor })
  expect(seen.people.find(({ personId }) => personId === eve.id)).toMatchObject({ safe: true, markedBy: 'North' })
  const offline = [
    { id: crypto.randomUUID(), personId: eve.id, at: iso(-minutes(2)), safe: false },
    { id: crypto.randomUUID(), card: hal.card, at: iso() },
    { id: crypto.randomUUID(), card: 'FFFF0001', at: iso() },
  ]
  const after = await south.tell(attendanceKiosk.mark, { musterId: muster.musterId, now: iso(), marks: offline })
  expect(after).toMatchObject({
    counts: { listed: 2, safe: 2, open: 1, extra: 1 },
    unknownCards: 1,
    marshals: ['North', 'South'],
  })
  expect(after.people.find(({ personId }) => personId === eve.id)?.safe).toBe(true)
  expect((await north.ask(attendanceKiosk.taps, { now: iso(), taps: [tap(eve.card)] })).status).toBe(401)
  const of = { sessionId, musterId: muster.musterId }
  clock.forward(minutes(1))
  expect((await (await admin()).tell(attendanceMusters.end, of)).endedAt).toBe(iso())
  const late = { id: crypto.randomUUID(), personId: fay.id, at: iso(minutes(1)) }
  clock.forward(minutes(2))
  expect((await (await admin()).ask(attendanceMusters.mark, { ...of, now: iso(), marks: [late] })).body).toMatchObject({
    code: 'muster-ended',
  })
  const { items } = await (
    await admin()
  ).tell(activity.list, { object: sessionId, action: ['attendance-muster.ended'] })
  expect(items[0]?.after).toMatchObject({ listed: 2, open: 1, place: 'Car park' })
})

test('a weekly series creates its sessions 14 days ahead in local time', async () => {
  const weekly = { days: [1, 7], time: '08:30', from: '2026-10-20', until: '2026-11-02', zone: 'Europe/Vienna' }
  expect(startsAfter(new Date('2026-10-20T10:00:00Z'), weekly).map(at => at.toISOString())).toEqual([
    '2026-10-25T07:30:00.000Z',
    '2026-10-26T07:30:00.000Z',
    '2026-11-01T07:30:00.000Z',
    '2026-11-02T07:30:00.000Z',
  ])
  const ida = await person('Ida', 'Weekly')
  const input: InputOf<typeof attendanceTemplates.create.input> = {
    name: 'Early shift',
    title: 'Early shift',
    place: 'Ward 1',
    mode: 'check-in-and-out',
    lateAfter: 5,
    unexpected: 'admit',
    opening: 'schedule',
    openBefore: 15,
    closing: 'schedule',
    closeAfter: 30,
    attributes: ['name', 'department'],
    languages: ['de'],
    expected: { everyone: false, groups: [], units: [], users: [ida.id] },
    minutes: 480,
    weekly: { days: [1, 2, 3, 4, 5, 6, 7], time: '06:00', from: iso().slice(0, 10), until: null },
  }
  const made = await (await admin()).tell(attendanceTemplates.create, input)
  expect(made.sessions).toBeGreaterThanOrEqual(14)
  const [first] = (await (await admin()).tell(attendance.list, { template: made.templateId, sort: 'start' })).items
  const { name: _name, minutes: _minutes, weekly: _weekly, expected: _expected, ...settings } = input
  expect(first).toMatchObject({ ...settings, startsAt: made.nextAt, counts: { expected: 1 } })
  expect(new Date(first?.endsAt ?? '').getTime() - new Date(first?.startsAt ?? '').getTime()).toBe(hours(8))
  expect((await (await admin()).ask(attendanceTemplates.create, input)).body).toMatchObject({
    code: 'attendance-template-taken',
  })
  clock.forward(days(2))
  await continueSeries(world)
  await continueSeries(world)
  const { sessions } = await (await admin()).tell(attendanceTemplates.get, made)
  expect(sessions).toBe(made.sessions + 2)
  await (
    await admin()
  ).tell(attendanceTemplates.update, { ...input, templateId: made.templateId, title: 'Shift', weekly: null })
  await (await admin()).tell(attendanceTemplates.remove, made)
  expect(
    (await (await admin()).tell(attendance.list, { state: ['planned'], search: 'shift', from: iso() })).total,
  ).toBe(0)
})

test('reports count by person, unit, and session, and records expire as the workspace settings say', async () => {
  const [jon, kay] = [await person('Jon', 'Report'), await person('Kay', 'Report')]
  await testData(home).addUnit('Ward 9', [jon.id])
  const from = iso(-days(1))
  const ids: string[] = []
  for (const [place, cards] of [[jon, kay], [jon]].entries()) {
    const sessionId = await session({
      title: `Report ${place}`,
      mode: 'check-in-and-out',
      expected: { users: [jon.id, kay.id] },
    })
    ids.push(sessionId)
    for (const { card } of cards) await (await admin()).tell(attendance.attend, { sessionId, cardId: card })
    clock.forward(hours(1))
    await (await admin()).tell(attendance.attend, { sessionId, cardId: jon.card })
    await (await admin()).tell(attendance.close, { sessionId })
  }
  const range = { from, to: iso(days(1)), search: 'report' }
  const { items, total } = await (await admin()).tell(attendanceReports.report, { ...range, by: 'person' })
  expect(items).toMatchObject([
    { name: 'Jon Report', sessions: 2, attended: 2, absent: 0, minutes: 120 },
    { name: 'Kay Report', sessions: 2, attended: 1, absent: 1, minutes: 0 },
  ])
  expect(total.sessions).toBeGreaterThanOrEqual(2)
  expect((await (await admin()).tell(attendanceReports.report, { ...range, by: 'session' })).items).toHaveLength(2)
  expect(
    (await (await admin()).tell(attendanceReports.report, { ...range, search: 'ward 9', by: 'unit' })).items,
  ).toMatchObject([{ name: 'Ward 9', attended: 2 }])
  const absences = await (await admin()).tell(attendanceReports.absences, { ...range, personId: kay.id })
  expect(absences.items).toMatchObject([{ name: 'Kay Report', title: 'Report 1' }])
  const { items: hoursOf } = await (await admin()).tell(attendanceReports.arrivals, range)
  expect(hoursOf.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(3)
  const path = `/administrator/attendance-tracker/reports/file?by=person&from=${from}&to=${iso(days(1))}`
  expect((await exported(path)).body.toString()).toContain('Kay Report,2,2,1,0,1')
  const csv = await exported(`/administrator/attendance-tracker/${ids[0]}/participants/file`)
  expect(csv.body.toString()).toContain('Jon Report,Left,Yes')

  await (await admin()).tell(attendanceReports.changeSettings, { retentionDays: 1, retentionAction: 'anonymize' })
  clock.forward(days(3))
  await trimRecords(world)
  const sessionId = ids[0] ?? ''
  const people = (await (await admin()).tell(attendance.participants, { sessionId })).items
  expect(people.map(({ status }) => status).toSorted()).toEqual(['left', 'present'])
  expect(JSON.stringify(people)).not.toContain('Report')
  expect(people.some(({ personId }) => personId === jon.id)).toBe(false)
  expect((await (await admin()).ask(attendance.evidence, { sessionId })).status).toBe(404)
  await (await admin()).tell(attendanceReports.changeSettings, { retentionDays: 1, retentionAction: 'delete' })
  await trimRecords(world)
  expect((await (await admin()).ask(attendance.get, { sessionId })).status).toBe(404)
  const { rows } = await world.superPool.query('select count(*)::int as n from attendance_taps where session_id = $1', [
    sessionId,
  ])
  expect(rows[0]).toEqual({ n: 0 })
})
