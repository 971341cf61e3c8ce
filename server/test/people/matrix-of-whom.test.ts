// Which users each call can act on, before and after the target was offered a role and accepted it. Every call that
// changes something either acts on a user, and is refused if that user has a higher role than the caller, or is listed
// in matrix-of-whom.ts with the reason why it acts on no user.
import { delegations } from '@claviger/contract/access/delegations'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import { sensitivePermissions } from '@claviger/contract/connect/api-keys/sensitive-acts'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { sharing } from '@claviger/contract/keys/sharing'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { reachesOtherWorkspaces, workspaceRoles } from '@claviger/contract/platform/permissions'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { units } from '@claviger/contract/people/units'
import { describe, expect, test } from 'vitest'
import { features } from '../../src/features.ts'
import { testData } from '../api/test-data.ts'
import { registerFingerReader } from '../api/finger-reader.ts'
import { startTestApp } from '../app/test-app.ts'
import { callsWithoutUser, testedElsewhere } from './matrix-of-whom.ts'
import { createStandings, type PlacedUser, canReach } from '../api/test-roles.ts'
import { objectCreators, type Fixture } from '../api/object-creators.ts'
import { hasNoEffect, snapshotOf, saysAbove } from '../api/target-snapshot.ts'

const built = await startTestApp({ BILLING: 'on' })
const { given, as, world } = built
const { unit, named } = await createStandings(built)
const owner = named('owner')
const joinUnit = async (id: string, user: string) =>
  (await testData(built).owner()).tell(units.addMembers, { id, users: [user] })
const makeThings = objectCreators(built, unit['A'] as string, as(given.owner.accessToken), named('plain user'))

let made = 0
async function another(additional?: number[]): Promise<Fixture> {
  const name = `another${String(made++)}`
  const id = await given.addUser(name, 'Matrix')
  await joinUnit(unit['A'] as string, id)
  if (additional) await testData(built).appoint(id, 5, additional)
  return makeThings({ id, email: `${name}.matrix@northgate.example` })
}
const aTool = { tool: 'Any', version: '1', purpose: 'on-behalf-registration' as const, device: 'PC' }
const aKey = { type: 3, activation: 3 }
const aPassword = { type: 1, username: 'any', url: 'https://any.example', pinRequired: false, password: 'any' }
const selection = (t: Fixture) => ({ ids: [t.id] })
const keySelection = (t: Fixture) => ({ ids: [t.key] })
const user = (t: Fixture) => ({ id: t.id })
const oneKey = (t: Fixture) => ({ id: t.key })
const aCard = (t: Fixture) => ({ cardId: `04${t.key.slice(-12)}`, cardFormat: 'hex' })

