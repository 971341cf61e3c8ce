import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { why } from '@claviger/contract/decide/why'
import { applications } from '@claviger/contract/apps/applications'
import { activity } from '@claviger/contract/oversight/activity'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { baselines } from '@claviger/contract/governance/baselines'
import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { statistics } from '@claviger/contract/oversight/statistics'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { ensureDemo } from './demo.ts'
import { crossIcon } from './icon.ts'

const { as, given, world } = await startTestApp({ DEMO: 'true' })
await Promise.all([ensureDemo(world), ensureDemo(world)])
await ensureDemo(world)

const { rows } = await world.superPool.query<{ workspace: string; id: string; name: string; slug: string }>(
  `select w.id as workspace, u.id, u.first_name || ' ' || u.last_name as name, w.slug from workspaces w
   join administrators a on a.workspace_id = w.id join users u on u.workspace_id = w.id and u.id = a.user_id
   where w.demo and w.type = 1 and w.partner_id is null and a.role = 1`,
)
const owner = rows[0]!
const caller = as((await given.session(owner)).accessToken)

test('creates only one demo workspace, however often it is requested, and takes no workspace address in use', () => {
  expect(rows).toMatchObject([{ name: 'Dr. Mara Lindqvist', slug: 'northgate-demo' }])
})

test('has the users, passkeys, and groups of the screenshots', async () => {
  const users = await caller.tell(statistics.users)
  expect(users).toMatchObject({ total: 1284, addedThisWeek: 38 })
  expect(users.byStatus).toEqual([
    { status: 10, count: 118 },
    { status: 20, count: 1041 },
    { status: 30, count: 96 },
    { status: 31, count: 17 },
    { status: 40, count: 9 },
    { status: 41, count: 3 },
  ])
  const keys = await caller.tell(statistics.securityKeys)
  expect(keys).toMatchObject({ total: 1412, addedThisWeek: 51 })
  expect(keys.byKind.map(one => one.kind).toSorted()).toEqual(['computer', 'key', 'manager', 'phone', 'unknown'])
  const groups = await caller.tell(statistics.groups)
  expect(groups.total).toBe(38)
  expect(groups.byType).toContainEqual({ type: 7, count: 31 })
})

test('a partner has three customers, licenses, a request that waits, and a baseline from which one drifted', async () => {
  const { accessToken } = await as(undefined).tell(signIn.demo, { as: 'partner' })
  const partner = as(accessToken)
  const { workspace } = await partner.tell(account.self)
  const overview = await partner.tell(partnerPanel.info, { id: workspace.id })
  expect(overview).toMatchObject({
    customers: { business: 3 },
    licenses: { active: 100, requested: 50, assigned: 65, free: 35 },
  })
  expect(overview.signUps.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  const [baseline] = (await partner.tell(baselines.list)).items
  expect(baseline?.customers).toEqual({ offered: 1, accepted: 2, declined: 0, drifted: 1 })
})

test('has a month of activity, with fewer sign-ins on weekends', async () => {
  const { days } = await caller.tell(statistics.login, { days: 29 })
  for (const { day, succeeded, failed } of days.slice(0, -1)) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay())
    expect(succeeded).toBeGreaterThan(weekend ? 1500 : 2800)
    expect(succeeded).toBeLessThan(weekend ? 2300 : 3700)
    expect(failed).toBeLessThan(succeeded / 30)
  }
  const changes = await caller.tell(activity.list, { kind: 'change', pageSize: 100 })
  expect(new Set(changes.items.map(item => item.action))).toContain('passkey.added')
  expect(changes.items.every(item => new Date(item.at) <= world.clock.now())).toBe(true)
})

