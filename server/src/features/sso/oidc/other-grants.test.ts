import { exportJWK, generateKeyPair, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import * as client from 'openid-client'
import { sessions } from '@claviger/contract/access/sessions'
import { applications } from '@claviger/contract/apps/applications'
import { expect, test, vi } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, fetchOf, origin, relyingParty, type Settings } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const home = await startTestApp()
const { given, as } = home
const { key } = await addPasskey(home, given.user.accessToken)
const service: Settings = { kind: 'service', grantTypes: ['client_credentials'], redirectUris: [] }

test.each([
  ['client_secret_basic', client.ClientSecretBasic],
  ['client_secret_post', client.ClientSecretPost],
  ['client_secret_jwt', client.ClientSecretJwt],
] as const)('a service authenticates by %s and by nothing else', async (tokenEndpointAuthMethod, auth) => {
  const made = await addClient(home, `By ${tokenEndpointAuthMethod}`, { ...service, tokenEndpointAuthMethod })
  const rp = await relyingParty(home, made, auth(made.clientSecret ?? ''))
  const { access_token: token } = await client.clientCredentialsGrant(rp)
  expect(await client.tokenIntrospection(rp, token)).toMatchObject({ active: true, client_id: made.clientId })
  expect(await as(token).ask(sessions.list)).toMatchObject({ status: 401 })
  expect(await client.tokenIntrospection(rp, given.user.accessToken)).toEqual({ active: false })
  const wrong = await relyingParty(home, made, auth('x'.repeat(40)))
  await expect(client.clientCredentialsGrant(wrong)).rejects.toMatchObject({ status: 401 })
  await client.tokenRevocation(rp, token)
  expect(await client.tokenIntrospection(rp, token)).toEqual({ active: false })
})

test('a service signs with its own key, and an assertion works once', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...((await exportJWK(publicKey)) as Record<string, string>), kid: 'mine', alg: 'ES256', use: 'sig' }
  const made = await addClient(home, 'Signer', {
    ...service,
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [jwk] },
    accessTokenFormat: 'jwt',
    audience: 'https://api.example',
    scopes: ['read'],
    idTokenAlg: 'ES256',
  })
  const rp = await relyingParty(home, made, client.PrivateKeyJwt({ key: privateKey, kid: 'mine' }))
  const { access_token: token } = await client.clientCredentialsGrant(rp, { scope: 'read' })
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  expect(decodeJwt(token)).toMatchObject({ aud: 'https://api.example', scope: 'read', client_id: made.clientId })
  const sent: string[] = []
  const ask = fetchOf(home)
  rp[client.customFetch] = (url, options) => {
    if (url.endsWith('/token') && options.body instanceof URLSearchParams) sent.push(options.body.toString())
    return ask(url, options)
  }
  await client.clientCredentialsGrant(rp)
  const again = await home.app.inject({
    method: 'POST',
    url: '/oidc/northgate/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: sent[0] ?? '',
  })
  expect(again.json()).toMatchObject({ error: 'invalid_client' })

  const stranger = await generateKeyPair('ES256', { extractable: true })
  const now = Math.floor(home.clock.now().getTime() / 1000)
  const by = (signer: Parameters<SignJWT['sign']>[0], head: object, at: number) =>
    new SignJWT({ iss: made.clientId ?? '', sub: made.clientId ?? '', aud: `${origin}/oidc/northgate` })
      .setProtectedHeader({ alg: 'ES256', kid: 'mine', ...head })
      .setJti(crypto.randomUUID())
      .setIssuedAt(at)
      .setNotBefore(at)
      .setExpirationTime(at + 60)
      .sign(signer)
  const answered = async (assertion: string) => {
    const { statusCode } = await home.app.inject({
      method: 'POST',
      url: '/oidc/northgate/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: made.clientId ?? '',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }).toString(),
    })
    return statusCode
  }
  expect(await answered(await by(privateKey, {}, now))).toBe(200)
  expect(await answered(await by(stranger.privateKey, { jwk: await exportJWK(stranger.publicKey) }, now))).toBe(401)
  for (const off of [-3600, 3600]) expect(await answered(await by(privateKey, {}, now + off))).toBe(401)
})

test('a client that requires DPoP gets only tokens that are bound to a key (DPoP)', async () => {
  const made = await addClient(home, 'Bound', { ...service, dpopRequired: true })
  const rp = await relyingParty(home, made)
  await expect(client.clientCredentialsGrant(rp)).rejects.toThrow()
  const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair())
  const tokens = await client.clientCredentialsGrant(rp, {}, { DPoP })
  expect(tokens.token_type).toBe('dpop')
  expect(await client.tokenIntrospection(rp, tokens.access_token)).toMatchObject({ cnf: { jkt: expect.any(String) } })
})

