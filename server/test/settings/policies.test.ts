import { type Facts, emptyFacts } from '@claviger/contract/decide/decisions'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { expect, test } from 'vitest'
import { decide } from '#features/decide/evaluator/evaluator.ts'
import { setInForce } from '#features/decide/evaluator/evaluator.in-force.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { computersOf } from '../api/agents.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

const home = await startTestApp()
const { as, given, world } = home
const owner = as(given.owner.accessToken)
const request = { id: 'test', ip: '127.0.0.1', userAgent: '' }

// A Monday
const bare: Facts = { ...emptyFacts, at: '2026-11-23T12:00:00.000Z' }
const verdictOn = (facts: Partial<Facts>) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace: given.owner.workspace }, async ctx =>
    decide(await setInForce(ctx), { ...bare, ...facts }),
  )

let count = 0
async function having(more: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const content = { name: `Policy ${++count}`, priority: count * 10, action: 0 as const, ...more }
  const { _id } = await owner.tell(policies.create, content)
  try {
    await work()
  } finally {
    await owner.tell(policies.removeMany, { ids: [_id] })
  }
}
const listOf = async (type: number, ...values: string[]) => {
  const list = { name: `List ${++count}`, type, entries: values.map(value => ({ value })) }
  return [(await owner.tell(namedLists.create, list)).namedListId]
}

const group = await testData(home).addGroup('Ward')
const unit = await testData(home).addUnit('Campus')
const device = (await (await computersOf(home))('ALPHA')).id
const trolleys = (await owner.tell(deviceGroups.create, { name: 'Trolleys', devices: [device] })).id
const [app, other] = [newId(), newId()]
const monday = (clock: string) => ({ at: `2026-11-23T${clock}:00.000Z` })
const spans = [{ days: [1], from: '11:00', to: '13:00' }]
const berlin = { latitude: 52.52, longitude: 13.405 }

const cases: [string, Record<string, unknown>, Partial<Facts>, Partial<Facts>][] = [
  ['users', { users: [given.user.id] }, { user: given.user.id }, { user: other }],
  ['groups', { groups: [group] }, { user: other, groups: [group] }, { user: other, groups: [other] }],
  ['units', { units: [unit] }, { user: other, units: [unit] }, { user: other }],
  ['accounts', { accounts: [given.user.id] }, { account: given.user.id }, { account: other }],
  ['securityKeyDeviceType', { securityKeyDeviceType: [2] }, { keyKind: 2 }, { keyKind: 3 }],
  ['waysIn', { waysIn: ['code', 'sms'] }, { way: 'code' }, { way: 'passkey' }],
  ['timeLimits.spans', { timeLimits: { spans } }, monday('12:00'), monday('14:00')],
  ['zone', { timeLimits: { spans }, zone: 'Asia/Tokyo' }, monday('03:00'), monday('12:00')],
  ['timeLimits.lists', { timeLimits: { lists: await listOf(6, '1 11:00-13:00') } }, monday('12:00'), monday('14:00')],
  [
    'rpRestriction.values',
    { rpRestriction: { values: ['office.com'] } },
    { rp: 'login.office.com' },
    { rp: 'notoffice.com' },
  ],
  [
    'rpRestriction.lists',
    { rpRestriction: { lists: await listOf(3, 'office.com') } },
    { rp: 'office.com' },
    { rp: 'a.com' },
  ],
  ['rpRestriction.unknown', { rpRestriction: { values: ['office.com'], unknown: false } }, { rp: 'office.com' }, {}],
  ['appRestriction.values', { appRestriction: { values: [app] } }, { app }, { app: other }],
  ['appRestriction.lists', { appRestriction: { lists: await listOf(4, app) } }, { app }, { app: other }],
  ['appRestriction.unknown', { appRestriction: { values: [app], unknown: true } }, {}, { app: other }],
  ['ipRestriction.values', { ipRestriction: { values: ['10.0.0.0/8'] } }, { ip: '10.2.3.4' }, { ip: '192.0.2.1' }],
  [
    'ipRestriction.lists',
    { ipRestriction: { lists: await listOf(1, '10.0.0.0/8') } },
    { ip: '10.2.3.4' },
    { ip: '::1' },
  ],
  ['ipRestriction.unknown', { ipRestriction: { values: ['10.0.0.0/8'], unknown: false } }, { ip: '10.2.3.4' }, {}],
  [
    'locationRestriction.countries',
    { locationRestriction: { countries: ['DE'] } },
    { country: 'DE' },
    { country: 'FR' },
  ],
  [
    'locationRestriction.circles',
    { locationRestriction: { circles: [{ ...berlin, radius: 500 }], unknown: false } },
    { position: berlin },
    { position: { latitude: 48, longitude: 11 } },
  ],
  [
    'locationRestriction.lists',
    { locationRestriction: { lists: await listOf(5, 'DE') } },
    { country: 'DE' },
    { country: 'FR' },
  ],
  [
    'locationRestriction.unknown',
    { locationRestriction: { countries: ['DE'], unknown: false } },
    { country: 'DE' },
    {},
  ],
  ['devices.values', { devices: { values: [device] } }, { device }, { device: other }],
  [
    'devices.groups',
    { devices: { groups: [trolleys] } },
    { device, deviceGroups: [trolleys] },
    { device: other, deviceGroups: [other] },
  ],
  ['devices.lists', { devices: { lists: await listOf(2, device) } }, { device }, { device: other }],
  ['devices.unknown', { devices: { values: [device], unknown: false } }, { device }, {}],
]

