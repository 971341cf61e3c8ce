import { account } from '@claviger/contract/access/account'
import { activity } from '@claviger/contract/oversight/activity'
import { statistics } from '@claviger/contract/oversight/statistics'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { type UserInput, users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given, world } = home
const everybody = as(given.owner.accessToken)
const workspace = given.owner.workspace
const { addGroup, addUnit, appointOver } = testData(home)
const nurse = await given.addUser('Nora', 'Ward')
const chemist = await given.addUser('Carl', 'Laboratory')
const theirs = await addGroup('Nurses', [nurse])
const others = await addGroup('Chemists', [chemist])
const { id: ward } = await everybody.tell(units.create, { name: 'Ward 3', users: [nurse], groups: [theirs] })
const lab = await addUnit('Laboratory', [chemist])
const head = await given.addUser('Uma', 'Units')
await appointOver(head, [ward], 3, [1])
const unitAdmin = as((await given.session({ id: head, workspace })).accessToken)
for (const person of [nurse, chemist]) await everybody.tell(users.sendVerify, { id: person })

const form = (more: Partial<UserInput> = {}): UserInput => ({
  userId: 'nora.ward',
  firstName: 'Nora',
  lastName: 'Ward',
  email: 'nora.ward@northgate.example',
  ...more,
})

describe('an administrator of one unit', () => {
  test('sees only its users in lists, counts, search, and pickers', async () => {
    const list = await unitAdmin.tell(users.list, {})
    expect(list.items.map(one => one.id)).toEqual([nurse])
    expect(list).toMatchObject({ total: 1, totalIs: 'exact' })
    for (const search of ['northgate', 'laboratory', 'ward', 'a'])
      expect((await unitAdmin.tell(users.list, { search })).items.every(one => one.id === nurse)).toBe(true)
    expect(await unitAdmin.tell(users.list, { search: 'northgate' })).toMatchObject({ total: 1, totalIs: 'exact' })
    expect((await unitAdmin.tell(users.list, { unit: lab })).items).toEqual([])
    expect((await unitAdmin.tell(users.list, { group: others })).items).toEqual([])
    expect((await unitAdmin.tell(users.counts, {})).all).toBe(1)
    expect((await unitAdmin.tell(users.ids, { search: 'laboratory' })).items).toEqual([])
    expect((await unitAdmin.tell(statistics.users, {})).total).toBe(1)
    expect(await unitAdmin.tell(account.self)).toMatchObject({ unitsOnly: true })
    expect((await unitAdmin.tell(units.list, {})).items.map(({ id }) => id)).toEqual([ward])
    expect(await everybody.tell(account.self)).toMatchObject({ unitsOnly: false })
  })

  test('finds no other user by ID in any call', async () => {
    for (const call of [users.get, users.remove, users.restore, users.sendVerify])
      expect(await unitAdmin.ask(call, { id: chemist })).toMatchObject({ status: 404 })
    expect(await unitAdmin.ask(users.update, { ...form(), id: chemist })).toMatchObject({ status: 404 })
    expect(await unitAdmin.ask(activity.ofUser, { id: chemist })).toMatchObject({ status: 404 })
    expect(await everybody.tell(users.get, { id: chemist })).toMatchObject({ firstName: 'Carl' })
  })

  test('sees only log entries by or about its users, including in search', async () => {
    const all = await unitAdmin.tell(activity.list, {})
    expect(all.items.some(line => line.objectId === nurse)).toBe(true)
    expect(all.items.some(line => line.objectId === chemist)).toBe(false)
    expect((await unitAdmin.tell(activity.list, { search: 'carl' })).items).toEqual([])
    for (const object of [chemist, others])
      expect((await unitAdmin.tell(activity.list, { object })).items, object).toEqual([])
    expect((await unitAdmin.tell(activity.list, { object: nurse })).items.length).toBeGreaterThan(0)
    const tail = await unitAdmin.tell(activity.list, { since: '1' })
    expect(tail.items.some(line => line.objectId === nurse)).toBe(true)
    expect(tail.items.some(line => line.objectId === chemist)).toBe(false)
    expect((await unitAdmin.tell(activity.list, { search: 'nora' })).items.length).toBeGreaterThan(0)
  })

  test('sees only its units and their groups', async () => {
    expect((await unitAdmin.tell(units.names, {})).items.map(unit => unit.id)).toEqual([ward])
    const { items } = await unitAdmin.tell(groups.ids, {})
    expect(items.map(group => group.id)).toContain(theirs)
    expect(items.map(group => group.id)).not.toContain(others)
  })

  test('changes its users without removing them from groups and units that it cannot see', async () => {
    await everybody.tell(groups.addMembers, { groupId: others, users: [nurse] })
    await everybody.tell(units.addMembers, { id: lab, users: [nurse] })
    const changed = await unitAdmin.tell(users.update, { ...form(), id: nurse, groups: [], organizationUnits: [ward] })
    expect(changed).toMatchObject({ userId: 'nora.ward', groups: [], organizationUnits: [{ id: ward }] })
    const whole = await everybody.tell(users.get, { id: nurse })
    expect(whole.groups.map(group => group.id)).toEqual([others])
    expect(whole.organizationUnits.map(unit => unit.id).toSorted()).toEqual([ward, lab].toSorted())
  })

  test('cannot move users to other groups or units, and must keep them in one of its own', async () => {
    for (const more of [{ groups: [others] }, { organizationUnits: [lab] }])
      expect(await unitAdmin.ask(users.update, { ...form(more), id: nurse })).toMatchObject({ status: 404 })
    const none = { ...form(), id: nurse, organizationUnits: [] }
    expect(await unitAdmin.ask(users.update, none)).toMatchObject({ status: 422 })
  })

  test('adds users, who immediately belong to its unit', async () => {
    const added = await unitAdmin.tell(users.create, form({ userId: 'new.one', email: 'new.one@northgate.example' }))
    expect(added.organizationUnits).toEqual([{ id: ward, name: 'Ward 3' }])
    expect((await unitAdmin.tell(users.counts, {})).all).toBe(2)
    await unitAdmin.tell(users.remove, { id: added.id })
    await unitAdmin.tell(users.restore, { id: added.id })
    await unitAdmin.tell(users.remove, { id: added.id })
  })

  test('has no further permissions, whatever its role and additional permissions', async () => {
    const { permissions } = await unitAdmin.tell(account.self, {})
    expect(permissions).toContain('users.write')
    for (const may of ['workspace.read', 'workspace.write', 'groups.write', 'units.write', 'admins.write'])
      expect(permissions).not.toContain(may)
  })

  test('has no further reach in the database', async () => {
    const client = await world.pool.connect()
    try {
      await client.query(`begin; set local app.workspace = '${workspace}'; set local role claviger_unit`)
      await expect(client.query('select * from users')).rejects.toThrow(/app\.administrator|uuid/)
      await client.query('rollback')
      await client.query(`begin; set local app.workspace = '${workspace}'; set local role claviger_unit`)
      await client.query(`set local app.administrator = '${given.owner.id}'`)
      for (const table of ['users', 'credentials', 'sessions', 'group_members', 'api_keys'])
        expect((await client.query(`select * from ${table}`)).rows).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
