// Tries each event that must end a user's access at applications and at the console. The sign-in
// methods are tried with the same events in server/src/features/access/sessions/ends.test.ts, the access of programs in
// endings-of-programs.test.ts, and kiosks and support sessions in endings-of-kiosks.test.ts.
import { sessions } from '@claviger/contract/access/sessions'
import { applications } from '@claviger/contract/apps/applications'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { sessionReviewTask } from '../../src/jobs/session-reviews.ts'
import { startScheduledTasks } from '../../src/platform/scheduled-tasks.ts'
import { testData } from '../api/test-data.ts'
import {
  addHeldApplications,
  type ApplicationsOfHoldings,
  createHoldings,
  type Holdings,
  workingProbes,
} from '../api/holdings.ts'
import { startTestApp } from '../app/test-app.ts'
import { putPolicies } from '../api/policies.ts'

const home = await startTestApp()
const { as, given, world } = home
const {
  activate,
  activateKey,
  addGroup,
  addUnit,
  appoint,
  appointOver,
  deactivate,
  dismiss,
  owner,
  remove,
  restore,
  suspend,
  suspendKey,
} = testData(home)
const beat = startScheduledTasks(world, [sessionReviewTask])
afterAll(() => beat.stop())
afterEach(() => putPolicies(home, []))

type Of = Holdings & { applications: ApplicationsOfHoldings; group: string; unit: string }
interface Event {
  /** Runs before the user signs in. */
  first?: (one: Pick<Of, 'user' | 'applications' | 'group' | 'unit'>) => Promise<unknown>
  done: (one: Of) => Promise<unknown>
  undone?: (one: Of) => Promise<unknown>
  /** True if a scheduled task ends the session shortly after the event. */
  soon?: true
}

const { workspace: here } = given.owner
const setStatus = (status: number) =>
  world.superPool.query('update workspaces set status = $2 where id = $1', [here, status])
const assign = async (one: Pick<Of, 'applications'>, to: object = {}) => {
  for (const id of one.applications.ids)
    await (await owner()).tell(applications.assign, { id, everyone: false, groups: [], units: [], users: [], ...to })
}
const switchAll = async ({ applications: { ids } }: Of, active: boolean) =>
  (await owner()).tell(applications.setActive, { ids, active })
const block = (to: object) => putPolicies(home, [{ name: 'Block', ...to }])
const values = (ids: readonly string[]) => ({ values: [...ids], lists: [] })

/** Events that end the session and all access based on it. */
const ofSession: Record<string, Event> = {
  'the user is suspended': { done: one => suspend(one.user), undone: one => activate(one.user) },
  'the user is deactivated': { done: one => deactivate(one.user), undone: one => activate(one.user) },
  'the user is deleted': { done: one => remove(one.user), undone: one => restore(one.user) },
  'the key is suspended': { done: one => suspendKey(one.key), undone: one => activateKey(one.key) },
  'the key is deleted': {
    done: async one => (await owner()).tell(keyActCalls.removeOne, { id: one.key }),
  },
  'the passkey is deleted': {
    done: async one => (await owner()).tell(keyActCalls.removePasskey, { id: one.user, credentialId: one.passkey }),
  },
  'the role is removed': {
    first: one => appoint(one.user, 3),
    done: one => dismiss(one.user),
    undone: one => appoint(one.user, 3),
  },
  'an administrator signs the user out': {
    done: async one => (await owner()).tell(sessions.endAllOfUser, { id: one.user }),
  },
  'the user signs out': { done: one => one.signOut() },
  'the workspace is disabled': {
    done: () => setStatus(workspaceStatus.disabled),
    undone: () => setStatus(workspaceStatus.active),
  },
  'an access policy blocks the user': {
    done: one => block({ users: [one.user] }),
    undone: () => putPolicies(home, []),
    soon: true,
  },
  'an access policy blocks the key type': {
    done: () => block({ securityKeyDeviceType: [3] }),
    undone: () => putPolicies(home, []),
    soon: true,
  },
  'the user joins a group that an access policy blocks': {
    first: one => block({ groups: [one.group] }),
    done: async one => (await owner()).tell(groups.addMembers, { groupId: one.group, users: [one.user] }),
    undone: async one => (await owner()).tell(groups.removeMembers, { groupId: one.group, users: [one.user] }),
    soon: true,
  },
}

