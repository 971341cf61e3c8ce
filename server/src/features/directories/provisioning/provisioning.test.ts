import { provisioning, defaultProvisioningMapping } from '@claviger/contract/directories/provisioning'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { provisionTarget } from '#test/api/provisioned.ts'
import { scimProvider } from '#test/emulators/scim-provider.ts'
import { provisionDue } from './delivery/due-delivery.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { as, given, world } = home
const there = await scimProvider()
const told = provisionTarget(home, there)
const { assign, change, idOf, owner, save, settle, state } = told
const { addGroup, remove, suspend } = testData(home)
afterAll(() => there.close())
beforeEach(told.clear)

const department = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const userSchemas = ['urn:ietf:params:scim:schemas:core:2.0:User']

describe('users', () => {
  test('are created when assigned, follow changes, and are deactivated when unassigned', async () => {
    const ada = await given.addUser('Ada', 'Lind')
    const bo = await given.addUser('Bo', 'Marsh')
    await given.addActiveKeys([bo])
    const id = await told.on({ users: [ada, bo] })
    await settle(id)
    expect(there.named('ada.lind@northgate.example')).toMatchObject({
      externalId: ada,
      active: true,
      name: { givenName: 'Ada', familyName: 'Lind' },
      emails: [{ value: 'ada.lind@northgate.example', type: 'work', primary: true }],
    })
    expect(there.users.size).toBe(2)
    await suspend(bo)
    await settle(id)
    expect(there.named('bo.marsh@northgate.example')).toMatchObject({ active: false })
    await assign(id, { users: [bo] })
    await settle(id)
    expect(there.named('ada.lind@northgate.example')).toMatchObject({ active: false })
    expect(await state(id)).toMatchObject({ people: { told: 1, ended: 1, waiting: 0, refused: 0 } })
    await assign(id, { everyone: true })
    await settle(id)
    expect(there.named('ada.lind@northgate.example')).toMatchObject({ active: true })
    const before = there.seen.length
    await save(id, { deletesFound: true })
    await settle(id)
    expect(there.seen.length).toBe(before)
    await remove(ada)
    await settle(id)
    expect(there.named('ada.lind@northgate.example')).toMatchObject({ active: false })
    const newcomer = await given.addUser('New', 'Comer')
    await settle(id)
    expect(there.named('new.comer@northgate.example')).toMatchObject({ externalId: newcomer })
  })

  test('found at the application are linked, keep other attributes, and are never deleted unless configured', async () => {
    const cy = await given.addUser('Cy', 'Holt')
    const di = await given.addUser('Di', 'Pratt')
    there.users.set('7', { schemas: userSchemas, id: '7', userName: 'CY.HOLT@northgate.example', title: 'Surgeon' })
    const id = await told.on({ users: [cy, di] }, { atEnd: 'delete' })
    await settle(id)
    expect(there.users.size).toBe(2)
    expect(there.users.get('7')).toMatchObject({ title: 'Surgeon', externalId: cy, name: { givenName: 'Cy' } })
    await assign(id, {})
    await settle(id)
    expect([...there.users.values()]).toMatchObject([{ id: '7', active: false }])
    await save(id, { atEnd: 'delete', deletesFound: true })
    await assign(id, { users: [cy] })
    await settle(id)
    expect(there.users.get('7')).toMatchObject({ active: true })
    await assign(id, {})
    await settle(id)
    expect(there.users.size).toBe(0)
    expect(await state(id)).toMatchObject({ people: { told: 0, ended: 0, waiting: 0, refused: 0 } })
  })

  test('a reused user name takes over the deactivated account with that name', async () => {
    const former = await given.addUser('Former', 'Holder', { user_id: 'desk-7' })
    const id = await told.on({ users: [former] }, { mapping: [{ name: 'userName', source: 'userName' }] })
    await settle(id)
    const account = idOf('desk-7')
    await assign(id, {})
    await settle(id)
    await change(former, { userId: 'desk-7-former' })
    const next = await given.addUser('Next', 'Holder', { user_id: 'desk-7' })
    await assign(id, { users: [next] })
    await settle(id)
    expect([...there.users.values()]).toMatchObject([{ id: account, externalId: next, active: true }])
  })

  test.each([
    ['with PATCH', false],
    ['without PATCH', true],
  ])('removes a value that was removed here, %s', async (name, noPatch) => {
    there.faults.noPatch = noPatch
    const user = await given.addUser(name.replace(' ', '-'), 'Gone', {
      phone_country: '+41',
      phone_number: '441234567',
    })
    const email = `${name.replace(' ', '-').toLowerCase()}.gone@northgate.example`
    const id = await told.on(
      { users: [user] },
      { mapping: [...defaultProvisioningMapping, { name: department, source: 'attribute1' }] },
    )
    expect(await (await owner()).tell(provisioning.check, { id })).toEqual({
      ok: true,
      trouble: null,
      lacks: noPatch ? ['patch'] : [],
    })
    await settle(id)
    const remote = idOf(email)
    expect(there.users.get(remote)).toMatchObject({ phoneNumbers: [{ value: '+41441234567', type: 'work' }] })
    Object.assign(there.users.get(remote) ?? {}, { title: 'Kept' })
    await change(user, { phoneNumber: null, lastName: 'Renamed', scimAttribute1: 'Ward 7' })
    await settle(id)
    expect(there.users.get(remote)).toMatchObject({
      name: { familyName: 'Renamed' },
      title: 'Kept',
      [enterprise]: { department: 'Ward 7' },
    })
    expect(there.users.get(remote)).not.toHaveProperty('phoneNumbers')
  })

  test('two users never share one account, and a user without a userName is reported', async () => {
    const one = await given.addUser('First', 'Twin', { scim_attribute_5: 'twin' })
    const two = await given.addUser('Second', 'Twin', { scim_attribute_5: 'TWIN' })
    const none = await given.addUser('No', 'Name')
    const mapping = [{ name: 'userName', source: 'attribute5' as const }]
    await expect(told.on({ users: [one, two, none] }, { mapping })).rejects.toThrow('identifiers-shared')
    await change(two, { scimAttribute5: 'other' })
    const id = await told.on({ users: [one, two, none] }, { mapping })
    await provisionDue(world)
    expect(there.users.size).toBe(2)
    const { items } = await (await owner()).tell(provisioning.items, { id, state: 'refused' })
    expect(items.map(item => item.trouble?.reason)).toEqual(['no-user-name'])
    await expect(change(none, { scimAttribute5: 'Twin' })).rejects.toThrow('identifier-taken')
    await change(none, { scimAttribute5: 'third' })
    await settle(id)
    expect(there.users.size).toBe(3)
  })
})