test('has users that match their activity', async () => {
  const { rows: strange } = await world.superPool.query(
    // Materialized, because the actor of log entries is not indexed
    `with acted as materialized (select actor_id as id, min(at) as at from activities where workspace_id = $1 group by 1)
     select 1 from users u left join acted on acted.id = u.id where workspace_id = $1 and (
       active_keys <> (select count(*) from security_keys k where k.workspace_id = u.workspace_id and k.user_id = u.id and k.status = 20)
       or key_kinds <> (select coalesce(bit_or(1 << (k.kind - 1)), 0) from security_keys k where k.workspace_id = u.workspace_id and k.user_id = u.id and k.status = 20)
       or pending_keys <> (select count(*) from security_keys k where k.workspace_id = u.workspace_id and k.user_id = u.id and k.status = 30)
       or exists (select from user_sign_ins s where s.workspace_id = u.workspace_id and s.user_id = u.id
         and s.last_sign_in_at < u.created_at and s.last_sign_in_at <> '-infinity')
       or acted.at < u.created_at)`,
    [owner.workspace],
  )
  expect(strange).toEqual([])
})

test('has twelve policies with versions and six lists that are in use and valid', async () => {
  const all = (await caller.tell(policies.firstList)).items
  expect(all).toHaveLength(12)
  expect(new Set(all.map(one => one.state))).toEqual(new Set([0, 1, 2]))
  for (const one of all) {
    const [version] = (await caller.tell(policies.history, { _id: one._id })).items
    expect(version?.content).toMatchObject({ name: one.name, priority: one.priority })
  }
  const lists = (await caller.tell(namedLists.list)).items
  expect(lists).toHaveLength(6)
  for (const { namedListId, type, policies: uses } of lists) {
    expect(uses).toBeGreaterThan(0)
    const { list } = await caller.tell(namedLists.get, { namedListId })
    const lines = list.map(one => `"${one.value}","${one.label}"`).join('\n')
    expect(await caller.tell(namedLists.check, { type, lines })).toEqual({ entries: list, wrong: [], overlaps: [] })
  }
})

test('has a month of key uses, and an explanation for each refused use', async () => {
  const uses = await caller.tell(activity.list, { action: ['security-key.signed-in'], pageSize: 1 })
  expect(uses.total).toBeGreaterThan(1000)
  const refused = (await caller.tell(activity.list, { action: ['security-key.refused'], pageSize: 5 })).items
  expect(refused).toHaveLength(5)
  for (const { id } of refused) {
    const asked = await caller.tell(why.ofLine, { activity: id })
    expect(asked).toMatchObject({ allowed: false, full: { explanation: { allowed: false } } })
    expect(asked.full?.explanation.steps.at(-1)?.applies).toBe(true)
  }
  const watched = (await caller.tell(policies.list, { state: 1 })).items
  expect(watched.some(one => (one.wouldRefuse ?? 0) > 0)).toBe(true)
})

test('has an image as its icon', () => {
  expect(imageSize(crossIcon())).toMatchObject({ type: 'png', width: 128, height: 128 })
})

test('has six applications from the catalog with a month of sign-ins', async () => {
  const { items } = await caller.tell(applications.list)
  expect(items).toHaveLength(6)
  expect(items.every(one => one.active && (one.everyone || one.assigned === 1) && (one.uses ?? 0) > 20)).toBe(true)
  expect(items.flatMap(one => one.warnings)).toEqual(['not-https'])
})

test('has a course with eight weeks of attendance, a drill with its muster, and an open early shift', async () => {
  const { items } = await caller.tell(attendance.list, { search: 'training', state: ['closed'] })
  expect(items).toHaveLength(8)
  for (const { counts } of items) {
    expect(counts.present).toBeGreaterThan(counts.missing)
    expect(counts.present + counts.missing).toBe(counts.expected)
  }
  expect((await caller.tell(attendanceReports.own, {})).items).toHaveLength(8)
  const [drill] = (await caller.tell(attendance.list, { search: 'drill' })).items
  const musters = await caller.tell(attendanceMusters.list, { sessionId: drill?.sessionId ?? '' })
  expect(musters.items).toMatchObject([{ place: 'Car park A', counts: { open: 1 } }])
  expect((await caller.tell(attendance.list, { state: ['open'] })).items).toMatchObject([
    { title: 'Early shift, Emergency' },
  ])
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const report = await caller.tell(attendanceReports.report, { from, to: new Date().toISOString(), by: 'session' })
  expect(report.items).toHaveLength(9)
})
