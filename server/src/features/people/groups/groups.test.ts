import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { type UserInput, users } from '@claviger/contract/people/users'
import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import { policies } from '@claviger/contract/rules/policies'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const { as, given, world } = await startTestApp()
const admin = as(given.administrator.accessToken)

let count = 0
const someone = (more: Partial<UserInput> = {}): UserInput => {
  const n = ++count
  return { userId: `g.${n}`, firstName: 'Rosa', lastName: `Parks ${n}`, email: `rosa.${n}@northgate.example`, ...more }
}
const addUser = async (more: Partial<UserInput> = {}) => (await admin.tell(users.create, someone(more))).id
const addGroup = async (more: object = {}) =>
  (await admin.tell(groups.create, { name: `Group ${++count}`, ...more })).id
const membersOf = async (groupId: string) =>
  (await admin.tell(groups.members, { groupId, pageSize: 100 })).items.map(item => item.id).toSorted()
const everyone = async () => {
  await addUser()
  const { items } = await admin.tell(groups.ids, {})
  return items.find(group => group.type === 0)?.id as string
}
const external = async () => {
  const id = newId()
  const values = [given.owner.workspace, id, `From Entra ${++count}`]
  await world.superPool.query('insert into groups (workspace_id, id, name, type) values ($1, $2, $3, 7)', values)
  return id
}

describe('groups', () => {
  test('are created, read, changed, and deleted, and the log records it', async () => {
    const member = await addUser()
    const made = await admin.tell(groups.create, { name: 'Nurses', description: 'All wards', users: [member] })
    expect(made).toMatchObject({
      name: 'Nurses',
      description: 'All wards',
      type: 1,
      userCount: 1,
      deviceCount: 0,
      policyCount: 0,
    })
    const groupId = made.id
    expect(await admin.tell(groups.info, { groupId, name: 'Nursing' })).toMatchObject({
      name: 'Nursing',
      description: 'All wards',
    })
    expect(await admin.tell(groups.update, { groupId, name: 'Nursing', description: '' })).toMatchObject({
      description: '',
    })
    expect(await admin.tell(groups.edit, { groupId, name: 'Nurses', users: [] })).toMatchObject({ userCount: 0 })
    await admin.tell(groups.remove, { groupId })
    expect(await admin.ask(groups.get, { groupId })).toMatchObject({ status: 404 })
    expect(await admin.tell(users.get, { id: member })).toMatchObject({ groups: [] })
    const { items } = await admin.tell(activity.list, { pageSize: 100 })
    const lines = items.filter(line => line.objectId === groupId).map(line => line.action)
    expect(lines.toReversed()).toEqual([
      'group.joined',
      'group.created',
      'group.updated',
      'group.updated',
      'group.updated',
      'group.left',
      'group.deleted',
    ])
  })

  test('have unique names regardless of case', async () => {
    await addGroup({ name: 'Porters' })
    const again = await admin.ask(groups.create, { name: 'PORTERS' })
    expect(again).toMatchObject({ status: 409, body: { code: 'group-name-taken' } })
    expect(await admin.ask(groups.create, { name: '  ' })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'name', message: 'Group name is required' }] },
    })
  })

  test('are listed with counts, searched and filtered', async () => {
    const keyed = await addUser()
    await given.addActiveKeys([keyed])
    await given.addActiveKeys([keyed])
    const id = await addGroup({ name: 'Zürich team', users: [keyed, await addUser()] })
    const gone = await addUser({ groups: [id] })
    await admin.tell(users.remove, { id: gone })
    const list = await admin.tell(groups.list, { search: 'zurich' })
    expect(list.items).toMatchObject([{ id, userCount: 2, deviceCount: 2 }])
    await external()
    expect(
      (await admin.tell(groups.list, { type: 'local', pageSize: 100 })).items.every(group => group.type === 1),
    ).toBe(true)
    const [page] = [await admin.tell(groups.list, { pageSize: 1 })]
    const next = await admin.tell(groups.list, { pageSize: 1, after: page.next as string })
    expect(next.items[0]?.id).not.toBe(page.items[0]?.id)
    expect((await admin.tell(groups.oneWorkspace, {})).items.map(one => one.id)).toContain(id)
  })

  test('are listed with the number of policies that name them, enabled or not', async () => {
    const owner = as(given.owner.accessToken)
    const [named, other] = [await addGroup({ name: 'Policed one' }), await addGroup({ name: 'Policed two' })]
    const counts = async () =>
      Object.fromEntries(
        (await admin.tell(groups.list, { search: 'policed' })).items.map(group => [group.id, group.policyCount]),
      )
    const content = { name: 'Nights', priority: 700, action: policyActions.block, groups: [named, other] }
    const made = await owner.tell(policies.create, content)
    const off = { name: 'Days', priority: 710, action: policyActions.allow, state: policyStates.off, groups: [named] }
    const second = await owner.tell(policies.create, off)
    await owner.tell(policies.create, { name: 'All groups', priority: 720, action: policyActions.allow })
    expect(await counts()).toEqual({ [named]: 2, [other]: 1 })
    expect(await admin.tell(groups.get, { groupId: named })).toMatchObject({ policyCount: 2 })

    const { _id, version } = made
    await owner.tell(policies.update, { ...content, _id, version, groups: [other] })
    expect(await counts()).toEqual({ [named]: 1, [other]: 1 })
    await owner.tell(policies.removeMany, { ids: [second._id] })
    expect(await counts()).toEqual({ [named]: 0, [other]: 1 })

    const elsewhere = as(given.ownerElsewhere.accessToken)
    expect((await elsewhere.tell(groups.list)).items.every(group => group.policyCount === 0)).toBe(true)
  })

  test('the Everyone group contains all users and cannot be changed or deleted (R159)', async () => {
    const groupId = await everyone()
    const { all } = await admin.tell(users.counts, {})
    expect(await admin.tell(groups.get, { groupId })).toMatchObject({ type: 0, userCount: all })
    expect((await admin.tell(groups.members, { groupId })).total).toBe(all)
    for (const [call, more] of [
      [groups.remove, {}],
      [groups.update, { name: 'All' }],
      [groups.addMembers, { users: [given.user.id] }],
      [groups.removeMembers, { users: [given.user.id] }],
    ] as const)
      expect(await admin.ask(call, { groupId, ...more })).toMatchObject({
        status: 409,
        body: { code: 'everyone-group' },
      })
  })

  test('a directory group is read-only, but its record can be removed', async () => {
    const groupId = await external()
    for (const [call, more] of [
      [groups.update, { name: 'Mine' }],
      [groups.addMembers, { users: [given.user.id] }],
    ] as const)
      expect(await admin.ask(call, { groupId, ...more })).toMatchObject({
        status: 409,
        body: { message: 'You cannot edit groups or users imported from Entra ID or other services' },
      })
    await admin.tell(groups.remove, { groupId })
  })
})

