import { randomBytes } from 'node:crypto'
import { account } from '@claviger/contract/access/account'
import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { beforeEach, expect, test } from 'vitest'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { collectStatements } from '#test/app/sent-statements.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { readKeyText, writeKeyText } from '#platform/secrets/key-text.ts'

const { as, given, clock, app } = await startTestApp()
let owner: Caller
beforeEach(async () => {
  owner = as((await given.session(given.owner)).accessToken)
})
const bytes = (last: string) => ({
  userId: `u-${last}`,
  firstName: 'Kay',
  lastName: last,
  email: `${last}@northgate.example`,
})

const make = (more: Record<string, unknown> = {}) =>
  owner.tell(apiKeys.create, { name: 'Sync', type: keyTypes.admin, expiry: 0, ...more })

test('the value is shown once, starts with a known prefix, and appears nowhere else', async () => {
  const { key, value } = await make({ name: 'Payroll' })
  expect(value).toMatch(/^cvg_admin_[0-9A-Za-z]{82}$/)
  expect(key).toMatchObject({
    name: 'Payroll',
    type: 0,
    expiry: 0,
    expiresAt: null,
    scopes: null,
    start: 'cvg_admin_',
    createdBy: 'Ada Byron',
  })
  expect(JSON.stringify(await owner.tell(apiKeys.list))).not.toContain(value)
  expect(JSON.stringify(await owner.tell(activity.list, { action: ['api-key.created'] }))).not.toContain(value)
})

test('an Admin key works with and without Bearer, reads and writes, and is logged by name', async () => {
  const { value, key } = await make({ name: 'HR feed' })
  const added = await as(value).tell(users.create, bytes('raw'))
  expect((await as(`Bearer ${value}`).tell(users.list, { search: 'u-raw' })).items).toMatchObject([{ id: added.id }])
  const log = await owner.tell(activity.list, { action: ['user.created'] })
  expect(log.items[0]).toMatchObject({ actorName: 'API key HR feed', actorId: key.id })
})

test('its last use is recorded, at most once per minute', async () => {
  const { value, key } = await make({ name: 'Counted' })
  const used = async () => (await owner.tell(apiKeys.list, { search: 'counted' })).items.find(one => one.id === key.id)
  await as(value).tell(users.counts)
  await expect.poll(async () => (await used())?.lastUsedAt).toBe(clock.now().toISOString())
  expect((await used())?.lastUsedIp).toBe('127.0.0.1')
  const first = clock.now().toISOString()
  clock.forward(30_000)
  await as(value).tell(users.counts)
  expect((await used())?.lastUsedAt).toBe(first)
})

