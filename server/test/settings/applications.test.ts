// Changed application settings apply to new and existing tokens: each test changes the application and checks.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test, vi } from 'vitest'
import { authority } from '../emulators/directory-certificates.ts'
import { browser } from '../app/browser.ts'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'
import { addClient, origin, type Settings } from '../emulators/oidc-client.ts'
import { addPasskey } from '../api/passkeys.ts'
import { formOf, serviceProviders } from '../emulators/service-provider.ts'
import { loopback } from '../app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const owner = as((await given.session(given.owner)).accessToken)
const { key } = await addPasskey(home, given.user.accessToken)
const own = browser(home)
await own.signIn(key)
const { addGroup } = testData(home)
const [ward, choir] = [await addGroup('Ward', [given.user.id]), await addGroup('Choir', [given.user.id])]
const redirect = 'https://app.example/cb'

let count = 0
async function client(oidc: Settings = {}) {
  const name = `Set ${++count}`
  const made = await addClient(home, name, {
    redirectUris: [redirect],
    pkceRequired: false,
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'email', 'groups'],
    ...oidc,
  })
  const set = (more: Settings) =>
    owner.tell(applications.oidcUpdate, { id: made.id, name, oidc: { ...made.oidc, ...more } })
  return { ...made, set }
}
type Client = Awaited<ReturnType<typeof client>>

const authorize = async ({ clientId }: Client, more: Record<string, string> = {}) => {
  const asked = { response_type: 'code', scope: 'openid email groups', nonce: 'n', state: 's', ...more }
  const query = new URLSearchParams({ client_id: clientId ?? '', redirect_uri: redirect, ...asked })
  return (await own.follow(`/oidc/northgate/authorize?${query.toString()}`)).location ?? ''
}
const ask = async ({ clientId, clientSecret }: Client, path: string, form: Record<string, string>) => {
  const secret = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await app.inject({
    method: 'POST',
    url: `/oidc/northgate/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${secret}` },
    payload: new URLSearchParams(form).toString(),
  })
  return answer.json<Record<string, string>>()
}
const codeAt = async (of: Client) => new URL(await authorize(of)).searchParams.get('code') ?? ''
const exchange = (of: Client, code: string) =>
  ask(of, 'token', { grant_type: 'authorization_code', code, redirect_uri: redirect })
const tokensOf = async (of: Client) => exchange(of, await codeAt(of))
const renew = (of: Client, { refresh_token: token = '' }: Record<string, string>) =>
  ask(of, 'token', { grant_type: 'refresh_token', refresh_token: token })
const isGood = async (of: Client, { access_token: token = '' }: Record<string, string>) =>
  (await ask(of, 'introspect', { token }))['active'] as unknown as boolean
const userinfo = async ({ access_token: token = '' }: Record<string, string>) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await app.inject({ url: '/oidc/northgate/userinfo', headers })).json<Record<string, unknown>>()
}
/** Simulates passing minutes for the provider, which uses the machine's clock. */
async function after<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

test('an ID token follows the current settings (idTokenAlg, groupsFilter)', async () => {
  const of = await client({ groupsFilter: [ward] })
  const said = async () => {
    const { id_token: token = '' } = await tokensOf(of)
    return [decodeProtectedHeader(token).alg, decodeJwt(token)['groups']]
  }
  expect(await said()).toEqual(['RS256', ['Ward']])
  await of.set({ idTokenAlg: 'ES256', groupsFilter: [choir] })
  expect(await said()).toEqual(['ES256', ['Choir']])
})

test('what an application loses also applies to its existing tokens (scopes, grantTypes, redirectUris, dpopRequired)', async () => {
  const of = await client()
  const tokens = await tokensOf(of)
  expect(await userinfo(tokens)).toMatchObject({ email: given.user.email, groups: ['Choir', 'Ward'] })
  await of.set({ scopes: ['openid', 'groups'] })
  expect(await userinfo(tokens)).toMatchObject({ groups: ['Choir', 'Ward'] })
  expect(await userinfo(tokens)).not.toHaveProperty('email')
  const renewed = await renew(of, tokens)
  expect(decodeJwt(renewed['id_token'] ?? '')).not.toHaveProperty('email')

  await of.set({ grantTypes: ['authorization_code'] })
  expect(await renew(of, renewed)).toMatchObject({ error: 'invalid_request' })
  await of.set({ dpopRequired: true })
  expect([await isGood(of, renewed), await userinfo(renewed)]).toEqual([
    false,
    expect.objectContaining({ error: 'invalid_token' }),
  ])
  await of.set({ grantTypes: ['client_credentials'] })
  expect(await isGood(of, renewed)).toBe(false)
  await of.set({})
  expect(await isGood(of, renewed)).toBe(true)

  const code = await codeAt(of)
  await of.set({ redirectUris: ['https://other.example/cb'] })
  expect(await exchange(of, code)).toMatchObject({ error: 'invalid_grant' })
})