describe('groups', () => {
  test('are created with their members in hundreds, and follow changes', async () => {
    const people = await addCrowd(home, 'Ward', 105)
    const group = await addGroup('Ward', people)
    const id = await told.on({ groups: [group] }, { groups: 'assigned' })
    await settle(id)
    expect(there.users.size).toBe(105)
    const ward = () => there.groupNamed('Ward') as { members?: { value: string }[] } | undefined
    expect(new Set(ward()?.members?.map(one => one.value))).toEqual(new Set(there.users.keys()))
    expect(there.seen.filter(line => line.startsWith('PATCH /scim/v2/Groups'))).toHaveLength(2)
    await (await owner()).tell(groups.removeMembers, { groupId: group, users: people.slice(0, 101) })
    await settle(id)
    expect(ward()?.members).toHaveLength(4)
    expect([...there.users.values()].filter(one => one['active'] === false)).toHaveLength(101)
    await save(id, { groups: 'none' })
    await settle(id)
    expect(there.groups.size).toBe(0)
    expect(await state(id)).toMatchObject({
      groupsToldOf: { told: 0, waiting: 0 },
      people: { told: 4, ended: 101 },
    })
  })

  test('include all groups of a user if chosen; a linked group loses only members we added', async () => {
    const person = await given.addUser('Group', 'Goer')
    const outside = await given.addUser('Outside', 'Goer')
    const choir = await addGroup('Choir', [person, outside])
    await addGroup('Others', [outside])
    there.users.set('stranger', { schemas: userSchemas, id: 'stranger', userName: 'stranger' })
    there.groups.set('9', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: '9',
      displayName: 'Choir',
      members: [{ value: 'stranger' }],
    })
    const id = await told.on({ users: [person] }, { groups: 'all' })
    await settle(id)
    expect(there.groups.size).toBe(1)
    expect(there.groups.get('9')?.['members']).toEqual([
      { value: 'stranger' },
      { value: idOf('group.goer@northgate.example') },
    ])
    const asOwner = await owner()
    await asOwner.tell(groups.info, { groupId: choir, name: 'Big choir' })
    await settle(id)
    expect(there.groups.get('9')).toMatchObject({ displayName: 'Big choir' })
    await (await owner()).tell(groups.remove, { groupId: choir })
    await settle(id)
    expect(there.groups.get('9')?.['members']).toEqual([{ value: 'stranger' }])
  })
})

