import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { applications } from '@claviger/contract/apps/applications'
import { workflows } from '@claviger/contract/automation/workflows'
import { policyActions } from '@claviger/contract/decide/policy-content'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { sharing } from '@claviger/contract/keys/sharing'
import { dependents } from '@claviger/contract/people/dependents'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { simulations } from '@claviger/contract/rules/simulations'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given, world } = home
const owner = as(given.owner.accessToken)
for (const { accessToken } of [given.owner, given.administrator]) await addPasskey(home, accessToken)
const { addGroup, addUnit, remove, restore } = testData(home)
let count = 0
const policy = (action: number, more: object) =>
  owner.tell(policies.create, {
    name: `Policy ${++count}`,
    priority: count,
    action: action as 0 | 1,
    lockOutSeen: true,
    ...more,
  })
const dependentsOf = async (kind: 'group' | 'unit' | 'user' | 'device-group', id: string) =>
  (await owner.tell(dependents.list, { kind, ids: [id] })).items.map(one => `${one.kind} ${one.name ?? '?'}`)
const lockedOut = { status: 409, body: { code: 'owners-locked-out' } }
const stillBlocks = { status: 409, body: { code: 'still-blocks' } }

test('all dependents of a group or user are listed, with names only for readers who can see them', async () => {
  const [ward, person] = [await addGroup('Ward'), await given.addUser('Needed', 'Person')]
  await policy(policyActions.block, { name: 'Keeps the ward out', groups: [ward] })
  await owner.tell(authenticationProfiles.create, {
    name: 'Cards only',
    type: 'managed',
    methods: ['passkey'],
    groups: [ward],
  })
  await owner.tell(sharing.add, { id: person, users: [], groups: [ward] })
  await owner.tell(units.create, { name: 'Clinic', groups: [ward] })
  const { id: application } = await owner.tell(applications.oidcCreate, {
    name: 'Roster',
    oidc: { redirectUris: ['https://roster.example/in'] },
  })
  await owner.tell(applications.assign, {
    id: application,
    everyone: false,
    groups: [ward],
    units: [],
    users: [person],
  })
  await owner.tell(workflows.create, {
    name: 'Without keys',
    type: 9,
    trigger: 'schedule',
    scheduleInterval: 1,
    hour: 3,
    minute: 0,
    groups: [ward],
    settings: { everyDays: 7, times: 2 },
  })
  expect(await dependentsOf('group', ward)).toEqual([
    'application Roster',
    'authentication-profile Cards only',
    'policy Keeps the ward out',
    'share Needed Person',
    'unit Clinic',
    'workflow Without keys',
  ])
  expect(await dependentsOf('user', person)).toEqual(['application Roster', 'share Needed Person'])
  const manager = await given.addUser('User', 'Manager')
  await testData(home).appoint(manager, 3)
  const { accessToken } = await given.session({ id: manager, workspace: given.owner.workspace })
  const { items } = await as(accessToken).tell(dependents.list, { kind: 'group', ids: [ward] })
  expect(items.find(one => one.kind === 'policy')).toMatchObject({ name: null })
  expect(items.find(one => one.kind === 'unit')).toMatchObject({ name: 'Clinic' })
})

test('a group, unit, or device group that a policy blocks cannot be deleted before the policy drops it', async () => {
  const unit = await addUnit('Leavers', [given.user.id])
  const { id: pcs } = await owner.tell(deviceGroups.create, { name: 'Old PCs' })
  const { namedListId } = await owner.tell(namedLists.create, {
    name: 'Old devices',
    type: 2,
    entries: [{ value: `group:${pcs}` }],
  })
  const block = await policy(policyActions.block, { units: [unit] })
  const blockDevices = await policy(policyActions.block, { devices: { lists: [namedListId] } })
  expect(await dependentsOf('device-group', pcs)).toEqual(['named-list Old devices', `policy ${blockDevices.name}`])
  const refused = await owner.ask(units.removeMany, { ids: [unit], lockOutSeen: true })
  expect(refused).toMatchObject(stillBlocks)
  expect(refused.body['message']).toContain(block.name)
  expect(await owner.ask(deviceGroups.removeMany, { ids: [pcs] })).toMatchObject(stillBlocks)
  const { allowed } = await owner.tell(simulations.simulate, { facts: { user: given.user.id } })
  expect(allowed).toBe(false)
  await owner.tell(policies.removeMany, { ids: [block._id, blockDevices._id] })
  await owner.tell(units.removeMany, { ids: [unit] })
  await owner.tell(deviceGroups.removeMany, { ids: [pcs] })
})

