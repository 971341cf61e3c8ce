import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { entra as calls } from '@claviger/contract/directories/entra'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '#test/emulators/entra/seed.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given, app, clock } = await startTestApp(loopback)
const owner = async () => as((await given.session(given.owner)).accessToken)
const entra = await entraEmulator()
afterAll(() => entra.close())
seedEntra(entra, 130)
const back = 'http://localhost:8080/dashboard/sync/azureAD'
const registered = entra.clients.get(seededClient)
beforeEach(() => {
  entra.wrongly = {}
  if (registered) Object.assign(registered, { roles: new Set(importRoles), asks: importRoles, redirects: [back] })
})
const { id: application } = await (
  await owner()
).tell(apiApplications.create, {
  name: 'Clinic',
  type: 'azure',
  tenantId: entra.tenant,
  clientId: seededClient,
  address: entra.address,
  secret: seededSecret,
})

test('consent leads to Microsoft and back, with a state for this session and workspace, valid ten minutes (R193)', async () => {
  registered?.roles.clear()
  const me = await owner()
  const before = await me.tell(calls.check, { application })
  expect(before).toMatchObject({ ok: false, reason: 'Not granted: User.Read.All, GroupMember.Read.All' })
  const { url } = await me.tell(calls.connect, { state: 'auto-client', application })
  const answer = await fetch(`${url ?? ''}&answer=yes`, { redirect: 'manual' })
  const home = new URL(answer.headers.get('location') ?? '')
  expect(home.pathname).toBe('/dashboard/sync/azureAD')
  const came = { state: home.searchParams.get('state') ?? '', tenant: home.searchParams.get('tenant') ?? '' }
  expect(came.state).toMatch(/^auto-client\./)
  expect(await me.tell(calls.arrive, came)).toEqual({ application, url: null })
  const checked = await me.tell(calls.check, { application })
  expect(checked).toMatchObject({ application, ok: true, reason: null })
  expect(checked.permissions.find(one => one.name === 'Device.Read.All')).toMatchObject({ given: false, needed: false })

  const stale = { status: 409, body: { code: 'consent-stale' } }
  expect(await (await owner()).ask(calls.arrive, came)).toMatchObject(stale)
  expect(await me.ask(calls.arrive, { ...came, state: came.state.replace('auto-client', 'other') })).toMatchObject(
    stale,
  )
  expect(await me.ask(calls.arrive, { ...came, state: `${came.state.slice(0, -4)}AAAA` })).toMatchObject(stale)
  const elsewhere = { ...came, tenant: '00000000-0000-4000-8000-000000000000' }
  expect(await me.ask(calls.arrive, elsewhere)).toMatchObject({ status: 409, body: { code: 'consent-elsewhere' } })
  clock.forward(minutes(9))
  expect(await me.ask(calls.arrive, came)).toMatchObject({ status: 200 })
  clock.forward(minutes(2))
  expect(await me.ask(calls.arrive, came)).toMatchObject(stale)
})

test('explains what to do without an application to consent to', async () => {
  expect(await (await owner()).tell(calls.tenants, {})).toMatchObject({ offered: false })
  expect(await (await owner()).tell(calls.connect, { state: 'auto-client' })).toMatchObject({
    url: null,
    reason: expect.stringContaining('Register one in your tenant') as string,
  })
})

test.each([
  ['', 'https://login.microsoftonline.com', 'https://graph.microsoft.com'],
  ['https://login.microsoftonline.us', 'https://login.microsoftonline.us', 'https://graph.microsoft.us'],
  ['https://dod-graph.microsoft.us', 'https://login.microsoftonline.us', 'https://dod-graph.microsoft.us'],
  [
    'https://login.partner.microsoftonline.cn',
    'https://login.partner.microsoftonline.cn',
    'https://microsoftgraph.chinacloudapi.cn',
  ],
])('the cloud of %j has its own consent and Graph addresses', async (address, signIn, graph) => {
  const me = await owner()
  const { id } = await me.tell(apiApplications.create, {
    name: `In ${graph}`,
    type: 'azure',
    tenantId: entra.tenant,
    clientId: seededClient,
    address,
    secret: 'any',
  })
  const { url } = await me.tell(calls.connect, { state: 'auto-client', application: id })
  expect(url).toContain(`${signIn}/${entra.tenant}/v2.0/adminconsent`)
  expect(new URL(url ?? '').searchParams.get('scope')).toBe(`${graph}/.default`)
  await me.tell(apiApplications.remove, { id })
})

