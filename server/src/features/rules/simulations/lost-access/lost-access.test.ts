// How many users and applications a change of policies would cost, before it is saved.
import { applications } from '@claviger/contract/apps/applications'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { simulations } from '@claviger/contract/rules/simulations'
import { strengths } from '@claviger/contract/decide/strengths'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'

const home = await startTestApp()
const { as, given, world } = home
const { appoint, addGroup, addUnit } = testData(home)
const owner = as(given.owner.accessToken)

const [nora, omar, ada, cody] = [
  await given.addUser('Nora', 'Nurse'),
  await given.addUser('Omar', 'Nurse'),
  await given.addUser('Ada', 'Administrator'),
  await given.addUser('Cody', 'Coder'),
]
await given.addActiveKeys([nora, omar, ada])
await given.addKey(omar, { kind: keyKinds.accessCard, status: 20 })
await appoint(ada, 3)
const nurses = await addGroup('Nurses', [nora, omar])
const ward = await addUnit('Ward', [omar])
const proxy = async (
  name: string,
  to: { everyone: boolean; groups?: string[]; users?: string[]; units?: string[] },
) => {
  const made = await owner.tell(applications.proxyCreate, { name, proxy: { hosts: [`${name.toLowerCase()}.example`] } })
  await owner.tell(applications.assign, { id: made.id, groups: [], units: [], users: [], ...to })
  return made.id
}
const [wiki, charts, mail] = [
  await proxy('Wiki', { everyone: true }),
  await proxy('Charts', { everyone: false, groups: [nurses], users: [cody] }),
  await proxy('Mail', { everyone: false, units: [ward], users: [omar] }),
]
/** Everyone who can sign in, with or without a key. */
const { rows } = await world.superPool.query<{ all: number; people: number }>(
  `select count(*)::integer as all, (count(*) filter (where a.user_id is null))::integer as people from users u
   left join administrators a on a.workspace_id = u.workspace_id and a.user_id = u.id
   where u.workspace_id = $1 and u.deleted_at is null and u.email is not null`,
  [given.owner.workspace],
)
const { all = 0, people = 0 } = rows[0] ?? {}

const lost = async (...written: PolicyDraft[]) => {
  const drafts = written.map((one, place) => ({
    _id: null,
    content: { name: `Draft ${place}`, priority: place + 1, action: 0 as const, ...one },
  }))
  const {
    users,
    signInPage,
    applications: apps,
    complete,
  } = (await owner.tell(simulations.check, { drafts })).lostAccess
  expect(complete).toBe(true)
  return { users, signInPage, apps: Object.fromEntries(apps.map(one => [one.name, one.users])) }
}
const nothing = { users: 0, signInPage: 0, apps: {} }

test('counts users without a role at the sign-in page, and everyone at applications', async () => {
  expect(await lost({})).toEqual({ users: all, signInPage: people, apps: { Wiki: all, Charts: 3, Mail: 1 } })
  expect(await lost({ groups: [nurses] })).toEqual({ users: 2, signInPage: 2, apps: { Wiki: 2, Charts: 2, Mail: 1 } })
  expect(await lost({ users: [ada] })).toEqual({ users: 1, signInPage: 0, apps: { Wiki: 1 } })
  expect(await lost({ units: [ward], appRestriction: { values: [wiki, mail] } })).toEqual({
    users: 1,
    signInPage: 0,
    apps: { Wiki: 1, Mail: 1 },
  })
  expect(await lost({ groups: [nurses], state: 1 })).toEqual(nothing)
})

test('counts only users who lose all of their keys, and users without a key by their methods', async () => {
  const at = { groups: [nurses], appRestriction: { values: [charts] } }
  expect(await lost({ ...at, securityKeyDeviceType: [keyKinds.hardware] })).toMatchObject({ apps: { Charts: 1 } })
  expect(await lost({ ...at, securityKeyDeviceType: [keyKinds.hardware, keyKinds.accessCard] })).toMatchObject({
    apps: { Charts: 2 },
  })
  expect(await lost({ users: [cody], waysIn: ['code'] })).toEqual({
    users: 1,
    signInPage: 1,
    apps: { Wiki: 1, Charts: 1 },
  })
  expect(await lost({ users: [cody, nora], waysIn: ['password'] })).toEqual(nothing)
})

test('counts no user who keeps access in one hour of the week, on one network, or on one device', async () => {
  const spans = [{ days: [3], from: '02:00', to: '03:00' }]
  const open = { action: 1 as const, timeLimits: { spans }, ipRestriction: { values: ['192.0.2.0/30'] } }
  expect(await lost({ ...open, groups: [nurses] }, { groups: [nurses] })).toEqual(nothing)
  const device = { devices: { values: ['0a1b2c3d-0000-4000-8000-00000000cafe'] } }
  // Only a reader that presents a card names its computer on the sign-in page
  expect(await lost({ action: 1, groups: [nurses], ...device }, { groups: [nurses] })).toMatchObject({
    signInPage: 1,
    apps: { Wiki: 2, Charts: 2 },
  })
  expect(await lost({ groups: [nurses], ...device })).toEqual(nothing)
})

test('counts users who can meet a requirement as keeping access', async () => {
  const own = await owner.tell(strengths.create, { name: 'Badge', level: 'any', keyKinds: [keyKinds.accessCard] })
  const demanding = (strength: string) => lost({ action: 1, groups: [nurses], demands: { strength } })
  expect(await demanding('phishing-resistant')).toEqual(nothing)
  expect(await demanding(own.strengthId)).toMatchObject({ users: 1, signInPage: 1 })
  expect(await lost({ action: 1, users: [cody], demands: { strength: 'any', pin: true } })).toMatchObject({ users: 1 })
})

test('counts only access that the change removes, not access that is already refused', async () => {
  await putPolicies(home, [{ users: [nora], priority: 500 }])
  expect(await lost({ groups: [nurses] })).toEqual({ users: 1, signInPage: 1, apps: { Wiki: 1, Charts: 1, Mail: 1 } })
  await putPolicies(home, [])
})

test('a strength that an owner meets with a key does not count as a lockout', async () => {
  await given.addKey(given.owner.id, { name: 'Own', proved_at: world.clock.now() })
  const content = { name: 'All', priority: 1, action: 1 as const, demands: { strength: 'phishing-resistant' } }
  const { refused } = await owner.tell(simulations.check, { drafts: [{ _id: null, content }] })
  expect(refused).toBe(false)
})