test('a removal of the last usable key needs confirmation, and is refused if no owner keeps one', async () => {
  const [admins, owners] = [
    await addGroup('Admins', [given.administrator.id]),
    await addGroup('Owners', [given.owner.id]),
  ]
  const unit = await addUnit('Board', [given.owner.id])
  const allow = await policy(policyActions.allow, { groups: [admins] })
  const forOwners = await policy(policyActions.allow, { groups: [owners] })
  await owner.tell(policies.setDefault, { action: 0, lockOutSeen: true })
  expect(await owner.tell(dependents.list, { kind: 'group', ids: [admins] })).toMatchObject({
    lockedOut: [{ id: given.administrator.id, name: 'Grace Hopper' }],
    refused: false,
  })
  const refused = await owner.ask(groups.remove, { groupId: admins })
  expect(refused).toMatchObject(lockedOut)
  expect(refused.body['message']).toContain('Grace Hopper')
  expect(await owner.tell(dependents.list, { kind: 'group', ids: [owners] })).toMatchObject({ refused: true })
  expect(await owner.ask(groups.remove, { groupId: owners, lockOutSeen: true })).toMatchObject(lockedOut)
  const byUnit = await policy(policyActions.allow, { units: [unit] })
  await owner.tell(groups.remove, { groupId: owners })
  expect(await owner.ask(units.removeMany, { ids: [unit], lockOutSeen: true })).toMatchObject(lockedOut)
  await owner.tell(groups.remove, { groupId: admins, lockOutSeen: true })
  await owner.tell(policies.setDefault, { action: 1 })
  await owner.tell(policies.removeMany, { ids: [allow._id, forOwners._id, byUnit._id] })
})

test('the only owner with a usable key cannot be deleted', async () => {
  const second = await given.addUser('Second', 'Owner')
  await testData(home).appoint(second, 1)
  const { accessToken } = await given.session({ id: second, workspace: given.owner.workspace })
  const block = await policy(policyActions.block, { users: [second] })
  expect(await as(accessToken).ask(users.remove, { id: given.owner.id, lockOutSeen: true })).toMatchObject(lockedOut)
  expect(await owner.ask(users.get, { id: given.owner.id })).toMatchObject({ status: 200 })
  await owner.tell(policies.removeMany, { ids: [block._id] })
})

test('a policy shows the deleted users that it names, by name while they can be restored', async () => {
  const leaver = await given.addUser('Gone', 'Person')
  const made = await policy(policyActions.block, { users: [leaver] })
  await remove(leaver)
  const { gone, names } = await owner.tell(policies.get, { _id: made._id })
  expect(gone).toEqual([{ kind: 'user', id: leaver, name: 'Gone Person' }])
  expect(names).toEqual([{ id: leaver, name: 'Gone Person' }])
  await restore(leaver)
  expect((await owner.tell(policies.get, { _id: made._id })).gone).toEqual([])
  await owner.tell(policies.removeMany, { ids: [made._id] })
})

test('every table that references a group, unit, or device is registered as dependent or deleted with it', async () => {
  const memberships = [
    'device_group_members',
    'device_uses',
    'ended_group_members',
    'group_members',
    'group_rules',
    'offline_uses',
    'unit_members',
  ]
  const { rows } = await world.superPool.query<{ name: string; read: boolean }>(
    `select distinct conrelid::regclass::text as name,
       position(conrelid::regclass::text in pg_get_functiondef('dependents_of(uuid[])'::regprocedure)) > 0 as read
     from pg_constraint where contype = 'f' and confrelid in
       ('groups'::regclass, 'organization_units'::regclass, 'devices'::regclass, 'device_groups'::regclass) order by 1`,
  )
  expect(rows.length).toBeGreaterThan(8)
  expect(rows.filter(row => !row.read).map(row => row.name)).toEqual(memberships)
})
