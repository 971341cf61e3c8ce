import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const owner = as(given.owner.accessToken)
const keyOf = async (type: number) => {
  const { accessToken } = await given.session(given.owner)
  return (await as(accessToken).tell(apiKeys.create, { name: `Agents ${type}`, type, expiry: 0 })).value
}
const clients = await keyOf(keyTypes.clients)
const file = await owner.tell(computers.newSecret)
let count = 0
const register = async (name = 'WARD-3-PC-07', machineId = `machine-${count++}`) =>
  as(clients).tell(agents.register, { machineId, name, enrolmentSecret: file.enrolmentSecret })

test('the configuration has the server address, and shows the secret only when it is created', async () => {
  expect(file).toMatchObject({
    server: 'http://localhost:8080',
    api: '/apis/agent/v1',
    workspace: 'Northgate Hospital',
  })
  expect(file.enrolmentSecret).toMatch(/^[\w-]{32}$/)
  const config = await owner.tell(computers.config)
  expect(config).toMatchObject({ workspaceId: file.workspaceId, secret: { madeBy: 'Ada Byron' } })
  expect(JSON.stringify(config)).not.toContain(file.enrolmentSecret)
})

test('a computer registers with the file and a Clients key, and appears in the list', async () => {
  const { id, agentToken, heartbeatSeconds } = await register('RECEPTION-1')
  expect(agentToken).toMatch(/^cvg_agent_[0-9A-Za-z]{82}$/)
  expect(heartbeatSeconds).toBe(300)
  const { items } = await owner.tell(computers.list, { search: 'reception' })
  expect(items).toMatchObject([{ id, name: 'RECEPTION-1', kind: 1, creator: 'Agents 2', hasOfflineAccess: false }])
  expect(JSON.stringify(items)).not.toContain(agentToken)
})

test('the agent of a removed computer is refused, and both are logged', async () => {
  const { id, agentToken } = await register('GONE-1')
  expect(await as(agentToken).ask(agents.heartbeat)).toMatchObject({ status: 200, body: { id, name: 'GONE-1' } })
  expect(await owner.tell(computers.removeMany, { ids: [id] })).toEqual({ removed: 1 })
  expect(await as(agentToken).ask(agents.heartbeat)).toMatchObject({ status: 401, body: { code: 'agent-refused' } })
  const { items } = await owner.tell(activity.list, { object: id })
  expect(items.map(line => line.action)).toEqual(['device.refused', 'device.removed', 'device.registered'])
  expect(items[0]).toMatchObject({ status: 2, kind: 'use', actorId: null })
  expect(await owner.tell(computers.removeMany, { ids: [id] })).toEqual({ removed: 0 })
})

test('refuses a wrong and a replaced secret, and logs it', async () => {
  const wrong = { machineId: 'x', name: 'Stranger', enrolmentSecret: 'a'.repeat(32) }
  expect(await as(clients).ask(agents.register, wrong)).toMatchObject({
    status: 401,
    body: { code: 'enrolment-refused' },
  })
  const before = await as(given.ownerElsewhere.accessToken).tell(computers.newSecret)
  expect(await as(clients).ask(agents.register, { ...wrong, enrolmentSecret: before.enrolmentSecret })).toMatchObject({
    status: 401,
  })
  const replaced = file.enrolmentSecret
  Object.assign(file, await owner.tell(computers.newSecret))
  expect(await as(clients).ask(agents.register, { ...wrong, enrolmentSecret: replaced })).toMatchObject({
    status: 401,
    body: { code: 'enrolment-refused' },
  })
  const { items } = await owner.tell(activity.list, { action: ['agent.refused'] })
  expect(items).toHaveLength(3)
  expect(items[0]).toMatchObject({ status: 2, objectName: 'Stranger' })
  expect(await register('AFTER-1')).toMatchObject({ id: expect.any(String) })
})

test('refuses to register over an existing computer, whose token still works', async () => {
  const first = await register('FIRST', 'same-machine')
  const second = { machineId: 'same-machine', name: 'SECOND', enrolmentSecret: file.enrolmentSecret }
  expect(await as(clients).ask(agents.register, second)).toMatchObject({
    status: 409,
    body: { code: 'device-registered' },
  })
  expect(await as(first.agentToken).ask(agents.heartbeat)).toMatchObject({ status: 200 })
})

test('each key type registers only its own device type', async () => {
  const mobile = await keyOf(keyTypes.sharedMobile)
  const tablet = { machineId: 'ipad-1', name: 'Ward tablet' }
  const { id } = await as(mobile).tell(agents.registerMobile, tablet)
  expect((await owner.tell(devices.list, { kind: 2 })).items).toMatchObject([{ id, name: 'Ward tablet', kind: 2 }])
  expect((await owner.tell(computers.list, { search: 'tablet' })).items).toEqual([])
  const admin = await keyOf(keyTypes.admin)
  for (const wrong of [admin, clients])
    expect(await as(wrong).ask(agents.registerMobile, { ...tablet, machineId: 'ipad-2' })).toMatchObject({
      status: 403,
    })
  const computer = { machineId: 'm', name: 'PC', enrolmentSecret: file.enrolmentSecret }
  for (const wrong of [admin, mobile])
    expect(await as(wrong).ask(agents.register, computer)).toMatchObject({ status: 403 })
})

test('an agent reports installed apps, and a computer without a custom name follows its host name', async () => {
  const { id, agentToken } = await register('OLD-NAME')
  const apps = [
    { name: 'Reader driver', version: '3.13.0' },
    { name: 'VDI agent', version: '2.0' },
  ]
  await as(agentToken).tell(agents.heartbeat, { hostName: 'NEW-NAME', apps })
  const [seen] = (await owner.tell(computers.list, { search: 'new-name' })).items
  expect(seen).toMatchObject({ id, name: 'NEW-NAME', hostName: 'NEW-NAME', apps, hasDriver: true })
  await owner.tell(computers.update, { _id: id, name: 'Ward 3, by the window' })
  await as(agentToken).tell(agents.heartbeat, { hostName: 'NEWER-NAME' })
  expect(await owner.tell(computers.get, { _id: id })).toMatchObject({
    name: 'Ward 3, by the window',
    hostName: 'NEWER-NAME',
  })
})

test('uninstalling an agent removes the computer from the list', async () => {
  const { id, agentToken } = await register('LEAVING')
  await as(agentToken).tell(agents.leave)
  expect(await owner.ask(computers.get, { _id: id })).toMatchObject({ status: 404 })
  expect(await as(agentToken).ask(agents.leave)).toMatchObject({ status: 401 })
})

test('refuses altered tokens, API keys, and user tokens as agent tokens', async () => {
  const { agentToken } = await register('SAFE')
  const flipped = `${agentToken.slice(0, -1)}${agentToken.endsWith('0') ? '1' : '0'}`
  for (const text of [undefined, 'nonsense', flipped, clients, given.owner.accessToken])
    expect(await as(text).ask(agents.heartbeat), String(text)).toMatchObject({
      status: 401,
      body: { code: 'agent-refused' },
    })
})
