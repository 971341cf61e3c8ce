// Three roles by decision 23, which none of them can use to write workspace data.
import { savedViews } from '@claviger/contract/people/saved-views'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '../app/test-app.ts'
import { createStandings } from '../api/standings.ts'

const { named } = await createStandings(await startTestApp())
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
