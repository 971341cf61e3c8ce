import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { firstOf } from '@claviger/contract/directories/connections/mapping'
import { expect, test } from 'vitest'
import { directories, plainMapping } from '#test/api/directories.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { approverOf, connectionById } from './connections.ts'

const home = await startTestApp()
const { as, given } = home
const { add, inside } = directories(home)
const owner = as(given.owner.accessToken)
const admin = as(given.administrator.accessToken)

const approver = (id: string) =>
  inside(async ctx => {
    const connection = await connectionById(ctx, id)
    return connection && (await approverOf(ctx, connection))?.id
  })
const other = [...plainMapping, firstOf('roles', 'group')]

test('an approval that includes administrators or roles ends when a non-owner changes the mapping', async () => {
  const plain = await add({ kind: 6, name: 'Plain' })
  const far = await add({ kind: 6, name: 'Far' }, { touchesRank: true })
  const giving = await add({ kind: 6, name: 'Giving' }, { roles: [3] })
  for (const { id } of [plain, far, giving]) await admin.tell(connections.update, { id, name: `Renamed ${id}` })
  expect(await approver(far.id)).toBe(given.owner.id)
  for (const { id } of [plain, far, giving]) await admin.tell(connections.update, { id, mapping: other })
  expect(await approver(plain.id)).toBe(given.owner.id)
  expect(await approver(far.id)).toBeUndefined()
  expect(await approver(giving.id)).toBeUndefined()
  expect((await admin.tell(connections.get, { id: far.id })).reach.approvedBy).toBeNull()
  await owner.tell(connections.approve, { id: far.id, roles: [], touchesRank: true, privateHosts: [] })
  await owner.tell(connections.update, { id: far.id, mapping: plainMapping })
  expect(await approver(far.id)).toBe(given.owner.id)
})

test('an approval ends when the credentials lead to another address', async () => {
  const application = { name: 'Okta', type: 'okta' as const, address: 'https://one.okta.com', secret: 'one' }
  const { id, name } = await admin.tell(apiApplications.create, application)
  const okta = await add({ kind: 2, name: 'Users', apiApplication: id })
  expect(await approver(okta.id)).toBe(given.owner.id)
  await admin.tell(apiApplications.update, { id, name: `${name}!`, address: application.address, secret: 'renewed' })
  expect(await approver(okta.id)).toBe(given.owner.id)
  await admin.tell(apiApplications.update, { id, name, address: 'https://two.okta.com', secret: 'two' })
  expect(await approver(okta.id)).toBeUndefined()
  await admin.tell(apiApplications.remove, { id })
  expect(await approver(okta.id)).toBeUndefined()
})
