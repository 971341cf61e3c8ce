import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { devices } from '@claviger/contract/keys/devices'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { computersOf } from '#test/api/agents.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const register = await computersOf(home)
const [first, second, third] = [await register('ALPHA'), await register('BETA'), await register('GAMMA')]
const three = [first.id, second.id, third.id]

test('allows offline uses for several devices together, with a preview', async () => {
  const ids = [...three, newId()]
  const asked = { ids, act: 'offline-on' as const }
  const admin = await owner()
  expect(await admin.tell(devices.preview, asked)).toEqual({
    able: 3,
    already: 0,
    gone: 1,
    users: 0,
    accounts: 0,
    names: ['ALPHA', 'BETA', 'GAMMA'],
  })
  expect(await admin.tell(devices.offline, { ids, hasOfflineAccess: true, uses: 5, hours: 24 })).toEqual({
    changed: 3,
  })
  expect(await admin.tell(devices.preview, asked)).toMatchObject({ able: 0, already: 3 })
  expect(await admin.tell(devices.offline, { ids: three, hasOfflineAccess: true })).toEqual({ changed: 0 })
  expect((await admin.tell(devices.list, { offline: true })).items).toMatchObject([
    { name: 'ALPHA', hasOfflineAccess: true, offlineUses: 5, offlineHours: 24 },
    { name: 'BETA' },
    { name: 'GAMMA' },
  ])
  const { items } = await admin.tell(activity.list, { action: ['device.offline-changed'] })
  expect(items).toHaveLength(3)
  expect(items[0]?.after).toMatchObject({ offlineLogin: true, offlineUses: 5 })
})

test('the remembered PIN is of 0 to 720 whole hours (G84) (R148)', async () => {
  const admin = await owner()
  for (const rememberedPinHours of [0, 720])
    expect(await admin.tell(computers.update, { _id: first.id, rememberedPinHours })).toMatchObject({
      rememberedPinHours,
    })
  for (const rememberedPinHours of [-1, 721, 1.5])
    expect(await admin.ask(computers.update, { _id: first.id, rememberedPinHours })).toMatchObject({ status: 422 })
})

test('a list can be searched, sorted, filtered, and paged with its cursor', async () => {
  const admin = await owner()
  const names = async (ask: Record<string, unknown>) =>
    (await (await owner()).tell(computers.list, ask)).items.map(one => one.name)
  expect(await names({ search: 'am' })).toEqual(['GAMMA'])
  expect(await names({ sort: 'name', order: 'desc' })).toEqual(['GAMMA', 'BETA', 'ALPHA'])
  expect(await names({ sort: 'created', order: 'desc' })).toEqual(['GAMMA', 'BETA', 'ALPHA'])
  expect(await names({ sort: 'lastSeen' })).toHaveLength(3)
  const page = await admin.tell(computers.list, { pageSize: 2 })
  expect(page).toMatchObject({ total: 3 })
  expect(await names({ pageSize: 2, after: page.next })).toEqual(['GAMMA'])
  clock.forward(days(31))
  expect(await names({ silentDays: 30 })).toHaveLength(3)
  const later = await owner()
  expect(await later.tell(devices.counts)).toMatchObject({ computers: 3, mobiles: 0, silent: 3, withoutApp: 3 })
  expect((await later.tell(devices.all, {})).items.map(one => one.name)).toEqual(['ALPHA', 'BETA', 'GAMMA'])
  expect((await later.tell(devices.all, { search: 'bet' })).items).toMatchObject([{ id: second.id, kind: 1 }])
})

test('a search stays within its workspace and filters, however many devices match', async () => {
  await world.superPool.query(
    `insert into devices (workspace_id, id, kind, machine_id, host_name, registered_name, name, hash, platform, client, version, apps,
       api_key_name, created_at, last_seen_at)
     select $1, gen_random_uuid(), 1 + (n % 2), 'bulk-' || n, 'BULK-' || n, 'BULK-' || n, 'BULK-' || n, decode(repeat('00', 32), 'hex'),
       'windows', 'agent', '1', '[]', 'Agents', now(), now() from generate_series(1, 1500) n`,
    [given.ownerElsewhere.workspace],
  )
  const admin = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await admin.tell(computers.list, { search: 'bulk-1499' })).toMatchObject({ total: 0 })
  expect(await admin.tell(devices.list, { search: 'bulk-1500' })).toMatchObject({ total: 1, items: [{ kind: 1 }] })
  const many = await admin.tell(computers.list, { search: 'bulk', pageSize: 100 })
  expect(many.items).toHaveLength(100)
  expect(many.items.every(one => one.kind === 1)).toBe(true)
  expect(await (await owner()).tell(devices.list, { search: 'bulk' })).toMatchObject({ total: 0, items: [] })
  expect(await admin.ask(computers.get, { _id: first.id })).toMatchObject({ status: 404 })
  expect(await admin.tell(devices.removeMany, { ids: three })).toEqual({ removed: 0 })
  expect(await admin.tell(devices.offline, { ids: three, hasOfflineAccess: false })).toEqual({ changed: 0 })
})

test('unit administrators are refused, and a user manager can only read', async () => {
  const manager = as((await given.session(given.userManager)).accessToken)
  expect(await manager.ask(computers.list)).toMatchObject({ status: 200 })
  expect(await manager.ask(devices.removeMany, { ids: three })).toMatchObject({ status: 403 })
  const ofUnit = await given.addUser('Uma', 'Unit')
  const { addUnit, appointOver } = testData(home)
  await appointOver(ofUnit, [await addUnit('Surgery')])
  const unit = as((await given.session({ id: ofUnit, workspace: given.owner.workspace })).accessToken)
  for (const [call, input] of [
    [computers.list, {}],
    [devices.list, {}],
    [devices.ofUser, { id: ofUnit }],
    [deviceGroups.list, {}],
    [devices.offline, { ids: three, hasOfflineAccess: true }],
  ] as const)
    expect(await unit.ask(call, input), call.path).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
})

test('removal has a preview, and the computer list removes only computers', async () => {
  const admin = await owner()
  const { id: going } = await register('DELTA')
  const key = await admin.tell(apiKeys.create, { name: 'Tablets', type: keyTypes.sharedMobile, expiry: 0 })
  const { id: tablet } = await as(key.value).tell(agents.registerMobile, { machineId: 'ipad', name: 'Tablet' })
  await admin.tell(deviceGroups.create, { name: 'Going', devices: [going] })
  expect(await admin.tell(devices.preview, { ids: [going], act: 'remove' })).toMatchObject({
    able: 1,
    names: ['DELTA'],
  })
  expect(await admin.tell(computers.removeMany, { ids: [going, tablet] })).toEqual({ removed: 1 })
  expect(await admin.tell(devices.removeMany, { ids: [tablet] })).toEqual({ removed: 1 })
  expect((await admin.tell(deviceGroups.list, { search: 'going' })).items).toMatchObject([{ devices: 0 }])
})
