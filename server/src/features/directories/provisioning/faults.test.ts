import { provisioning } from '@claviger/contract/directories/provisioning'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { provisionTarget } from '#test/api/provisioned.ts'
import { scimProvider } from '#test/emulators/scim-provider.ts'
import { provisionDue } from './delivery/due-delivery.ts'
import { maxConcurrency } from './delivery/delivery-slice.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { given, world, clock } = home
const there = await scimProvider()
const told = provisionTarget(home, there)
const { idOf, owner, settle, state } = told
const { addGroup } = testData(home)
afterAll(() => there.close())
beforeEach(told.clear)

describe('an application with faults', () => {
  test('that throttles, disconnects, and loses data ends up complete', async () => {
    const group = await addGroup('Odd ones', await addCrowd(home, 'odd', 24))
    const members = () => there.groupNamed('Odd ones')?.['members']
    Object.assign(there.faults, { throttleEvery: 7, cutEvery: 11, retryAfter: '3' })
    const id = await told.on({ groups: [group] }, { groups: 'assigned' })
    await settle(id)
    there.heal()
    expect(there.users.size).toBe(24)
    expect(members()).toHaveLength(24)
    there.users.delete(idOf('odd1'))
    Object.assign(there.groupNamed('Odd ones') ?? {}, { members: [] })
    await (await owner()).tell(provisioning.look, { id })
    await settle(id)
    expect((await state(id))?.look).toMatchObject({ state: 'done', missing: 1, differs: 1, strangers: 0, same: 24 })
    const { items } = await (await owner()).tell(provisioning.differences, { id })
    expect(items.map(one => [one.kind, one.what, one.fields])).toContainEqual([
      'differs',
      'group',
      [{ name: 'members', theirs: '0', ours: '24' }],
    ])
    await (await owner()).tell(provisioning.mend, { id })
    await settle(id)
    expect(there.users.size).toBe(24)
    expect(members()).toHaveLength(24)
  })

  test('receives concurrent calls over few connections, and no more calls until its retry time', async () => {
    const people = await addCrowd(home, 'limit', 60)
    const [requests, connections] = [there.seen.length, there.connections()]
    Object.assign(there.faults, { leftToday: 50, retryAfter: '30', slowly: 5 })
    const id = await told.on({ users: people })
    await provisionDue(world)
    expect(there.seen.length - requests).toBeGreaterThan(50)
    expect(there.seen.length - requests).toBeLessThanOrEqual(50 + maxConcurrency)
    expect(there.connections() - connections).toBeLessThanOrEqual(maxConcurrency)
    expect(await state(id)).toMatchObject({ trouble: { reason: 'throttled' } })
    const asked = there.seen.length
    clock.forward(29_000)
    await provisionDue(world)
    expect(there.seen.length).toBe(asked)
    there.heal()
    clock.forward(2000)
    await settle(id)
    expect(there.users.size).toBe(60)
    expect(new Set([...there.users.values()].map(one => one['externalId'])).size).toBe(60)
    expect(there.seen.slice(requests).filter(line => line.startsWith('PATCH'))).toEqual([])
  })

  test('users created before a crash are found again and not created twice', async () => {
    const user = await given.addUser('Crash', 'Victim')
    const id = await told.on({ users: [user] })
    await settle(id)
    // Simulates a crash after the response but before it is stored; the name changes meanwhile
    const die = () =>
      world.superPool.query(
        `update provisioning_items set state = 0, remote_id = null, told = null, made_here = false, attempted = true,
           due_at = now() - interval '1 day' where application_id = $1`,
        [id],
      )
    await die()
    await told.change(user, { userId: 'renamed.victim' })
    await settle(id)
    expect([...there.users.values()]).toMatchObject([{ userName: 'renamed.victim', externalId: user }])
    await told.save(id, { atEnd: 'delete' })
    await die()
    await told.assign(id, {})
    await settle(id)
    expect(there.users.size).toBe(0)
  })

  test('a user that it refuses does not delay others', async () => {
    const users = [await given.addUser('Poison', 'Pill'), await given.addUser('Healthy', 'One')]
    there.faults.poison = 'poison.pill@northgate.example'
    const id = await told.on({ users })
    await provisionDue(world)
    expect(there.users.size).toBe(1)
    expect(await state(id)).toMatchObject({ people: { told: 1, waiting: 1 }, trouble: null })
    there.heal()
    await (await owner()).tell(provisioning.retry, { id })
    await provisionDue(world)
    expect(there.users.size).toBe(2)
  })

  test('that refuses the token is paused, notifies the owners once, and resumes on request', async () => {
    const id = await told.on({ users: [await given.addUser('Later', 'Comer')] })
    there.faults.denied = true
    await provisionDue(world)
    expect(await state(id)).toMatchObject({ trouble: { reason: 'denied' }, deniedAt: clock.now().toISOString() })
    expect((await home.mailTo(given.owner.email)).subject).toMatch(/^Provisioning to “Wiki \d+” is paused$/)
    const asked = there.seen.length
    clock.forward(3_600_000)
    await provisionDue(world)
    expect(there.seen.length).toBe(asked)
    const { items } = await (await owner()).tell(activity.list, { object: id })
    expect(items.filter(one => one.action === 'provisioning.denied')).toHaveLength(1)
    there.heal()
    await told.turnOn(id)
    await settle(id)
    expect(there.users.size).toBe(1)
  })
})

describe('a comparison', () => {
  test('before activation previews what would happen, and changes nothing there', async () => {
    const [fresh, known] = [await given.addUser('Fresh', 'Face'), await given.addUser('Known', 'Face')]
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
    there.users.set('1', { schemas, id: '1', userName: 'known.face@northgate.example', active: true })
    there.users.set('2', { schemas, id: '2', userName: 'somebody.else', active: true })
    const id = await told.assigned({ users: [fresh, known] })
    await told.save(id, { token: there.bearer })
    there.faults.pageSize = 1
    const before = there.seen.length
    await (await owner()).tell(provisioning.look, { id })
    await provisionDue(world)
    expect((await state(id))?.look).toMatchObject({ state: 'done', people: 2, missing: 1, differs: 1, strangers: 1 })
    const { items } = await (await owner()).tell(provisioning.differences, { id, kind: 'differs' })
    expect(items).toMatchObject([{ localId: known, remoteId: '1', what: 'person' }])
    expect(items[0]?.fields).toContainEqual({ name: 'name.givenName', theirs: '', ours: 'Known' })
    expect(there.seen.slice(before).filter(line => !line.startsWith('GET'))).toEqual([])
    expect(there.users.size).toBe(2)
  })

  test('with an incomplete list never counts as complete', async () => {
    const id = await told.on({ everyone: true })
    await settle(id)
    Object.assign(there.faults, { pageSize: 2, withhold: true })
    await (await owner()).tell(provisioning.look, { id })
    await settle(id)
    expect((await state(id))?.look).toMatchObject({ state: 'failed', trouble: { reason: 'incomplete' }, missing: 0 })
  })
})
