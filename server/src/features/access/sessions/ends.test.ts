// Every event that must end sessions does so at the next request, in every process, and permanently.
import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import { credentials } from '@claviger/contract/keys/credentials'
import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { addresses } from '@claviger/contract/people/addresses'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { afterAll, describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies } from '#test/api/policies.ts'
import { type OpenedAccess, PIN, signInPaths } from '#test/api/sign-in-paths.ts'
import { startScheduledTasks } from '#platform/scheduled-tasks.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { sessionReviewTask } from '#jobs/session-reviews.ts'

const home = await startTestApp({ DEMO: 'true' })
const { as, given, world, clock, mailTo } = home
const { accept, appoint } = testData(home)
const elsewhere = await home.beside()
const owner = async () => as((await given.session(given.owner)).accessToken)
const set = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
const here = given.owner.workspace

const ways = await signInPaths(home)
const beat = startScheduledTasks(world, [sessionReviewTask])
afterAll(() => beat.stop())
let numbers = 0

type Event = {
  done: (one: OpenedAccess) => Promise<unknown>
  undone?: (one: OpenedAccess) => Promise<unknown>
  says: RegExp
}

const ofUser: Record<string, Event> = {
  'the user is suspended': {
    done: async ({ user, passkey }) => {
      if (passkey === undefined) await given.addActiveKeys([user])
      await (await owner()).tell(bulkRuns.suspendOne, { id: user })
    },
    undone: async ({ user }) => (await owner()).tell(bulkRuns.activateOne, { id: user }),
    says: /suspended or closed/,
  },
  'the user is deactivated': {
    done: async ({ user }) => (await owner()).tell(bulkRuns.deactivateOne, { id: user }),
    undone: async ({ user }) => (await owner()).tell(bulkRuns.activateOne, { id: user }),
    says: /suspended or closed/,
  },
  'the user is deleted': {
    done: async ({ user }) => (await owner()).tell(users.remove, { id: user }),
    undone: async ({ user }) => (await owner()).tell(users.restore, { id: user }),
    says: /suspended or closed/,
  },
  'the role is removed': {
    done: async ({ user }) => (await owner()).tell(administrators.remove, { ids: [user] }),
    undone: ({ user }) => appoint(user, 3),
    says: /role changed/,
  },
  'the role is replaced by a lower one': {
    done: async ({ user }) => (await owner()).tell(administrators.update, { id: user, role: 5 }),
    undone: async ({ user }) => {
      await (await owner()).tell(administrators.update, { id: user, role: 3 })
      await accept(user)
    },
    says: /role changed/,
  },
  'the workspace is disabled': {
    done: () => set('update workspaces set status = 0 where id = $1', here),
    undone: () => set('update workspaces set status = 1 where id = $1', here),
    says: /workspace was disabled/,
  },
}
const ofKey: Record<string, Event> = {
  'the key is suspended': {
    done: async ({ key }) => (await owner()).tell(keyActCalls.suspendOne, { id: key as string }),
    undone: async ({ key }) => (await owner()).tell(keyActCalls.activateOne, { id: key as string }),
    says: /can no longer be used/,
  },
  'the key is deleted': {
    done: async ({ key }) => (await owner()).tell(keyActCalls.removeOne, { id: key as string }),
    says: /can no longer be used/,
  },
  'the key is assigned to another user': {
    done: async ({ key }) => set('update security_keys set user_id = $2 where id = $1', key, given.readOnly.id),
    undone: async ({ key, user, person }) =>
      set('update security_keys set user_id = $2 where id = $1', key, person ?? user),
    says: /can no longer be used/,
  },
}
const ofPasskey: Record<string, Event> = {
  'its passkey is reported as unknown': {
    done: async ({ user, person, passkey }) => {
      const { accessToken } = await given.session({ id: user, workspace: here })
      if (person === undefined) await as(accessToken).tell(credentials.report, { id: passkey as string })
      else await (await owner()).tell(keyActCalls.removePasskey, { id: user, credentialId: passkey as string })
    },
    says: /passkey you signed in with was deleted|can no longer be used/,
  },
  'its passkey is deleted': {
    done: async ({ user, passkey }) =>
      (await owner()).tell(keyActCalls.removePasskey, { id: user, credentialId: passkey as string }),
    says: /passkey you signed in with was deleted|can no longer be used/,
  },
}
const ofCard: Record<string, Event> = {
  'an administrator resets the PIN': {
    done: async ({ key }) => {
      clock.forward(1000)
      await (await owner()).tell(keyActCalls.resetPin, { deviceId: key as string, pin: '815502' })
    },
    undone: async ({ key }) => (await owner()).tell(keyActCalls.resetPin, { deviceId: key as string, pin: PIN }),
    says: /PIN of your security key was changed/,
  },
}
async function update(id: string, to: object): Promise<void> {
  const { userId, firstName, lastName, email, phoneNumber } = await (await owner()).tell(users.get, { id })
  const details = { id, userId, firstName, lastName, email: email ?? '', phoneNumber }
  await (await owner()).tell(users.update, { ...details, ...to })
}
const ofNumber: Record<string, Event> = {
  'the phone number changes': {
    done: ({ user }) =>
      update(user, { phoneNumber: { countryCode: '+49', mobileNumber: `1702${200_000 + ++numbers}` } }),
    says: /phone number was changed/,
  },
}
const ofMailbox: Record<string, Event> = {
  'the email changes': {
    done: async ({ user }) => {
      const { email } = await (await owner()).tell(users.get, { id: user })
      await update(user, { email: `moved.${email as string}` })
      await expect.poll(async () => (await mailTo(email as string)).link).toBeDefined()
      const link = new URL((await mailTo(email as string)).link as string).searchParams.get('link') as string
      await as(undefined).tell(addresses.answer, { link, confirm: true })
    },
    says: /email address was changed/,
  },
}
const ofFinger: Record<string, Event> = {
  'the fingerprint is deleted': {
    done: async ({ finger }) => (await owner()).tell(fingerprints.remove, { id: finger as string }),
    says: /fingerprint of your security key was deleted/,
  },
}
const ofPassword: Record<string, Event> = {
  'the password is changed': {
    done: async ({ user }) =>
      as((await given.session({ id: user, workspace: here })).accessToken).tell(account.changePassword, {
        password: 'another horse battery',
      }),
    says: /password was changed/,
  },
}
const ofSharing: Record<string, Event> = {
  'the shared account is no longer shared': {
    done: async ({ user, person }) => (await owner()).tell(sharing.take, { id: user, users: [person as string] }),
    undone: async ({ user, person }) =>
      (await owner()).tell(sharing.add, { id: user, users: [person as string], groups: [] }),
    says: /no longer shared/,
  },
  'the user who opened it is suspended': {
    done: async ({ person }) => (await owner()).tell(bulkRuns.suspendOne, { id: person as string }),
    undone: async ({ person }) => (await owner()).tell(bulkRuns.activateOne, { id: person as string }),
    says: /suspended or closed/,
  },
}

