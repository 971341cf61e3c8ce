import { agents } from '@claviger/contract/keys/agents'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { days, later } from '#platform/clock.ts'
import { computersOf, signInAt } from '../api/agents.ts'
import { startTestApp } from '../app/test-app.ts'
import { withPhone } from '../api/phones.ts'

const home = await startTestApp()
const { as, given, clock } = home
const admin = as(given.administrator.accessToken)
const register = await computersOf(home)

let count = 0
const computer = () => register(`PC-${++count}`)
const newPerson = () =>
  withPhone(home, `Desk${++count}`, () =>
    Promise.resolve({
      settings: {
        verification: 1,
        credentialStorageLocation: 1,
        proximity: false,
        audit: true,
        offlineLogin: true,
        rememberedPinHours: 10,
      },
    }),
  )

test('a computer remembers a PIN as long as its setting or the setting of the key, whichever is shorter', async () => {
  const [pc, { phone }] = [await computer(), await newPerson()]
  for (const [rememberedPinHours, holds] of [
    [0, 0],
    [4, 4],
    [100, 10],
  ] as const) {
    await admin.tell(computers.update, { _id: pc.id, rememberedPinHours })
    expect(await as(pc.token).tell(agents.heartbeat, {})).toMatchObject({ rememberedPinHours })
    expect((await signInAt(home, pc, phone)).body).toMatchObject({ rememberedPinHours: holds })
  }
})

test('a new computer starts with the remembered PIN hours of the workspace', async () => {
  const rules = [{ type: 5, value: 4 }]
  for (const rememberedPinHours of [0, 6]) {
    await admin.tell(workspaceSettings.pinPolicy, { rules, rememberedPinHours })
    expect(await as((await computer()).token).tell(agents.heartbeat, {})).toMatchObject({ rememberedPinHours })
  }
  await admin.tell(workspaceSettings.pinPolicy, { rules, rememberedPinHours: 0 })
})

test('a computer allows as many offline uses, for as many hours, as its settings say', async () => {
  const [pc, { phone }] = [await computer(), await newPerson()]
  await admin.tell(devices.offline, { ids: [pc.id], hasOfflineAccess: true, uses: 3, hours: 48 })
  const allowed = async () => (await signInAt(home, pc, phone)).body['offline']
  expect(await allowed()).toEqual({ uses: 3, until: later(clock.now(), days(2)).toISOString() })
  await admin.tell(computers.update, { _id: pc.id, offlineUses: 9, offlineHours: 24 })
  expect(await allowed()).toEqual({ uses: 9, until: later(clock.now(), days(1)).toISOString() })
  expect(await as(pc.token).tell(agents.offline)).toMatchObject({
    offline: { uses: 9, hours: 24 },
    keys: [{ usesLeft: 9 }],
  })
  await admin.tell(devices.offline, { ids: [pc.id], hasOfflineAccess: false })
  expect(await allowed()).toBeNull()
})

test('if a password requires the PIN each time, no computer remembers it, online or offline (pinRequired)', async () => {
  const [pc, other] = [await register('ASKS-1'), await register('OTHER-1')]
  const { phone, accessToken } = await newPerson()
  for (const { id } of [pc, other]) {
    await admin.tell(devices.offline, { ids: [id], hasOfflineAccess: true, uses: 3, hours: 48 })
    await admin.tell(computers.update, { _id: id, rememberedPinHours: 100 })
  }
  const remembered = async (at: typeof pc) => {
    const { body } = await signInAt(home, at, phone)
    const [key] = (await as(at.token).tell(agents.offline, {})).keys
    const asks = (body['accounts'] as { pinRequired: boolean }[]).map(one => one.pinRequired)
    return [asks, body['rememberedPinHours'], key?.rememberedPinHours]
  }
  const me = as(accessToken)
  expect(await remembered(pc)).toEqual([[], 10, 10])
  const local = { type: 4, username: 'me', computerName: 'asks-1' } as const
  const { id } = await me.tell(storedPasswords.ownCreate, { ...local, password: 'secret-1', pinRequired: true })
  expect(await remembered(pc)).toEqual([[true], 0, 0])
  // The password works only on its computer
  expect(await remembered(other)).toEqual([[], 10, 10])
  await me.tell(storedPasswords.ownUpdate, { passwordId: id, ...local, password: 'secret-2', pinRequired: false })
  expect(await remembered(pc)).toEqual([[false], 10, 10])
})