test('lists, searches, and pages tenants, groups, and users', async () => {
  const me = await owner()
  expect((await me.tell(calls.tenants, {})).items).toEqual([
    { id: entra.tenant, application, name: 'Clinic', connection: null },
  ])
  const first = await me.tell(calls.users, { application })
  expect(first.items).toHaveLength(50)
  const second = await me.tell(calls.users, { application, cursor: first.cursor ?? '' })
  const third = await me.tell(calls.users, { application, cursor: second.cursor ?? '' })
  expect([...first.items, ...second.items, ...third.items]).toHaveLength(130)
  expect(new Set([...first.items, ...second.items, ...third.items].map(one => one.id)).size).toBe(130)
  expect(third.cursor).toBeNull()
  const anna = await me.tell(calls.users, { application, search: 'anna.b' })
  expect(anna.items).toMatchObject([{ name: 'Anna Berg', userId: 'anna.berg@clinic.example', active: true }])
  expect((await me.tell(calls.groups, { application, search: "O'Brien's team, \"q" })).items).toHaveLength(1)
  expect((await me.tell(calls.groups, { application, search: "x' or displayName eq 'Surgery" })).items).toEqual([])
})

test('explains refusals of Entra ID', async () => {
  registered?.roles.delete('GroupMember.Read.All')
  entra.endTokens()
  expect(await (await owner()).ask(calls.groups, { application })).toMatchObject({
    status: 409,
    body: { code: 'cloud-refuses', message: expect.stringContaining('Insufficient privileges') as string },
  })
})

test('the header that names a directory user grants no access', async () => {
  const url = '/administrator/aad/tenants'
  const headers = { 'x-user-id': given.owner.id, accept: 'application/json' }
  expect((await app.inject({ method: 'GET', url, headers })).statusCode).toBe(401)
})

test('a connection shows its scope, and needs approval again when its application changes', async () => {
  const me = await owner()
  const settings = { scope: { by: 'all' }, guests: false, groups: true } as const
  const made = await me.tell(calls.create, { name: 'Clinic', application, settings, mode: 1, everyMinutes: 60 })
  const kept = async () => (await me.tell(connections.get, { id: made.id })) as object
  expect(await kept()).toMatchObject({ mode: 1, everyMinutes: 60 })
  expect(made).toMatchObject({ kind: 1, apiApplication: application, connection: 'pending' })
  expect((await me.tell(calls.tenants, {})).items[0]?.connection).toBe(made.id)
  const scoped = { ...settings, scope: { by: 'groups' as const, groups: [{ id: entra.tenant, name: 'Any' }] } }
  const changed = { id: made.id, name: 'Clinic 2', application, settings: scoped, mode: 3, everyMinutes: 120 }
  await me.tell(calls.update, changed)
  expect(await kept()).toMatchObject({ mode: 3, everyMinutes: 120 })
  expect(await me.tell(calls.get, { id: made.id })).toEqual({ application, settings: scoped })
  await me.tell(connections.approve, { id: made.id, roles: [], touchesRank: false, privateHosts: [] })
  const { id: other } = await me.tell(apiApplications.create, {
    name: 'Another clinic',
    type: 'azure',
    tenantId: '00000000-0000-4000-8000-000000000001',
    clientId: seededClient,
    address: entra.address,
    secret: 'any',
  })
  expect((await me.tell(connections.get, { id: made.id })).reach.approvedBy).not.toBeNull()
  const same = { id: made.id, name: 'Clinic', application, settings }
  expect((await me.tell(calls.update, same)).reach.approvedBy).not.toBeNull()
  expect((await me.tell(calls.update, { ...same, application: other })).reach.approvedBy).toBeNull()
})
