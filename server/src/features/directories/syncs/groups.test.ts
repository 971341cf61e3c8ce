import { connections } from '@claviger/contract/directories/connections'
import { links } from '@claviger/contract/directories/links'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { sharing } from '@claviger/contract/keys/sharing'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { policies } from '@claviger/contract/rules/policies'
import { simulations } from '@claviger/contract/rules/simulations'
import { users } from '@claviger/contract/people/users'
import { beforeEach, expect, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { testData } from '#test/api/test-data.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { syncTask } from './syncs.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const { add } = directories(home)
const ldap = fakeSource(6)
const okta = fakeSource(2)
const admin = async () => as((await given.session(given.administrator)).accessToken)

beforeEach(() => {
  ldap.people.clear()
  ldap.groups.clear()
  ldap.changes = undefined
  ldap.failsAfter = undefined
})
const here = (...anchors: string[]) => {
  for (const anchor of anchors) ldap.people.set(anchor, fakePerson(anchor))
}
const group = (anchor: string, name: string, members: string[], description = '') =>
  ldap.groups.set(anchor, { anchor, name, description, members })

async function ended(id: string): Promise<SyncRun> {
  const asAdmin = await admin()
  for (let tries = 0; tries < 400; tries++) {
    const now = await asAdmin.tell(syncs.get, { id })
    if (now.finishedAt !== null || now.state === 'braked') return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('the run does not end')
}
const run = async (connection: string) => ended((await (await admin()).tell(syncs.begin, { type: 6, connection })).id)
const undo = async ({ id }: SyncRun) => {
  await (await admin()).tell(syncs.undo, { id })
  await expect.poll(async () => (await (await admin()).tell(syncs.get, { id })).undone).toBe(true)
}
const groupCalled = async (name: string) =>
  (await (await admin()).tell(groups.list, { search: name })).items.find(one => one.name === name)
const membersOf = async (id: string | undefined) =>
  (await (await admin()).tell(users.list, { group: id })).items.map(one => one.firstName).toSorted()
const allowed = async (user: string) => (await (await admin()).tell(simulations.simulate, { facts: { user } })).allowed
const accountsOf = async (id: string) =>
  (await (await admin()).tell(sharing.accounts, { id })).items.map(one => one.id).filter(one => one !== id)
const rowsOf = async ({ id }: SyncRun, more: object = {}) =>
  (await (await admin()).tell(syncs.rows, { id, ...more })).items

test('undoing a run restores groups that it deleted or renamed, with everything that referred to them', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Undone' })
  here('ann', 'bob', 'cyd')
  group('g1', 'Surgery', ['ann', 'bob'], 'Theatre 1')
  group('g2', 'Ward', ['cyd'], 'Second floor')
  group('g3', 'Office', ['ann'])
  await run(connection)
  const surgery = await groupCalled('Surgery')
  const asAdmin = await admin()
  const [kiosk, riser] = [await given.addUser('Kiosk', 'Account'), await given.addUser('Rita', 'Riser')]
  for (const id of [kiosk, riser]) await asAdmin.tell(sharing.add, { id, users: [], groups: [surgery?.id as string] })
  const unit = await asAdmin.tell(units.create, { name: 'House', groups: [surgery?.id as string] })

  ldap.groups.delete('g1')
  ldap.groups.delete('g3')
  group('g2', 'Station', [], 'Third floor')
  const bad = await run(connection)
  expect(bad).toMatchObject({ counts: { groups: 1, groupsLeaving: 2, memberships: 1 }, succeeded: 4 })
  expect(await groupCalled('Surgery')).toMatchObject({ id: surgery?.id, userCount: 0, formerMembers: 2 })
  expect(await groupCalled('Ward')).toBeUndefined()
  await testData(home).appoint(riser, 5)
  await undo(bad)

  const back = await groupCalled('Surgery')
  expect(back).toMatchObject({ id: surgery?.id, description: 'Theatre 1', type: 7 })
  expect(await membersOf(back?.id)).toEqual(['ann', 'bob'])
  const shared = async (id: string) => (await (await admin()).tell(sharing.groups, { id })).items.map(one => one.name)
  expect([await shared(kiosk), await shared(riser)]).toEqual([['Surgery'], []])
  expect((await (await admin()).tell(units.get, { id: unit.id })).groups).toMatchObject([{ name: 'Surgery' }])
  const ward = await groupCalled('Ward')
  expect(ward).toMatchObject({ description: 'Second floor' })
  expect(await membersOf(ward?.id)).toEqual(['cyd'])

  await (await admin()).tell(connections.remove, { id: connection })
})

test('a group removed from its directory is marked ended, stays in blocking policies, and can return', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Ended' })
  here('lea', 'max')
  group('g0', 'Employees', [])
  group('g1', 'Contractors', ['lea', 'max'])
  await run(connection)
  const { id = '' } = (await groupCalled('Contractors')) ?? {}
  const kiosk = await given.addUser('Front', 'Desk')
  const lea = (await (await admin()).tell(users.list, { search: 'lea@fake' })).items[0]?.id ?? ''
  const asAdmin = await admin()
  await asAdmin.tell(sharing.add, { id: kiosk, users: [], groups: [id] })
  const unit = await asAdmin.tell(units.create, { name: 'Wing', groups: [id] })
  const rule = { name: 'No contractors', priority: 5, action: 0 as const, groups: [id] }
  const policy = await asAdmin.tell(policies.create, rule)
  expect(await allowed(lea)).toBe(false)

  ldap.groups.delete('g1')
  expect(await run(connection)).toMatchObject({ counts: { groupsLeaving: 1 }, succeeded: 1 })
  const shownGroup = await (await admin()).tell(groups.get, { groupId: id })
  expect(shownGroup).toMatchObject({ userCount: 0, formerMembers: 2, policyCount: 1, source: { name: 'Ended' } })
  expect(shownGroup.endedAt).not.toBeNull()
  expect(await accountsOf(lea)).toEqual([])
  expect(await allowed(lea)).toBe(false)
  const shown = await (await admin()).tell(policies.get, { _id: policy._id })
  expect(shown.endedGroups).toEqual([{ id, name: 'Contractors', formerMembers: 2 }])
  expect(await (await admin()).ask(groups.remove, { groupId: id })).toMatchObject({
    body: { code: 'group-still-named' },
  })
  await (await admin()).tell(policies.update, { _id: policy._id, ...rule, action: 1 })
  await (await admin()).tell(policies.setDefault, { action: 0, lockOutSeen: true })
  expect(await allowed(lea)).toBe(false)
  await (await admin()).tell(policies.setDefault, { action: 1 })
  await (await admin()).tell(policies.update, { _id: policy._id, ...rule })

  group('g1', 'Contractors', ['lea'])
  here('ned')
  expect(await run(connection)).toMatchObject({ counts: { groups: 1, memberships: 1, added: 1 } })
  const back = await (await admin()).tell(groups.get, { groupId: id })
  expect(back).toMatchObject({ userCount: 1, endedAt: null, formerMembers: 0 })
  expect(await membersOf(id)).toEqual(['lea'])
  expect(await accountsOf(lea)).toEqual([kiosk])
  expect((await (await admin()).tell(units.get, { id: unit.id })).groups).toMatchObject([{ id }])
  expect((await (await admin()).tell(policies.get, { _id: policy._id })).endedGroups).toEqual([])
  await (await admin()).tell(policies.removeMany, { ids: [policy._id] })
  await (await admin()).tell(connections.remove, { id: connection })
})

