import { generateKeyPairSync } from 'node:crypto'
import { oktaApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { okta as calls } from '@claviger/contract/directories/okta'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { users, userStatus } from '@claviger/contract/people/users'
import { afterAll, expect, test } from 'vitest'
import { oktaId } from '#test/emulators/okta/directory.ts'
import { oktaEmulator } from '#test/emulators/okta/okta.ts'
import { seedOkta } from '#test/emulators/okta/seed.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given } = await startTestApp(loopback)
const owner = async () => as((await given.session(given.owner)).accessToken)
const okta = await oktaEmulator()
afterAll(() => okta.close())
seedOkta(okta, 60)
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
okta.clients.set('0oaclient1234', {
  jwk: publicKey.export({ format: 'jwk' }),
  scopes: new Set(['okta.users.read', 'okta.groups.read']),
})
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

async function ended(id: string): Promise<SyncRun> {
  const me = await owner()
  for (let tries = 0; tries < 600; tries++) {
    const now = await me.tell(syncs.get, { id })
    if (now.finishedAt !== null || now.state === 'braked') return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the run does not end')
}

test('reads an organization with a service application key, and applies suspensions and deletions', async () => {
  const me = await owner()
  const whole = { name: 'Okta', address: okta.address, clientId: '0oaclient1234', privateKey: pem }
  expect(await me.ask(oktaApplications.create, { ...whole, clientId: undefined })).toMatchObject({ status: 422 })
  expect(await me.ask(oktaApplications.create, { ...whole, privateKey: 'no key' })).toMatchObject({ status: 422 })
  const made = await me.tell(oktaApplications.create, whole)
  expect(made).toMatchObject({ credential: 'key', clientId: '0oaclient1234' })
  const checked = await me.tell(oktaApplications.check, { id: made.id })
  expect(checked.check).toMatchObject({ ok: true, missing: [] })

  const found = await me.tell(calls.groups, { application: made.id, search: 'surg' })
  expect(found.items).toMatchObject([{ name: 'Surgery' }])
  const { id: connection } = await me.tell(calls.create, {
    name: 'Okta',
    application: made.id,
    settings: { scope: [], groups: true },
  })
  expect(await me.tell(connections.get, { id: connection })).toMatchObject({ everyMinutes: 15 })
  expect(await me.tell(syncs.check, { id: connection })).toEqual({ ok: true, reason: null, missing: [] })
  await me.tell(connections.approve, { id: connection, roles: [], touchesRank: false, privateHosts: [] })
  const run = async () => ended((await (await owner()).tell(syncs.begin, { connection })).id)
  // With calls that are rate limited until the next minute
  okta.wrongly = { throttleEvery: 3, resetIn: 0, pageSize: 20 }
  expect(await run()).toMatchObject({ state: 'done', whole: true, counts: { seen: 60, added: 59, groups: 6 } })
  okta.wrongly = {}

  const later = new Date(Date.now() + 60_000).toISOString()
  okta.directory.change(oktaId('00u', 'anna.adler@clinic.example'), { status: 'SUSPENDED', lastUpdated: later })
  okta.directory.change(oktaId('00u', 'ben.adler@clinic.example'), { status: 'DEPROVISIONED', lastUpdated: later })
  expect(await run()).toMatchObject({ state: 'done', whole: false, counts: { suspended: 1, leaving: 1 } })
  for (const search of ['anna.adler', 'ben.adler'])
    expect((await (await owner()).tell(users.list, { search })).items[0]?.status).toBe(userStatus.suspended)

  okta.clients.get('0oaclient1234')?.scopes.delete('okta.groups.read')
  expect((await (await owner()).tell(oktaApplications.check, { id: made.id })).check?.missing).toEqual([
    'okta.groups.read',
  ])
})
