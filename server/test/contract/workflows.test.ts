// Workflows with the emulated clouds: they involve too many modules for the module's own tests.
import { workflows } from '@claviger/contract/automation/workflows'
import { devices } from '@claviger/contract/keys/devices'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { workflowTask } from '../../src/features/automation/workflows/workflows.jobs.ts'
import { cloudConnections } from '../api/cloud-connections.ts'
import { devices as deviceCalls } from '../emulators/entra/devices.ts'
import { entraEmulator } from '../emulators/entra/entra.ts'
import { EntraPasses } from '../emulators/entra/passes.ts'
import { EntraPasskeys } from '../emulators/entra/passkeys.ts'
import { EntraRanks } from '../emulators/entra/ranks.ts'
import { testData } from '../api/test-data.ts'
import { OktaFactors } from '../emulators/okta/factors.ts'
import { oktaEmulator } from '../emulators/okta/okta.ts'
import { startTestApp } from '../app/test-app.ts'
import { loopback } from '../app/loopback.ts'

const home = await startTestApp(loopback)
const { given, world } = home
const { owner } = testData(home)
const [passkeys, ranks, passes] = [new EntraPasskeys(), new EntraRanks(), new EntraPasses()]
const entra = await entraEmulator({ more: [passkeys.mount, ranks.mount, passes.mount, deviceCalls] })
const factors = new OktaFactors()
const okta = await oktaEmulator({ more: [factors.mount] })
afterAll(() => Promise.all([entra.close(), okta.close()]))
const { client, entra: connect, oktaByKey, person } = cloudConnections(home)
const roles = new Set([
  'UserAuthMethod-Passkey.ReadWrite.All',
  'UserAuthenticationMethod.ReadWrite.All',
  'RoleManagement.Read.Directory',
  'GroupMember.Read.All',
  'Policy.Read.All',
  'Device.Read.All',
])
beforeEach(() => {
  entra.clients.set(client, { name: 'Claviger', secret: 'shh', roles })
  entra.endTokens()
  passkeys.site = 'login.microsoft.com'
})

const connection = await connect(entra)
const tenant = connection.id
const beat = () => workflowTask.work(world, new AbortController().signal)
const ended = async (id: string) => {
  await expect
    .poll(async () => (await beat(), (await (await owner()).tell(workflows.run, { id })).execution))
    .not.toBe(0)
  return (await owner()).tell(workflows.run, { id })
}
const card = { kind: 2, name: 'Badge', verification: 4, credential_storage: 2, card_end: '1234' }

test('a user who activates a card soon has a passkey in Entra ID, and only one', async () => {
  const login = 'first.behalf@northgate.example'
  const anchor = entra.directory.addUser(login)
  const user = await person(connection, anchor, login)
  const { id } = await (
    await owner()
  ).tell(workflows.create, { name: 'Passkeys', type: 0, trigger: 'activated', tenant })
  await given.addKey(user, card)
  await beat()
  const [begun] = (await (await owner()).tell(workflows.logs, { id })).items
  expect(begun).toMatchObject({ by: 'event', elsewhere: { kind: 'on-behalf' } })
  expect(await ended(begun?.id as string)).toMatchObject({ execution: 1, done: 1, failed: 0 })
  expect(passkeys.of.get(anchor)).toHaveLength(1)
  expect(await (await owner()).tell(workflows.execute, { id })).toMatchObject({ execution: 3, reason: 'nothing-to-do' })
})

test('an Okta user with a card soon has a passkey, by key and despite rate limits; Okta administrators do not', async () => {
  const scopes = ['okta.users.read', 'okta.groups.read', 'okta.users.manage', 'okta.roles.read']
  const { id: organization } = await oktaByKey(okta, '0oaworkflow1', scopes).then(async made => {
    const people = ['one', 'two', 'chief'].map(name => `${name}.okta@northgate.example`)
    for (const login of people) {
      const anchor = okta.directory.addUser(login)
      if (login.startsWith('chief')) factors.administrators.add(anchor)
      await given.addKey(await person(made, anchor, login), card)
    }
    return made
  })
  const schedule = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
  const { id } = await (
    await owner()
  ).tell(workflows.create, { name: 'Okta', type: 7, tenant: organization, ...schedule })
  okta.wrongly = { throttleEvery: 4, resetIn: 0 }
  const begun = await (await owner()).tell(workflows.execute, { id })
  expect(await ended(begun.id)).toMatchObject({ execution: 2, done: 2, failed: 1, reason: 'rows-failed' })
  expect([...factors.of.values()].map(all => all.map(one => one.status))).toEqual([['ACTIVE'], ['ACTIVE']])
  expect(okta.asked).toContain('POST /oauth2/v1/token')
  const again = await (await owner()).tell(workflows.execute, { id })
  expect(await ended(again.id)).toMatchObject({ done: 0, failed: 1 })
})

test('the list of computers is imported, and a second run changes nothing', async () => {
  for (let n = 1; n <= 3; n++)
    entra.directory.addDevice(`WARD-PC-${n}`, { operatingSystem: 'Windows', trustType: 'AzureAd' })
  const schedule = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
  const { id } = await (await owner()).tell(workflows.create, { name: 'Computers', type: 4, tenant, ...schedule })
  const first = await (await owner()).tell(workflows.execute, { id })
  expect(await ended(first.id)).toMatchObject({ execution: 1, done: 3, skipped: 0 })
  expect((await (await owner()).tell(devices.all, { search: 'WARD-PC' })).items).toHaveLength(3)
  const again = await (await owner()).tell(workflows.execute, { id })
  expect(await ended(again.id)).toMatchObject({ done: 0, skipped: 3 })
  roles.delete('Device.Read.All')
  entra.endTokens()
  const refused = await (await owner()).tell(workflows.execute, { id })
  expect(await ended(refused.id)).toMatchObject({ execution: 2, reason: 'directory-failed', failed: 1 })
})