/** Events that end the access of applications but not the console session. */
const ofApplications: Record<string, Event> = {
  'the applications are disabled': { done: one => switchAll(one, false), undone: one => switchAll(one, true) },
  'the applications are no longer assigned to everyone': {
    done: one => assign(one),
    undone: one => assign(one, { everyone: true }),
  },
  'the assignment of the user is removed': {
    first: one => assign(one, { users: [one.user] }),
    done: one => assign(one),
    undone: one => assign(one, { users: [one.user] }),
  },
  'the user leaves the assigned group': {
    first: async one => {
      await (await owner()).tell(groups.addMembers, { groupId: one.group, users: [one.user] })
      await assign(one, { groups: [one.group] })
    },
    done: async one => (await owner()).tell(groups.removeMembers, { groupId: one.group, users: [one.user] }),
    undone: async one => (await owner()).tell(groups.addMembers, { groupId: one.group, users: [one.user] }),
  },
  'the assigned group is deleted': {
    first: async one => {
      await (await owner()).tell(groups.addMembers, { groupId: one.group, users: [one.user] })
      await assign(one, { groups: [one.group] })
    },
    done: async one => (await owner()).tell(groups.remove, { groupId: one.group }),
    undone: one => assign(one, { everyone: true }),
  },
  'the user leaves the assigned unit': {
    first: async one => {
      await (await owner()).tell(units.addMembers, { id: one.unit, users: [one.user] })
      await assign(one, { units: [one.unit] })
    },
    done: async one => (await owner()).tell(units.removeMembers, { ouId: one.unit, ids: [one.user] }),
    undone: async one => (await owner()).tell(units.addMembers, { id: one.unit, users: [one.user] }),
  },
  'the assigned unit is deleted': {
    first: async one => {
      await (await owner()).tell(units.addMembers, { id: one.unit, users: [one.user] })
      await assign(one, { units: [one.unit] })
    },
    done: async one => (await owner()).tell(units.removeMany, { ids: [one.unit] }),
    undone: one => assign(one, { everyone: true }),
  },
  'an access policy blocks the applications': {
    done: one => block({ appRestriction: values(one.applications.ids) }),
    undone: () => putPolicies(home, []),
    soon: true,
  },
}

let count = 0
async function begin(event: Event): Promise<Of> {
  const number = ++count
  const user = await given.addUser('Holder', `Number${number}`)
  const about = {
    user,
    applications: await addHeldApplications(home, `Event ${number}`),
    group: await addGroup(`Group ${number}`),
    unit: await addUnit(`Unit ${number}`),
  }
  await event.first?.(about)
  const one = { ...about, ...(await createHoldings(home, about.applications, user)) }
  // Otherwise a later refusal would prove nothing
  for (const probes of [one.session, one.given, one.entrances])
    expect(await workingProbes(probes)).toEqual(Object.keys(probes))
  return one
}

/** Waits for the scheduled task; protocols refuse access immediately, API calls within a second. */
async function reviewed({ soon }: Event): Promise<void> {
  if (soon === undefined) return
  const due = async () => (await world.superPool.query('select from session_reviews where again')).rows.length
  await expect.poll(due, { timeout: 5000, interval: 50 }).toBe(0)
}

test('without an event, everything keeps working', async () => {
  const one = await begin({ done: async () => undefined })
  expect(await workingProbes({ ...one.given, ...one.once, ...one.session })).toEqual(
    Object.keys({ ...one.given, ...one.once, ...one.session }),
  )
})

describe.each(Object.entries(ofSession))('when %s, for applications', (_name, event) => {
  test('everything that the session opened ends and never comes back', async () => {
    const one = await begin(event)
    await event.done(one)
    expect(await workingProbes({ ...one.given, ...one.entrances })).toEqual([])
    await reviewed(event)
    expect(await workingProbes({ ...one.session, ...one.given, ...one.once, ...one.entrances })).toEqual([])
    await event.undone?.(one)
    await reviewed(event)
    expect(await workingProbes({ ...one.session, ...one.given, ...one.once, ...one.entrances })).toEqual([])
  })
})

