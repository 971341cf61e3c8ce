import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connections } from '@claviger/contract/directories/connections'
import { ldap } from '@claviger/contract/directories/ldap'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { activity } from '@claviger/contract/oversight/activity'
import { privateTargets } from '@claviger/contract/tenancy/private-targets'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { operatorSays } from '#test/app/operator.ts'

let called = 0
const inside = createServer((_request, response) => {
  called++
  response.writeHead(404).end()
})
inside.listen(0, '127.0.0.1')
await once(inside, 'listening')
afterAll(() => inside.close())
const { port } = inside.address() as AddressInfo

const home = await startTestApp(loopback)
const { as, given, world } = home
const owner = as(given.owner.accessToken)
const administrator = as(given.administrator.accessToken)

const trust = () =>
  administrator.ask(oidcProviders.create, {
    name: 'Inside',
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'here',
    clientSecret: 's3cret',
  })
const listed = async (by = owner) => (await by.tell(privateTargets.list, {})).items
const here = { feature: 'identity-providers', host: '127.0.0.1', port } as const

beforeEach(async () => {
  for (const { id } of await listed()) await owner.tell(privateTargets.remove, { id })
  called = 0
})

test('a private address is blocked, listed, and called only after an owner allows it', async () => {
  const refused = await trust()
  expect(refused).toMatchObject({ status: 422, body: { code: 'provider-unreachable' } })
  expect(JSON.stringify(refused.body)).toContain(
    `127.0.0.1:${port} is a private address. An owner can allow it for “Identity providers” under Private addresses.`,
  )
  expect(called).toBe(0)
  // Whoever may not allow it sees what an owner has to
  expect(await listed(administrator)).toMatchObject([{ ...here, approved: null }])
  await trust()
  expect(await listed()).toHaveLength(1)

  expect(await owner.tell(privateTargets.approve, here)).toMatchObject({ ...here, approved: { by: 'Ada Byron' } })
  expect(await trust()).toMatchObject({ body: { code: 'provider-wrong' } })
  expect(called).toBe(1)

  const [target] = await listed()
  await owner.tell(privateTargets.remove, { id: target?.id ?? '' })
  expect(await trust()).toMatchObject({ body: { code: 'provider-unreachable' } })
  expect(called).toBe(1)

  const lines = (await owner.tell(activity.list, { search: `127.0.0.1:${port}` })).items
  const seen = lines.map(({ action, status }) => `${action} ${String(status)}`)
  expect(new Set(seen.map(one => one.split(' ')[0]))).toEqual(
    new Set(['private-target.blocked', 'private-target.approved', 'private-target.removed']),
  )
})

test('an approval covers one feature, one host, and one port', async () => {
  await owner.tell(privateTargets.approve, { ...here, feature: 'directories' })
  await owner.tell(privateTargets.approve, { ...here, host: 'localhost' })
  await owner.tell(privateTargets.approve, { ...here, port: port === 1 ? 2 : 1 })
  expect(await trust()).toMatchObject({ body: { code: 'provider-unreachable' } })
  await owner.tell(privateTargets.approve, { ...here, port: null })
  expect(await trust()).toMatchObject({ body: { code: 'provider-wrong' } })
})

test('an approval does not apply to another workspace', async () => {
  await owner.tell(privateTargets.approve, here)
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await listed(elsewhere)).filter(one => one.port === port)).toEqual([])
  const [target] = await listed()
  expect((await elsewhere.ask(privateTargets.remove, { id: target?.id ?? '' })).status).toBe(404)
})

test('only owners can allow an address', async () => {
  for (const person of [given.administrator, given.userManager, given.readOnly, given.user])
    expect((await as(person.accessToken).ask(privateTargets.approve, here)).status).toBe(403)
  expect(await listed()).toEqual([])
})

test('an approval requires a recent passkey check', async () => {
  const later = await startTestApp(loopback)
  later.clock.forward(6 * 60_000)
  const answer = await later.as(later.given.owner.accessToken).ask(privateTargets.approve, here)
  expect(answer).toMatchObject({ body: { code: 'verify-first' } })
})

test('the command line can allow an address, too', async () => {
  const settings = { DATABASE_URL: world.config.databaseUrl, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
  const words = ['allow-address', 'identity-providers', '127.0.0.1', '--port', String(port), '--workspace', 'northgate']
  expect(await operatorSays(settings, ...words)).toMatchObject({ code: 0 })
  expect(await trust()).toMatchObject({ body: { code: 'provider-wrong' } })
  expect(await operatorSays(settings, 'allow-address', 'everything', '127.0.0.1')).toMatchObject({ code: 1 })
})

describe('addresses that owners can allow', () => {
  const closed = { status: 409, body: { code: 'private-network-closed' } }
  const of = (host: string) => ({ feature: 'directories', host, port: 636 }) as const

  test('without PRIVATE_NETWORKS: common private networks, in the first workspace; never loopback or link-local', async () => {
    const usual = await startTestApp()
    const first = usual.as(usual.given.owner.accessToken)
    expect((await first.tell(privateTargets.list, {})).networks).toContain('10.0.0.0/8')
    expect(await first.tell(privateTargets.approve, of('10.1.2.3'))).toMatchObject({ approved: {} })
    expect(await first.tell(privateTargets.approve, of('ldap.hospital.example'))).toMatchObject({ approved: {} })
    for (const host of ['127.0.0.1', '169.254.169.254', '::1', 'fe80::1', '::ffff:10.0.0.1', '100.64.0.1'])
      expect(await first.ask(privateTargets.approve, of(host))).toMatchObject(closed)
    const another = usual.as(usual.given.ownerElsewhere.accessToken)
    expect((await another.tell(privateTargets.list, {})).networks).toEqual([])
    expect(await another.ask(privateTargets.approve, of('10.1.2.3'))).toMatchObject(closed)
    // Nor together with how far a directory reaches
    const directory = { name: 'Inside', ldapUrl: 'ldaps://10.1.2.3', baseDn: 'dc=a', username: 'cn=a', password: 'x' }
    for (const [by, answer] of [
      [first, { status: 200 }],
      [another, closed],
    ] as const) {
      const { id } = await by.tell(ldap.update, directory)
      const reach = { id, roles: [], touchesRank: false, privateHosts: ['10.1.2.3'] }
      expect(await by.ask(connections.approve, reach)).toMatchObject(answer)
      await by.ask(connections.approve, { ...reach, privateHosts: [] })
      const all = (await by.tell(privateTargets.list, {})).items
      expect(all.filter(one => one.host === '10.1.2.3' && one.port === null)).toEqual([])
    }
  })

  test('with listed networks: only these, in every workspace; with none: no addresses', async () => {
    const some = await startTestApp({ PRIVATE_NETWORKS: '10.1.0.0/16' })
    for (const person of [some.given.owner, some.given.ownerElsewhere]) {
      const by = some.as(person.accessToken)
      expect(await by.tell(privateTargets.approve, of('10.1.2.3'))).toMatchObject({ approved: {} })
      expect(await by.ask(privateTargets.approve, of('10.2.0.1'))).toMatchObject(closed)
    }
    const none = await startTestApp({ PRIVATE_NETWORKS: 'none' })
    expect(await none.as(none.given.owner.accessToken).ask(privateTargets.approve, of('10.1.2.3'))).toMatchObject(
      closed,
    )
  })
})

test.each(['http://10.1.2.3', '10.1.2.3:636', 'a b', 'host/', '..', 'ü.example', ''])(
  'refuses %j as a host',
  async host => {
    expect((await owner.ask(privateTargets.approve, { ...here, host })).status).toBe(422)
  },
)