const about: Record<string, ((t: Fixture) => object | Promise<object>)[]> = {
  'security-keys.update': [t => ({ id: t.key, name: 'Other' })],
  'sharing.remove': [t => ({ id: t.share })],
  'sharing.removeMany': [t => ({ ids: [t.share] })],
  'sharing.add': [
    t => ({ id: t.id, users: [], groups: [t.emptyGroup] }),
    t => ({ id: t.friend, users: [t.id], groups: [] }),
    t => ({ id: t.friend, users: [], groups: [t.group] }),
  ],
  'sharing.take': [t => ({ id: t.id, users: [t.friend], groups: [] })],
  'sharing.makeDefault': [t => ({ id: t.id, accountId: t.id })],
  'stored-passwords.create': [t => ({ id: t.id, ...aPassword })],
  'stored-passwords.update': [t => ({ id: t.id, passwordId: t.password, ...aPassword })],
  'stored-passwords.remove': [t => ({ id: t.id, passwordId: t.password })],
  'token-policies.ofUsers': [t => ({ ids: [t.id], tokenPolicy: null })],
  'sessions.endOfUser': [t => ({ id: t.id, sessionId: t.session })],
  'sessions.endAllOfUser': [user],
  'external-sign-in.disconnectOfUser': [t => ({ id: t.id, provider: t.key })],
  'addresses.cancel': [user],
  'addresses.setAlone': [user],
  'bulk-runs.preview': [t => ({ ids: [t.id], act: 'suspend' })],
  'bulk-runs.activateOne': [async t => ({ id: await t.shut() })],
  'bulk-runs.deactivateOne': [user],
  'bulk-runs.suspendOne': [user],
  'bulk-runs.activate': [async t => ({ ids: [await t.shut()] })],
  'bulk-runs.deactivate': [selection],
  'bulk-runs.suspend': [selection, t => ({ all: true, filter: { group: t.group } })],
  'bulk-runs.remove': [selection],
  'bulk-runs.invite': [selection],
  'bulk-runs.restore': [t => ({ ids: [t.binned] })],
  'bulk-runs.addToGroup': [t => ({ ids: [t.id], target: t.emptyGroup }), t => ({ ids: [t.friend], target: t.opener })],
  'bulk-runs.addToUnit': [t => ({ ids: [t.id], target: t.emptyUnit })],
  'bulk-runs.undo': [async t => ({ id: await t.run() })],
  'bulk-runs.retry': [async t => ({ id: await t.failedRun() })],
  'groups.create': [t => ({ name: `Made for ${t.key}`, users: [t.id] })],
  'groups.update': [t => ({ groupId: t.opener, name: `Opener ${t.key}`, rule: ruleFor(t) })],
  'groups.edit': [
    t => ({ groupId: t.emptyGroup, name: `With ${t.key}`, users: [t.id] }),
    t => ({ groupId: t.group, name: `Without ${t.key}`, users: [] }),
  ],
  'groups.remove': [t => ({ groupId: t.group }), t => ({ groupId: t.opener })],
  'groups.addMembers': [
    t => ({ groupId: t.emptyGroup, users: [t.id] }),
    t => ({ groupId: t.opener, users: [t.friend] }),
  ],
  'groups.setMembers': [
    t => ({ groupId: t.emptyGroup, users: [t.id] }),
    t => ({ groupId: t.group, users: [] }),
    t => ({ groupId: t.opener, users: [t.friend] }),
  ],
  'groups.removeMembers': [t => ({ groupId: t.group, users: [t.id] })],
  'groups.suspendMany': [t => ({ ids: [t.group], suspend: true })],
  'groups.addUsers': [
    t => ({ users: [t.id], groups: [t.emptyGroup] }),
    t => ({ users: [t.friend], groups: [t.opener] }),
  ],
  'groups.deleteUsers': [t => ({ users: [t.id], groups: [t.group] })],
  'groups.addToUser': [t => ({ id: t.id, groups: [t.emptyGroup] }), t => ({ id: t.friend, groups: [t.opener] })],
  'groups.removeFromUser': [t => ({ id: t.id, groups: [t.group] })],
  'units.create': [t => ({ name: `Made for ${t.key}`, users: [t.id] })],
  'units.removeMany': [t => ({ ids: [t.unit] })],
  'units.update': [
    t => ({ id: t.emptyUnit, name: `With ${t.key}`, users: [t.id] }),
    t => ({ id: t.unit, name: `Without ${t.key}`, users: [] }),
  ],
  'units.addMembers': [t => ({ id: t.emptyUnit, users: [t.id] })],
  'units.removeMembers': [t => ({ ouId: t.unit, ids: [t.id] })],
  'units.setOfUser': [t => ({ userId: t.id, ids: [unit['A']] })],
  'units.removeOfUser': [t => ({ userId: t.id, ids: [t.unit] })],
  'units.addAdministrator': [t => ({ id: t.id, role: 5, units: [unit['A']] })],
  'units.changeAdministrator': [t => ({ id: t.id, role: 5, units: [unit['A']] })],
  'units.removeAdministrators': [t => ({ ids: [t.id] })],
  'users.create': [
    t => ({
      userId: `for-${t.key}`,
      firstName: 'Any',
      lastName: 'Placed',
      email: `for-${t.key}@x.example`,
      groups: [t.opener],
    }),
  ],
  'users.update': [t => ({ id: t.id, userId: t.userId, firstName: 'Other', lastName: 'Placed', email: t.userId })],
  'users.remove': [user],
  'users.restore': [t => ({ id: t.binned })],
  'users.sendVerify': [user],
  'administrators.create': [t => ({ ids: [t.id], role: 5 })],
  'administrators.update': [t => ({ id: t.id, role: 5 })],
  'administrators.remove': [t => ({ ids: [t.id] })],
  'users.inviteToRole': [t => ({ id: t.id, email: t.userId })],
  'self-service-desk.enroll': [t => ({ id: 'matrix', userId: t.id, ...aCard(t), pin: '739154' })],
  'devices.removeFromUser': [t => ({ userId: t.id, ids: [t.device] })],
  'fingerprints.restart': [t => ({ id: t.fingerKey, provider: 1 })],
  'fingerprints.cancel': [t => ({ challenge: t.challenge })],
  'fingerprints.rename': [t => ({ id: t.finger, name: 'Other' })],
  'fingerprints.remove': [t => ({ id: t.finger })],
  'key-acts.suspendOne': [oneKey],
  'key-acts.activateOne': [t => ({ id: t.suspendedKey })],
  'key-acts.unblockOne': [t => ({ id: t.blockedKey })],
  'key-acts.removeOne': [oneKey],
  'key-acts.takeAway': [t => ({ id: t.id, deviceId: t.key }), t => ({ id: t.id, deviceId: t.waitingKey })],
  'key-acts.removePasskey': [t => ({ id: t.id, credentialId: t.passkey })],
  'key-acts.resetPin': [t => ({ deviceId: t.card })],
  'key-acts.suspend': [keySelection],
  'key-acts.activate': [t => ({ ids: [t.suspendedKey] })],
  'key-acts.remove': [keySelection],
  'key-acts.offline': [t => ({ ids: [t.card], offline: true })],
  'key-acts.verification': [t => ({ ids: [t.card], verification: 3 })],
  'key-acts.unblock': [t => ({ ids: [t.blockedKey] })],
  'key-acts.resetPins': [t => ({ ids: [t.card] })],
  'key-acts.preview': [t => ({ ids: [t.key], act: 'delete' })],
  'key-acts.policy': [t => ({ ids: [t.key], tokenPolicy: policy })],
  'key-acts.previewPolicy': [t => ({ ids: [t.key], tokenPolicy: policy })],
  'delegations.decide': [
    async t => ({ request: (await as(undefined).tell(delegations.ask, aTool)).request, allow: true, user: t.id }),
  ],
  'key-acts.undo': [async t => ({ id: await t.keyRun() })],
  'key-acts.retry': [async t => ({ id: await t.failedKeyRun() })],
  'key-assignment.assign': [t => ({ ids: [t.id], ...aKey })],
  'key-assignment.assignMany': [t => ({ ids: [t.id], ...aKey })],
  'key-assignment.previewMany': [t => ({ ids: [t.id], ...aKey })],
  'key-assignment.add': [t => ({ userId: t.id, ...aKey })],
  'key-assignment.makeDefault': [oneKey],
  'key-assignment.sendLink': [t => ({ id: t.waitingKey })],
  'on-behalf.entra': [t => ({ userId: t.id })],
  'on-behalf.okta': [t => ({ userId: t.id })],
  'on-behalf.preview': [t => ({ service: 'entra', ids: [t.id] })],
  'on-behalf.begin': [t => ({ service: 'okta', ids: [t.id] })],
  'on-behalf.autoStart': [selection],
  'on-behalf.makeTap': [user],
}

