import { attempts } from '@claviger/contract/apps/attempts'
import { UnsecuredJWT } from 'jose'
import { applications } from '@claviger/contract/apps/applications'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const home = await startTestApp()
const { given, as } = home
const redirect = 'https://app.example/cb'
const { key } = await addPasskey(home, given.user.accessToken)
const made = await addClient(home, 'Careful', {
  redirectUris: [redirect],
  postLogoutRedirectUris: ['https://app.example/out'],
})
const rp = await relyingParty(home, made)
const own = browser(home)
await own.signIn(key)

const challenge = await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier())
const asked = (params: Record<string, string | undefined>) => {
  const all = {
    client_id: made.clientId ?? '',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'state',
    ...params,
  }
  const kept = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined)
  return `/oidc/northgate/authorize?${new URLSearchParams(kept).toString()}`
}
const notes = async () => {
  const asOwner = as((await given.session(given.owner)).accessToken)
  return (await asOwner.tell(attempts.ofApplication, { id: made.id })).items
}

test.each([
  `${redirect}/`,
  `${redirect}?x=1`,
  'https://app.example/CB',
  'https://app.example:443/cb',
  'https://app.example/x/../cb',
  'https://app.example.evil.example/cb',
  'https://evil.example/cb',
  'http://app.example/cb',
  'https://app.example@evil.example/cb',
  'https://app.example/cb#f',
  'javascript:alert(1)',
  '//app.example/cb',
])('a request never redirects to the unregistered address %s', async address => {
  const got = await own.get(asked({ redirect_uri: address }))
  expect(got.status).toBe(400)
  expect(got.location).toBeUndefined()
  expect(got.text).toContain('The application requested something it isn&#39;t registered for')
  expect(got.text).toContain('Reference for your administrator')
  expect(got.text).not.toContain('evil.example')
  expect(got.headers['content-security-policy']).toContain("default-src 'none'")
})

test('the administrator sees the requested redirect address and can add it', async () => {
  await own.get(asked({ redirect_uri: `${redirect}/` }))
  const mend = { field: 'redirectUris', value: `${redirect}/` }
  await expect
    .poll(notes, { timeout: 15_000 })
    .toContainEqual(expect.objectContaining({ ok: false, reason: 'redirect-differs', mend }))
})

test.each([
  [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: 'id_token', nonce: 'n' }, 'invalid_request'],
  [
    { request: new UnsecuredJWT({ client_id: made.clientId, redirect_uri: 'https://evil.example' }).encode() },
    'invalid_request_object',
  ],
  [{ prompt: 'none login' }, 'invalid_request'],
  [{ max_age: '-1' }, 'invalid_request'],
])('%j is refused with an error at the registered address', async (params, error) => {
  const { location = '' } = await own.follow(asked(params))
  const at = new URL(location)
  expect(at.origin + at.pathname).toBe(redirect)
  expect(at.searchParams.get('error') ?? new URLSearchParams(at.hash.slice(1)).get('error')).toBe(error)
})

test('an unknown or disabled client gets an error without a redirect (R195)', async () => {
  expect(await own.get(asked({ client_id: 'nobody' }))).toMatchObject({ status: 400, location: undefined })
  const asOwner = as((await given.session(given.owner)).accessToken)
  await asOwner.tell(applications.setActive, { ids: [made.id], active: false })
  expect(await own.get(asked({}))).toMatchObject({ location: undefined })
  await asOwner.tell(applications.setActive, { ids: [made.id], active: true })
})

test('a user without access is refused on our page, and only prompt=none returns an error to the application', async () => {
  const other = await addClient(home, 'Closed', { redirectUris: [redirect] })
  const asOwner = as((await given.session(given.owner)).accessToken)
  await asOwner.tell(applications.assign, { id: other.id, everyone: false, groups: [], units: [], users: [] })
  const got = await own.follow(asked({ client_id: other.clientId ?? '' }))
  expect(got).toMatchObject({ status: 403, location: undefined })
  expect(got.text).toContain('This application is not assigned to you')
  expect((await own.follow(asked({ client_id: other.clientId ?? '', prompt: 'none' }))).location).toContain(
    'error=access_denied',
  )
  await asOwner.tell(applications.assign, {
    id: other.id,
    everyone: false,
    groups: [],
    units: [],
    users: [given.user.id],
  })
  expect((await own.follow(asked({ client_id: other.clientId ?? '' }))).location).toContain('code=')
})

