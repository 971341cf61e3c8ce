import { applications } from '@claviger/contract/apps/applications'
import { attempts } from '@claviger/contract/apps/attempts'
import { oidc } from '@claviger/contract/sso/oidc'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient } from '#test/emulators/oidc-client.ts'

const home = await startTestApp()
const { as, given, world } = home
const redirect = 'https://app.example/callback'
const owner = as((await given.session(given.owner)).accessToken)
const mapping = [
  { name: 'department', source: 'fixed' as const, value: 'Wards' },
  { name: 'phone', source: 'phone' as const },
]
const made = await addClient(
  home,
  'Grafana',
  {
    redirectUris: [redirect],
    grantTypes: ['authorization_code', 'refresh_token'],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    tokenEndpointAuthMethod: 'client_secret_post',
    requirePushedRequests: true,
    dpopRequired: true,
  },
  { mapping },
)

type Tried = Awaited<ReturnType<typeof tried>>
const tried = (user?: string) => owner.tell(oidc.tryOut, { id: made.id, ...(user !== undefined && { user }) })
const failing = ({ checks }: Tried) => checks.filter(one => !one.ok).map(one => one.name)
const told = ({ parts }: Tried, name: string) =>
  Object.fromEntries(parts.find(one => one.name === name)?.claims.map(one => [one.name, one.value]) ?? [])

const left = async () => {
  const { rows } = await world.superPool.query<Record<string, number>>(
    `select (select count(*)::int from oidc_items where client_id = $1 or kind = 'Session') as given,
       (select count(*)::int from application_days where application_id = $2) as uses,
       (select count(*)::int from activities where action = 'application.opened') as lines`,
    [made.clientId, made.id],
  )
  return rows[0]
}

test('a test signs the administrator in as the application does, and shows all claims and each check', async () => {
  const before = await left()
  const got = await tried()
  expect(got).toMatchObject({ real: true, clientId: made.clientId, recipient: redirect, scope: 'openid profile email' })
  expect(failing(got)).toEqual(['attributes'])
  expect(got.checks.find(one => !one.ok)?.detail).toBe('phone')
  expect(got.checks.map(one => one.name)).toEqual(
    expect.arrayContaining(['code', 'tokens', 'issuer', 'audience', 'nonce', 'times', 'userinfo', 'once']),
  )
  const claims = told(got, 'id-token')
  expect(claims).toMatchObject({ sub: given.owner.id, aud: made.clientId, department: 'Wards', iss: got.issuer })
  expect(told(got, 'userinfo')).toMatchObject({ email: given.owner.email, email_verified: expect.any(String) })
  expect(told(got, 'id-token-header')['alg']).toBe('RS256')
  expect(JSON.stringify(got)).not.toMatch(/eyJ|access_token"|refresh_token/)
  expect(await left()).toEqual(before)
  expect((await owner.tell(attempts.ofApplication, { id: made.id })).items).toEqual([])
})

test('a test for another user is a preview without a sign-in', async () => {
  const got = await tried(given.user.id)
  expect(got.real).toBe(false)
  expect(got.parts.map(one => one.name)).toEqual(['id-token'])
  expect(told(got, 'id-token')).toMatchObject({ sub: given.user.id, email: given.user.email, department: 'Wards' })
  expect(got.checks.map(one => one.name)).toEqual(['active', 'assigned', 'attributes', 'address'])
})

test('a failed check is reported with the error code of the standard', async () => {
  await owner.tell(applications.assign, { id: made.id, everyone: false, groups: [], units: [], users: [] })
  const shut = await tried()
  expect(failing(shut)).toEqual(expect.arrayContaining(['assigned', 'code']))
  expect(shut.checks.find(one => one.name === 'code')?.detail).toContain('access_denied')
  expect(shut.parts).toEqual([])
  await owner.tell(applications.assign, { id: made.id, everyone: true, groups: [], units: [], users: [] })
  await owner.tell(applications.setActive, { ids: [made.id], active: false })
  expect(failing(await tried())).toEqual(expect.arrayContaining(['active', 'code']))
  await owner.tell(applications.setActive, { ids: [made.id], active: true })
  expect(failing(await tried())).toEqual(['attributes'])
})

test('only administrators who can change applications test them, in their own workspace', async () => {
  const reads = as((await given.session(given.readOnly)).accessToken)
  expect(await reads.ask(oidc.tryOut, { id: made.id })).toMatchObject({ status: 403 })
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await elsewhere.ask(oidc.tryOut, { id: made.id })).toMatchObject({ status: 404 })
})