const ruleFor = (t: Fixture) => ({
  match: 'all',
  conditions: [{ field: 'userId', operator: 'is', value: t.userId }],
})

const calls = features
  .map(bound => bound.endpoint)
  .filter(
    ({ may, changes, method }) => may.includes('.') && !reachesOtherWorkspaces(may) && (changes || method !== 'GET'),
  )
const nameOf = ({ feature, call }: { feature: string; call: string }) => `${feature}.${call}`

test('every call that changes something declares which users it affects', () => {
  const unknown = calls.filter(
    is => !(nameOf(is) in about) && !(nameOf(is) in callsWithoutUser) && !(is.feature in callsWithoutUser),
  )
  expect(unknown.map(nameOf)).toEqual([])
  const names = new Set(calls.flatMap(is => [is.feature, nameOf(is)]))
  expect([...Object.keys(about), ...Object.keys(callsWithoutUser)].filter(name => !names.has(name))).toEqual([])
})

const scopes = [
  'users.read',
  'users.write',
  'keys.read',
  'keys.write',
  'groups.read',
  'groups.write',
  'units.read',
  'units.write',
] as const
const { id: policy } = await owner.caller.tell(tokenPolicies.create, {
  name: 'For the matrix',
  phoneVerification: 1,
  cardVerification: 4,
  credentialStorageLocation: 1,
  proximity: false,
  audit: false,
  offlineLogin: true,
  rememberedPinHours: 3,
})
await owner.caller.tell(selfServicePages.create, { page: 'matrix', name: 'For the matrix' })
await registerFingerReader(built)
const program = await owner.caller.tell(apiKeys.create, {
  name: 'For users',
  type: 0,
  expiry: 0,
  scopes: [...scopes],
  granted: sensitivePermissions.filter(may => may === 'users.write' || may === 'keys.write'),
})
const askers: PlacedUser[] = [
  named('user manager'),
  named('user manager of A'),
  {
    called: 'API key for users',
    id: program.key.id,
    email: '',
    holds: new Set(scopes),
    units: undefined,
    isSuper: false,
    caller: as(program.value),
  },
  named('reader with full access'),
  named('administrator'),
]
const targets = [named('owner'), named('reader with full access'), named('user manager with the settings')]

