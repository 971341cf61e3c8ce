import { connections } from '@claviger/contract/directories/connections'
import { links } from '@claviger/contract/directories/links'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { sharing } from '@claviger/contract/keys/sharing'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { beforeEach, expect, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { doors } from '#test/api/doors.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { house } from '#test/app/house.ts'
import { minutes } from '#platform/clock.ts'
import { syncBeat } from './syncs.jobs.ts'

const home = await house()
const { as, given, world, clock } = home
const { add } = directories(home)
const ldap = fakeSource(6)
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
const rowsOf = async ({ id }: SyncRun, more: object = {}) =>
  (await (await admin()).tell(syncs.rows, { id, ...more })).items

test('groups that a run deleted or renamed are as before when it is taken back, with what hung on them', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Undone' })
  here('ann', 'bob', 'cyd')
  group('g1', 'Surgery', ['ann', 'bob'], 'Theatre 1')
  group('g2', 'Ward', ['cyd'], 'Second floor')
  group('g3', 'Office', ['ann'])
  await run(connection)
  const [surgery, office] = [await groupCalled('Surgery'), await groupCalled('Office')]
  const asAdmin = await admin()
  const [kiosk, riser] = [await given.addUser('Kiosk', 'Account'), await given.addUser('Rita', 'Riser')]
  for (const id of [kiosk, riser]) await asAdmin.tell(sharing.add, { id, users: [], groups: [surgery?.id as string] })
  const unit = await asAdmin.tell(units.create, { name: 'House', groups: [surgery?.id as string] })

  ldap.groups.delete('g1')
  ldap.groups.delete('g3')
  group('g2', 'Station', [], 'Third floor')
  const bad = await run(connection)
  expect(bad).toMatchObject({ counts: { groups: 1, groupsLeaving: 2, memberships: 1 }, succeeded: 4 })
  expect([await groupCalled('Surgery'), await groupCalled('Ward')]).toEqual([undefined, undefined])
  await (await admin()).tell(groups.create, { name: 'Office' })
  await doors(home).appoint(riser, 5)
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
  expect((await groupCalled('Office'))?.id).not.toBe(office?.id)

  await (await admin()).tell(connections.remove, { id: connection })
})

test('rows that could not be done are tried again once nothing stands against them', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Again' })
  here('dan', 'eva')
  group('g1', 'Taken', ['dan', 'eva'])
  const mine = await (await admin()).tell(groups.create, { name: 'Taken' })
  const first = await run(connection)
  expect(first).toMatchObject({ state: 'done', total: 4, succeeded: 2 })
  expect((await rowsOf(first, { refused: true })).map(row => row.reason)).toEqual(['group-name-taken', 'no-group'])
  await (await admin()).tell(groups.update, { groupId: mine.id, name: 'Not any more' })
  const again = await ended((await (await admin()).tell(syncs.retry, { id: first.id })).id)
  expect(again).toMatchObject({ state: 'done', total: 2, succeeded: 2, by: 'person' })
  expect(await membersOf((await groupCalled('Taken'))?.id)).toEqual(['dan', 'eva'])
  for (const id of [again.id, given.owner.id])
    expect((await (await admin()).ask(syncs.retry, { id })).status).toBe(id === again.id ? 409 : 404)
  await (await admin()).tell(connections.remove, { id: connection })
})

test('whoever was in doubt is in their groups as soon as it is said who they are', async () => {
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

test('a group whose members cannot be seen keeps them, and the run says so', async () => {
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

test('a directory that fails for an hour changes nothing, says so, and the next run mends it', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Away', everyMinutes: 5 })
  here('yan', 'zoe')
  await run(connection)
  ldap.people.clear()
  ldap.failsAfter = 0
  for (let minute = 0; minute < 60; minute += 12) {
    clock.forward(minutes(12))
    await syncBeat.work(world, new AbortController().signal)
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

test('a reading of changes that asks who is there finds whoever was deleted; where nobody is, the brake holds', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Sweeping' })
  here('ada', 'ben')
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
