import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { entra as calls } from '@claviger/contract/directories/entra'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { groups } from '@claviger/contract/people/groups'
import { users, userStatus } from '@claviger/contract/people/users'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { guidOf } from '#test/emulators/entra/directory.ts'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '#test/emulators/entra/seed.ts'
import type { Person } from '#test/api/fixtures.ts'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given } = await startTestApp(loopback)
const entra = await entraEmulator()
afterAll(() => entra.close())
seedEntra(entra, 120)
beforeEach(() => {
  entra.wrongly = { pageSize: 50 }
  entra.clients.set(seededClient, { name: 'C', secret: seededSecret, roles: new Set(importRoles) })
})
const tenant = {
  tenantId: entra.tenant,
  clientId: seededClient,
  address: entra.address,
  secret: seededSecret,
}

async function connected(who: Person) {
  const owner = async () => as((await given.session(who)).accessToken)
  const me = await owner()
  const { id: application } = await me.tell(apiApplications.create, { name: 'Clinic', type: 'azure', ...tenant })
  const settings = { scope: { by: 'all' }, guests: false, groups: true } as const
  const { id: connection } = await me.tell(calls.create, { name: 'Clinic', application, settings })
  const ended = async (id: string) => endOf(await owner(), id)
  return {
    owner,
    application,
    connection,
    ended,
    allowMany: async () => {
      const brake = { people: 1000, percent: 5 }
      await (await owner()).tell(connections.update, { id: connection, brake })
    },
    approve: async () => {
      const reach = { roles: [], touchesRank: false, privateHosts: [] }
      await (await owner()).tell(connections.approve, { id: connection, ...reach })
    },
    run: async (more: object = {}) => ended((await (await owner()).tell(syncs.begin, { connection, ...more })).id),
  }
}

