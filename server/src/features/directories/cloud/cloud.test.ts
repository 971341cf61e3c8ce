import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from '#test/app/at-end.ts'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { guidOf } from '#test/emulators/entra/directory.ts'
import { oktaEmulator } from '#test/emulators/okta/okta.ts'
import { ownCertificate } from '#test/emulators/own-certificate.ts'
import { loadConfig } from '#platform/config.ts'
import { systemClock } from '#platform/clock.ts'
import type { Access } from '#features/connect/api-applications/api-applications.access.ts'
import { graphWith } from './cloud.graph.ts'
import { oktaWith } from './cloud.okta.ts'
import { everyCall, loopback } from '#test/app/loopback.ts'

const config = loadConfig({ ...loopback, PUBLIC_URL: 'http://localhost:8080' })
const world = { config, clock: systemClock, outgoing: everyCall }
const client = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
let version = 0

describe('Microsoft Graph', async () => {
  const reading = () => ({ name: 'Claviger', secret: 'shh', roles: new Set(['User.Read.All']) })
  const emulate = async () => {
    const made = await entraEmulator()
    atEnd(() => made.close())
    for (let n = 0; n < 45; n++) made.directory.addUser(`person.${String(n)}@example.com`)
    made.clients.set(client, reading())
    return made
  }
  const entra = await emulate()
  const cert = ownCertificate('Claviger')
  beforeEach(() => {
    entra.wrongly = {}
    entra.clients.set(client, reading())
    entra.asked.length = 0
  })
  const access = (more: Partial<Access> = {}): Access => ({
    workspace: 'w',
    id: 'entra',
    version: version++,
    name: 'Entra',
    type: 'azure',
    tenant: entra.tenant,
    client,
    address: entra.address,
    certificate: '',
    secret: 'shh',
    ...more,
  })
  const all = async (graph: ReturnType<typeof graphWith>, path = '/users?$top=20') => {
    const rows = []
    for await (const page of graph.pages(path)) rows.push(...page)
    return rows
  }

  test('reads all pages, also if every third call must be retried', async () => {
    entra.wrongly = { throttleEvery: 3, retryAfter: 0 }
    expect(await all(graphWith(world, access()))).toHaveLength(45)
    expect(entra.asked.filter(one => one.endsWith('/users')).length).toBeGreaterThan(3)
  })

  test('concurrent calls fetch one token, and one more when it expires', async () => {
    const graph = graphWith(world, access())
    await Promise.all(Array.from({ length: 8 }, () => graph.get('/users?$top=1')))
    expect(entra.asked.filter(one => one.startsWith('POST'))).toHaveLength(1)
    entra.endTokens()
    await Promise.all(Array.from({ length: 8 }, () => graph.get('/users?$top=1')))
    expect(entra.asked.filter(one => one.startsWith('POST'))).toHaveLength(2)
  })

  test('a token that is refused twice is not requested a third time', async () => {
    entra.wrongly = { lasting: -10 }
    await expect(graphWith(world, access()).get('/users')).rejects.toMatchObject({ status: 401, again: false })
    expect(entra.asked.filter(one => one.startsWith('POST'))).toHaveLength(2)
  })

  test('authenticates with a certificate, also with a clock that is ten minutes behind', async () => {
    entra.clients.set(client, { name: 'C', certificate: cert.certificate, roles: new Set(['User.Read.All']) })
    const by = { certificate: cert.certificate, privateKey: cert.privateKey }
    expect(await all(graphWith(world, access(by)))).toHaveLength(45)
    entra.wrongly = { ahead: 600_000 }
    expect(await all(graphWith(world, access(by)))).toHaveLength(45)
  })

  test.each([
    ['to another host', () => 'https://evil.example/v1.0/users?$skiptoken=20', /not its own/],
    ['in a loop', (link: string) => link.replace(/skiptoken=\d+/, 'skiptoken=20'), /circle/],
  ])('refuses to follow a next link %s', async (_what, nextLink, says) => {
    entra.wrongly = { nextLink }
    await expect(all(graphWith(world, access()))).rejects.toThrow(says)
  })

  test('retries a response that is cut off, and never returns half a page', async () => {
    entra.wrongly = { cutEvery: 2 }
    expect(await all(graphWith(world, access()))).toHaveLength(45)
  })

  test('explains refusals', async () => {
    const graph = graphWith(world, access())
    await expect(graph.get('/groups')).rejects.toThrow(
      'Entra ID answered 403: Insufficient privileges to complete the operation.',
    )
    await expect(graph.get(`/users/${guidOf('nobody')}`)).rejects.toMatchObject({
      status: 404,
      code: 'Request_ResourceNotFound',
    })
    await expect(graphWith(world, access({ secret: 'old' })).get('/users')).rejects.toThrow(/AADSTS7000215/)
    await expect(graphWith(world, access({ address: 'http://127.0.0.1:9' })).get('/users')).rejects.toMatchObject({
      message: 'The receiver refused the connection',
      again: true,
    })
  })

  test('sends a batch of 45 as three calls, and returns each response', async () => {
    entra.wrongly = { throttleEvery: 9, retryAfter: 0 }
    const ids = Array.from({ length: 45 }, (_, n) => guidOf(`person.${String(n)}@example.com`))
    const answers = await graphWith(world, access()).batch(ids.map(id => ({ method: 'GET', url: `/users/${id}` })))
    expect(answers.map(one => (one.body as { id: string }).id)).toEqual(ids)
  })

  test('ends immediately when the caller aborts', async () => {
    entra.wrongly = { status: 503 }
    const call = graphWith(world, access()).get('/users', { signal: AbortSignal.timeout(300) })
    await expect(call).rejects.toThrow(/abort/i)
  })

  test('delta returns changes and removals, and 410 if the token is unknown', async () => {
    const { directory, address, tenant } = await emulate()
    const graph = graphWith(world, access({ address, tenant }))
    let link = ''
    const round = async (from: string) => {
      const told: unknown[] = []
      for await (const page of graph.walk(from)) {
        told.push(...page.items)
        link = page.delta ?? link
      }
      return told
    }
    expect(await round('/users/delta?$select=displayName')).toHaveLength(45)
    directory.change(guidOf('person.1@example.com'), { displayName: 'Other' })
    directory.remove(guidOf('person.2@example.com'))
    expect(await round(link)).toEqual([
      { id: guidOf('person.1@example.com'), displayName: 'Other' },
      { id: guidOf('person.2@example.com'), '@removed': { reason: 'changed' } },
    ])
    expect(await round(link)).toEqual([])
    directory.forgotten = directory.changes + 1
    await expect(round(link)).rejects.toMatchObject({ status: 410 })
    await expect(graph.get('/users/delta?$top=5')).rejects.toMatchObject({ status: 400 })
  })
})