const stateOf = await snapshotOf(built)
const pairs = askers.flatMap(asker =>
  targets
    .filter(target => target.id !== asker.id && !canReach(asker, target))
    .map(target => ({ asker, target, title: `${asker.called} on ${target.called}` })),
)
const mine = (asker: PlacedUser) =>
  calls
    .filter(is => nameOf(is) in about && (asker.holds.has(is.may) || is.may === 'keys.own'))
    .map(is => [nameOf(is), is] as const)

const isNotHere = (is: Endpoint) => nameOf(is) in testedElsewhere || is.feature in testedElsewhere

/** Expected refusals: only for the higher role, unless another check comes first. */
function refusedBy(asker: PlacedUser, endpoint: Endpoint): number[] {
  if (isNotHere(endpoint)) return [403, 404, 409, 422]
  // Already undone by the first caller, even though nothing happened
  if (endpoint.call === 'undo') return [403, 404, 409]
  // Unit administrators can't see groups, units, or runs of others
  return asker.units === undefined ? [403] : [403, 404]
}

async function tryOn(asker: PlacedUser, t: Fixture, endpoint: Endpoint, before: unknown): Promise<void> {
  for (const inputOf of about[nameOf(endpoint)] ?? []) {
    const input = await inputOf(t)
    const { status, body } = await asker.caller.ask(endpoint, input as Record<string, unknown>)
    const told = `${JSON.stringify(input)} ${JSON.stringify(body)}`
    if (status === 200) expect(hasNoEffect(body), told).toBe(true)
    else expect(refusedBy(asker, endpoint), told).toContain(status)
    if (status === 403) expect(body, told).toMatchObject({ code: 'above-you' })
    if (status === 200) expect(await stateOf(t), told).toEqual(before)
  }
}