const ofPolicy: Record<string, Event> = {
  'an access policy blocks the user': {
    done: async one => blocked(one, { users: [one.person ?? one.user] }),
    undone: () => putPolicies(home, []),
    says: /access policy/,
  },
  'an access policy blocks the key for the shared account': {
    done: async one => blocked(one, { accounts: [one.user] }),
    undone: () => putPolicies(home, []),
    says: /access policy/,
  },
}
async function blocked(one: OpenedAccess, to: object): Promise<void> {
  await putPolicies(home, [{ name: 'Block', ...to }])
  await expect.poll(() => lives(one), { timeout: 2000, interval: 20 }).toBe(401)
}

/** Without a key, the account is the user's own. */
const keyless = { 'an access policy blocks the user': ofPolicy['an access policy blocks the user'] as Event }

const eventsOf: Record<string, Record<string, Event>> = {
  passkey: { ...ofUser, ...ofKey, ...ofPasskey, ...ofPolicy },
  'badge and PIN': { ...ofUser, ...ofKey, ...ofPasskey, ...ofCard, ...ofPolicy },
  'approval on the phone': { ...ofUser, ...ofKey, ...ofPasskey, ...ofPolicy },
  'mailed code': { ...ofUser, ...ofMailbox, ...keyless },
  'another provider': { ...ofUser, ...keyless },
  'text message, and call': { ...ofUser, ...ofNumber, ...keyless },
  finger: { ...ofUser, ...ofKey, ...ofPasskey, ...ofFinger, ...ofPolicy },
  password: { ...ofUser, ...ofPassword, ...keyless },
  link: { ...ofUser, ...ofKey, ...ofPasskey, ...ofPolicy },
  'shared account by badge': { ...ofUser, ...ofKey, ...ofPasskey, ...ofCard, ...ofSharing, ...ofPolicy },
  command: ofUser,
  demo: Object.fromEntries(Object.entries(ofUser).filter(([event]) => event !== 'the workspace is disabled')),
}

const fresh: Record<string, boolean> = {
  passkey: true,
  'badge and PIN': true,
  link: true,
  finger: true,
  'another provider': false,
  'text message, and call': false,
  'approval on the phone': false,
  'mailed code': false,
  password: false,
  'shared account by badge': false,
  command: true,
  demo: true,
}