describe.each(Object.entries(ofApplications))('when %s', (_name, event) => {
  test('everything that they were given ends and never comes back, and the session continues', async () => {
    const one = await begin(event)
    const { 'a refresh token of the console': renewal, ...ofThem } = one.once
    await event.done(one)
    expect(await workingProbes({ ...one.given, ...ofThem, ...one.entrances })).toEqual([])
    await reviewed(event)
    await event.undone?.(one)
    await reviewed(event)
    expect(await workingProbes({ ...one.given, ...ofThem })).toEqual([])
    // The browser is still known, so a new sign-in needs no key
    expect(await workingProbes(one.entrances)).toEqual(Object.keys(one.entrances))
    expect(await workingProbes(one.session)).toEqual(Object.keys(one.session))
    expect(await renewal?.()).toBe(true)
  })
})

test('an assignment that replaces another one ends nothing', async () => {
  const one = await begin({ done: async () => undefined })
  await (await owner()).tell(groups.addMembers, { groupId: one.group, users: [one.user] })
  await assign(one, { groups: [one.group] })
  await assign(one, { users: [one.user] })
  await assign(one, { units: [one.unit], users: [one.user] })
  expect(await workingProbes(one.given)).toEqual(Object.keys(one.given))
})

test('owners keep their session in a disabled workspace, but applications lose all access to them', async () => {
  const one = await begin({ first: ({ user }) => appoint(user, 1), done: async () => undefined })
  await setStatus(workspaceStatus.disabled)
  expect(await workingProbes(one.given)).toEqual([])
  await setStatus(workspaceStatus.active)
  const { 'a refresh token of the console': renewal, ...ofThem } = one.once
  expect(await workingProbes({ ...one.given, ...ofThem })).toEqual([])
  expect(await renewal?.()).toBe(true)
  expect(await workingProbes(one.session)).toEqual(Object.keys(one.session))
})

test('an access policy ends a console session within seconds, and administrators stay signed in', async () => {
  const [user, administrator] = [
    await begin({ done: async () => undefined }),
    await begin({ first: ({ user: id }) => appoint(id, 2), done: async () => undefined }),
  ]
  await block({})
  const lives = async () => (await workingProbes(user.session)).length > 0
  await expect.poll(lives, { timeout: 1500, interval: 20 }).toBe(false)
  expect(await workingProbes(administrator.session)).not.toEqual([])
})

test('a session that started under the policies before a change also ends', async () => {
  const one = await begin({ done: async () => undefined })
  await block({ users: [one.user] })
  await reviewed({ done: async () => undefined, soon: true })
  // Simulates a sign-in that is committed only now
  await world.superPool.query('update sessions set ended_at = null, ended_for = null where user_id = $1', [one.user])
  expect(await workingProbes(one.session)).not.toEqual([])
  await expect.poll(async () => workingProbes(one.session), { timeout: 6000, interval: 100 }).toEqual([])
})

test('a report-only policy and an Allow policy end nothing', async () => {
  const one = await begin({ done: async () => undefined })
  await putPolicies(home, [
    { name: 'Reports', state: 1, action: 0, users: [one.user] },
    { name: 'Allows', action: 1, users: [one.user] },
  ])
  await reviewed({ done: async () => undefined, soon: true })
  expect(await workingProbes({ ...one.given, ...one.session })).toEqual(Object.keys({ ...one.given, ...one.session }))
})

test('a unit administrator loses sight of the users of a deleted unit in the same session', async () => {
  const [member, id] = [await given.addUser('Unit', 'Member'), await given.addUser('Unit', 'Administrator')]
  const unit = await addUnit('Passing', [member])
  await appointOver(id, [unit])
  const one = as((await given.session({ id, workspace: here })).accessToken)
  const seen = async () => (await one.tell(users.list, { search: 'Unit Member' })).items.length
  expect([await seen(), await seen()]).toEqual([1, 1])
  await (await owner()).tell(units.removeMany, { ids: [unit] })
  expect(await seen()).toBe(0)
})
