import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given } = home
const { accept } = testData(home)
const owner = as(given.owner.accessToken)

let count = 0
const addUser = async (more: object = {}) => {
  const n = ++count
  const form = { userId: `u.${n}`, firstName: 'Jane', lastName: `Addams ${n}`, email: `jane.${n}@northgate.example` }
  return (await owner.tell(users.create, { ...form, ...more })).id
}
const addUnit = async (more: object = {}) => (await owner.tell(units.create, { name: `Unit ${++count}`, ...more })).id

describe('organization units', () => {
  test('are created with users and groups, changed, and deleted, and the log records it', async () => {
    const [one, two] = [await addUser(), await addUser()]
    const group = (await owner.tell(groups.create, { name: 'Ward nurses' })).id
    const made = await owner.tell(units.create, {
      name: 'North wing',
      description: 'Floors 1 to 3',
      users: [one],
      groups: [group],
    })
    expect(made).toMatchObject({
      name: 'North wing',
      userCount: 1,
      groups: [{ id: group, name: 'Ward nurses' }],
      admins: [],
    })
    const { id } = made
    expect(await owner.tell(units.update, { id, name: 'North', users: [two], groups: [] })).toMatchObject({
      name: 'North',
      description: 'Floors 1 to 3',
      userCount: 1,
      groups: [],
    })
    expect((await owner.tell(units.members, { id })).items.map(item => item.id)).toEqual([two])
    await owner.tell(units.removeMany, { ids: [id] })
    expect(await owner.ask(units.get, { id })).toMatchObject({ status: 404 })
    expect(await owner.ask(units.removeMany, { ids: [id] })).toMatchObject({ status: 404 })
    const { items } = await owner.tell(activity.list, { pageSize: 100 })
    const lines = items.filter(line => line.objectId === id).map(line => line.action)
    expect(lines.toReversed()).toEqual([
      'unit.joined',
      'unit.created',
      'unit.joined',
      'unit.left',
      'unit.updated',
      'unit.deleted',
    ])
  })

  test('need a unique name', async () => {
    await addUnit({ name: 'Pharmacy' })
    expect(await owner.ask(units.create, { name: 'pharmacy' })).toMatchObject({
      status: 409,
      body: { code: 'unit-name-taken' },
    })
    expect(await owner.ask(units.create, { name: '' })).toMatchObject({
      status: 422,
      body: { message: 'Organization Unit Name is required' },
    })
    expect(await owner.ask(units.create, { name: 'Strange', users: [newId()] })).toMatchObject({ status: 404 })
    expect(await owner.ask(units.create, { name: 'Strange', groups: [newId()] })).toMatchObject({ status: 404 })
    expect((await owner.tell(units.list, { search: 'PHARM' })).items).toMatchObject([
      { name: 'Pharmacy', userCount: 0 },
    ])
  })

  test('add and remove users', async () => {
    const [id, one, two, nobody] = [await addUnit(), await addUser(), await addUser(), newId()]
    expect(await owner.tell(units.addMembers, { id, users: [one, two, nobody] })).toEqual({
      added: 2,
      already: 0,
      unknown: [nobody],
    })
    expect(await owner.tell(units.removeMembers, { ouId: id, ids: [one, nobody] })).toEqual({ removed: 1 })
    expect(await owner.tell(units.get, { id })).toMatchObject({ userCount: 1 })
  })

  test('of a user are read, set, and removed', async () => {
    const [a, b, userId] = [await addUnit(), await addUnit(), await addUser()]
    await owner.tell(units.setOfUser, { userId, ids: [a, b] })
    expect((await owner.tell(units.ofUser, { userId })).items).toHaveLength(2)
    expect(await owner.tell(units.removeOfUser, { userId, ids: [a] })).toEqual({ removed: 1 })
    expect((await owner.tell(units.setOfUser, { userId, ids: [] })).items).toEqual([])
    expect(await owner.ask(units.setOfUser, { userId, ids: [newId()] })).toMatchObject({ status: 404 })
    expect(await owner.ask(units.ofUser, { userId: newId() })).toMatchObject({ status: 404 })
  })
})

describe('administrators of units', () => {
  test('are appointed, changed, and removed, with immediate effect on their permissions', async () => {
    const [ward, lab, id] = [await addUnit(), await addUnit(), await addUser()]
    await owner.tell(units.setOfUser, { userId: await addUser({ organizationUnits: [ward] }), ids: [ward] })
    const named = await owner.tell(units.addAdministrator, { id, role: 3, units: [ward] })
    expect(named).toMatchObject({ role: 3, units: [{ id: ward }], accepted: false })
    expect((await owner.tell(units.administrators, { unit: ward })).items.map(one => one.id)).toEqual([id])
    await accept(id)
    expect((await owner.tell(units.names, { hasAdmin: true })).items.map(unit => unit.id)).toEqual([ward])
    const session = async () => as((await given.session({ id, workspace: given.owner.workspace })).accessToken)
    const before = await session()
    expect((await before.tell(users.list, {})).total).toBe(1)
    await owner.tell(units.changeAdministrator, { id, role: 'Contributor', units: [lab] })
    expect(await before.ask(users.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
    await accept(id)
    const between = await session()
    expect((await owner.tell(units.administrators, { unit: lab })).items[0]).toMatchObject({ role: 2 })
    expect(await owner.ask(units.changeAdministrator, { id, role: 'owner', units: [lab] })).toMatchObject({
      status: 422,
    })
    await owner.tell(units.changeAdministrator, { id, role: 5, units: [lab] })
    expect(await between.ask(users.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
    const them = await session()
    expect((await them.tell(users.list, {})).total).toBe(0)
    expect(await them.ask(users.sendVerify, { id: given.user.id })).toMatchObject({ status: 403 })
    expect(await owner.tell(units.removeAdministrators, { ids: [id] })).toEqual({ removed: 1 })
    expect(await them.ask(users.list)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
    expect(await (await session()).ask(users.list)).toMatchObject({ status: 403 })
  })

  test('are refused with an invalid user, unit, or permission', async () => {
    const [ward, id] = [await addUnit(), await addUser()]
    expect(await owner.ask(units.addAdministrator, { id, role: 3, units: [newId()] })).toMatchObject({ status: 404 })
    expect(await owner.ask(units.addAdministrator, { id: newId(), role: 3, units: [ward] })).toMatchObject({
      status: 404,
    })
    expect(await owner.ask(units.addAdministrator, { id, role: 1, units: [ward] })).toMatchObject({ status: 422 })
    expect(await owner.ask(units.addAdministrator, { id, role: 3, units: [] })).toMatchObject({ status: 422 })
    const already = { id: given.administrator.id, role: 3, units: [ward] }
    expect(await owner.ask(units.addAdministrator, already)).toMatchObject({
      status: 409,
      body: { code: 'already-administrator' },
    })
    expect(await owner.ask(units.changeAdministrator, already)).toMatchObject({ status: 404 })
    expect(await owner.ask(units.removeAdministrators, { ids: [given.administrator.id] })).toMatchObject({
      status: 404,
    })
    expect(
      await as(given.userManager.accessToken).ask(units.addAdministrator, { id, role: 3, units: [ward] }),
    ).toMatchObject({ status: 403 })
  })
})