describe('Okta', async () => {
  const okta = await oktaEmulator()
  afterAll(() => okta.close())
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  for (let n = 0; n < 45; n++) okta.directory.addUser(`person.${String(n)}@example.com`)
  beforeEach(() => {
    okta.wrongly = {}
    okta.asked.length = 0
    okta.tokens.set('shh', new Set(['okta.users.read']))
    okta.clients.set('0oaclient', {
      jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'one' },
      scopes: new Set(['okta.users.read', 'okta.groups.read']),
    })
  })
  const access = (more: Partial<Access> = {}): Access => ({
    workspace: 'w',
    id: 'okta',
    version: version++,
    name: 'Okta',
    type: 'okta',
    tenant: '',
    client: '',
    address: okta.address,
    certificate: '',
    secret: 'shh',
    ...more,
  })
  const all = async (given: Access) => {
    const rows = []
    for await (const page of oktaWith(world, given).pages('/users?limit=20')) rows.push(...page)
    return rows
  }

  test('reads all pages by their links, and waits until the rate limit resets', async () => {
    okta.wrongly = { throttleEvery: 3, resetIn: 0 }
    expect(await all(access())).toHaveLength(45)
    okta.wrongly = { remaining: 0, resetIn: 1 }
    const begun = Date.now()
    await oktaWith(world, access()).get('/users?limit=1')
    expect(Date.now() - begun).toBeGreaterThan(900)
  })

  test('authenticates with a private key as PEM or JWK, with the granted scopes', async () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const jwk = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'one' })
    for (const key of [pem, jwk]) expect(await all(access({ client: '0oaclient', privateKey: key }))).toHaveLength(45)
    okta.clients.get('0oaclient')?.scopes.clear()
    await expect(all(access({ client: '0oaclient', privateKey: pem }))).rejects.toThrow(/grant the application/)
  })

  test.each([
    ['to another host', () => 'https://evil.example/api/v1/users?after=1', /not its own/],
    ['in a loop', (link: string) => link.replace(/after=[^&]*/, 'after=00u0'), /circle/],
  ])('refuses to follow a next link %s', async (_what, nextLink, says) => {
    okta.wrongly = { nextLink }
    await expect(all(access())).rejects.toThrow(says)
  })

  test('explains refusals', async () => {
    await expect(oktaWith(world, access()).get('/groups')).rejects.toThrow(
      'Okta answered 403: You do not have permission to perform the requested action',
    )
    await expect(all(access({ secret: 'old' }))).rejects.toThrow('Okta answered 401: Invalid token provided')
  })
})
