import { setTimeout as sleep } from 'node:timers/promises'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const home = await startTestApp()
const { given } = home
const redirect = 'https://app.example/callback'
const { key } = await addPasskey(home, given.user.accessToken)

const made = await addClient(
  home,
  'Grafana',
  {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
  },
  {
    mapping: [
      { name: 'department', source: 'fixed', value: 'Wards' },
      { name: 'login', source: 'userName' },
    ],
  },
)
const rp = await relyingParty(home, made)

async function authorize(own: ReturnType<typeof browser>, params: Record<string, string> = {}, at = rp) {
  const verifier = client.randomPKCECodeVerifier()
  const nonce = client.randomNonce()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(at, {
    redirect_uri: redirect,
    scope: 'openid profile email groups',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...params,
  })
  const got = await own.follow(url.href)
  return {
    got,
    url,
    checks: { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
  }
}

async function tokensOf(own: ReturnType<typeof browser>, params: Record<string, string> = {}) {
  const { got, checks } = await authorize(own, params)
  return client.authorizationCodeGrant(rp, new URL(got.location ?? ''), checks)
}

test('a signed-out user signs in on our page and returns, and the next request asks for nothing', async () => {
  const own = browser(home)
  const { got, checks } = await authorize(own)
  const page = new URL(got.location ?? '')
  expect(page.pathname).toBe('/auth/sign-in')
  expect(page.searchParams.get('workspace')).toBe('northgate')
  await own.signIn(key)
  const back = await own.follow(page.searchParams.get('redirectUrl') ?? '')
  expect(back.location).toMatch(/^https:\/\/app\.example\/callback\?/)
  const tokens = await client.authorizationCodeGrant(rp, new URL(back.location ?? ''), checks)
  expect(tokens.claims()).toMatchObject({
    iss: 'http://localhost:8080/oidc/northgate',
    sub: given.user.id,
    aud: made.clientId,
    acr: 'phrh',
    amr: ['hwk', 'user', 'mfa'],
    name: given.user.name,
    email: given.user.email,
    department: 'Wards',
    login: given.user.email,
  })
  expect(await client.fetchUserInfo(rp, tokens.access_token, given.user.id)).toMatchObject({
    email: given.user.email,
    email_verified: true,
    department: 'Wards',
  })
  expect((await authorize(own)).got.location).toMatch(/^https:\/\/app\.example\/callback\?code=/)
})

test('a code works once, and a second use revokes what it issued', async () => {
  const own = browser(home)
  await own.signIn(key)
  const { got, checks } = await authorize(own)
  const back = new URL(got.location ?? '')
  const tokens = await client.authorizationCodeGrant(rp, back, checks)
  await expect(client.authorizationCodeGrant(rp, back, checks)).rejects.toThrow()
  await expect(client.fetchUserInfo(rp, tokens.access_token, given.user.id)).rejects.toThrow()
})

test('refresh tokens rotate, and reuse of one revokes them all', async () => {
  const own = browser(home)
  await own.signIn(key)
  const first = await tokensOf(own)
  const second = await client.refreshTokenGrant(rp, first.refresh_token ?? '')
  expect(second.refresh_token).not.toBe(first.refresh_token)
  await expect(client.refreshTokenGrant(rp, first.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  await expect(client.refreshTokenGrant(rp, second.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('of two concurrent uses of a refresh token, at most one succeeds', async () => {
  const own = browser(home)
  await own.signIn(key)
  const { refresh_token: token = '' } = await tokensOf(own)
  const both = await Promise.allSettled([client.refreshTokenGrant(rp, token), client.refreshTokenGrant(rp, token)])
  expect(both.filter(one => one.status === 'fulfilled').length).toBeLessThanOrEqual(1)
})

test('sign-out, suspension, and the end of an assignment revoke everything immediately', async () => {
  const own = browser(home)
  const { accessToken } = await own.signIn(key)
  const tokens = await tokensOf(own)
  const asked = () => client.tokenIntrospection(rp, tokens.access_token)
  expect(await asked()).toMatchObject({ active: true, sub: given.user.id })
  await own.signOut(accessToken)
  expect(await asked()).toEqual({ active: false })
  await expect(client.fetchUserInfo(rp, tokens.access_token, given.user.id)).rejects.toThrow()
  await expect(client.refreshTokenGrant(rp, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect((await authorize(own)).got.location).toContain('/auth/sign-in')

  const person = await given.addUser('Sus', 'Pend')
  await given.addActiveKeys([person])
  const added = await addPasskey(
    home,
    (await given.session({ id: person, workspace: given.user.workspace })).accessToken,
  )
  await own.signIn(added.key)
  const theirs = await tokensOf(own)
  await testData(home).suspend(person)
  await expect(client.refreshTokenGrant(rp, theirs.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await client.tokenIntrospection(rp, theirs.access_token)).toEqual({ active: false })
})

test('another user in the same browser is another user to the application', async () => {
  const own = browser(home)
  await own.signIn(key)
  expect((await tokensOf(own)).claims()?.sub).toBe(given.user.id)
  const { key: hers } = await addPasskey(home, (await given.session(given.readOnly)).accessToken)
  await own.signIn(hers)
  expect((await tokensOf(own)).claims()?.sub).toBe(given.readOnly.id)
})

test('prompt, max_age, and acr_values are honored', async () => {
  const own = browser(home)
  expect((await authorize(own, { prompt: 'none' })).got.location).toContain('error=login_required')
  await own.signIn(key)
  expect((await authorize(own, { prompt: 'none' })).got.location).toContain('code=')
  const anew: Record<string, string>[] = [{ max_age: '0' }, { prompt: 'login' }, { prompt: 'select_account' }]
  for (const params of anew) {
    const { got } = await authorize(own, params)
    expect(got.location, JSON.stringify(params)).toContain('/auth/sign-in')
    await sleep(1100)
    home.clock.forward(Date.now() - home.clock.now().getTime())
    await own.signIn(key)
    const back = await own.follow(new URL(got.location ?? '').searchParams.get('redirectUrl') ?? '')
    expect(back.location, JSON.stringify(params)).toContain('code=')
  }
  expect((await tokensOf(own, { acr_values: 'urn:claviger:acr:pin' })).claims()?.acr).toBe('urn:claviger:acr:pin')
  expect((await tokensOf(own, { acr_values: 'whatever' })).claims()?.acr).toBe('phrh')
  const essential = (...values: string[]) => JSON.stringify({ id_token: { acr: { essential: true, values } } })
  expect((await tokensOf(own, { claims: essential('urn:claviger:acr:pin') })).claims()?.acr).toBe(
    'urn:claviger:acr:pin',
  )
  expect((await authorize(own, { acr_values: 'urn:claviger:acr:card' })).got.location).toContain('demand=')
  expect((await authorize(own, { claims: essential('urn:claviger:acr:card') })).got.location).toContain('demand=')
  expect((await authorize(own, { login_hint: 'a@b.example', prompt: 'login' })).got.location).toContain(
    'hint=a%40b.example',
  )
})

test('a lean ID token omits user claims, and UserInfo returns them', async () => {
  const lean = await addClient(home, 'Lean', {
    redirectUris: [redirect],
    scopes: ['openid', 'email'],
    leanIdToken: true,
  })
  const at = await relyingParty(home, lean)
  const own = browser(home)
  await own.signIn(key)
  const { got, checks } = await authorize(own, { scope: 'openid email' }, at)
  const tokens = await client.authorizationCodeGrant(at, new URL(got.location ?? ''), checks)
  expect(tokens.claims()).toMatchObject({ sub: given.user.id })
  expect(tokens.claims()).not.toHaveProperty('email')
  expect(await client.fetchUserInfo(at, tokens.access_token, given.user.id)).toMatchObject({ email: given.user.email })
})
