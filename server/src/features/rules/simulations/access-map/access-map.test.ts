import { randomBytes } from 'node:crypto'
import { applications } from '@claviger/contract/apps/applications'
import { simulations } from '@claviger/contract/rules/simulations'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { expect, test } from 'vitest'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { pinPermissions } from '#test/emulators/ctap-client.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { putPolicies } from '#test/api/policies.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as((await given.session(given.owner)).accessToken)

test('the access of a user says for each application whether they can use it, and why not', async () => {
  const id = await given.addUser('Access', 'Nurse')
  const add = async (name: string, everyone: boolean) => {
    const made = await owner.tell(applications.proxyCreate, { name, proxy: { hosts: [`${name}.example`] } })
    await owner.tell(applications.assign, { id: made.id, everyone, groups: [], units: [], users: [] })
    return made.id
  }
  const wiki = await add('wiki', true)
  const payroll = await add('payroll', true)
  const finance = await add('finance', false)
  const reasons = async () => {
    const { key, items } = await owner.tell(simulations.accessOf, { id })
    return [key?.name, ...items.map(({ application, reason, policy }) => [application, reason, policy?.name])]
  }
  expect((await reasons()).slice(0, 2)).toEqual([undefined, [finance, 'not-assigned', undefined]])
  await given.addKey(id, { kind: 2, name: 'Night badge' })
  await putPolicies(home, [{ name: 'No payroll', action: 0, appRestriction: { values: [payroll] } }])
  expect(await reasons()).toEqual([
    'Night badge',
    [finance, 'not-assigned', undefined],
    [payroll, 'policy', 'No payroll'],
    [wiki, 'allowed', undefined],
  ])
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect(await elsewhere.ask(simulations.accessOf, { id })).toMatchObject({ status: 404 })
})

test('a hardware key meets a requirement of hardware-bound keys', async () => {
  const id = await given.addUser('Hardy', 'Ware')
  const { key } = await given.ownSession({ id, workspace: given.owner.workspace })
  const made = await owner.tell(applications.proxyCreate, { name: 'vault', proxy: { hosts: ['vault.example'] } })
  await owner.tell(applications.assign, { id: made.id, everyone: true, groups: [], units: [], users: [] })
  await putPolicies(home, [{ name: 'Hardware', action: 1, demands: { strength: 'hardware-bound' } }])
  const reply = await owner.tell(simulations.accessOf, { id })
  expect(reply.key?.id).toBe(key)
  expect(reply.items.find(one => one.application === made.id)).toMatchObject({ reason: 'allowed' })
})

test('administrators who cannot read keys see the access without the key and the sites of its passkeys', async () => {
  await putPolicies(home, [])
  const id = await given.addUser('Paula', 'Policy')
  await testData(home).appoint(id, workspaceRoles.policyAdministrator)
  const user = await given.addUser('Sita', 'Sites')
  const key = await assignCard(home, user, '04A1B2C5', '274936')
  const card = cardAt(as(await registerReader(home)), '04A1B2C5')
  const token = await card.token('274936', pinPermissions.make, 'example.org')
  expect((await card.make({ clientDataHash: randomBytes(32), token })).status).toBe(0)
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const seen = await owner.tell(simulations.accessOf, { id: user })
  expect(seen.key?.id).toBe(key)
  expect(seen.items.some(({ application }) => application === null)).toBe(true)
  expect(await as(accessToken).tell(simulations.accessOf, { id: user })).toEqual({
    key: null,
    items: seen.items.filter(({ application }) => application !== null),
  })
})