test('two directories and the workspace can each have a group of the same name', async () => {
  const one = await add({ kind: 6, name: 'North' })
  const two = await add({ kind: 2, name: 'South' })
  const local = await (await admin()).tell(groups.create, { name: 'Nurses' })
  here('ola')
  group('g1', 'Nurses', ['ola'])
  okta.groups.set('o1', { anchor: 'o1', name: 'Nurses', description: '', members: [] })
  await run(one.id)
  await ended((await (await admin()).tell(syncs.begin, { type: 2, connection: two.id })).id)
  const all = (await (await admin()).tell(groups.list, { search: 'Nurses' })).items
  expect(new Set(all.map(each => each.source?.name ?? null))).toEqual(new Set(['North', 'South', null]))
  for (const { id } of [one, two]) await (await admin()).tell(connections.remove, { id })
  const names = (await (await admin()).tell(groups.list, { search: 'Nurses' })).items.map(each => each.name)
  expect(new Set(names).size).toBe(3)
  expect(await (await admin()).ask(groups.create, { name: 'Nurses' })).toMatchObject({ status: 409 })
  await (await admin()).tell(groups.remove, { groupId: local.id })
})

test('retries failed rows after the conflict is gone', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Again' })
  here('dan', 'eva')
  group('g0', 'Taken', [])
  group('g1', 'Taken', ['dan', 'eva'])
  const first = await run(connection)
  expect(first).toMatchObject({ state: 'done', total: 5, succeeded: 3 })
  expect((await rowsOf(first, { refused: true })).map(row => row.reason)).toEqual(['group-name-taken', 'no-group'])
  await (await admin()).tell(groups.remove, { groupId: (await groupCalled('Taken'))?.id ?? '' })
  const again = await ended((await (await admin()).tell(syncs.retry, { id: first.id })).id)
  expect(again).toMatchObject({ state: 'done', total: 2, succeeded: 2, by: 'person' })
  expect(await membersOf((await groupCalled('Taken'))?.id)).toEqual(['dan', 'eva'])
  for (const id of [again.id, given.owner.id])
    expect((await (await admin()).ask(syncs.retry, { id })).status).toBe(id === again.id ? 409 : 404)
  await (await admin()).tell(connections.remove, { id: connection })
})

