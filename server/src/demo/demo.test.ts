import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { decisionExplanations } from '@claviger/contract/decide/why'
import { applications } from '@claviger/contract/apps/applications'
import { workflows } from '@claviger/contract/automation/workflows'
import { bills } from '@claviger/contract/billing/bills'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { strengths } from '@claviger/contract/decide/strengths'
import { connectionKinds, connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { syncs } from '@claviger/contract/directories/syncs'
import { keyStatus, securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { sharing } from '@claviger/contract/keys/sharing'
import { tokenPolicies, verifications } from '@claviger/contract/keys/token-policies'
import { units } from '@claviger/contract/people/units'
import { activity, activityStatus } from '@claviger/contract/oversight/activity'
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

test('has lines in the log of each workspace, because an old log without lines counts as removed', async () => {
  const { rows: silent } = await world.superPool.query(
    'select slug from workspaces w where demo and not exists (select from activities a where a.workspace_id = w.id)',
  )
  expect(silent).toEqual([])
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

test('has a year of activity that grows with the rollout, with fewer sign-ins on weekends', async () => {
  const { days } = await caller.tell(statistics.login, { days: 90 })
  for (const { day, succeeded, failed } of days.slice(-29, -1)) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay())
    expect(succeeded).toBeGreaterThan(weekend ? 400 : 800)
    expect(succeeded).toBeLessThan(weekend ? 800 : 1300)
    expect(failed).toBeLessThan(succeeded / 20)
  }
  const inAll = (from: number, to: number) => days.slice(from, to).reduce((sum, one) => sum + one.succeeded, 0)
  expect(inAll(0, 28)).toBeLessThan(inAll(-28, days.length) * 0.8)
  const { rows: months } = await world.superPool.query(
    `select date_trunc('month', at) from activities where workspace_id = $1 and action like 'sign-in.%' group by 1`,
    [owner.workspace],
  )
  expect(months.length).toBeGreaterThanOrEqual(12)
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
    const asked = await caller.tell(decisionExplanations.ofLine, { activity: id })
    expect(asked).toMatchObject({ allowed: false, full: { explanation: { allowed: false } } })
    expect(asked.full?.explanation.steps.at(-1)?.applies).toBe(true)
  }
  const watched = (await caller.tell(policies.list, { state: 1 })).items
  expect(watched.some(one => (one.wouldRefuse ?? 0) > 0)).toBe(true)
})

test('has an image as its icon', () => {
  expect(imageSize(crossIcon())).toMatchObject({ type: 'png', width: 128, height: 128 })
})

test('has twelve applications from the catalog with sign-ins', async () => {
  const { items } = await caller.tell(applications.list)
  expect(items).toHaveLength(12)
  expect(items.every(one => one.active && (one.everyone || one.assigned > 0) && (one.uses ?? 0) > 20)).toBe(true)
  expect(items.flatMap(one => one.warnings)).toEqual(['not-https'])
})

test('has a course with half a year of attendance, a drill with its muster, and an open shift', async () => {
  const { items } = await caller.tell(attendance.list, { search: 'training', state: ['closed'], pageSize: 50 })
  expect(items).toHaveLength(26)
  for (const { counts } of items) {
    expect(counts.present).toBeGreaterThan(counts.missing)
    expect(counts.present + counts.missing).toBe(counts.expected)
  }
  expect((await caller.tell(attendanceReports.own, {})).items.length).toBeGreaterThan(20)
  const [drill] = (await caller.tell(attendance.list, { search: 'drill' })).items
  const musters = await caller.tell(attendanceMusters.list, { sessionId: drill?.sessionId ?? '' })
  expect(musters.items).toMatchObject([{ place: 'Car park A', counts: { open: 1 } }])
  expect((await caller.tell(attendance.list, { state: ['open'] })).items).toMatchObject([
    { title: expect.stringMatching(/shift, Emergency$/) },
  ])
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString()
  const report = await caller.tell(attendanceReports.report, { from, to: new Date().toISOString(), by: 'session' })
  expect(report.items).toHaveLength(13)
})

test('fills every area of the console', async () => {
  const [active, entra, agency] = (await caller.tell(connections.list)).items
  expect([active?.kind, entra?.kind, agency?.kind]).toEqual([
    connectionKinds.ldap,
    connectionKinds.entra,
    connectionKinds.scim,
  ])
  const runs = await caller.tell(syncs.list, { pageSize: 100 })
  expect(runs.total).toBeGreaterThan(700)
  const stopped = runs.items.filter(run => run.state === 'braked')
  expect(stopped).toMatchObject([{ connectionName: active?.name, overBrake: true, exceeds: ['access'] }])
  const findings = await caller.tell(syncs.rows, { id: stopped[0]?.id ?? '' })
  expect(findings.total).toBe(stopped[0]?.counts.leaving)

  const [client] = (await caller.tell(scim.get)).items
  expect(client).toMatchObject({ connection: 'successful', tokens: [{ standing: 'whole' }], people: agency?.people })
  const records = (await caller.tell(scim.records, { id: client?.id ?? '', pageSize: 100 })).items
  expect(new Set(records.map(one => one.status))).toEqual(new Set([200, 201, 404, 409]))

  const all = (await caller.tell(workflows.list)).items
  expect(all).toHaveLength(8)
  for (const one of all) {
    expect(one.lastExecution, one.name).not.toBeNull()
    expect((await caller.tell(workflows.logs, { id: one.id })).total, one.name).toBeGreaterThan(5)
  }

  const keyPolicies = (await caller.tell(tokenPolicies.list)).items
  expect(keyPolicies.map(one => [one.isDefault, one.users > 20])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, true],
  ])
  expect((await caller.tell(authenticationProfiles.list)).items).toHaveLength(4)
  const own = (await caller.tell(strengths.list)).items.filter(one => !one.preset)
  expect(own.map(one => one.policies + one.applications > 0)).toEqual([true, true, true])
  const providers = [...(await caller.tell(oidcProviders.list)).items, ...(await caller.tell(samlProviders.list)).items]
  expect(providers.map(one => one.active && one.linked > 10 && one.lastUsedAt !== null)).toEqual([true, true])

  expect((await caller.tell(units.list)).items.filter(one => one.admins.length > 0).length).toBeGreaterThan(2)
  expect(new Set((await caller.tell(sharing.list)).items.map(one => one.account.id)).size).toBe(3)
  expect((await caller.tell(apiKeys.list)).items).toHaveLength(3)
  expect((await caller.tell(bulkRuns.list)).total).toBe(4)
  expect((await caller.tell(keyActCalls.list)).total).toBe(1)
  expect((await caller.tell(bills.history, { pageSize: 50 })).items.length).toBeGreaterThan(10)
  const keys = await caller.tell(securityKeys.list, { unusedDays: 90 })
  expect(keys.total).toBeGreaterThan(30)
})

