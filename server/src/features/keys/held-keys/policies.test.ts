import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { decisionExplanations } from '@claviger/contract/decide/why'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { expect, test } from 'vitest'
import { computersOf } from '#test/api/agents.ts'
import { pinPermissions, readData } from '#test/emulators/ctap-client.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { countWouldRefuse } from '#features/decide/decisions/decisions.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const { addUnit, appointOver } = testData(home)
const reader = as(await registerReader(home))
const PIN = '274936'
const site = 'login.example.org'
const denied = 0x27
const put = (...all: PolicyDraft[]) => putPolicies(home, all)
const owner = async () => as((await given.session(given.owner)).accessToken)
let number = 0x0c000001

interface Wish {
  pin?: string | null
  by?: typeof reader
  audit?: boolean
}

async function tapper(name: string, { pin = PIN, by = reader, audit = true }: Wish = {}) {
  await put()
  const cardId = (number++).toString(16).padStart(8, '0')
  const user = await given.addUser('Tapper', name)
  const key = await assignCard(home, user, cardId, pin, { audit })
  const card = cardAt(by, cardId)
  const withPin = async (permission: number) => (pin === null ? {} : { token: await card.token(pin, permission, site) })
  const make = async () => {
    card.tap()
    return card.make({ ...(await withPin(pinPermissions.make)), rp: { id: site, name: 'Site' } })
  }
  const made = await make()
  expect(made.status).toBe(0)
  const { id } = readData(made.body.get(2) as Uint8Array)
  const at = (one: typeof card) => async () => {
    one.tap()
    const token = pin === null ? {} : { token: await one.token(pin, pinPermissions.get, site) }
    return (await one.get({ rpId: site, allow: [id], ...token })).status
  }
  const lines = async (action: 'security-key.refused' | 'security-key.signed-in') =>
    (await (await owner()).tell(activity.list, { user, action: [action] })).items
  return { user, key, cardId, card, id, make, use: at(card), at, lines }
}

test('a card is refused only at the blocked site, also for registration, with a message to the user', async () => {
  const { card, use, make, lines, key } = await tapper('Site')
  const [policy] = await put({ rpRestriction: { values: ['example.org'] } })
  expect(await use()).toBe(denied)
  const { message, reference } = card.told()!
  expect(message).toBe(`Your organization's policy doesn't allow this. Reference: ${reference}`)
  expect((await make()).status).toBe(denied)
  const [line] = await lines('security-key.refused')
  expect(line).toMatchObject({
    status: 2,
    reason: 'An access policy refused the request',
    objectId: key,
    after: { site },
    decision: { allowed: false, policy, reference, facts: { rp: site, ip: '127.0.0.1', keyKind: 2, verified: true } },
  })
  await put({ rpRestriction: { values: ['ample.org', 'example.com'] } })
  expect(await use()).toBe(0)
  expect(card.told()).toBeUndefined()
  expect(await lines('security-key.signed-in')).toMatchObject([{ decision: { allowed: true, policy: null } }])
})

test('a refused tap is used up and cannot sign later', async () => {
  const { card, id, use } = await tapper('Spent', { pin: null })
  await put({ rpRestriction: { values: [site] } })
  expect(await use()).toBe(denied)
  await put()
  expect((await card.get({ rpId: site, allow: [id] })).status).toBe(denied)
  expect(card.told()).toBeUndefined()
  expect(await use()).toBe(0)
})

test.each<[string, PolicyDraft]>([
  ['the IP address', { ipRestriction: { values: ['127.0.0.0/8'] } }],
  ['the time of day', { timeLimits: { spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }] } }],
  ['the key type', { securityKeyDeviceType: [2] }],
  ['the site', { rpRestriction: { values: [site] } }],
])('a policy refuses a card by %s, and the opposite policy accepts it', async (by, written) => {
  const { use } = await tapper(by.replaceAll(' ', '-'))
  await put(written)
  expect(await use()).toBe(denied)
  await put({ ...written, action: 1 }, {})
  expect(await use()).toBe(0)
})

test('a policy refuses a card by group, by user, and by the account it opens', async () => {
  const { user, use } = await tapper('Group')
  const other = await tapper('Other')
  const admin = await owner()
  const { id } = await admin.tell(groups.create, { name: 'Night shift' })
  await admin.tell(groups.addMembers, { groupId: id, users: [user] })
  for (const written of [{ groups: [id] }, { users: [user] }, { accounts: [user] }]) {
    await put(written)
    expect([await use(), await other.use()]).toEqual([denied, 0])
  }
})