describe('members', () => {
  test('are added, set, and removed, and unknown IDs are reported without blocking the others (R158)', async () => {
    const groupId = await addGroup()
    const [one, two, three, nobody] = [await addUser(), await addUser(), await addUser(), newId()]
    expect(await admin.tell(groups.addMembers, { groupId, users: [one, two, nobody] })).toEqual({
      added: 2,
      already: 0,
      unknown: [nobody],
    })
    expect(await admin.tell(groups.addMembers, { groupId, users: [one] })).toEqual({
      added: 0,
      already: 1,
      unknown: [],
    })
    const set = await admin.tell(groups.setMembers, { groupId, users: [one, three] })
    expect(set).toEqual({ added: 1, already: 1, removed: 1, unknown: [] })
    expect(await membersOf(groupId)).toEqual([one, three].toSorted())
    expect(await admin.tell(groups.removeMembers, { groupId, users: [one, two] })).toEqual({ removed: 1 })
    const lines = (await admin.tell(activity.ofUser, { id: one })).items.map(line => line.action)
    expect(lines.slice(0, 2)).toEqual(['user.left', 'user.joined'])
  })

  test('are added to and removed from several groups together', async () => {
    const ids = [await addGroup(), await addGroup()]
    const people = [await addUser(), await addUser()]
    expect(await admin.tell(groups.addUsers, { users: people, groups: ids })).toEqual({
      added: 4,
      already: 0,
      unknown: [],
    })
    expect(await admin.tell(groups.deleteUsers, { users: people, groups: ids })).toEqual({ removed: 4 })
    expect(await admin.ask(groups.addUsers, { users: people, groups: [ids[0], newId()] })).toMatchObject({
      status: 404,
    })
    expect(await membersOf(ids[0] as string)).toEqual([])
  })

  test('are changed from the user page as well', async () => {
    const [id, groupId] = [await addUser(), await addGroup()]
    expect(await admin.tell(groups.addToUser, { id, groups: [groupId] })).toMatchObject({ added: 1 })
    expect(await admin.tell(users.get, { id })).toMatchObject({ groups: [{ id: groupId }] })
    expect(await admin.tell(groups.removeFromUser, { id, groups: [groupId] })).toEqual({ removed: 1 })
    expect(await admin.ask(groups.addToUser, { id: newId(), groups: [groupId] })).toMatchObject({ status: 404 })
  })

  test('are looked up from a pasted list as found, already members, unknown, or repeated', async () => {
    const [one, two] = [someone({ userId: 'lookup.one' }), someone()]
    const first = (await admin.tell(users.create, one)).id
    const second = (await admin.tell(users.create, two)).id
    const group = await addGroup({ users: [first] })
    const values = ['LOOKUP.ONE', two.email.toUpperCase(), 'lookup.one', one.email, 'nobody@northgate.example', '']
    expect(await admin.tell(groups.lookup, { values, group })).toEqual({
      found: [
        { id: first, name: expect.any(String), userId: 'lookup.one', already: true },
        { id: second, name: expect.any(String), userId: two.userId, already: false },
      ],
      unknown: ['nobody@northgate.example'],
      repeated: 2,
    })
  })

  test('are suspended and activated together with their group', async () => {
    const people = [await addUser(), await addUser()]
    await given.addActiveKeys(people)
    const id = await addGroup({ users: people })
    expect(await admin.tell(groups.suspendMany, { ids: [id], suspend: true })).toMatchObject({
      runs: [{ total: 2, succeeded: 2 }],
    })
    expect(await admin.tell(users.get, { id: people[0] as string })).toMatchObject({ status: 40 })
    await admin.tell(groups.suspendMany, { ids: [id], suspend: false })
    expect(await admin.tell(users.get, { id: people[0] as string })).toMatchObject({ status: 20 })
    const all = await everyone()
    expect(await admin.ask(groups.suspendMany, { ids: [all] })).toMatchObject({ status: 409 })
  })
})

test('another workspace can neither see nor change a group', async () => {
  const groupId = await addGroup()
  const elsewhere = as(given.ownerElsewhere.accessToken)
  for (const call of [groups.get, groups.members, groups.remove])
    expect(await elsewhere.ask(call, { groupId })).toMatchObject({ status: 404 })
  const mine = (await elsewhere.tell(groups.create, { name: 'Ours' })).id
  const strange = await elsewhere.tell(groups.addMembers, { groupId: mine, users: [given.user.id] })
  expect(strange).toEqual({ added: 0, already: 0, unknown: [given.user.id] })
})
