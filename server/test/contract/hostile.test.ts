import { apiKeys, keyTypes } from '@claviger/contract/connect/api-keys'
import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { Permission } from '@claviger/contract/platform/permissions'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import { features } from '../../src/features.ts'
import { later, minutes } from '../../src/platform/clock.ts'
import type { ReferenceKind } from '../../src/platform/secrets/references.ts'
import { openAppContext } from '../../src/open-app-context.ts'
import { computersOf } from '../api/agents.ts'
import { attendanceOf } from '../api/attendance.ts'
import { atEnd } from '../app/at-end.ts'
import { type Address, type Fault, collectAddresses, requestsFor, send } from './hostile.ts'
import { startTestApp } from '../app/test-app.ts'
import { marketplaceEmulator } from '../emulators/marketplace.ts'
import { addClient } from '../emulators/oidc-client.ts'
import { stripeEmulator } from '../emulators/stripe/stripe.ts'
import { registerReader } from '../api/reader.ts'
import { scimConnection } from '../emulators/scim-client.ts'

// Webhooks of the payment service and the marketplace are served only where these are configured
const [stripe, seller] = [await stripeEmulator(), await marketplaceEmulator(() => new Date())]
const home = await startTestApp({ BILLING: 'on', ...stripe.settings, ...seller.settings })
const { as, given, world, clock } = home

// A second server of the same test app that records faults
const faults: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(line) })
const listening = await openAppContext(world.config, { connectionString: world.config.databaseUrl }, log, clock)
const { made: app, addresses: routes } = await collectAddresses(async () => {
  const made = await makeApp(listening)
  made.get<{ Querystring: { client_id?: string } }>('/planted', ({ query }) => ({
    state: JSON.parse(query.client_id ?? '{}') as unknown,
  }))

  await made.ready()
  return made
})
atEnd(async () => {
  await app.close()
  await listening.close()
})

const client = await addClient(home, 'Target', { redirectUris: ['https://app.example/cb'] })
const known = { client_id: client.clientId ?? '', client_secret: client.clientSecret ?? '' }
const owner = await given.session(given.owner)
const asOwner = as(owner.accessToken)
const keyOf = async (name: string, type: (typeof keyTypes)['clients']) =>
  (await asOwner.tell(apiKeys.create, { name, type, expiry: 0 })).value
const agent = await (await computersOf(home))('Ward 3')
const scim = await scimConnection(home, 'Corp')
const { admin, iso } = attendanceOf(home)
const hours = { startsAt: iso(), endsAt: iso(minutes(120)) }
const { sessionId } = await (await admin()).tell(attendance.create, { title: 'Walk', ...hours, open: true })
const link = async (purpose: 'kiosk' | 'muster') =>
  (await (await admin()).tell(attendanceKiosk.link, { sessionId, name: 'Door', purpose })).code
const tokenOf = async (purpose: 'kiosk' | 'muster') =>
  (await as(await link(purpose)).tell(attendanceKiosk.open, {})).token
const signed = (kind: ReferenceKind, length: number) =>
  world.references.sign(kind, Buffer.alloc(length, 7), later(clock.now(), minutes(60)))
const tokens: Partial<Record<Permission, readonly string[]>> = {
  interim: [signed('email', 16), signed('passkey', 32), signed('approval', 16)],
  enrolling: [signed('registration', 17), signed('link', 32)],
  'self-service': [signed('self-service', 16)],
  reader: [await registerReader(home)],
  agent: [agent.token],
  clients: [await keyOf('Clients', keyTypes.clients)],
  kiosk: [await tokenOf('kiosk'), await tokenOf('muster')],
  'kiosk-opening': [await link('kiosk')],
}

/** Addresses below a wildcard route. */
const behind: Readonly<Record<string, readonly string[]>> = {
  '/oidc/:workspace/*': [
    'authorize',
    'token',
    'introspect',
    'revoke',
    'par',
    'device',
    'device/code',
    'device/abc',
    'userinfo',
    'logout',
    'logout/confirm',
    'logout/success',
    'interaction/abc',
    'jwks',
    '.well-known/openid-configuration',
    '*',
  ],
  '/api/scim/v2/*': [
    'Users',
    'Users/*',
    'Groups',
    'Groups/*',
    'Schemas',
    'Schemas/*',
    'ResourceTypes',
    'Bulk',
    '.search',
    'Me',
    '*',
  ],
}
const addresses: Address[] = routes.flatMap(({ method, path }) =>
  (behind[path] ?? ['*']).map(rest => ({ method, path: path.replace('*', rest) })),
)

const shape = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, ':').toLowerCase()
const calls = new Map(
  features.flatMap(({ endpoint }) =>
    [endpoint.path, ...endpoint.aliases].map(path => [`${endpoint.method} ${shape(path)}`, endpoint] as const),
  ),
)
const callAt = ({ method, path }: Address) => calls.get(`${method} ${shape(path)}`)
const isPublic = (address: Address) => {
  const may = callAt(address)?.may
  return may === undefined || may === 'public' || tokens[may] !== undefined
}

async function walk(
  some: readonly Address[],
  times: number,
  authorizations: (at: Address) => readonly (string | undefined)[],
) {
  const found: Fault[] = []
  for (const address of some) {
    const shapes = requestsFor(address, callAt(address), { known, times })
    const who = authorizations(address)
    const answers = await Promise.all(shapes.map((one, n) => send(app, address, one, who[n % who.length])))
    found.push(...answers.filter(one => one !== undefined))
  }
  return found
}

test('the walk covers every address and finds one that fails', async () => {
  expect(addresses.length).toBeGreaterThan(600)
  for (const { endpoint } of features)
    expect(
      addresses.some(one => callAt(one) === endpoint),
      `${endpoint.method} ${endpoint.path}`,
    ).toBe(true)
  for (const path of ['/api/webhooks/stripe', '/api/webhooks/marketplace'])
    expect(addresses).toContainEqual({ method: 'POST', path })
  const found = await walk([{ method: 'GET', path: '/planted' }], 40, () => [undefined])
  expect(found.map(one => one.status)).toContain(500)
  faults.length = 0
})

test('no input at a public address causes a server error', async () => {
  const some = addresses.filter(one => isPublic(one) && one.path !== '/planted')
  const found = await walk(some, 8, address => {
    if (address.path.startsWith('/api/scim')) return [`Bearer ${scim.token}`, undefined]
    const of = tokens[callAt(address)?.may ?? 'public']
    return of ? [...of, undefined] : [undefined]
  })
  expect(found).toEqual([])
  expect(faults).toEqual([])
}, 60_000)

test('no input at an address that requires a session causes a server error', async () => {
  const some = addresses.filter(one => !isPublic(one))
  expect(await walk(some, 3, () => [undefined, owner.accessToken])).toEqual([])
  expect(faults).toEqual([])
}, 60_000)