test('identifies a computer by the agent on the machine that the program was registered with', async () => {
  const pc = await (await computersOf(home))('PC-12')
  const { value } = await (await owner()).tell(apiKeys.create, { name: 'Desk', type: keyTypes.clients })
  const { appToken } = await as(value).tell(accessKeys.register, { name: 'PC-12', computerId: 'pc-12' })
  const { cardId, use, at } = await tapper('Device')
  const here = at(cardAt(as(appToken), cardId))
  await put({ devices: { values: [pc.id] } })
  // An unknown computer is denied unless the policy allows it
  expect([await here(), await use()]).toEqual([denied, denied])
  await put({ devices: { values: [pc.id], unknown: false } })
  expect([await here(), await use()]).toEqual([denied, 0])
  const group = await (await owner()).tell(deviceGroups.create, { name: 'Ward' })
  await put({ devices: { groups: [group.id], unknown: false } })
  expect(await here()).toBe(0)
  await (await owner()).tell(deviceGroups.assign, { id: group.id, devices: [pc.id] })
  expect(await here()).toBe(denied)
})

test('explains which requirements are missing', async () => {
  const { card, use, lines } = await tapper('Demand', { pin: null })
  await put({ action: 1, demands: { pin: true, models: [given.owner.id] } })
  expect(await use()).toBe(denied)
  expect(card.told()!.message).toContain(
    'Use your key with its PIN. Use a security key model that your organization allows.',
  )
  expect(await lines('security-key.refused')).toMatchObject([
    { reason: 'An access policy has additional requirements', decision: { facts: { verified: false } } },
  ])
  const withPin = await tapper('Brought')
  await put({ action: 1, demands: { pin: true } }, {})
  expect(await withPin.use()).toBe(0)
})

test('report-only policies refuse nothing, and are logged and counted', async () => {
  const { use, lines } = await tapper('Report')
  const [policy = ''] = await put({ state: 1 })
  expect([await use(), await use()]).toEqual([0, 0])
  expect(await lines('security-key.signed-in')).toHaveLength(2)
  const { rows } = await world.superPool.query<{ would: string[] }>(
    `select decision -> 'would' as would from activities where decision -> 'would' is not null`,
  )
  expect(rows).toEqual([{ would: [policy] }, { would: [policy] }])
  const from = { actor: { kind: 'nobody' }, request: { id: 't', ip: '', userAgent: '' } } as const
  const counted = () =>
    transact(world, { ...from, workspace: given.owner.workspace }, ctx => countWouldRefuse(ctx, [policy]))
  expect(await counted()).toEqual(new Map([[policy, 2]]))
})

test('a change takes effect immediately in another process', async () => {
  const token = await registerReader(home)
  const { cardId, use, at } = await tapper('Beside')
  const there = at(cardAt((await home.beside())(token), cardId))
  expect([await use(), await there()]).toEqual([0, 0])
  await put({})
  expect([await there(), await use()]).toEqual([denied, denied])
  await put()
  expect([await there(), await use()]).toEqual([0, 0])
})

test('a key without auditing adds a log entry only when it is refused', async () => {
  const { use, lines } = await tapper('Unaudited', { audit: false })
  await put({ rpRestriction: { values: ['other.example'] } })
  expect(await use()).toBe(0)
  await put({})
  expect(await use()).toBe(denied)
  expect([await lines('security-key.signed-in'), await lines('security-key.refused')]).toMatchObject([
    [],
    [{ status: 2 }],
  ])
})

test('a repeated refusal within a minute returns the reference of the existing log entry', async () => {
  const { card, use, lines } = await tapper('Again')
  await put({})
  expect(await use()).toBe(denied)
  const { reference } = card.told()!
  expect(await use()).toBe(denied)
  expect(card.told()!.reference).toBe(reference)
  expect(await lines('security-key.refused')).toHaveLength(1)
  clock.forward(minutes(2))
  expect(await use()).toBe(denied)
  expect(card.told()!.reference).not.toBe(reference)
  expect(await lines('security-key.refused')).toHaveLength(2)
})

