import { applications } from '@claviger/contract/apps/applications'
import { simulations } from '@claviger/contract/rules/simulations'
import { expect, test } from 'vitest'
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
