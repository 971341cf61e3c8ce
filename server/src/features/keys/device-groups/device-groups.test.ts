import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { devices } from '@claviger/contract/keys/devices'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { computersOf } from '#test/api/agents.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as(given.owner.accessToken)
const register = await computersOf(home)
const [first, second] = [await register('ALPHA'), await register('BETA')]

test('a group is created with devices, extended, reduced, and deleted, and each action is logged', async () => {
  const group = await owner.tell(deviceGroups.create, {
    name: 'Ward 3',
    description: 'By the lift',
    devices: [first.id],
  })
  expect(group).toMatchObject({ name: 'Ward 3', devices: 1 })
  expect(await owner.tell(deviceGroups.assign, { id: group.id, devices: [first.id, second.id] })).toEqual({
    added: 1,
    already: 1,
  })
  expect(await owner.tell(deviceGroups.get, { id: group.id })).toMatchObject({
    devices: 2,
    members: [{ name: 'ALPHA' }, { name: 'BETA' }],
  })
  expect((await owner.tell(devices.list, { group: group.id })).items.map(one => one.name)).toEqual(['ALPHA', 'BETA'])
  expect((await owner.tell(devices.list, { group: group.id, search: 'bet' })).items).toMatchObject([{ groups: 1 }])
  expect(await owner.tell(deviceGroups.take, { id: group.id, devices: [first.id] })).toEqual({ removed: 1 })
  expect(await owner.tell(deviceGroups.take, { id: group.id, devices: [first.id] })).toEqual({ removed: 0 })
  expect(await owner.tell(deviceGroups.update, { id: group.id, name: 'Ward 3 East' })).toMatchObject({
    description: 'By the lift',
  })
  expect(await owner.tell(deviceGroups.removeMany, { ids: [group.id] })).toEqual({ removed: 1 })
  expect(await owner.ask(deviceGroups.get, { id: group.id })).toMatchObject({ status: 404 })
  expect((await owner.tell(devices.list)).total).toBe(2)
  const { items } = await owner.tell(activity.list, { object: group.id })
  expect(items.map(line => line.action).toReversed()).toEqual([
    'device-group.created',
    'device-group.joined',
    'device-group.joined',
    'device-group.left',
    'device-group.updated',
    'device-group.deleted',
  ])
})

test('a name is unique regardless of case, and unknown devices are refused', async () => {
  await owner.tell(deviceGroups.create, { name: 'Kiosks' })
  expect(await owner.ask(deviceGroups.create, { name: 'KIOSKS' })).toMatchObject({
    status: 409,
    body: { code: 'device-group-taken' },
  })
  expect(await owner.ask(deviceGroups.create, { name: '' })).toMatchObject({
    status: 422,
    body: { message: 'Name is required' },
  })
  expect(await owner.ask(deviceGroups.create, { name: 'Strange', devices: [newId()] })).toMatchObject({ status: 404 })
  expect((await owner.tell(deviceGroups.list, { search: 'strange' })).total).toBe(0)
})

test('alternative paths work, and another workspace sees nothing', async () => {
  const { id } = await owner.tell(deviceGroups.create, { name: 'Spelling' })
  const answer = await home.app.inject({
    method: 'PUT',
    url: `/administrator/devices/assign-devices/${id}`,
    headers: { authorization: given.owner.accessToken },
    payload: { devices: [first.id] },
  })
  expect(answer.json()).toEqual({ added: 1, already: 0 })
  const south = as(given.ownerElsewhere.accessToken)
  expect((await south.tell(deviceGroups.list)).total).toBe(0)
  expect(await south.ask(deviceGroups.get, { id })).toMatchObject({ status: 404 })
  expect(await south.tell(deviceGroups.removeMany, { ids: [id] })).toEqual({ removed: 0 })
})