test('a code fails with another verifier, another redirect address, and another client', async () => {
  const { location = '' } = await own.follow(asked({}))
  const code = new URL(location).searchParams.get('code') ?? ''
  const exchange = (more: Record<string, string>) =>
    client.genericGrantRequest(rp, 'authorization_code', {
      code,
      redirect_uri: redirect,
      code_verifier: 'x'.repeat(43),
      ...more,
    })
  await expect(exchange({})).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(exchange({ redirect_uri: 'https://evil.example' })).rejects.toMatchObject({ error: 'invalid_grant' })
  const thief = await relyingParty(home, await addClient(home, 'Thief', { redirectUris: [redirect] }))
  await expect(
    client.genericGrantRequest(thief, 'authorization_code', {
      code,
      redirect_uri: redirect,
      code_verifier: 'x'.repeat(43),
    }),
  ).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('a cross-site POST restarts the request, and form_post submits only to the registered address', async () => {
  const url = new URL(asked({ response_mode: 'form_post' }), 'http://localhost:8080')
  const posted = await own.post(url.pathname, Object.fromEntries(url.searchParams))
  expect(posted).toMatchObject({ status: 303, location: expect.stringContaining('/oidc/northgate/authorize?') })
  const page = await own.follow(posted.location ?? '')
  expect(page.text).toContain(`action="${redirect}"`)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("form-action 'self' https://app.example;")
  expect(policy).toContain("script-src 'sha256-")
})

test('sign-out never redirects to an unregistered address', async () => {
  const got = await own.get(
    `/oidc/northgate/logout?client_id=${made.clientId}&post_logout_redirect_uri=https%3A%2F%2Fevil.example`,
  )
  expect(got).toMatchObject({ status: 400, location: undefined })
  expect(
    (await own.get('/oidc/northgate/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.example')).text,
  ).not.toContain('evil.example')
})

test('a native application can use any port on the loopback address, and no other address', async () => {
  const native = await addClient(home, 'Native', {
    kind: 'native',
    tokenEndpointAuthMethod: 'none',
    redirectUris: ['http://127.0.0.1/cb', 'com.example.app:/cb'],
  })
  const led = async (address: string) =>
    (await own.follow(asked({ client_id: native.clientId ?? '', redirect_uri: address }))).location ?? ''
  expect(await led('http://127.0.0.1:53117/cb')).toMatch(/^http:\/\/127\.0\.0\.1:53117\/cb\?code=/)
  expect(await led('com.example.app:/cb')).toMatch(/^com\.example\.app:\/cb\?code=/)
  for (const other of [
    'http://127.0.0.1:53117/other',
    'http://localhost:53117/cb',
    'http://10.0.0.1:53117/cb',
    'https://127.0.0.1:53117/cb',
  ])
    expect(await led(other), other).toBe('')
})

test('a missing scope or claim is reported with the single value that fixes it', async () => {
  const noted = async (params: Record<string, string>, answer: string) => {
    expect((await own.get(asked(params))).location).toContain(answer)
    return (await notes())[0]
  }
  await expect
    .poll(() => noted({ scope: 'openid phone' }, 'error=invalid_scope'))
    .toMatchObject({
      ok: false,
      reason: 'scope-not-allowed',
      mend: { field: 'scopes', value: 'phone' },
    })
  const claims = JSON.stringify({ userinfo: { phone_number: { essential: true } } })
  await expect
    .poll(() => noted({ claims }, 'code='))
    .toMatchObject({
      ok: true,
      reason: 'claim-not-allowed',
      says: expect.stringContaining('phone_number'),
      mend: { field: 'scopes', value: 'phone' },
    })
})
