// Three roles by decision 23, which none of them can use to write workspace data.
import { bills } from '@claviger/contract/billing/bills'
import { licenses } from '@claviger/contract/billing/licenses'
import { plans } from '@claviger/contract/billing/plans'
import { activity } from '@claviger/contract/oversight/activity'
import { savedViews } from '@claviger/contract/people/saved-views'
import { users } from '@claviger/contract/people/users'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { policies } from '@claviger/contract/rules/policies'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '../app/test-app.ts'
import { createStandings } from '../api/test-roles.ts'

const { named } = await createStandings(await startTestApp({ BILLING: 'on' }))
const refused = { status: 403, body: { code: 'not-permitted' } }

test('Read-only can keep own views, which other users cannot see', async () => {
  const reader = named('reader').caller
  const view = await reader.tell(savedViews.save, { list: 'users', name: 'Mine', query: 'status=20' })
  await reader.tell(savedViews.change, { id: view.id, name: 'Still mine', query: 'status=20' })
  expect((await reader.tell(savedViews.list, { list: 'users' })).items).toMatchObject([{ name: 'Still mine' }])
  expect((await named('owner').caller.tell(savedViews.list, { list: 'users' })).items).toEqual([])
  await reader.tell(savedViews.remove, { id: view.id })
})

test('Billing Manager can read the settings and change none', async () => {
  const billing = named('billing manager').caller
  expect(await billing.ask(workspaceSettings.details)).toMatchObject({ status: 200 })
  expect(await billing.ask(workspaceSettings.proximity, { proximity: true })).toMatchObject(refused)
})

test('User Management can read devices and change none', async () => {
  const manager = named('user manager').caller
  for (const call of [devices.list, devices.counts, computers.list])
    expect(await manager.ask(call)).toMatchObject({ status: 200 })
  expect(await manager.ask(devices.removeMany, { ids: [named('owner').id] })).toMatchObject(refused)
  expect(await manager.ask(computers.newSecret)).toMatchObject(refused)
})

test('Billing Manager reads bills and licenses and sets the limit, and reads no users', async () => {
  const billing = named('billing manager').caller
  for (const call of [bills.current, bills.history, licenses.get, plans.policy])
    expect(await billing.ask(call)).toMatchObject({ status: 200 })
  expect(await billing.ask(licenses.limit, { limit: 500 })).toMatchObject({ status: 200 })
  for (const call of [users.list, activity.list, policies.firstList])
    expect(await billing.ask(call)).toMatchObject(refused)
  expect(await named('user manager').caller.ask(bills.current)).toMatchObject(refused)
})

test('additional permissions allow what they describe to roles that lack it', async () => {
  const user = { firstName: 'Ann', lastName: 'Lee', userId: 'ann.lee', email: 'ann.lee@example.org' }
  const [sees, sets, manages, all] = [
    named('user manager who sees the log').caller,
    named('user manager with the settings').caller,
    named('reader who manages users').caller,
    named('reader with full access').caller,
  ]
  expect(await sees.ask(activity.list)).toMatchObject({ status: 200 })
  expect(await sees.ask(workspaceSettings.proximity, { proximity: true })).toMatchObject(refused)
  expect(await sets.ask(workspaceSettings.proximity, { proximity: true })).toMatchObject({ status: 200 })
  expect(await sets.ask(activity.list)).toMatchObject(refused)
  expect(await manages.ask(users.create, user)).toMatchObject({ status: 200 })
  expect(await manages.ask(workspaceSettings.proximity, { proximity: true })).toMatchObject(refused)
  expect(await all.ask(computers.newSecret, {})).toMatchObject({ status: 200 })
  expect(await all.ask(workspaceSettings.proximity, { proximity: false })).toMatchObject({ status: 200 })
})