test.each(Object.keys(ways))(
  'a session opened by %s counts as recently confirmed only with a passkey, also after renewal',
  async way => {
    const one = await (ways[way] as () => Promise<OpenedAccess>)()
    const nowhere = { id: newId() }
    const isFresh = async (accessToken: string) => {
      const { status, body } = await as(accessToken).ask(waitingKeys.confirm, nowhere)
      expect([404, 401]).toContain(status)
      if (status === 401) expect(body['code']).toBe('verify-first')
      return status === 404
    }
    expect(await isFresh(one.accessToken)).toBe(fresh[way])
    const renewed = await as(undefined).tell(signIn.refresh, { refreshToken: one.refreshToken })
    expect(await isFresh(renewed.accessToken)).toBe(fresh[way])
    clock.forward(minutes(5) + 1)
    const later = await as(undefined).tell(signIn.refresh, { refreshToken: renewed.refreshToken })
    // The demonstration has nothing to protect, and its visitors have no passkey
    expect(await isFresh(later.accessToken)).toBe(way === 'demo')
  },
)

const lives = async ({ accessToken }: OpenedAccess, of = as) => (await of(accessToken).ask(sessions.list)).status

async function mustBeOver({ besides, ...one }: OpenedAccess, says?: RegExp): Promise<void> {
  if (besides) await mustBeOver({ ...one, ...besides }, says)
  for (const of of [elsewhere, as]) {
    expect(await of(one.accessToken).ask(sessions.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
    const renewed = await of(undefined).ask(signIn.refresh, { refreshToken: one.refreshToken })
    expect(renewed).toMatchObject({ status: 401, body: { code: 'refresh-refused' } })
    if (says) expect(renewed.body['message']).toMatch(says)
  }
}

describe.each(Object.entries(eventsOf))('a session opened by %s ends when', (way, events) => {
  test.each(Object.entries(events))('%s', async (event, { done, undone, says }) => {
    const one = await (ways[way] as () => Promise<OpenedAccess>)()
    if (event.includes('role') && way !== 'demo')
      // To accept a role ends the sessions, and here the session is there first
      await set('insert into administrators (workspace_id, user_id, role) values ($1, $2, 3)', here, one.user)
    for (const of of [as, elsewhere, as]) expect(await lives(one, of)).toBe(200)
    await expect
      .poll(async () => (await set('select from session_cache where user_id = $1', one.user)).rows.length)
      .toBeGreaterThan(0)
    await done(one)
    await mustBeOver(one, says)
    await undone?.(one)
    await mustBeOver(one, says)
  })
})

test('leaving or deleting a group ends sessions in the accounts that were shared with it', async () => {
  const admin = await owner()
  for (const how of ['left', 'deleted', 'kept'] as const) {
    const one = await (ways['shared account by badge'] as () => Promise<OpenedAccess>)()
    const { id } = await admin.tell(groups.create, { name: `Ward ${how}` })
    await admin.tell(groups.addMembers, { groupId: id, users: [one.person as string] })
    await admin.tell(sharing.add, { id: one.user, users: [], groups: [id] })
    await admin.tell(sharing.take, { id: one.user, users: [one.person as string] })
    expect(await lives(one)).toBe(200)
    if (how === 'left') await admin.tell(groups.removeMembers, { groupId: id, users: [one.person as string] })
    if (how === 'deleted') await admin.tell(groups.remove, { groupId: id })
    if (how === 'kept') expect(await lives(one)).toBe(200)
    else await mustBeOver(one, /no longer shared/)
  }
})

test('an offered or changed role ends no session, and an accepted role ends all', async () => {
  const one = await (ways['passkey'] as () => Promise<OpenedAccess>)()
  const admin = await owner()
  await admin.tell(administrators.create, { ids: [one.user], role: 4 })
  expect(await lives(one)).toBe(200)
  await accept(one.user)
  await mustBeOver(one, /role changed/)
  const { accessToken } = await given.session({ id: one.user, workspace: here })
  const again = { ...one, accessToken }
  for (const rights of [{ role: 4 }, { role: 2 }]) {
    await admin.tell(administrators.update, { id: one.user, ...rights })
    expect(await lives(again)).toBe(200)
  }
})

test('changing the own password ends neither this session nor one opened with another method', async () => {
  const [one, other] = [
    await (ways['password'] as () => Promise<OpenedAccess>)(),
    await (ways['passkey'] as () => Promise<OpenedAccess>)(),
  ]
  await set('update sessions set verified_at = $2 where user_id = $1', one.user, clock.now())
  await as(one.accessToken).tell(account.changePassword, { password: 'another horse battery' })
  await as(other.accessToken).tell(account.changePassword, { password: 'another horse battery' })
  expect([await lives(one), await lives(other)]).toEqual([200, 200])
})
