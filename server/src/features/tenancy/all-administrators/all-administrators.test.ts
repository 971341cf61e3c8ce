import { activity } from '@claviger/contract/oversight/activity'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators as all } from '@claviger/contract/tenancy/all-administrators'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, mailTo } = await startTestApp()
const { owner, administrator, userManager, user, ownerElsewhere, superAdmin, individual } = given
const sue = as(superAdmin.accessToken)
const north = owner.workspace
const refusal = (status: number, code: string) => ({ status, body: { code } })
const fresh = async (who: { id: string; workspace: string }) => as((await given.session(who)).accessToken)

test('administrators of business workspaces are listed, those of personal workspaces are not', async () => {
  const { items } = await sue.tell(all.business, { pageSize: 100 })
  const names = items.map(one => one.name)
  expect(names).toContain('Otto Hahn')
  expect(names).not.toContain('Mia Berg')
  expect(items.find(one => one.name === 'Sue Per')).toMatchObject({ role: 0, workspace: { name: 'Installation' } })
  const owners = await sue.tell(all.business, { role: 1, sort: 'workspace', order: 'desc' })
  expect(owners.items.map(one => one.workspace.name)).toEqual(['Southgate Clinic', 'Northgate Hospital'])
})

test('a workspace has its own list, filtered by role and search, at both addresses', async () => {
  expect((await sue.tell(all.ofWorkspace, { id: north })).total).toBe(4)
  const found = await sue.tell(all.filtered, { id: north, role: 3 })
  expect(found.items.map(one => one.id)).toEqual([userManager.id])
  const [alias = ''] = all.filtered.aliases
  const alike = await sue.ask({ ...all.filtered, path: alias }, { id: north, search: 'hopper' })
  expect(alike.body).toMatchObject({ total: 1, items: [{ id: administrator.id }] })
  expect(await sue.ask(all.ofWorkspace, { id: user.id })).toMatchObject(refusal(404, 'not-found'))
  expect(await sue.tell(workspaces.one, { id: north })).toMatchObject({
    name: 'Northgate Hospital',
    owner: owner.email,
  })
})

test('roles are given, changed, and removed, also by legacy names, and the workspace log names the actor', async () => {
  const id = await given.addUser('Nia', 'New')
  expect((await sue.tell(all.candidates, { id: north, search: 'nia' })).items).toMatchObject([{ id }])
  await sue.tell(all.create, { id: north, ids: [id], role: 3, additionalPermissions: [4] })
  await sue.tell(all.update, { id: north, userId: id, role: 'Contributor' })
  const list = async () => (await sue.tell(all.filtered, { id: north, search: 'nia' })).items
  expect(await list()).toMatchObject([{ role: 2, additionalPermissions: [] }])
  await sue.tell(all.remove, { id: north, ids: [id] })
  expect(await list()).toEqual([])
  const asOwner = await fresh(owner)
  const log = await asOwner.tell(activity.list, { search: 'Nia New' })
  expect(log.items.map(line => [line.action, line.actorName])).toEqual([
    ['administrator.withdrawn', 'Sue Per'],
    ['administrator.offered', 'Sue Per'],
    ['administrator.offered', 'Sue Per'],
  ])
  expect((await asOwner.tell(administrators.create, { ids: [id], role: 'contributor' })).items).toMatchObject([
    { role: 2 },
  ])
  expect(await asOwner.ask(administrators.update, { id, role: 'SuperAdmin' })).toMatchObject({ status: 422 })
  await asOwner.tell(administrators.remove, { ids: [id] })
})

