import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const { accept, appoint } = testData(home)
const { owner, administrator, userManager, user } = given
const refusal = (status: number, code: string) => ({ status, body: { code } })

test('a user who is offered a role is listed with role and type, and is no longer a candidate', async () => {
  const id = await given.addUser('Nia', 'New')
  const offered = async () => (await as(owner.accessToken).tell(administrators.candidates, { search: 'nía' })).items
  expect(await offered()).toMatchObject([{ id, name: 'Nia New' }])
  const { items } = await as(owner.accessToken).tell(administrators.create, {
    ids: [id],
    role: 3,
    additionalPermissions: [4, 3],
  })
  expect(items).toMatchObject([{ id, role: 3, additionalPermissions: [3, 4], type: 1 }])
  expect(await offered()).toEqual([])
  const list = await as(owner.accessToken).tell(administrators.list, { search: 'nia' })
  expect(list.items).toMatchObject([{ name: 'Nia New', role: 3 }])
  const log = await as(owner.accessToken).tell(activity.list, { action: ['administrator.offered'] })
  expect(log.items[0]).toMatchObject({ objectName: 'Nia New', after: { role: 'User Management' } })
})

test('a missing role and missing permissions are reported by name (R176)', async () => {
  const ask = (input: Record<string, unknown>) =>
    as(owner.accessToken).ask(administrators.create, { ids: [user.id], ...input })
  for (const input of [{}, { role: '' }, { role: null }])
    expect((await ask(input)).body).toMatchObject({ message: 'Role is required' })
  expect((await ask({ role: 9 })).status).toBe(422)
  expect((await ask({ role: 3, additionalPermissions: [] })).body).toMatchObject({
    message: 'At least one permission is required',
  })
})

test('a changed role applies from the next call after it is accepted', async () => {
  const id = await given.addUser('Ron', 'Role')
  await appoint(id, 5)
  const { accessToken } = await given.session({ id, workspace: owner.workspace })
  const add = (name: string, token = accessToken) =>
    as(token).ask(users.create, { userId: name, firstName: name, lastName: 'X', email: `${name}@x.example` })
  expect(await add('before')).toMatchObject(refusal(403, 'not-permitted'))
  await as(owner.accessToken).tell(administrators.update, { id, role: 5, additionalPermissions: [2] })
  expect(await add('before it is accepted')).toMatchObject(refusal(403, 'not-permitted'))
  await accept(id)
  const between = await given.session({ id, workspace: owner.workspace })
  expect((await add('between', between.accessToken)).status).toBe(200)
  await as(owner.accessToken).tell(administrators.remove, { ids: [id] })
  expect(await add('after', between.accessToken)).toMatchObject(refusal(401, 'session-ended'))
  const again = await given.session({ id, workspace: owner.workspace })
  expect(await add('after', again.accessToken)).toMatchObject(refusal(403, 'not-permitted'))
})

test('an administrator who was just added creates security keys (R178)', async () => {
  const [id, holder] = [await given.addUser('Ada', 'Added'), await given.addUser('Hal', 'Holder')]
  await appoint(id, 2)
  const { accessToken } = await given.session({ id, workspace: owner.workspace })
  const { key } = await as(accessToken).tell(keyAssignment.add, { userId: holder, type: 2, activation: 2 })
  expect(key).toMatchObject({ type: 2, owner: { id: holder } })
})

test('administrators cannot raise their own role or grant more than they have', async () => {
  const asAdministrator = as((await given.session(administrator)).accessToken)
  expect(await asAdministrator.ask(administrators.update, { id: administrator.id, role: 1 })).toMatchObject(
    refusal(409, 'own-role'),
  )
  expect(await asAdministrator.ask(administrators.remove, { ids: [administrator.id] })).toMatchObject(
    refusal(409, 'own-role'),
  )
  expect(await asAdministrator.ask(administrators.create, { ids: [user.id], role: 1 })).toMatchObject(
    refusal(403, 'beyond-own'),
  )
  expect(await asAdministrator.ask(administrators.update, { id: userManager.id, role: 1 })).toMatchObject(
    refusal(403, 'beyond-own'),
  )
  expect(await asAdministrator.ask(administrators.update, { id: userManager.id, role: 2 })).toMatchObject({
    status: 200,
  })
  await as(owner.accessToken).tell(administrators.update, { id: userManager.id, role: 3 })
  const { accessToken } = await given.session(userManager)
  expect(await as(accessToken).ask(administrators.update, { id: user.id, role: 5 })).toMatchObject(
    refusal(403, 'not-permitted'),
  )
})

test('only an owner can change another owner, and the last owner cannot be removed', async () => {
  expect(await as(owner.accessToken).ask(administrators.remove, { ids: [owner.id] })).toMatchObject(
    refusal(409, 'last-owner'),
  )
  expect(await as(administrator.accessToken).ask(administrators.update, { id: owner.id, role: 2 })).toMatchObject(
    refusal(409, 'last-owner'),
  )
  await as(owner.accessToken).tell(administrators.update, { id: administrator.id, role: 1 })
  await accept(administrator.id)
  expect(await as(owner.accessToken).ask(administrators.update, { id: owner.id, role: 2 })).toMatchObject(
    refusal(409, 'own-role'),
  )
  await as(owner.accessToken).tell(administrators.update, { id: administrator.id, role: 2 })
  const second = await given.addUser('Olga', 'Owner')
  await appoint(second, 1)
  const { accessToken } = await given.session(administrator)
  expect(await as(accessToken).ask(administrators.remove, { ids: [second] })).toMatchObject(refusal(403, 'above-you'))
  await as(owner.accessToken).tell(administrators.remove, { ids: [second] })
})

test('only a super administrator can give a super administrator a role', async () => {
  const { superAdmin } = given
  const { workspace } = superAdmin
  const theirs = { workspace, id: await given.addUserIn(workspace, 'Hanna', 'Head') }
  await as(superAdmin.accessToken).tell(allAdministrators.create, { id: workspace, ids: [theirs.id], role: 1 })
  const own = await given.ownSession(theirs)
  await as(own.accessToken).tell(administrators.answerRole, { accept: true })
  const asHead = as((await given.session(theirs)).accessToken)
  for (const role of [1, 2, 5])
    expect(await asHead.ask(administrators.create, { ids: [superAdmin.id], role })).toMatchObject(
      refusal(403, 'above-you'),
    )
})

test('one user from another workspace in a list makes the whole change fail', async () => {
  const id = await given.addUser('Una', 'Made')
  const asOwner = as(owner.accessToken)
  expect(await asOwner.ask(administrators.create, { ids: [id, given.ownerElsewhere.id], role: 5 })).toMatchObject(
    refusal(404, 'not-found'),
  )
  expect(await asOwner.ask(administrators.create, { ids: [id, administrator.id], role: 5 })).toMatchObject(
    refusal(409, 'already-administrator'),
  )
  expect((await asOwner.tell(administrators.list, { search: 'una' })).total).toBe(0)
  expect(await asOwner.ask(administrators.remove, { ids: [userManager.id, id] })).toMatchObject(
    refusal(404, 'not-found'),
  )
  expect((await asOwner.tell(administrators.list, { search: 'turing' })).total).toBe(1)
})

test('active users are users with a key', async () => {
  const id = await given.addUser('Kim', 'Keys')
  await given.addActiveKeys([id])
  expect((await as(owner.accessToken).tell(administrators.activeUsers)).items).toMatchObject([{ id, name: 'Kim Keys' }])
})