test('an authorization request must be pushed first, and works once', async () => {
  const redirect = 'https://pushed.example/cb'
  const made = await addClient(home, 'Pushed', { redirectUris: [redirect], requirePushedRequests: true })
  const rp = await relyingParty(home, made)
  const own = browser(home)
  await own.signIn(key)
  const verifier = client.randomPKCECodeVerifier()
  const params = {
    redirect_uri: redirect,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  expect((await own.follow(client.buildAuthorizationUrl(rp, params).href)).location).toContain('error=invalid_request')
  const url = await client.buildAuthorizationUrlWithPAR(rp, params)
  const { location = '' } = await own.follow(url.href)
  const tokens = await client.authorizationCodeGrant(rp, new URL(location), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  expect(tokens.claims()?.sub).toBe(given.user.id)
  expect((await own.follow(url.href)).status).toBe(400)
})

test('a user connects a device, and the page warns about codes from other senders', async () => {
  const made = await addClient(home, 'Ward display', {
    kind: 'device',
    tokenEndpointAuthMethod: 'none',
    grantTypes: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    redirectUris: [],
  })
  const rp = await relyingParty(home, made, client.None())
  const begun = await client.initiateDeviceAuthorization(rp, { scope: 'openid profile' })
  const own = browser(home)
  const start = await own.get('/oidc/northgate/device')
  expect(start.text).toContain('Never enter a code you received from another person')
  const proofIn = (page: { text: string }) => ({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' })
  const wrong = await own.post('/oidc/northgate/device', { ...proofIn(start), user_code: 'BBBB-BBBB' })
  expect(wrong.text).toContain('This code is wrong')
  const { user_code } = begun
  const asked = await own.post('/oidc/northgate/device', { ...proofIn(wrong), user_code })
  expect(asked.text).toContain('Ward display wants to sign in as you')
  expect(asked.text).toContain(user_code)
  const confirmed = await own.post('/oidc/northgate/device', { ...proofIn(asked), user_code, confirm: 'yes' })
  const page = await own.follow(confirmed.location ?? '')
  expect(page.location).toContain('/auth/sign-in')
  await own.signIn(key)
  const done = await own.follow(new URL(page.location ?? '').searchParams.get('redirectUrl') ?? '')
  expect(done.text).toContain('The device is connected')
  const tokens = await client.pollDeviceAuthorizationGrant(rp, { ...begun, interval: 0 })
  expect(tokens.claims()?.sub).toBe(given.user.id)
  expect((await client.refreshTokenGrant(rp, tokens.refresh_token ?? '')).access_token).toBeDefined()
})

test('two workspaces with the same client ID are isolated from each other', async () => {
  const mine = await addClient(home, 'Twin', { ...service }, { clientId: 'twin', clientSecret: 'a'.repeat(40) })
  const rp = await relyingParty(home, mine)
  const { access_token: token } = await client.clientCredentialsGrant(rp)
  const there = await relyingParty(home, mine, undefined, 'southgate')
  await expect(client.clientCredentialsGrant(there)).rejects.toThrow()
  await expect(client.tokenIntrospection(there, token)).rejects.toThrow()
})

test('keys and metadata are published with an ETag', async () => {
  for (const path of ['jwks', '.well-known/openid-configuration']) {
    const url = `/oidc/northgate/${path}`
    const first = await home.app.inject({ method: 'GET', url })
    expect(first.statusCode).toBe(200)
    const again = await home.app.inject({
      method: 'GET',
      url,
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(first.body).not.toContain('"d":')
  }
  const { keys } = (await home.app.inject({ method: 'GET', url: '/oidc/northgate/jwks' })).json<{
    keys: { alg: string }[]
  }>()
  expect(keys.map(one => one.alg).toSorted()).toEqual(['ES256', 'RS256'])
  const said = (
    await home.app.inject({
      method: 'GET',
      url: '/oidc/northgate/.well-known/openid-configuration',
      headers: { host: 'evil.example' },
    })
  ).json<Record<string, unknown>>()
  expect(said).toMatchObject({
    issuer: `${origin}/oidc/northgate`,
    authorization_endpoint: `${origin}/oidc/northgate/authorize`,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
  })
  for (const nowhere of ['/oidc/nowhere/jwks', '/oidc/NORTHGATE/jwks', '/OIDC/northgate/jwks'])
    expect((await home.app.inject({ method: 'GET', url: nowhere })).statusCode).toBe(404)
})

test('application settings apply: token lifetime, PKCE, and the previous secret until it is ended', async () => {
  const redirect = 'https://set.example/cb'
  const made = await addClient(home, 'Set', {
    redirectUris: [redirect],
    pkceRequired: false,
    grantTypes: ['authorization_code', 'client_credentials'],
    accessTokenMinutes: 7,
  })
  const rp = await relyingParty(home, made)
  expect((await client.clientCredentialsGrant(rp)).expires_in).toBe(420)
  const own = browser(home)
  await own.signIn(key)
  const url = client.buildAuthorizationUrl(rp, { redirect_uri: redirect, scope: 'openid' })
  expect((await own.follow(url.href)).location).toContain('code=')
  const owner = as((await given.session(given.owner)).accessToken)
  const { clientSecret } = await owner.tell(applications.newSecret, { id: made.id })
  expect((await client.clientCredentialsGrant(rp)).access_token).toBeDefined()
  const anew = await relyingParty(home, { ...made, clientSecret })
  expect((await client.clientCredentialsGrant(anew)).access_token).toBeDefined()
  await owner.tell(applications.endFormer, { id: made.id })
  await expect(client.clientCredentialsGrant(rp)).rejects.toMatchObject({ status: 401 })
})

test('an application is asked to retry, wherever the database connection fails', async () => {
  const made = await addClient(home, 'Patient', service)
  const ask = () =>
    home.app.inject({
      method: 'POST',
      url: '/oidc/northgate/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${made.clientId}:${made.clientSecret}`).toString('base64')}`,
      },
      payload: 'grant_type=client_credentials',
    })
  expect((await ask()).statusCode).toBe(200)
  const { pool } = home.world
  const connect = pool.connect.bind(pool) as () => Promise<unknown>
  const met = []
  for (let good = 0; good < 4; good += 1) {
    let left = good
    const spy = vi
      .spyOn(pool, 'connect')
      .mockImplementation((() =>
        left-- > 0 ? connect() : Promise.reject(new Error('Connection terminated unexpectedly'))) as never)
    const { statusCode, headers, body } = await ask()
    spy.mockRestore()
    if (statusCode !== 200) expect(headers['retry-after'], body).toBe('2')
    met.push(statusCode)
  }
  expect(new Set(met)).toEqual(new Set([503, 200]))
})