async function endOf(me: Caller, id: string): Promise<SyncRun> {
  for (let tries = 0; tries < 600; tries++) {
    const now = await me.tell(syncs.get, { id })
    if (now.finishedAt !== null || now.state === 'braked') return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the run does not end')
}

test('imports from the first preview to later changes', async () => {
  const { owner, application, approve, allowMany, ended, run } = await connected(given.owner)
  const me = await owner()
  const inGroup = async (name: string) => {
    const found = (await me.tell(groups.list, { search: name })).items.find(one => one.name === name)
    return found && (await me.tell(users.list, { group: found.id, pageSize: 100 })).total
  }

  const chosen = { application, import: [guidOf('anna.adler@clinic.example')] }
  expect(await me.ask(calls.users, chosen)).toMatchObject({ status: 409, body: { code: 'not-approved' } })
  const { run: looked } = await me.tell(calls.users, { ...chosen, dry: true })
  expect(await ended(looked ?? '')).toMatchObject({ state: 'done', dry: true, counts: { seen: 1, added: 1 } })
  expect((await me.tell(users.list, { search: 'anna.adler' })).total).toBe(0)
  await approve()

  // Importing selected users and groups must not make others leave
  const { run: anna } = await me.tell(calls.users, chosen)
  expect(await ended(anna ?? '')).toMatchObject({ state: 'done', succeeded: 1, counts: { added: 1, leaving: 0 } })
  const { run: many } = await me.tell(calls.groups, { application, import: [guidOf('group Surgery')] })
  expect(await ended(many ?? '')).toMatchObject({ state: 'done', counts: { seen: 20, added: 19, groups: 1 } })
  expect(await inGroup('Surgery')).toBe(20)
  expect(await inGroup('Radiology')).toBeUndefined()

  const wider = await run()
  expect(wider).toMatchObject({ state: 'braked', exceeds: ['additions'] })
  await allowMany()
  const first = await run()
  expect(first).toMatchObject({ state: 'done', whole: true, counts: { seen: 120, added: 98 } })
  expect(await inGroup('All clinical staff')).toBe(78)
  expect((await me.tell(users.list, { search: 'clinic.example' })).total).toBe(118)
  entra.directory.change(guidOf('ben.adler@clinic.example'), { surname: 'Married' })
  entra.directory.remove(guidOf('clara.adler@clinic.example'))
  entra.directory.change(guidOf('david.adler@clinic.example'), { accountEnabled: false })
  entra.directory.setMembers(guidOf('group Radiology'), [guidOf('anna.adler@clinic.example')])
  entra.asked.length = 0
  const second = await run()
  expect(second).toMatchObject({
    state: 'done',
    whole: false,
    counts: { seen: 2, changed: 1, suspended: 1, leaving: 1 },
  })
  expect(entra.asked.filter(one => one === 'GET /v1.0/users/delta')).toHaveLength(1)
  expect((await me.tell(users.list, { search: 'ben.adler' })).items[0]?.lastName).toBe('Married')
  for (const search of ['clara.adler', 'david.adler'])
    expect((await me.tell(users.list, { search })).items[0]?.status).toBe(userStatus.suspended)
  expect(await inGroup('Radiology')).toBe(1)
})

const elsewhere = await connected(given.ownerElsewhere)
await elsewhere.approve()

test('the first import defines the scope of a connection, and later imports widen it', async () => {
  const me = await elsewhere.owner()
  const { id: application } = await me.tell(apiApplications.create, { name: 'Scoped', type: 'azure', ...tenant })
  const [surgery, radiology] = [guidOf('group Surgery'), guidOf('group Radiology')]
  const asked = { application, import: [surgery], named: [{ id: surgery, name: 'Surgery' }] }
  const { run: first } = await me.tell(calls.groups, { ...asked, dry: true })
  await elsewhere.ended(first ?? '')
  const { items } = await me.tell(calls.tenants, {})
  const id = items.find(one => one.application === application)?.connection ?? ''
  expect(await me.tell(connections.get, { id })).toMatchObject({ everyMinutes: 15 })
  const scope = async () => (await me.tell(calls.get, { id })).settings.scope
  expect(await scope()).toEqual({ by: 'groups', groups: [{ id: surgery, name: 'Surgery' }] })
  const again = await elsewhere.owner()
  const whole = await elsewhere.ended((await again.tell(syncs.begin, { connection: id, dry: true })).id)
  expect(whole).toMatchObject({ whole: true, counts: { seen: 20 } })
  const { run: second } = await again.tell(calls.groups, { application, import: [radiology], dry: true })
  await elsewhere.ended(second ?? '')
  expect(await scope()).toMatchObject({ groups: [{ id: radiology }] })
  // Nothing was imported, so the previewed group doesn't limit an import of all users
  const { run: third } = await again.tell(calls.users, { application, everyone: true, dry: true })
  expect(await elsewhere.ended(third ?? '')).toMatchObject({ whole: true, counts: { seen: 119 } })
  expect(await scope()).toEqual({ by: 'all' })
  await again.tell(connections.remove, { id })
})

test('renews a token that expires midway, and changes nothing when a permission is revoked', async () => {
  const { run } = elsewhere
  expect(await run()).toMatchObject({ state: 'done', whole: true })
  entra.wrongly = { pageSize: 50, throttleEvery: 5, retryAfter: 0 }
  entra.endTokens()
  expect(await run({ dry: true })).toMatchObject({ state: 'done', counts: { leaving: 0 } })
  entra.clients.get(seededClient)?.roles.delete('User.Read.All')
  entra.endTokens()
  entra.wrongly = {}
  const refused = await run()
  expect(refused).toMatchObject({ state: 'failed', counts: { leaving: 0 } })
  expect(refused.reason).toContain('Insufficient privileges')
})

test('an approval applies only to the tenant it was given for', async () => {
  const { owner, application, connection, approve } = elsewhere
  const me = await owner()
  const { name } = await me.tell(apiApplications.get, { id: application })
  const another = { tenantId: '00000000-0000-4000-8000-000000000001', clientId: seededClient, secret: 'theirs' }
  await me.tell(apiApplications.update, { id: application, name, address: entra.address, ...another })
  expect(await me.ask(syncs.begin, { connection })).toMatchObject({ status: 409, body: { code: 'not-approved' } })
  await me.tell(apiApplications.update, { id: application, name, ...tenant })
  await approve()
})