test('a user with a conflict joins their groups as soon as it is resolved', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Doubts' })
  const local = await given.addUser('Una', 'Local', { user_id: 'una@fake.example', email: null })
  here('una', 'vic')
  group('g1', 'Together', ['una', 'vic'])
  group('g2', 'For a while', ['una', 'vic'])
  await run(connection)
  expect(await membersOf((await groupCalled('Together'))?.id)).toEqual(['vic'])
  expect(await run(connection)).toMatchObject({ total: 0, counts: { clashes: 1 } })
  group('g2', 'For a while', ['vic'])
  await run(connection)
  await (await admin()).tell(links.link, { connection, anchor: 'una' })
  expect((await (await admin()).tell(users.get, { id: local })).groups).toMatchObject([{ name: 'Together' }])
  expect(await run(connection)).toMatchObject({ total: 0 })
  await (await admin()).tell(connections.remove, { id: connection })
})

test('a group with hidden members keeps its members, and the run reports it', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Hidden' })
  here('wim', 'xia')
  group('g1', 'Shy', ['wim', 'xia'])
  group('g2', 'Empty', [])
  await run(connection)
  for (const [anchor, name] of [
    ['g1', 'Shy'],
    ['g2', 'Empty'],
  ] as const)
    ldap.groups.set(anchor, { anchor, name, description: '', members: [], hidden: 'perhaps' })
  const blind = await run(connection)
  expect(blind).toMatchObject({ state: 'done', counts: { memberships: 0, refused: 1 } })
  expect(await rowsOf(blind)).toMatchObject([{ doing: 'members', name: 'Shy', reason: 'members-hidden' }])
  expect(await membersOf((await groupCalled('Shy'))?.id)).toEqual(['wim', 'xia'])
  await (await admin()).tell(connections.remove, { id: connection })
})

test('a directory that fails for an hour changes nothing and reports it, and the next run succeeds', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Away', everyMinutes: 5 })
  here('yan', 'zoe')
  await run(connection)
  ldap.people.clear()
  ldap.failsAfter = 0
  for (let minute = 0; minute < 60; minute += 12) {
    clock.forward(minutes(12))
    await syncTask.work(world, new AbortController().signal)
    const [latest] = (await (await admin()).tell(syncs.list, { connection })).items
    expect(await ended(latest?.id as string)).toMatchObject({
      by: 'schedule',
      state: 'failed',
      reason: expect.stringContaining('503') as string,
    })
  }
  expect(await (await admin()).tell(connections.get, { id: connection })).toMatchObject({ connection: 'failed' })
  ldap.failsAfter = undefined
  here('yan', 'zoe', 'new')
  expect(await run(connection)).toMatchObject({ state: 'done', counts: { added: 1, leaving: 0 } })
  await (await admin()).tell(connections.remove, { id: connection })
})

test('a delta read with a full ID list finds deleted users, and the safety threshold stops an empty list', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Sweeping' })
  here('ada', 'ben')
  group('g0', 'Stays', ['ada'])
  group('g1', 'Pair', ['ada', 'ben'])
  await run(connection)
  ldap.people.delete('ben')
  ldap.groups.delete('g1')
  ldap.changes = { people: [], gone: ['ben'], asksForAll: true }
  expect(await run(connection)).toMatchObject({
    whole: false,
    state: 'done',
    counts: { leaving: 1, groupsLeaving: 1 },
    total: 2,
  })
  ldap.people.clear()
  expect(await run(connection)).toMatchObject({ state: 'braked', counts: { leaving: 1 } })
  await (await admin()).tell(connections.remove, { id: connection })
})