test.each(cases)('a policy applies by its %s and by nothing else', async (_field, content, met, unmet) => {
  await having(content, async () => {
    expect(await verdictOn(met)).toMatchObject({ allowed: false })
    expect(await verdictOn(unmet)).toMatchObject({ allowed: true, policy: null })
  })
  expect(await verdictOn(met)).toMatchObject({ allowed: true })
})

const demands: [string, Record<string, unknown>, Partial<Facts>, Partial<Facts>][] = [
  ['pin', { pin: true }, { verified: true }, { verified: false }],
  ['models', { models: [app] }, { model: app }, { model: other }],
  ['withinMinutes', { withinMinutes: 5 }, { signedInAt: bare.at }, { signedInAt: '2026-11-23T11:00:00.000Z' }],
]
test.each(demands)('an Allow policy allows access when its %s are met', async (demand, content, brought, not) => {
  await having({ action: 1, demands: content }, async () => {
    expect(await verdictOn(brought)).toMatchObject({ allowed: true, unmet: [] })
    expect(await verdictOn(not)).toMatchObject({ allowed: false, unmet: [demand] })
  })
})

test('between two equal policies, the one with the smaller priority decides', async () => {
  const block = { name: 'Block', priority: 9001, action: 0 as const }
  const { _id } = await owner.tell(policies.create, block)
  await having({ priority: 9002, action: 1 }, async () => {
    expect(await verdictOn({})).toMatchObject({ allowed: false, policy: _id })
    await owner.tell(policies.update, { _id, ...block, priority: 9003 })
    expect(await verdictOn({})).toMatchObject({ allowed: true })
    const [first] = (await owner.tell(policies.inForce)).policies
    await owner.tell(policies.reorder, { policy: _id, before: first?._id as string })
    expect(await verdictOn({})).toMatchObject({ allowed: false, policy: _id })
  })
  await owner.tell(policies.removeMany, { ids: [_id] })
})

test('a policy decides by its state: on, report-only, or off', async () => {
  const { _id } = await owner.tell(policies.create, { name: 'State', priority: 9100, action: 0 })
  const after = async (state: 0 | 1 | 2) => {
    await owner.tell(policies.setState, { ids: [_id], state })
    const { allowed, wouldRefuse } = await verdictOn({})
    return [allowed, wouldRefuse]
  }
  expect([await after(0), await after(1), await after(2)]).toEqual([
    [true, []],
    [true, [_id]],
    [false, []],
  ])
  await owner.tell(policies.removeMany, { ids: [_id] })
})

test('a list applies in policies by its type and entries, immediately', async () => {
  const [namedListId = ''] = await listOf(1, '10.0.0.1')
  await having({ ipRestriction: { lists: [namedListId], unknown: false } }, async () => {
    expect(await verdictOn({ ip: '10.0.0.1' })).toMatchObject({ allowed: false })
    await owner.tell(namedLists.update, { namedListId, name: 'Changed', entries: [{ value: '10.0.0.2' }] })
    expect(await verdictOn({ ip: '10.0.0.1' })).toMatchObject({ allowed: true })
    expect(await verdictOn({ ip: '10.0.0.2' })).toMatchObject({ allowed: false })
  })
})
