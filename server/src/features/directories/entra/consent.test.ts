import { apiApplications } from '@claviger/contract/connect/api-applications'
import { entra as calls } from '@claviger/contract/directories/entra'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ownCertificate } from '#test/emulators/certificate.ts'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { EntraRanks } from '#test/emulators/entra/ranks.ts'
import { importRoles, seedEntra } from '#test/emulators/entra/seed.ts'
import { EntraSignIn, globalAdministrator } from '#test/emulators/entra/sign-in.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { loopback } from '#test/app/loopback.ts'

const client = '7a4d3c52-3f5b-4d0a-8c38-2b1a4c7d9e77'
const foreign = '00000000-0000-4000-8000-00000000f0e1'
const [signIn, ranks] = [new EntraSignIn(), new EntraRanks()]
const entra = await entraEmulator({ more: [signIn.mount, ranks.mount] })
afterAll(() => entra.close())
seedEntra(entra, 20)
const operator = { ENTRA_CLIENT_ID: client, ENTRA_CLIENT_SECRET: 'operator-secret', ENTRA_CLIENT_CLOUD: entra.address }
const { as, given, clock, world } = await startTestApp({ ...loopback, ...operator })
const { cert, key } = ownCertificate()
const byKey = await startTestApp({
  ...loopback,
  ENTRA_CLIENT_ID: client,
  ENTRA_CLIENT_CERTIFICATE: `${cert}${key}`,
  ENTRA_CLIENT_CLOUD: entra.address,
})
const anna = entra.directory.ofType('user')[0]?.thing.id ?? ''
const ben = entra.directory.ofType('user')[1]?.thing.id ?? ''
const registered = {
  name: 'Claviger',
  secret: 'operator-secret',
  asks: [...importRoles, 'RoleManagement.Read.Directory'],
  redirects: ['http://localhost:8080/dashboard/sync/azureAD'],
  multi: true,
}
beforeEach(() => {
  entra.clients.set(client, {
    ...registered,
    roles: new Set(),
  })
  Object.assign(signIn, { wids: true, lax: false })
  signIn.accounts.clear()
  signIn.accounts.set('anna@clinic.example', { tenant: entra.tenant, oid: anna, roles: [globalAdministrator] })
  signIn.accounts.set('ben@clinic.example', { tenant: entra.tenant, oid: ben, roles: [] })
  signIn.accounts.set('mallory@other.example', { tenant: foreign, oid: anna, roles: [globalAdministrator] })
  ranks.roles.clear()
})

const owner = async () => as((await given.session(given.owner)).accessToken)
type Caller = Awaited<ReturnType<typeof owner>>
async function sentBack(url: string): Promise<Record<string, string>> {
  const answer = await fetch(url, { redirect: 'manual' })
  if (answer.status !== 302) throw new Error(await answer.text())
  const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '')
  expect(pathname).toBe('/dashboard/sync/azureAD')
  return Object.fromEntries(searchParams)
}
async function consents(me: Caller, tenant?: string): Promise<URL> {
  const { url } = await me.tell(calls.connect, { state: 'auto-client' })
  expect(url).toContain(`${entra.address}/organizations/v2.0/adminconsent`)
  const back = await sentBack(`${url ?? ''}&answer=yes`)
  const next = await me.tell(calls.arrive, { state: back['state'] ?? '', tenant: tenant ?? back['tenant'] ?? '' })
  expect(next.application).toBeNull()
  return new URL(next.url ?? '')
}
const signs = async (url: URL, account: string) => {
  const { state = '', code = '' } = await sentBack(`${url.href}&account=${account}`)
  return { state, code }
}
const tenants = async () => (await (await owner()).tell(calls.tenants, {})).items
const refused = (code: string) => ({ body: { code } })