const all = new Map<string, { t: Fixture; untouched: unknown }>()
for (const target of targets) {
  const t = await makeThings(target)
  await Promise.all([t.run(), t.keyRun(), t.failedRun(), t.failedKeyRun()])
  all.set(target.id, { t, untouched: await stateOf(t) })
}

/**
 * A user with a pending or accepted administrator role, and objects created before the offer. A deleted and a
 * suspended user get the role in the same way. Acceptance ends shares, so the owner shares the account again.
 */
async function rising(called: string, accepts: boolean): Promise<PlacedUser> {
  const first = called.replaceAll(' ', '-')
  const id = await given.addUser(first, 'Matrix')
  await joinUnit(unit['A'] as string, id)
  const target: PlacedUser = {
    ...named('administrator'),
    called,
    id,
    email: `${first}.matrix@northgate.example`,
  }
  const t = await makeThings(target)
  await Promise.all([t.run(), t.keyRun(), t.failedRun(), t.failedKeyRun()])
  const { owner: freshOwner, accept, activate, suspend, restore, remove } = testData(built)
  const rise = async (of: string) => {
    await (await freshOwner()).tell(administrators.create, { ids: [of], role: workspaceRoles.administrator })
    if (accepts) await accept(of)
  }
  await rise(id)
  const shut = await t.shut()
  await activate(shut)
  await rise(shut)
  await suspend(shut)
  await restore(t.binned)
  await rise(t.binned)
  await remove(t.binned)
  if (accepts) {
    await (await freshOwner()).tell(sharing.add, { id, users: [t.friend], groups: [t.opener] })
    const shared = await world.superPool.query<{ id: string }>(
      'select id from shares where account_id = $1 and person_id = $2',
      [id, t.friend],
    )
    t.share = (shared.rows[0] as { id: string }).id
  }
  all.set(id, { t, untouched: await stateOf(t) })
  return target
}
for (const target of [
  await rising('user who is offered a role', false),
  await rising('user who accepted a role', true),
])
  for (const asker of askers.slice(0, 3)) pairs.push({ asker, target, title: `${asker.called} on ${target.called}` })

describe.each(pairs)('$title', ({ asker, target }) => {
  const { t, untouched } = all.get(target.id) as { t: Fixture; untouched: unknown }
  test.each(mine(asker))('%s', (_name, endpoint) => tryOn(asker, t, endpoint, untouched))
  test('no data of the target changes', async () => expect(await stateOf(t)).toEqual(untouched))
})

const ending = /remove|delete|take|suspend|deactivate|cancel|undo|update|makeDefault|setOfUser|setMembers/i

describe.each(askers.slice(0, 3).map(asker => ({ asker, title: asker.called })))(
  '$title on a plain user',
  ({ asker }) => {
    let now: Fixture | undefined
    test.each(mine(asker))('%s', async (name, endpoint) => {
      for (const inputOf of about[name] ?? []) {
        now ??= await another()
        const { status, body } = await asker.caller.ask(endpoint, (await inputOf(now)) as Record<string, unknown>)
        expect(saysAbove(body), JSON.stringify(body)).toBe(false)
        expect([200, 404, 409, 422, 429], JSON.stringify(body)).toContain(status)
        if (ending.test(name)) now = undefined
      }
    })
  },
)

test.each(calls.filter(is => nameOf(is) in about && !isNotHere(is)).map(is => [nameOf(is), is] as const))(
  'an owner can act on a reader with full access: %s',
  async (name, endpoint) => {
    for (const inputOf of about[name] ?? []) {
      const t = await another([1])
      const input = (await inputOf(t)) as Record<string, unknown>
      const { status, body } = await owner.caller.ask(endpoint, input)
      const told = `${JSON.stringify(input)} ${JSON.stringify(body)}`
      expect(status, told).toBe(200)
      expect(hasNoEffect(body), told).toBe(false)
    }
  },
)
