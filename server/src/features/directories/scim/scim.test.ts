import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { users, userStatus } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPerson, scimConnection, type Send, setActive } from '#test/emulators/scim-client.ts'
import { cardFromDirectory, forgetCardPin } from './scim.cards.ts'
import { transact } from '#platform/db/transaction.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const admin = async () => as((await given.session(given.administrator)).accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const one = async (id: string) => (await (await admin()).tell(scim.get)).items.find(each => each.id === id)

let count = 0
const add = (send: Send, more: object = {}) => addPerson(send, `person-${count++}`, more)
const suspend = (send: Send, id: string) => setActive(send, id, false)

describe('the safety threshold', () => {
  test('allows suspensions under the limit, holds the rest until an owner agrees, and resets each hour', async () => {
    const { id, send } = await scimConnection(home, 'Braked')
    await (await owner()).tell(scim.update, { id, brakePeople: 2, brakePercent: 10 })
    const people: string[] = []
    for (let place = 0; place < 6; place++) people.push(await add(send))
    for (const person of people.slice(0, 2)) expect((await suspend(send, person)).status).toBe(200)
    const held = await suspend(send, people[2] ?? '')
    expect(held).toMatchObject({ status: 429, body: { status: '429' } })
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(60)
    expect((await send('DELETE', `/Users/${people[3]}`)).status).toBe(429)
    expect((await (await admin()).tell(users.get, { id: people[2] ?? '' })).status).not.toBe(userStatus.suspended)
    expect((await one(id))?.held).toBe(2)
    expect((await home.mailTo(given.owner.email)).subject).toContain('Braked')
    expect(await (await admin()).ask(scim.goOn, { id })).toMatchObject({ status: 403 })
    expect(await (await owner()).tell(scim.goOn, { id })).toMatchObject({
      held: 0,
      freeUntil: expect.any(String) as string,
    })
    expect((await suspend(send, people[2] ?? '')).status).toBe(200)
    clock.forward(25 * 3_600_000)
    expect((await suspend(send, people[3] ?? '')).status).toBe(200)
  })
})

describe('a connection', () => {
  test('is pending, then successful; failed if refused; not available without a token or when off (R196)', async () => {
    const { id } = await (await owner()).tell(scim.create, { name: 'States', preset: 'okta' })
    expect(await one(id)).toMatchObject({ status: 'active', connection: 'not available' })
    await (await owner()).tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: [] })
    const { token } = await (await owner()).tell(scim.token, { uid: id })
    expect((await one(id))?.connection).toBe('pending')
    const ask = async () =>
      (await home.app.inject({ url: '/api/scim/v2/Users?count=0', headers: { authorization: token } })).statusCode
    expect(await ask()).toBe(200)
    await expect.poll(async () => (await one(id))?.connection).toBe('successful')
    await (await owner()).tell(scim.update, { id, addresses: ['203.0.113.0/24'] })
    expect(await ask()).toBe(403)
    await expect.poll(async () => (await one(id))?.connection).toBe('failed')
    await (await owner()).tell(scim.update, { id, addresses: [], active: false })
    expect(await ask()).toBe(403)
    expect(await one(id)).toMatchObject({ status: 'inactive', connection: 'not available' })
    await (await owner()).tell(scim.remove, { id })
    expect(await ask()).toBe(401)
  })

  test('does nothing before an owner approves it, and grants roles as far as approved', async () => {
    const { send, id } = await scimConnection(home, 'Roles', null)
    const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'early' }
    expect((await send('POST', '/Users', body)).status).toBe(403)
    await (await owner()).tell(connections.approve, { id, roles: [5], touchesRank: true, privateHosts: [] })
    const given5 = await add(send, { roles: [{ primary: 'True', value: 'ReadOnly' }] })
    const wanting = await add(send, { roles: [{ primary: 'True', value: 'GlobalAdministrator' }, { value: 'Owner' }] })
    const { items } = await (await owner()).tell(administrators.list, {})
    const roles = new Map(items.map(each => [each.id, each.role]))
    expect(roles.get(given5)).toBe(5)
    expect(roles.get(wanting)).toBeUndefined()
    await send('PATCH', `/Users/${given5}`, { Operations: [{ op: 'Remove', path: 'roles' }] })
    const after = await (await owner()).tell(administrators.list, {})
    expect(after.items.some(each => each.id === given5)).toBe(false)
  })

  test('passes the card it names to workflows, and its PIN once', async () => {
    const { send } = await scimConnection(home, 'Cards')
    const urn = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
    const id = await add(send, { [urn]: { cardId: '04A1B2', cardPin: '2468' } })
    const from = {
      actor: { kind: 'operator', name: 'Test' },
      request: { id: 'test', ip: '', userAgent: '' },
      workspace: given.owner.workspace,
    } as const
    expect(await transact(world, from, ctx => cardFromDirectory(ctx, id))).toEqual({
      cardId: '04A1B2',
      cardPin: '2468',
    })
    await transact(world, from, ctx => forgetCardPin(ctx, id))
    expect(await transact(world, from, ctx => cardFromDirectory(ctx, id))).toEqual({ cardId: '04A1B2' })
  })
})

test('while the database is unavailable, responds 503 and never reports a user as deleted', async () => {
  const { send } = await scimConnection(home, 'Away')
  const id = await add(send)
  const pool = world.readPool as unknown as { connect: unknown }
  const { connect } = pool
  pool.connect = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  try {
    const away = await send('GET', `/Users/${id}`)
    expect(away.status).toBe(503)
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    pool.connect = connect
  }
  expect((await send('GET', `/Users/${id}`)).status).toBe(200)
})