describe('a tenant connected by consent to the installation application', () => {
  test('is connected after its administrator signs in, uses the operator secret, and cannot be changed', async () => {
    const me = await owner()
    const came = await signs(await consents(me), 'anna@clinic.example')
    const { application, url } = await me.tell(calls.arrive, came)
    expect(url).toBeNull()
    expect(await tenants()).toMatchObject([{ id: entra.tenant, application, name: 'Entra ID clinic.example' }])
    expect((await me.tell(calls.tenants, {})).offered).toBe(true)
    expect(await me.tell(calls.check, { application: application ?? '' })).toMatchObject({ ok: true, reason: null })
    expect((await me.tell(calls.users, { application: application ?? '' })).items).toHaveLength(20)
    const { items } = await me.tell(activity.list, { action: ['entra.connected'] })
    expect(items[0]).toMatchObject({ objectName: entra.tenant, status: 1 })

    const again = await me.tell(calls.arrive, await signs(await consents(me), 'anna@clinic.example'))
    expect(again.application).toBe(application)
    const id = application ?? ''
    for (const wrong of [{ tenantId: foreign }, { secret: 'mine' }, { address: 'https://login.microsoftonline.us' }])
      expect(await me.ask(apiApplications.update, { id, name: 'Clinic', ...wrong })).toMatchObject(
        refused('operators-application'),
      )
    const named = await me.tell(apiApplications.update, { id, name: 'Clinic', tenantId: entra.tenant })
    expect(named).toMatchObject({ name: 'Clinic', tenantId: entra.tenant, credential: 'installation' })
    await expect(
      world.superPool.query('update api_applications set tenant_id = $1 where id = $2', [foreign, id]),
    ).rejects.toThrow(/does not change/)
  })

  test('is refused if it belongs to another organization: its own administrator must sign in', async () => {
    const me = await owner()
    const before = await tenants()
    const url = await consents(me, foreign)
    expect(url.pathname).toBe(`/${foreign}/oauth2/v2.0/authorize`)
    // The attacker administers another tenant, and signs in there instead of at the named tenant
    url.pathname = `/${entra.tenant}/oauth2/v2.0/authorize`
    const came = await signs(url, 'anna@clinic.example')
    expect(await me.ask(calls.arrive, came)).toMatchObject(refused('cloud-refuses'))
    // Even if Entra ID did not check the tenant in the address
    signIn.lax = true
    const next = await consents(me, foreign)
    next.pathname = `/${entra.tenant}/oauth2/v2.0/authorize`
    expect(await me.ask(calls.arrive, await signs(next, 'anna@clinic.example'))).toMatchObject(
      refused('consent-elsewhere'),
    )
    expect(await tenants()).toEqual(before)
    const { items } = await me.tell(activity.list, { action: ['entra.connected'] })
    expect(items[0]).toMatchObject({ objectName: foreign, status: 2 })
    // A consent without a sign-in, and an invalid tenant
    const { url: begun } = await me.tell(calls.connect, {})
    const { state = '' } = await sentBack(`${begun ?? ''}&answer=yes`)
    for (const tenant of ['', 'organizations', '../common'])
      expect(await me.ask(calls.arrive, { state, tenant })).toMatchObject(refused('consent-stale'))
  })

  test('is refused for a user without an administrator role in the tenant', async () => {
    const me = await owner()
    const tries = async () => me.ask(calls.arrive, await signs(await consents(me), 'ben@clinic.example'))
    expect(await tries()).toMatchObject(refused('consent-not-proven'))
    signIn.wids = false
    expect(await tries()).toMatchObject(refused('consent-not-proven'))
    ranks.roles.add(ben)
    ranks.templates.set(ben, '88d8e3e3-8f55-4a1e-953a-9b9898b8876b')
    expect(await tries()).toMatchObject(refused('consent-not-proven'))
    ranks.templates.delete(ben)
    expect(await tries()).toMatchObject({ status: 200 })
  })

  test('is refused for a response of another session, an expired one, or a replayed one', async () => {
    const me = await owner()
    const came = await signs(await consents(me), 'anna@clinic.example')
    expect(await (await owner()).ask(calls.arrive, came)).toMatchObject(refused('consent-stale'))
    const other = await signs(await consents(me), 'anna@clinic.example')
    expect(await me.ask(calls.arrive, { ...came, code: other.code })).toMatchObject(refused('cloud-refuses'))
    expect(await me.ask(calls.arrive, came)).toMatchObject(refused('consent-stale'))
    const late = await signs(await consents(me), 'anna@clinic.example')
    clock.forward(minutes(6))
    expect(await me.ask(calls.arrive, late)).toMatchObject(refused('verify-first'))
    clock.forward(minutes(5))
    expect(await me.ask(calls.arrive, late)).toMatchObject(refused('consent-stale'))
  })

  test('works with a certificate instead of a secret, which is never sent', async () => {
    entra.clients.set(client, { ...registered, certificate: cert, secret: 'another', roles: new Set() })
    const me = byKey.as((await byKey.given.session(byKey.given.owner)).accessToken)
    const { application } = await me.tell(calls.arrive, await signs(await consents(me), 'anna@clinic.example'))
    expect(await me.tell(calls.check, { application: application ?? '' })).toMatchObject({ ok: true })
  })

  test('is no longer used when the operator changes the application', async () => {
    const me = await owner()
    const { application } = await me.tell(calls.arrive, await signs(await consents(me), 'anna@clinic.example'))
    await world.superPool.query('update api_applications set client_id = $1 where operators', [foreign])
    const checked = await me.tell(calls.check, { application: application ?? '' })
    expect(checked).toMatchObject({ ok: false, reason: expect.stringContaining('Connect the tenant again') as string })
  })
})