test('a reference shows administrators the policy steps, unit administrators only the decision, others nothing', async () => {
  const { card, user, use } = await tapper('Reference')
  const [night, block] = await put({ name: 'Night', users: [given.owner.id] }, { name: 'All users' })
  expect(await use()).toBe(denied)
  const { reference } = card.told()!
  // Current policies don't affect decisions about past uses
  await put()
  const found = await (
    await owner()
  ).tell(decisionExplanations.byReference, { reference: reference.toLowerCase().replaceAll('-', ' ') })
  expect(found).toMatchObject({ reference, allowed: false, exempt: false })
  expect(found.full!.explanation).toMatchObject({
    policy: block,
    steps: [
      { policy: night, applies: false, conditions: [{ condition: 'users', met: false }] },
      { policy: block, applies: true },
    ],
  })
  expect(found.full!.names).toContainEqual({ id: user, name: 'Tapper Reference' })
  expect(await (await owner()).tell(decisionExplanations.ofLine, { activity: found.activity })).toEqual(found)
  const chief = await given.addUser('Chief', 'Ward')
  await appointOver(chief, [await addUnit('Ward 3', [user])], 3, [3])
  const ofUnit = as((await given.session({ id: chief, workspace: given.owner.workspace })).accessToken)
  expect(await ofUnit.tell(decisionExplanations.byReference, { reference })).toEqual({ ...found, full: null })
  const [seen] = (await ofUnit.tell(activity.list, { user, action: ['security-key.refused'] })).items
  expect(seen!.decision).toEqual({ allowed: false, reference, policy: null, version: null, set: null, facts: null })
  const other = await tapper('Elsewhere')
  await put({})
  expect(await other.use()).toBe(denied)
  const strange = other.card.told()!
  expect(await ofUnit.ask(decisionExplanations.byReference, { reference: strange.reference })).toMatchObject({
    status: 404,
  })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  for (const ask of [
    elsewhere.ask(decisionExplanations.byReference, { reference }),
    elsewhere.ask(decisionExplanations.ofLine, { activity: found.activity }),
  ])
    expect(await ask).toMatchObject({ status: 404 })
  for (const wrong of ['7QK3-M2XP-9T', 'none'])
    expect(await (await owner()).ask(decisionExplanations.byReference, { reference: wrong })).toMatchObject({
      status: 404,
    })
})

test('the list of accounts that a card opens omits accounts blocked at the site', async () => {
  const { user, cardId } = await tapper('Chooser')
  const kiosk = await tapper('Kiosk')
  await (await owner()).tell(sharing.add, { id: kiosk.user, users: [user], groups: [] })
  const offered = async (rpId?: string) =>
    (await reader.tell(accessKeys.accounts, { cardId, format: 'hex', rpId })).items.map(one => one.id)
  await put({ accounts: [user], rpRestriction: { values: [site] } })
  expect(await offered(site)).toEqual([kiosk.user])
  expect(await offered('other.example')).toEqual([user, kiosk.user])
  // The site where it will be used is still unknown
  expect(await offered()).toEqual([user, kiosk.user])
  await put({ accounts: [user] })
  expect(await offered()).toEqual([kiosk.user])
})

test('a policy that requires a recent sign-in checks sign-ins at our own page', async () => {
  const { user, card, use } = await tapper('Lately')
  await put({ action: 1, demands: { withinMinutes: 10 } })
  expect(await use()).toBe(denied)
  // The card program leads to the page that meets it, and then asks for the card again
  const { message, signIn = '' } = card.told() ?? {}
  expect(message).toContain('Sign in again first.')
  expect(new URL(signIn)).toMatchObject({ pathname: '/auth/sign-in' })
  expect(Object.fromEntries(new URL(signIn).searchParams)).toEqual({
    workspace: given.owner.workspace,
    unmet: 'withinMinutes',
  })
  await world.superPool.query('update user_sign_ins set last_sign_in_at = $2 where user_id = $1', [user, clock.now()])
  expect(await use()).toBe(0)
  clock.forward(minutes(11))
  expect(await use()).toBe(denied)
  // A sign-in doesn't change the model of a card, and a blocked site stays blocked
  await put({ action: 1, demands: { withinMinutes: 10, models: [given.owner.id] } })
  expect(await use()).toBe(denied)
  expect(card.told()?.signIn).toBeUndefined()
  await put({})
  expect(await use()).toBe(denied)
  expect(card.told()?.signIn).toBeUndefined()
})
