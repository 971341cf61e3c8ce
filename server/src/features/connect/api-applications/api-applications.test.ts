import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiApplications, oktaApplications } from '@claviger/contract/connect/api-applications'
import { activity } from '@claviger/contract/oversight/activity'
import { createLocalJWKSet, exportJWK, jwtVerify, SignJWT } from 'jose'
import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { atEnd } from '#test/app/at-end.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { ownCertificate } from '#test/emulators/certificate.ts'
import { warnOfApplications } from './api-applications.jobs.ts'
import { days, later } from '#platform/clock.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given, world, clock, mailTo } = await startTestApp(loopback)
const owner = as(given.owner.accessToken)
const guid = '5f0c8f6e-8a51-4c2f-9d0e-0f8f4a6c1b2d'
const client = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
const own = ownCertificate()

type Answers = (asked: IncomingMessage, body: string) => Promise<[status: number, body: object | string]>
async function stranger(answers: Answers) {
  const server = createServer((asked, answer) => {
    void text(asked)
      .then(body => answers(asked, body))
      .then(([status, body]) => answer.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

let count = 0
const okta = (address: string, more: object = {}) =>
  owner.tell(oktaApplications.create, { name: `Okta ${String(count++)}`, address, secret: 'ssws-secret', ...more })
const azure = (more: object = {}) => ({
  name: `Entra ${String(count++)}`,
  type: 'azure' as const,
  tenantId: guid,
  clientId: client,
  ...more,
})
const check = (id: string) => owner.tell(apiApplications.check, { id })
const tokenWith = (roles: string[]) =>
  new SignJWT({ roles }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32, 1))

describe('a connection to Okta', () => {
  test('is checked with its token, and the check names the missing permission', async () => {
    const seen: string[] = []
    const address = await stranger(async ({ url, headers }) => {
      seen.push(`${url ?? ''} ${headers.authorization ?? ''}`)
      return url?.startsWith('/api/v1/groups') ? [403, {}] : [200, []]
    })
    const { id } = await okta(address)
    expect((await check(id)).check).toMatchObject({ ok: false, missing: ['okta.groups.read'], reason: null })
    expect(seen).toEqual(['/api/v1/users?limit=1 SSWS ssws-secret', '/api/v1/groups?limit=1 SSWS ssws-secret'])
    expect((await owner.tell(oktaApplications.check, { id })).check?.missing).toEqual(['okta.groups.read'])
    const { items } = await owner.tell(activity.list, { action: ['api-application.checked'] })
    expect(items[0]).toMatchObject({ status: 2, objectId: id })
  })

  test.each<[string, [number, object | string], string]>([
    ['an expired token', [401, {}], 'Okta does not take the API token: it is wrong, or has ended'],
    ['an error with a message', [429, { errorSummary: 'Too\nmany' }], 'Okta answered 429: Too many'],
    ['a page', [502, '<html>'], 'Okta answered 502'],
  ])('explains %s', async (_what, answer, reason) => {
    const { id } = await okta(await stranger(async () => answer))
    expect((await check(id)).check).toMatchObject({ ok: false, reason, missing: [] })
  })

  test('reports an unreachable Okta', async () => {
    const { id } = await okta('http://127.0.0.1:9')
    expect((await check(id)).check).toMatchObject({ ok: false, reason: 'The receiver refused the connection' })
  })

  test('is found by the Okta calls, and a connection to Entra ID is not', async () => {
    const { id } = await okta('https://example.okta.com')
    const other = await owner.tell(apiApplications.create, azure({ secret: 's' }))
    expect(await owner.ask(oktaApplications.get, { id: other.id })).toMatchObject({ status: 404 })
    expect(await owner.tell(oktaApplications.removeMany, { ids: [id, other.id] })).toEqual({ removed: 1 })
    expect((await owner.tell(apiApplications.ofType, { type: 'okta' })).items.map(one => one.id)).not.toContain(id)
  })
})

describe('a connection to Entra ID', () => {
  test('requests a token with its secret and reads the granted permissions', async () => {
    const asked: Record<string, string>[] = []
    const address = await stranger(async ({ url }, body) => {
      asked.push({ url: url ?? '', ...Object.fromEntries(new URLSearchParams(body)) })
      return [200, { access_token: await tokenWith(['User.Read.All']) }]
    })
    const { id } = await owner.tell(apiApplications.create, azure({ address, secret: 'shh' }))
    expect((await check(id)).check).toMatchObject({ ok: false, missing: ['GroupMember.Read.All'] })
    expect(asked[0]).toEqual({
      url: `/${guid}/oauth2/v2.0/token`,
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: 'shh',
      scope: 'https://graph.microsoft.com/.default',
    })
  })

  test('authenticates with its certificate, shows when that expires, and never reveals the private key', async () => {
    const keys = createLocalJWKSet({
      keys: [{ ...(await exportJWK(new X509Certificate(own.cert).publicKey)), alg: 'PS256' }],
    })
    let claims: object = {}
    const address = await stranger(async (_asked, body) => {
      const assertion = new URLSearchParams(body).get('client_assertion') ?? ''
      claims = (await jwtVerify(assertion, keys)).payload
      return [200, { access_token: await tokenWith(['Directory.Read.All']) }]
    })
    const made = await owner.tell(
      apiApplications.create,
      azure({ address, certificate: own.cert, privateKey: own.key }),
    )
    expect(made).toMatchObject({
      credential: 'certificate',
      endsAt: new Date(new X509Certificate(own.cert).validTo).toISOString(),
    })
    expect((await check(made.id)).check).toMatchObject({ ok: true, reason: null, missing: [] })
    expect(claims).toMatchObject({ iss: client, sub: client })
    const { rows } = await world.superPool.query<{ row: string }>(
      'select a::text as row from api_applications a where id = $1',
      [made.id],
    )
    expect(rows[0]?.row).not.toContain('PRIVATE KEY')
    expect(JSON.stringify(await owner.tell(apiApplications.get, { id: made.id }))).not.toContain('PRIVATE')
  })

  test('explains why no token was issued', async () => {
    const address = await stranger(async () => [
      401,
      { error: 'invalid_client', error_description: 'AADSTS7000222: expired' },
    ])
    const { id } = await owner.tell(apiApplications.create, azure({ address, secret: 'old' }))
    expect((await check(id)).check).toMatchObject({ reason: 'Entra ID answered 401: AADSTS7000222: expired' })
  })
})

test('changing the address requires the secret again', async () => {
  const { id, name, version } = await okta('https://example.okta.com')
  const move = { id, name, address: 'https://evil.example' }
  expect(await owner.ask(apiApplications.update, move)).toMatchObject({ status: 422, body: { code: 'secret-needed' } })
  expect(
    await owner.tell(apiApplications.put, { ...move, name: `${name}!`, address: 'https://example.okta.com' }),
  ).toMatchObject({ version: version + 1 })
  expect(await owner.ask(apiApplications.update, { ...move, secret: 'new' })).toMatchObject({ status: 200 })
  expect(await owner.ask(apiApplications.postOne, { ...move, secret: 'new', version })).toMatchObject({
    body: { code: 'changed-meanwhile' },
  })
})

test('warns before a secret expires and after it expired', async () => {
  const { id } = await okta('https://example.okta.com', { secretEndsAt: later(clock.now(), days(29)).toISOString() })
  expect((await owner.tell(apiApplications.get, { id })).expiry).toBe('soon')
  const told = async () => {
    await warnOfApplications.work(world, {})
    const { rows } = await world.superPool.query<{ after: object }>(
      "select after from activities where action = 'api-application.ends' and object_id = $1 order by id",
      [id],
    )
    return rows.map(row => row.after)
  }
  expect(await told()).toEqual([{ days: 29 }])
  expect(await told()).toHaveLength(1)
  clock.forward(days(22))
  expect(await told()).toEqual([{ days: 29 }, { days: 7 }])
  await expect
    .poll(async () => (await mailTo(given.owner.email)).subject)
    .toMatch(/^The credential of “Okta \d+” expires in 7 days$/)
  clock.forward(days(7))
  const then = as((await given.session(given.owner)).accessToken)
  expect((await then.tell(apiApplications.get, { id })).expiry).toBe('ended')
})

test.each([
  ['a missing secret', { secret: undefined }],
  ['an address that is not https', { address: 'ftp://example.okta.com' }],
  ['an address with a path', { address: 'https://example.okta.com/api' }],
  ['an address with credentials', { address: 'https://a:b@example.okta.com' }],
  ['a certificate', { certificate: own.cert, privateKey: own.key }],
])('refuses an Okta connection with %s', async (_what, more) => {
  const fresh = as((await given.session(given.owner)).accessToken)
  const given2 = { name: 'Never', address: 'https://example.okta.com', secret: 'x', ...more }
  expect(await fresh.ask(oktaApplications.create, given2)).toMatchObject({ status: 422 })
})

test('is invisible to other workspaces, and read-only administrators cannot change it', async () => {
  const fresh = as((await given.session(given.owner)).accessToken)
  const { id, name } = await fresh.tell(oktaApplications.create, {
    name: 'Ours',
    address: 'https://example.okta.com',
    secret: 'x',
  })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await elsewhere.tell(apiApplications.list)).total).toBe(0)
  for (const call of [apiApplications.get, apiApplications.remove, apiApplications.check])
    expect(await elsewhere.ask(call, { id })).toMatchObject({ status: 404 })
  const reader = as((await given.session(given.readOnly)).accessToken)
  expect(await reader.ask(apiApplications.update, { id, name })).toMatchObject({ status: 403 })
  expect(await fresh.ask(apiApplications.removeOfType, { type: 'okta' })).toMatchObject({ status: 404 })
  expect(await fresh.ask(apiApplications.removeOfType, { type: 'okta', id })).toMatchObject({ status: 200 })
})
