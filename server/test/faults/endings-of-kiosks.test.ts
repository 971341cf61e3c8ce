// Tries each event that must end a kiosk of an attendance session or a support session.
import { randomUUID } from 'node:crypto'
import { supportAccess } from '@claviger/contract/access/support-access'
import { sessions } from '@claviger/contract/access/sessions'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import { superPermissions } from '@claviger/contract/platform/permissions'
import { users } from '@claviger/contract/people/users'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { afterEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../src/platform/clock.ts'
import { attendanceOf } from '../api/attendance.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const { activate, appoint, deactivate, dismiss, owner, suspend } = testData(home)
const { admin, iso, person, session } = attendanceOf(home)
const { workspace: here } = given.owner
const root = async () => as((await given.session(given.superAdmin)).accessToken)
const setStatus = async (status: number) => (await root()).tell(workspaceGovernance.status, { id: here, status })
afterEach(() => setStatus(workspaceStatus.active))
const nothing = () => Promise.resolve()

interface Opened {
  maker: string
  sessionId: string
  kioskId: string
  key: string
}
type Events<T> = Record<string, readonly [done: (one: T) => Promise<unknown>, undone: (one: T) => Promise<unknown>]>

const ofEveryKiosk: Events<Opened> = {
  'an administrator closes it': [
    async ({ sessionId, kioskId }) => (await admin()).tell(attendanceKiosk.remove, { sessionId, kioskId }),
    nothing,
  ],
  'its session ended more than a week ago': [
    async ({ sessionId }) => {
      await (await admin()).tell(attendance.close, { sessionId })
      clock.forward(days(8))
    },
    nothing,
  ],
  'the workspace is disabled': [() => setStatus(workspaceStatus.disabled), () => setStatus(workspaceStatus.active)],
}
const ofLink: Events<Opened> = {
  'its creator is suspended': [one => suspend(one.maker), one => activate(one.maker)],
  'its creator is deactivated': [one => deactivate(one.maker), one => activate(one.maker)],
  'the role of its creator is removed': [one => dismiss(one.maker), one => appoint(one.maker, 3)],
}
const ofKey: Events<Opened> = {
  'its API key is deleted': [async one => (await owner()).tell(apiKeys.remove, { id: one.key }), nothing],
  'its API key is released from the session': [
    async ({ sessionId }) => {
      const { title, startsAt, endsAt } = await (await admin()).tell(attendance.get, { sessionId })
      await (await admin()).tell(attendance.update, { sessionId, title, startsAt, endsAt, apiKeys: [] })
    },
    nothing,
  ],
}

let count = 0
async function maker(): Promise<string> {
  const id = await given.addUser('Making', `Kiosks${++count}`)
  await given.addActiveKeys([id])
  await appoint(id, 3)
  return id
}
async function openedByLink() {
  const sessionId = await session({ expected: { everyone: true } })
  const id = await maker()
  const made = () => given.session({ id, workspace: here })
  const link = async (name: string, purpose: 'kiosk' | 'muster' = 'kiosk') =>
    (await as((await made()).accessToken).tell(attendanceKiosk.link, { sessionId, name, purpose })).code
  const open = async (code: string) => as((await as(code).tell(attendanceKiosk.open, {})).token)
  const [door, phone] = [await open(await link('Door')), await open(await link('Phone', 'muster'))]
  await (await admin()).tell(attendanceMusters.start, { sessionId })
  const { items } = await (await admin()).tell(attendanceKiosk.list, { sessionId })
  const of = (name: string) => items.find(one => one.name === name)?.kioskId ?? ''
  return {
    door,
    phone,
    waiting: await link('Waiting'),
    about: { maker: id, sessionId, kioskId: of('Door'), key: '' },
    marshal: of('Phone'),
  }
}

describe.each(Object.entries({ ...ofEveryKiosk, ...ofLink }))('when %s', (event, [done, undone]) => {
  test('a kiosk that was opened by a link is refused', async () => {
    const { door, phone, waiting, about, marshal } = await openedByLink()
    const works = async () => [
      (await door.ask(attendanceKiosk.state, {})).status,
      (await door.ask(attendanceKiosk.taps, { now: iso(), taps: [{ id: randomUUID(), card: '04A1', at: iso() }] }))
        .status,
      (await phone.ask(attendanceKiosk.muster, {})).status,
    ]
    expect(await works()).toEqual([200, 200, 200])
    await done(about)
    if (event === 'an administrator closes it') await done({ ...about, kioskId: marshal })
    for (const status of await works()) expect(status).toBeGreaterThanOrEqual(401)
    if (event in ofLink) expect((await as(waiting).ask(attendanceKiosk.open, {})).status).toBeGreaterThanOrEqual(401)
    await undone(about)
  })
})

test.each(Object.entries({ ...ofEveryKiosk, ...ofKey }))(
  'a kiosk that an API key opened is refused when %s',
  async (_event, [done, undone]) => {
    const made = await (await owner()).tell(apiKeys.create, { name: 'Tablet', type: keyTypes.sharedMobile, expiry: 0 })
    const sessionId = await session({ apiKeys: [made.key.id] })
    const { token } = await as(made.value).tell(attendanceKiosk.open, { sessionId, name: 'Tablet' })
    const { items } = await (await admin()).tell(attendanceKiosk.list, { sessionId })
    const works = async () => (await as(token).ask(attendanceKiosk.state, {})).status
    expect(await works()).toBe(200)
    const about = { maker: '', sessionId, kioskId: items[0]?.kioskId ?? '', key: made.key.id }
    await done(about)
    expect(await works()).toBeGreaterThanOrEqual(401)
    await undone(about)
  },
)

test('of kiosks that send at the same time, only those of an administrator who lost the role are refused', async () => {
  const ann = await person('Ann', 'Together')
  const [one, other] = [await openedByLink(), await openedByLink()]
  await dismiss(one.about.maker)
  const send = (door: typeof one.door) =>
    door.ask(attendanceKiosk.taps, { now: iso(), taps: [{ id: randomUUID(), card: ann.card, at: iso() }] })
  const sent = await Promise.all([one.door, other.door, one.door, other.door].map(send))
  expect(sent.map(({ status }) => status)).toEqual([401, 200, 401, 200])
  const { counts } = await (await admin()).tell(attendance.summary, { sessionId: one.about.sessionId })
  expect(counts.present).toBe(0)
})

test('a closed session shows no names to a kiosk, and records no later tap', async () => {
  const ann = await person('Ann', 'Closing')
  const { door, about } = await openedByLink()
  const send = () =>
    door.tell(attendanceKiosk.taps, { now: iso(), taps: [{ id: randomUUID(), card: ann.card, at: iso() }] })
  expect((await send()).items[0]?.tap?.name).toBe('Ann Closing')
  await (await admin()).tell(attendance.close, { sessionId: about.sessionId })
  clock.forward(minutes(1))
  expect((await send()).items).toMatchObject([{ outcome: 'closed', tap: null }])
  expect((await door.tell(attendanceKiosk.state, {})).recent).toEqual([])
})

test('a kiosk cannot be used to guess card numbers: after many unknown cards it pauses, and other kiosks continue', async () => {
  const ann = await person('Ann', 'Guessed')
  const { door, phone, about } = await openedByLink()
  const guess = (place: number) => ({ id: randomUUID(), card: `0B${place.toString(16).padStart(6, '0')}`, at: iso() })
  const many = (from: number) => Array.from({ length: 200 }, (_, at) => guess(from + at))
  const asked = await Promise.all(
    [0, 200, 400, 600].map(from => door.ask(attendanceKiosk.taps, { now: iso(), taps: many(from) })),
  )
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(3)
  const known = { now: iso(), taps: [{ id: randomUUID(), card: ann.card, at: iso() }] }
  expect((await door.ask(attendanceKiosk.taps, known)).status).toBe(429)
  const marks = (from: number) => ({ now: iso(), marks: many(from).map(one => ({ ...one, safe: true })) })
  expect((await phone.ask(attendanceKiosk.mark, marks(0))).status).toBe(200)
  expect((await phone.ask(attendanceKiosk.mark, marks(200))).status).toBe(429)
  const { token } = await as(
    (await (await admin()).tell(attendanceKiosk.link, { sessionId: about.sessionId, name: 'Other' })).code,
  ).tell(attendanceKiosk.open, {})
  expect((await as(token).tell(attendanceKiosk.taps, known)).items[0]?.tap?.name).toBe('Ann Guessed')
  clock.forward(hours(1) + minutes(1))
  expect((await door.tell(attendanceKiosk.taps, { ...known, now: iso() })).items).toMatchObject([{ outcome: 'known' }])
})

test('unknown cards pause a kiosk for seconds only, and known cards are read between them', async () => {
  const ann = await person('Ann', 'Between')
  const { door } = await openedByLink()
  const unknown = (place: number) => ({ id: randomUUID(), card: `0D${place.toString(16).padStart(6, '0')}`, at: iso() })
  const send = (taps: object[]) => door.ask(attendanceKiosk.taps, { now: iso(), taps })
  const known = async () => (await send([{ id: randomUUID(), card: ann.card, at: iso() }])).status
  expect((await send(Array.from({ length: 120 }, (_, place) => unknown(place)))).status).toBe(200)
  expect(await known()).toBe(200)
  for (const place of [120, 121]) {
    expect((await send([unknown(place)])).status).toBe(200)
    expect(await send([unknown(place)])).toMatchObject({ status: 429, headers: { 'retry-after': '10' } })
    expect(await known()).toBe(429)
    clock.forward(10_000)
    expect(await known()).toBe(200)
  }
})

const superId = given.superAdmin.id
const permit = (numbers: readonly number[]) =>
  world.superPool.query('update super_administrators set permissions = $2 where user_id = $1', [superId, numbers])

const ofSupport: Events<string> = {
  'an owner ends it': [async id => (await owner()).tell(supportAccess.endOwn, { id }), nothing],
  'the super administrator ends it': [
    async access => (await root()).tell(supportAccess.end, { id: here, access }),
    nothing,
  ],
  'the session of the super administrator ends': [async () => (await root()).tell(sessions.endOthers), nothing],
  'the allowed hours of an administrator end': [
    () => world.superPool.query(`update sessions set role_ends_at = now() where user_id = $1`, [superId]),
    nothing,
  ],
  'the super administrator loses permission 1': [
    () => permit([superPermissions.deleteWorkspaces]),
    () => permit([superPermissions.all, superPermissions.deleteWorkspaces]),
  ],
  'it has expired': [() => Promise.resolve(clock.forward(minutes(16))), nothing],
  'the workspace is disabled': [() => setStatus(workspaceStatus.disabled), () => setStatus(workspaceStatus.active)],
}

test.each(Object.entries(ofSupport))('a support session is refused when %s', async (_event, [done, undone]) => {
  const opening = await root()
  const { id: access } = await opening.tell(supportAccess.request, { id: here, reason: 'Ticket 4711', minutes: 15 })
  await (await owner()).tell(supportAccess.answer, { id: access, answer: 'accept' })
  const { accessToken } = await opening.tell(supportAccess.open, { id: here, access })
  const works = async () => (await as(accessToken).ask(users.list)).status
  expect(await works()).toBe(200)
  await done(access)
  expect(await works()).toBeGreaterThanOrEqual(401)
  await undone(access)
  await (await owner()).ask(supportAccess.endOwn, { id: access })
})
