import { connections } from '@claviger/contract/directories/connections'
import { provisioning } from '@claviger/contract/directories/provisioning'
import { scim } from '@claviger/contract/directories/scim'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { provisionTarget } from '#test/api/provisioned.ts'
import { scimProvider } from '#test/emulators/scim-provider.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp({ ...loopback, RATE_LIMIT_FACTOR: '1000' })
const { app, as, given } = home
await app.listen({ port: 0, host: '127.0.0.1' })
const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/scim/v2`
const elsewhere = async () => as((await given.session(given.ownerElsewhere)).accessToken)

async function connected(): Promise<string> {
  const { id } = await (await elsewhere()).tell(scim.create, { name: 'Northgate', preset: 'other' })
  await (await elsewhere()).tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: [] })
  return (await (await elsewhere()).tell(scim.token, { uid: id })).token
}

test('users and groups are provisioned to another workspace, follow changes, and are removed', async () => {
  const there = await scimProvider()
  await there.close()
  const { assigned, save, settle, state, turnOn, owner, change } = provisionTarget(home, there)
  const { addGroup, suspend } = testData(home)
  const people = await addCrowd(home, 'Ward', 20)
  const group = await addGroup('Ward', people)
  const id = await assigned({ groups: [group] })
  await save(id, { address, token: await connected(), groups: 'assigned' })
  expect(await (await owner()).tell(provisioning.check, { id })).toMatchObject({ ok: true, lacks: [] })
  await turnOn(id)
  await settle(id)
  expect(await state(id)).toMatchObject({
    people: { told: 20, waiting: 0, refused: 0 },
    groupsToldOf: { told: 1, refused: 0 },
  })
  const [first = '', second = '', third = ''] = people
  await change(first, { lastName: 'Renamed' })
  await suspend(second)
  await (await owner()).tell(groups.removeMembers, { groupId: group, users: [third] })
  await settle(id)
  const { items } = await (await elsewhere()).tell(users.list, { search: 'Ward', pageSize: 100 })
  expect(items).toHaveLength(20)
  expect(items.filter(one => one.lastName === 'Renamed')).toHaveLength(1)
  const { items: known } = await (await elsewhere()).tell(groups.list, { search: 'Ward' })
  expect(known.map(one => one.userCount)).toEqual([19])
  await (await owner()).tell(provisioning.look, { id })
  await settle(id)
  expect((await state(id))?.look).toMatchObject({ state: 'done', missing: 0, differs: 0, strangers: 0, same: 21 })
})