test('existing tokens last no longer than new ones would (accessTokenMinutes, refreshDays)', async () => {
  const of = await client()
  const tokens = await tokensOf(of)
  const [soon, later] = [3, 2 * 24 * 60]
  expect(await after(soon, () => isGood(of, tokens))).toBe(true)
  await of.set({ accessTokenMinutes: 2, refreshDays: 1 })
  expect(await after(soon, () => isGood(of, tokens))).toBe(false)
  expect(await isGood(of, tokens)).toBe(true)
  expect(await after(later, () => renew(of, tokens))).toMatchObject({ error: 'invalid_grant' })
  await of.set({ refreshDays: 3 })
  expect(await after(later, () => renew(of, tokens))).toMatchObject({ expires_in: 3600 })
})

test('a stricter requirement of an application stops tokens of users who do not meet it (demand)', async () => {
  const of = await client()
  const tokens = await tokensOf(of)
  await of.set({ demand: 'card' })
  expect(await renew(of, tokens)).toMatchObject({ error: 'invalid_grant' })
  const { items } = await owner.tell(attempts.ofApplication, { id: of.id })
  expect(items.map(one => one.reason)).toContain('demand-unmet')
  expect(await authorize(of)).toContain('demand=')
  await of.set({ demand: 'pin' })
  expect(await authorize(of)).toContain('code=')
  expect(await renew(of, tokens)).toHaveProperty('access_token')
})

test('an application gets only the configured response types (responseTypes)', async () => {
  const of = await client({
    secondFactor: true,
    hintTenant: '7f3c0d1e-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    hintAudience: '11c0ffee-52a4-4b0c-9d0e-0a1b2c3d4e5f',
    grantTypes: ['authorization_code', 'implicit'],
    responseTypes: ['code'],
  })
  const answered = async () => [await authorize(of), await authorize(of, { response_type: 'id_token' })]
  expect(await answered()).toEqual([expect.stringContaining('?code='), expect.stringContaining('error=')])
  await of.set({ responseTypes: ['id_token'] })
  expect(await answered()).toEqual([expect.stringContaining('error='), expect.stringContaining('#id_token=')])
})

test('the keys of an application come from its current address (jwksUri)', async () => {
  const trusted = getCACertificates('default')
  const ca = authority()
  const pairs = [await generateKeyPair('ES256'), await generateKeyPair('ES256')] as const
  const sets = await Promise.all(
    pairs.map(async ({ publicKey }) => ({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' }] })),
  )
  const { key: privateKey, certificate } = ca.sign(['localhost'])
  const server = createServer({ key: privateKey, cert: certificate }, ({ url }, answer) =>
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(sets[url === '/first' ? 0 : 1])),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  setDefaultCACertificates([...trusted, ca.pem])
  afterAll(() => {
    server.close()
    setDefaultCACertificates(trusted)
  })
  const at = (path: string) => `https://localhost:${(server.address() as AddressInfo).port}/${path}`
  const of = await client({
    kind: 'service',
    redirectUris: [],
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwksUri: at('first'),
  })
  const knownBy = async ({ privateKey: signer }: (typeof pairs)[0]) => {
    const assertion = await new SignJWT({ iss: of.clientId ?? '', sub: of.clientId ?? '' })
      .setProtectedHeader({ alg: 'ES256' })
      .setAudience(`${origin}/oidc/northgate`)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(signer)
    const answer = await app.inject({
      method: 'POST',
      url: '/oidc/northgate/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: of.clientId ?? '',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }).toString(),
    })
    return answer.statusCode
  }
  expect([await knownBy(pairs[0]), await knownBy(pairs[1])]).toEqual([200, 401])
  await of.set({ jwksUri: at('second') })
  expect([await knownBy(pairs[0]), await knownBy(pairs[1])]).toEqual([401, 200])
})

test('an assertion lists the groups that are currently chosen (saml, groupsFilter)', async () => {
  const mapping = [{ name: 'groups', source: 'groups' as const }]
  const { id, sp } = await serviceProviders(home)({ groupsFilter: [ward] }, {}, mapping)
  const told = async () => {
    const page = await own.follow(await sp.getAuthorizeUrlAsync('', undefined, {}))
    const answer = { SAMLResponse: formOf(page.text).fields['SAMLResponse'] ?? '' }
    return (await sp.validatePostResponseAsync(answer)).profile?.['groups']
  }
  expect(await told()).toBe('Ward')
  const { name, saml } = await owner.tell(applications.samlGet, { id })
  if (!saml) throw new Error('no application of SAML')
  await owner.tell(applications.samlUpdate, { id, name, mapping, saml: { ...saml, groupsFilter: [] } })
  expect(await told()).toEqual(['Choir', 'Ward'])
})
