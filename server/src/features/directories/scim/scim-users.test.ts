import { scim } from '@claviger/contract/directories/scim'
import { syncs } from '@claviger/contract/directories/syncs'
import { users, userStatus } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { days } from '#platform/clock.ts'
import { deleteLeavers } from '../syncs/syncs.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const door = testData(home)
const admin = signInAgain(home, given.administrator)
const { id: connection, send } = await scimConnection(home, 'Entra')

const person = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@corp.example`,
  externalId: `ext-${name}`,
  name: { givenName: name, familyName: 'Corp' },
  emails: [{ value: `${name}@corp.example`, type: 'work', primary: true }],
  active: true,
  ...more,
})
const add = async (name: string, more: object = {}) => {
  const made = await send('POST', '/Users', person(name, more))
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  return made.body as { id: string; meta: { version: string } }
}
const patch = (id: string, ...Operations: object[]) =>
  send('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

describe('a SCIM user', () => {
  test('is created, found, changed, and returned as sent', async () => {
    const made = await send('POST', '/Users', person('ann', { title: 'Nurse', nickName: 'A' }))
    expect(made).toMatchObject({ status: 201, body: { userName: 'ann@corp.example', title: 'Nurse', active: true } })
    expect(made.headers['location']).toBe(`http://localhost:8080/api/scim/v2/Users/${made.body.id}`)
    expect(await admin.tell(users.get, { id: made.body.id })).toMatchObject({
      userId: 'ann@corp.example',
      firstName: 'ann',
      source: 5,
    })
    const found = await send('GET', `/Users?filter=${encodeURIComponent('userName eq "ANN@corp.example"')}`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] })
    expect(await send('POST', '/Users', person('ann'))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    })
    const changed = await patch(made.body.id, { op: 'Replace', path: 'name.familyName', value: 'Wed' })
    expect(changed).toMatchObject({ status: 200, body: { name: { familyName: 'Wed', givenName: 'ann' } } })
    expect((await admin.tell(users.get, { id: made.body.id })).lastName).toBe('Wed')
  })

  test('is suspended immediately and can return; a deleted user returns with the same ID', async () => {
    const { id } = await add('bea')
    await given.addActiveKeys([id])
    const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
    expect((await patch(id, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
    expect((await as(accessToken).ask(users.list, {})).status).toBe(401)
    expect((await admin.tell(users.get, { id })).status).toBe(userStatus.suspended)
    await patch(id, { op: 'replace', value: { active: 'True' } })
    expect((await admin.tell(users.get, { id })).status).toBe(userStatus.active)
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await admin.tell(users.get, { id })).status).toBe(userStatus.suspended)
    expect((await add('bea')).id).toBe(id)
    expect((await admin.tell(users.get, { id })).status).toBe(userStatus.active)
  })

  test('who was deleted in the directory is deleted here after the configured days (deleteAfterDays)', async () => {
    const { id } = await add('dora')
    await send('DELETE', `/Users/${id}`)
    const isThere = async (deleteAfterDays: number) => {
      const asOwner = await door.owner()
      await asOwner.tell(scim.update, { id: connection, deleteAfterDays })
      await deleteLeavers.work(world, {})
      return (await asOwner.ask(users.get, { id })).status === 200
    }
    clock.forward(days(40))
    expect([await isThere(60), await isThere(30)]).toEqual([true, false])
    clock.forward(-days(40))
  })

  test('can be changed only with a current version', async () => {
    const { id, meta } = await add('cleo')
    const read = await send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })
    expect(read.status).toBe(304)
    expect(
      (await send('PUT', `/Users/${id}`, person('cleo', { title: 'Dr' }), { 'if-match': meta.version })).status,
    ).toBe(200)
    expect((await send('PUT', `/Users/${id}`, person('cleo'), { 'if-match': meta.version })).status).toBe(412)
  })

  test('of another connection, or a local user, can be neither read nor changed', async () => {
    const other = await scimConnection(home, 'Other')
    const { id } = await add('dana')
    expect((await other.send('GET', `/Users/${id}`)).status).toBe(404)
    expect((await other.send('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await other.send('GET', '/Users')).body.totalResults).toBe(0)
    expect((await other.send('POST', '/Users', person('dana'))).status).toBe(409)
    const local = await given.addUser('Local', 'Person', { user_id: 'local@corp.example' })
    expect((await send('POST', '/Users', person('local'))).status).toBe(409)
    expect((await send('GET', `/Users/${local}`)).status).toBe(404)
    const { rows } = await world.superPool.query('select 1 from directory_clashes where local_id = $1', [local])
    expect(rows).toHaveLength(1)
  })
})

test('never returns, filters by, stores unencrypted, or records write-only values', async () => {
  const urn = 'urn:ietf:params:scim:schemas:extension:IDmelon:2.0:User'
  const made = await send(
    'POST',
    '/Users',
    person('eve', { [urn]: { cardId: '04A1', cardPin: '947653', extraAttribute1: 'Ward' } }),
  )
  expect(JSON.stringify(made.body)).not.toMatch(/947653|04A1/)
  expect((await admin.tell(users.get, { id: made.body.id })).scimAttribute1).toBe('Ward')
  await patch(made.body.id, { op: 'add', path: `${urn}:cardPin`, value: '123987' })
  const asked = await send('GET', `/Users?filter=${encodeURIComponent(`${urn}:cardPin eq "947653"`)}`)
  expect(asked).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  await expect
    .poll(async () => (await world.superPool.query('select count(*) as n from scim_records')).rows[0])
    .toMatchObject({ n: expect.any(Number) as number })
  await new Promise(resolve => setTimeout(resolve, 700))
  const { rows } = await world.superPool.query(
    'select t::text from (select * from scim_records) t union all select r::text from scim_resources r',
  )
  expect(rows.length).toBeGreaterThan(3)
  expect(JSON.stringify(rows)).not.toMatch(/947653|123987/)
})

test('a wrong mapping is found in the recorder, tested, corrected, and applied again', async () => {
  const { id } = await add('finn', { title: 'Surgeon' })
  const owner = as((await given.session(given.owner)).accessToken)
  const about = async () => (await owner.tell(scim.records, { id: connection, search: 'finn' })).items[0]
  await expect.poll(about).toMatchObject({ status: 201, told: { did: 'created' } })
  const record = await about()
  expect(record?.told.filled).toContainEqual({ field: 'firstName', value: 'finn', from: ['name.givenName'] })
  const { mapping } = (await owner.tell(scim.get)).items.find(one => one.id === connection) ?? { mapping: [] }
  const mended = mapping.map(one =>
    one.field === 'attribute2' ? { ...one, from: { ...one.from, of: ['title'] } } : one,
  )
  const tried = await owner.tell(scim.replay, { id: record?.id ?? '', mapping: mended })
  expect(tried).toMatchObject({ status: 200, told: { did: 'changed' } })
  expect(tried.told.filled).toContainEqual({ field: 'attribute2', value: 'Surgeon', from: ['title'] })
  expect((await admin.tell(users.get, { id })).scimAttribute2).toBeNull()
  await owner.tell(scim.update, { id: connection, mapping: mended })
  expect(await owner.tell(scim.applyAgain, { id: connection })).toMatchObject({ changed: 3, refused: [], next: null })
  expect((await admin.tell(users.get, { id })).scimAttribute2).toBe('Surgeon')
})

test('a mapping joins, splits, and lowercases values, with a preview of existing users before it is saved', async () => {
  const other = await scimConnection(home, 'Joined')
  const owner = as((await given.session(given.owner)).accessToken)
  const made = await other.send('POST', '/Users', person('Gus', { title: 'Ward 9', userName: 'GUS@joined.example' }))
  const id = made.body.id as string
  const { mapping } = (await owner.tell(scim.get)).items.find(one => one.id === other.id) ?? { mapping: [] }
  const from = (of: string[], more: object) => ({ take: 'first' as const, of, with: ' ', steps: [], ...more })
  const edited = [
    ...mapping.filter(row => !['userId', 'attribute1', 'attribute2'].includes(row.field)),
    { field: 'userId' as const, from: from(['userName'], { steps: [{ do: 'lower' }, { do: 'before', text: '@' }] }) },
    { field: 'attribute1' as const, from: from(['title', 'name.givenName'], { take: 'join', with: ' / ' }) },
    { field: 'attribute2' as const, from: from(['By SCIM'], { take: 'fixed' }) },
  ]
  const { people } = await owner.tell(syncs.sample, { id: other.id, mapping: edited })
  expect(people[0]?.fields).toEqual(
    expect.arrayContaining([
      { field: 'userId', value: 'gus' },
      { field: 'attribute1', value: 'Ward 9 / Gus' },
      { field: 'attribute2', value: 'By SCIM' },
    ]),
  )
  expect((await admin.tell(users.get, { id })).userId).toBe('GUS@joined.example')
  await owner.tell(scim.update, { id: other.id, mapping: edited })
  await owner.tell(scim.applyAgain, { id: other.id })
  expect(await admin.tell(users.get, { id })).toMatchObject({
    userId: 'gus',
    scimAttribute1: 'Ward 9 / Gus',
    scimAttribute2: 'By SCIM',
  })
})

describe('a token', () => {
  test('for a connection that can change administrators is created only by users who can approve that', async () => {
    const mine = as((await given.session(given.administrator)).accessToken)
    const far = await scimConnection(home, 'Far', { touchesRank: true })
    expect(await mine.ask(scim.token, { uid: far.id })).toMatchObject({ status: 403 })
    const near = await scimConnection(home, 'Near')
    expect(await mine.ask(scim.token, { uid: near.id })).toMatchObject({ status: 200 })
  })

  test('works without a scheme, and stays valid next to its replacement for the time given', async () => {
    const { id: own, token: first } = await scimConnection(home, 'With a token that ends')
    const raw = await home.app.inject({ url: '/api/scim/v2/Users?count=0', headers: { authorization: first } })
    expect(raw.statusCode).toBe(200)
    const owner = as((await given.session(given.owner)).accessToken)
    const { token: next } = await owner.tell(scim.token, { uid: own, keepHours: 24 })
    const with_ = async (text: string) =>
      (await home.app.inject({ url: '/api/scim/v2/Users?count=0', headers: { authorization: `Bearer ${text}` } }))
        .statusCode
    expect([await with_(first), await with_(next)]).toEqual([200, 200])
    home.clock.forward(25 * 3_600_000)
    expect([await with_(first), await with_(next)]).toEqual([401, 200])
    expect(await with_(`${next}x`)).toBe(401)
    expect(await with_('')).toBe(401)
  })
})