test('says the same everywhere: users and directories, funnel and workflow runs, sign-ins and profiles', async () => {
  const { rows: strange } = await world.superPool.query<{ what: string; n: number }>(
    `select what, n::integer from (
       select 'users of a directory without a link, or the reverse' as what, count(*) as n from users u
       left join directory_links l on l.workspace_id = u.workspace_id and l.what = 'user' and l.local_id = u.id
       left join directory_connections c on c.workspace_id = u.workspace_id and c.id = l.connection_id
       where u.workspace_id = $1 and u.source <> coalesce(case c.kind when 1 then 2 when 6 then 4 when 7 then 5 end, 1)
       union all
       select 'directories whose runs added other users than they have', count(*) from (
         select c.id from directory_connections c where c.workspace_id = $1 and c.kind <> 7
           and (select count(*) from directory_links l where l.workspace_id = $1 and l.connection_id = c.id and l.what = 'user')
            <> (select sum((r.counts ->> 'added')::integer) from directory_runs r where r.workspace_id = $1 and r.connection_id = c.id)
       ) other
       union all
       select 'funnel stages with more users than the stage before', count(*) from (
         select action, count < lead(count) over (partition by day, action order by array_position(
           array['arrived', 'tapped', 'identified', 'verified', 'pin-set', 'done'], stage)) as grows
         from self_service_counts where workspace_id = $1) stages where grows
       union all
       select 'finished card page visits without a workflow run', abs(
         (select sum(s.count) from self_service_counts s where s.workspace_id = $1 and s.stage = 'done'
            and s.day > (select min(w.created_at)::date from workflows w where w.workspace_id = $1 and w.starts = 'page'))
         - (select count(*) from workflow_runs r join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
            where r.workspace_id = $1 and w.starts = 'page'))
       union all
       select 'devices of an unknown API key', count(*) from devices d where d.workspace_id = $1
         and not exists (select from api_keys k where k.workspace_id = $1 and k.name = d.api_key_name)
       union all
       select 'sign-ins with a provider by users without a link', count(*) from activities a where a.workspace_id = $1
         and a.action = 'sign-in.external' and a.actor_id not in (select user_id from external_links where workspace_id = $1)
       union all
       select 'sign-ins with a card of another user', count(*) from activities a where a.workspace_id = $1
         and a.action = 'sign-in.card' and not exists (select from security_keys k
           where k.workspace_id = $1 and k.id = a.object_id::uuid and k.user_id = a.actor_id and k.created_at <= a.at)
       union all
       select 'what happened before the workspace was created', count(*) from activities a join workspaces w on w.id = a.workspace_id
         where a.workspace_id = $1 and a.at < w.created_at
       union all
       select 'successful uses after the last use of their key', count(*) from activities a
         join security_keys k on k.workspace_id = $1 and k.id::text = a.object_id
         where a.workspace_id = $1 and a.kind = 'use' and a.status = ${activityStatus.succeeded} and a.at > coalesce(k.last_used_at, '-infinity')
       union all
       select 'uses by passkey of users who had one, without naming it', count(*) from activities a
         where a.workspace_id = $1 and a.action = 'sign-in.passkey' and a.object_id is null and exists (
           select from security_keys k where k.workspace_id = $1 and k.user_id = a.actor_id and k.aaguid is not null and k.created_at <= a.at)
       union all
       select 'used cards whose PIN was never set', count(*) from security_keys k where k.workspace_id = $1
         and k.verification = ${verifications.pin} and k.status <> ${keyStatus.pending} and k.pin_set_at is null and k.card_end is not null
       union all
       select 'keys used before they were created', count(*) from security_keys where workspace_id = $1 and last_used_at < created_at
     ) found where n <> 0`,
    [owner.workspace],
  )
  expect(strange).toEqual([])
})