test('the last owner stays, users of other workspaces are not found, and personal workspaces are refused', async () => {
  expect(await sue.ask(all.remove, { id: north, ids: [owner.id] })).toMatchObject(refusal(409, 'last-owner'))
  expect(await sue.ask(all.update, { id: north, userId: owner.id, role: 5 })).toMatchObject(refusal(409, 'last-owner'))
  for (const userId of [ownerElsewhere.id, user.id])
    expect(await sue.ask(all.update, { id: north, userId, role: 5 })).toMatchObject(refusal(404, 'not-found'))
  expect(await sue.ask(all.remove, { id: north, ids: [userManager.id, ownerElsewhere.id] })).toMatchObject(
    refusal(404, 'not-found'),
  )
  expect((await sue.tell(all.filtered, { id: north, role: 3 })).total).toBe(1)
  expect(await sue.ask(all.create, { id: individual.workspace, ids: [individual.id], role: 2 })).toMatchObject(
    refusal(409, 'not-here'),
  )
})

test('super administrators come only from the installation workspace and cannot remove their own role', async () => {
  const home = superAdmin.workspace
  expect(await sue.ask(all.create, { id: north, ids: [user.id], role: 0 })).toMatchObject(refusal(409, 'not-here'))
  expect(await sue.ask(all.remove, { id: home, ids: [superAdmin.id] })).toMatchObject(refusal(409, 'own-role'))
  const id = await given.addUserIn(home, 'Sam', 'Second')
  await sue.tell(all.create, { id: home, ids: [id], role: 'SuperAdmin' })
  expect(await sue.ask(all.create, { id: home, ids: [id], role: 0 })).toMatchObject(
    refusal(409, 'already-administrator'),
  )
  const sam = await fresh({ id, workspace: home })
  expect((await sam.tell(trustDomains.all)).items).toEqual([])
  await sue.tell(all.update, { id: home, userId: id, role: 5 })
  expect(await sam.ask(trustDomains.all)).toMatchObject(refusal(401, 'session-ended'))
  expect(await (await fresh({ id, workspace: home })).ask(trustDomains.all)).toMatchObject(
    refusal(403, 'not-permitted'),
  )
  await sue.tell(all.update, { id: home, userId: id, role: 0 })
  expect((await sue.tell(all.filtered, { id: home, role: 0 })).total).toBe(2)
  await sue.tell(all.remove, { id: home, ids: [id] })
  expect((await sue.tell(all.ofWorkspace, { id: home })).total).toBe(1)
})

test('an owner change turns former owners into administrators, ends an offer, and notifies both', async () => {
  await (await fresh(owner)).tell(administrators.askOwner, { id: administrator.id })
  await sue.tell(all.changeOwner, { id: north, userId: user.id })
  const owners = await sue.tell(all.filtered, { id: north, role: 1 })
  expect(owners.items.map(one => one.id)).toEqual([user.id])
  expect((await sue.tell(all.filtered, { id: north, search: 'byron' })).items).toMatchObject([{ role: 2 }])
  expect(await mailTo(user.email)).toMatchObject({ subject: 'You are now the owner of Northgate Hospital' })
  expect(await mailTo(owner.email)).toMatchObject({ subject: 'Priya Raman is now the owner of Northgate Hospital' })
  expect(await (await fresh(administrator)).ask(administrators.answerOwner, { accept: true })).toMatchObject(
    refusal(409, 'offer-over'),
  )
  const log = await (await fresh(user)).tell(activity.list, { action: 'owner-change.decided' })
  expect(log.items).toMatchObject([
    { actorName: 'Sue Per', before: { owner: 'Ada Byron' }, after: { owner: 'Priya Raman' } },
  ])
  expect(await sue.ask(all.changeOwner, { id: north, userId: user.id })).toMatchObject(refusal(409, 'change-refused'))
  expect(await sue.ask(all.changeOwner, { id: north, userId: ownerElsewhere.id })).toMatchObject(
    refusal(404, 'not-found'),
  )
  await sue.tell(all.changeOwner, { id: north, userId: owner.id })
  await sue.tell(all.remove, { id: north, ids: [user.id] })
})

test('only super administrators can do any of this', async () => {
  for (const endpoint of Object.values(all.calls))
    expect(
      await (await fresh(owner)).ask(endpoint, { id: north, userId: user.id, ids: [user.id], role: 2 }),
    ).toMatchObject(refusal(403, 'not-permitted'))
})