describe('settings', () => {
  test('never return the token, and require it again for another address', async () => {
    const id = await told.on({})
    const asOwner = await owner()
    const answer = await asOwner.ask(provisioning.get, { id })
    expect(JSON.stringify(answer.body)).not.toContain(there.bearer)
    const { items } = await asOwner.tell(activity.list, { object: id })
    expect(items.map(item => item.action)).toContain('provisioning.saved')
    expect(JSON.stringify(items)).not.toContain(there.bearer)
    const elsewhere = there.address.replace('/scim/v2', '/other')
    expect(await asOwner.ask(provisioning.save, { id, address: elsewhere })).toMatchObject({
      status: 422,
      body: { code: 'secret-needed', fields: [{ field: 'token' }] },
    })
    const wrong = ['http://scim.example/v2', 'https://user@scim.example', 'https://scim.example/?x=1', 'nowhere']
    for (const address of wrong)
      expect(await asOwner.ask(provisioning.save, { id, address, token: 'x' })).toMatchObject({ status: 422 })
    for (const mapping of [[], [{ name: 'userName', source: 'groups' }], [{ name: 'password', source: 'id' }]])
      expect(await asOwner.ask(provisioning.save, { id, address: there.address, mapping })).toMatchObject({
        status: 422,
      })
  })

  test('the check explains what is wrong', async () => {
    const id = await told.on({})
    const asOwner = await owner()
    there.faults.denied = true
    expect(await asOwner.tell(provisioning.check, { id })).toMatchObject({ ok: false, trouble: { reason: 'denied' } })
    there.heal()
    await save(id, { address: `${there.address}/wrong`, token: there.bearer })
    expect(await asOwner.tell(provisioning.check, { id })).toMatchObject({
      ok: false,
      trouble: { reason: 'nothing-there' },
    })
  })

  test('are invisible to other workspaces, and read-only administrators cannot use them', async () => {
    const id = await told.on({})
    const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
    const reader = as((await given.session(given.readOnly)).accessToken)
    for (const call of [provisioning.get, provisioning.items, provisioning.differences, provisioning.check])
      expect(await elsewhere.ask(call, { id })).toMatchObject({ status: 404 })
    for (const call of [provisioning.remove, provisioning.look, provisioning.mend, provisioning.retry])
      expect(await elsewhere.ask(call, { id })).toMatchObject({ status: 404 })
    for (const call of [provisioning.check, provisioning.look, provisioning.mend, provisioning.retry])
      expect(await reader.ask(call, { id })).toMatchObject({ status: 403 })
  })
})
