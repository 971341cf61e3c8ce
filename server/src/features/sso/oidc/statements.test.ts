import * as client from 'openid-client'
import { applications } from '@claviger/contract/apps/applications'
import { expect, test } from 'vitest'
import { browser } from '#test/app/browser.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient, relyingParty } from '#test/emulators/oidc-client.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { collectStatements } from '#test/app/sent-statements.ts'

const home = await startTestApp()
const { given, as, world } = home
const redirect = 'https://app.example/cb'
const { key } = await addPasskey(home, given.user.accessToken)
const own = browser(home)
await own.signIn(key)
const made = await addClient(home, 'Quick', {
  redirectUris: [redirect],
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'email', 'groups', 'offline_access'],
})
const rp = await relyingParty(home, made)
const service = await addClient(home, 'Service', {
  kind: 'service',
  redirectUris: [],
  grantTypes: ['client_credentials'],
  accessTokenFormat: 'jwt',
  audience: 'https://api.example',
  idTokenAlg: 'ES256',
})
const program = await relyingParty(home, service)

const verifier = client.randomPKCECodeVerifier()
const challenge = await client.calculatePKCECodeChallenge(verifier)
async function authorize(): Promise<URL> {
  const url = client.buildAuthorizationUrl(rp, {
    redirect_uri: redirect,
    scope: 'openid email groups',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return new URL((await own.get(url.href)).location ?? '')
}
const exchange = (back: URL) => client.authorizationCodeGrant(rp, back, { pkceCodeVerifier: verifier })

async function waitedFor(work: () => Promise<unknown>): Promise<string[]> {
  const texts = await collectStatements(work)
  return texts
    .filter(text => !/^begin|^commit|application_attempts|^select "sealed_key"|cache_session|workspace_face/.test(text))
    .map(text => text.replace(/\s+/g, ' ').slice(0, 60))
}

test('a sign-in at an application takes five statements, of which two write and commit by themselves', async () => {
  await client.fetchUserInfo(rp, (await exchange(await authorize())).access_token, given.user.id)
  await client.clientCredentialsGrant(program)
  let back = new URL('x:')
  expect(await waitedFor(async () => (back = await authorize()))).toEqual([
    expect.stringMatching(/^select h\./),
    expect.stringMatching(/^with agreed as/),
  ])
  let tokens: Awaited<ReturnType<typeof exchange>> | undefined
  expect(await waitedFor(async () => (tokens = await exchange(back)))).toEqual([
    expect.stringMatching(/^select i\./),
    expect.stringMatching(/^with used as/),
  ])
  const { access_token: access = '', refresh_token: refresh = '' } = tokens ?? {}
  expect(await waitedFor(() => client.fetchUserInfo(rp, access, given.user.id))).toHaveLength(1)
  expect(await waitedFor(() => client.tokenIntrospection(rp, access))).toHaveLength(1)
  expect(await waitedFor(() => client.refreshTokenGrant(rp, refresh))).toEqual([
    expect.stringMatching(/^select i\./),
    expect.stringMatching(/^with used as/),
  ])
  expect(await waitedFor(() => client.clientCredentialsGrant(program))).toHaveLength(1)
})

test('published keys are served without a database query', async () => {
  const asked = () => home.app.inject({ url: '/oidc/northgate/jwks' })
  await asked()
  expect(await collectStatements(asked)).toEqual([])
})

test('of concurrent uses of one code, one succeeds, and its tokens and log line are written once', async () => {
  const code = (await authorize()).searchParams.get('code') ?? ''
  const lines = async () => {
    const { rows } = await world.superPool.query<{ lines: number; tokens: number; uses: number }>(
      `select (select count(*)::int from activities where action = 'application.opened' and object_id = $1::text) as lines,
         (select count(*)::int from oidc_items where client_id = $2 and kind in ('AccessToken', 'RefreshToken')) as tokens,
         (select sum(uses)::int from application_days where application_id = $1::uuid) as uses`,
      [made.id, made.clientId],
    )
    return rows[0] ?? { lines: 0, tokens: 0, uses: 0 }
  }
  const before = await lines()
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, () =>
      client.genericGrantRequest(rp, 'authorization_code', { code, redirect_uri: redirect, code_verifier: verifier }),
    ),
  )
  const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason as { error: string }] : []))
  expect(refused).toHaveLength(5)
  for (const { error } of refused) expect(error).toBe('invalid_grant')
  const after = await lines()
  expect(after.lines).toBe(before.lines + 1)
  expect(after.uses).toBe(before.uses + 1)
  expect(after.tokens - before.tokens).toBeLessThanOrEqual(2)
})

test('cached application data is dropped when the application changes', async () => {
  const owner = as((await given.session(given.owner)).accessToken)
  const { access_token: access } = await exchange(await authorize())
  const active = () => client.tokenIntrospection(rp, access)
  expect(await active()).toMatchObject({ active: true })
  await owner.tell(applications.oidcActive, { ids: [made.id], active: false })
  await expect(active()).rejects.toMatchObject({ status: 401 })
  await expect(client.fetchUserInfo(rp, access, given.user.id)).rejects.toThrow()
  await owner.tell(applications.oidcActive, { ids: [made.id], active: true })
  expect(await active()).toEqual({ active: false })
})
