import { cloudDevices } from '@claviger/contract/directories/cloud-devices'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cloudConnections } from '#test/api/cloud-connections.ts'
import { devices as deviceCalls } from '#test/emulators/entra/devices.ts'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { as, given } = home
const owner = as(given.owner.accessToken)
const admin = as(given.administrator.accessToken)
const entra = await entraEmulator({ more: [deviceCalls] })
afterAll(() => entra.close())
const { entra: connect, client } = cloudConnections(home)
await connect(entra)
const imports = async () => (await owner.tell(activity.list, { action: ['device.imported'] })).items.length
for (let n = 1; n <= 45; n++)
  entra.directory.addDevice(`WARD-PC-${String(n).padStart(2, '0')}`, {
    operatingSystem: 'Windows',
    operatingSystemVersion: '10.0.22631',
    trustType: 'AzureAd',
    approximateLastSignInDateTime: '2026-11-01T08:00:00Z',
  })

beforeEach(() => {
  entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles: new Set(['Device.Read.All']) })
  entra.endTokens()
})

test('refuses to list devices without a connected tenant', async () => {
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect(await elsewhere.ask(cloudDevices.list)).toMatchObject({ status: 409, body: { code: 'not-connected' } })
})

test('lists the devices of a tenant in pages, imports each once, and follows name changes', async () => {
  const before = await imports()
  const first = await admin.tell(cloudDevices.list, { pageSize: 20 })
  expect([first.total, first.items.length]).toEqual([45, 20])
  const next = await admin.tell(cloudDevices.list, { pageSize: 20, after: first.next ?? '' })
  expect(next.items[0]?.name).toBe('WARD-PC-21')
  const [found] = (await admin.tell(cloudDevices.list, { search: 'PC-07' })).items
  expect(found).toMatchObject({ name: 'WARD-PC-07', platform: 'Windows', imported: null })
  const ids = [found?.id ?? '', first.items[0]?.id ?? '', '00000000-0000-4000-8000-000000000000']
  expect(await admin.tell(cloudDevices.import, { ids })).toEqual({ added: 2, renamed: 0, same: 0, gone: 1 })
  const [again] = (await admin.tell(cloudDevices.list, { search: 'PC-07' })).items
  const listed = await admin.tell(devices.all, { search: 'PC-07' })
  expect(listed.items).toMatchObject([{ id: again?.imported, name: 'WARD-PC-07', kind: 1 }])
  entra.directory.change(found?.id ?? '', { displayName: 'ICU-PC-07' })
  expect(await admin.tell(cloudDevices.import, { ids })).toEqual({ added: 0, renamed: 1, same: 1, gone: 1 })
  expect((await admin.tell(devices.all, { search: 'ICU-PC-07' })).items).toMatchObject([{ id: again?.imported }])
  expect((await imports()) - before).toBe(3)
})

test('an agent that registers with the name of an imported computer becomes that computer', async () => {
  const [found] = (await admin.tell(cloudDevices.list, { search: 'PC-30' })).items
  await admin.tell(cloudDevices.import, { ids: [found?.id ?? ''] })
  const [imported] = (await admin.tell(devices.all, { search: 'WARD-PC-30' })).items
  const { accessToken } = await given.session(given.owner)
  const key = await as(accessToken).tell(apiKeys.create, { name: 'Agents', type: keyTypes.clients, expiry: 0 })
  const { enrolmentSecret } = await owner.tell(computers.newSecret)
  const agent = { machineId: 'machine-30', name: 'ward-pc-30', enrolmentSecret }
  expect((await as(key.value).tell(agents.register, agent)).id).toBe(imported?.id)
  expect((await admin.tell(devices.all, { search: 'WARD-PC-30' })).items).toHaveLength(1)
})

test('reports a connection without permission to read devices', async () => {
  entra.clients.get(client)?.roles.clear()
  entra.endTokens()
  expect(await admin.ask(cloudDevices.list)).toMatchObject({
    status: 502,
    body: {
      code: 'directory-refused',
      message: "The connection can't read devices. Grant it the permission Device.Read.All.",
    },
  })
})