test('it is not a user: calls about the own account are refused', async () => {
  const { value } = await make()
  expect(await as(value).ask(account.self)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
})

test('a deleted key stops working immediately', async () => {
  const { value, key } = await make({ name: 'No longer in the directory' })
  await as(value).tell(users.counts)
  await owner.tell(apiKeys.remove, { id: key.id })
  clock.forward(minutes(2))
  expect(await as(value).ask(users.counts)).toMatchObject({ status: 401, body: { code: 'api-key-refused' } })
  // The log reveals programs that still use the deleted key
  const refused = () => owner.tell(activity.list, { action: ['api-key.refused'], object: key.id })
  await expect.poll(async () => (await refused()).items).toMatchObject([{ status: 2, ip: '127.0.0.1' }])
  expect(await as(value).ask(users.create, bytes('dead'))).toMatchObject({ status: 401 })
})

test('refuses a mistyped key and a key with another secret', async () => {
  const { value } = await make()
  const other = (await make()).value
  const flipped = `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`
  for (const text of [flipped, value.slice(0, -1), 'cvg_admin_', `${value.slice(0, 60)}${other.slice(60)}`])
    expect(await as(text).ask(users.counts), text).toMatchObject({ status: 401, body: { code: 'api-key-refused' } })
})

test('a key with a known ID and a wrong secret causes no further statements', async () => {
  const { value } = await make()
  await as(value).tell(users.counts)
  expect((await collectStatements(() => as(value).tell(users.counts))).join()).toMatch(/enter_api_key.*select/s)
  const known = readKeyText(value)
  const forged = known && writeKeyText({ ...known, secret: randomBytes(24) })
  const began = await collectStatements(async () => expect((await as(forged).ask(users.counts)).status).toBe(401))
  expect(began.filter(text => /^\s*(select|with)/.test(text))).toEqual([expect.stringMatching('enter_api_key')])
})

test('scopes limit it, and it cannot create a key with more permissions', async () => {
  const { value } = await make({ scopes: ['users.read', 'api-keys.write'], granted: ['api-keys.write'] })
  await as(value).tell(users.counts)
  expect(await as(value).ask(users.create, bytes('scoped'))).toMatchObject({
    status: 403,
    body: { code: 'not-permitted' },
  })
  for (const scopes of [undefined, ['users.write'], ['users.read']])
    expect(await as(value).ask(apiKeys.create, { name: 'Child', type: 0, scopes })).toMatchObject({
      status: 403,
      body: { code: 'beyond-own' },
    })
})

test('it works only from its networks, IPv4 and IPv6', async () => {
  const here = await make({ addresses: ['10.0.0.0/8', '127.0.0.1'] })
  const there = await make({ addresses: ['2001:db8::/32', '192.0.2.0/24'] })
  const askFrom = (value: string, remoteAddress: string) =>
    app.inject({ url: '/administrator/tokens/v2/counts', headers: { authorization: value }, remoteAddress })
  expect((await askFrom(here.value, '127.0.0.1')).statusCode).toBe(200)
  expect((await askFrom(here.value, '::ffff:10.2.3.4')).statusCode).toBe(200)
  expect((await askFrom(there.value, '2001:db8:7::1')).statusCode).toBe(200)
  const refused = await askFrom(there.value, '192.0.3.1')
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'api-key-address'])
  const refusal = await owner.ask(apiKeys.create, {
    name: 'x',
    type: 0,
    addresses: ['10.0.0.0/33'],
  })
  expect(refusal).toMatchObject({ status: 422, body: { fields: [{ field: 'addresses.0' }] } })
})

test('an expiring key needs a future date, and is refused after it (R181)', async () => {
  const ask = (more: object) => owner.ask(apiKeys.create, { name: 'Short', type: 0, expiry: 1, ...more })
  expect(await ask({})).toMatchObject({ status: 422, body: { fields: [{ field: 'expiresAt' }] } })
  expect(await ask({ expiresAt: later(clock.now(), -minutes(1)).toISOString() })).toMatchObject({ status: 422 })
  const { value } = await make({ expiry: 1, expiresAt: later(clock.now(), days(1)).toISOString() })
  await as(value).tell(users.counts)
  clock.forward(days(1))
  expect(await as(value).ask(users.counts)).toMatchObject({ status: 401, body: { code: 'api-key-expired' } })
  expect(await as(value).ask(users.create, bytes('late'))).toMatchObject({
    status: 401,
    body: { code: 'api-key-expired' },
  })
})

test.each([keyTypes.sharedMobile, keyTypes.clients])('a key of type %i cannot make administrator calls', async type => {
  const { value } = await make({ type, scopes: ['users.read'] })
  expect(value).toMatch(type === 1 ? /^cvg_mobile_/ : /^cvg_client_/)
  expect(await as(value).ask(users.counts)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
})

test('keys of another workspace are invisible', async () => {
  const { key } = await make()
  const next = as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await next.tell(apiKeys.list)).total).toBe(0)
  expect(await next.ask(apiKeys.remove, { id: key.id })).toMatchObject({ status: 404 })
})

test('logs the refusal of a known key once, however often it is tried, and logs nothing for an unknown key', async () => {
  const { value, key } = await make({ name: 'Far away', addresses: ['192.0.2.0/24'] })
  const lines = async () => (await owner.tell(activity.list, { action: ['api-key.refused'] })).items
  const before = (await lines()).length
  for (let tries = 0; tries < 5; tries++)
    expect(await as(value).ask(users.counts)).toMatchObject({ status: 403, body: { code: 'api-key-address' } })
  await expect.poll(async () => (await lines()).length).toBe(before + 1)
  expect((await lines())[0]).toMatchObject({
    status: 2,
    kind: 'use',
    actorId: key.id,
    objectName: 'Far away',
    ip: '127.0.0.1',
  })
  await as(`${value.slice(0, 40)}x${value.slice(41)}`).ask(users.counts)
  expect(await lines()).toHaveLength(before + 1)
})
