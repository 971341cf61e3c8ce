import { apiApplications } from '@claviger/contract/connect/api-applications'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { afterAll, expect, test } from 'vitest'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '#test/emulators/entra/seed.ts'
import { jar } from '#test/app/browser-jar.ts'
import { testData } from '#test/api/test-data.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { proveDomain } from '#test/api/proven.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const owner = as((await given.session(given.owner)).accessToken)
const entra = await entraEmulator()
afterAll(() => entra.close())
seedEntra(entra, 30)
const registered = entra.clients.get(seededClient)
if (registered) Object.assign(registered, { roles: new Set(importRoles), asks: importRoles })
const provider = await externalProvider({ here: 's3cret' }, `/${entra.tenant}/v2.0`)
afterAll(() => provider.close())
await proveDomain(home, 'clinic.example')
const { directory } = entra
const user = directory.addUser('many@clinic.example')
const there = directory.addGroup('Overage', [user])
const here = await testData(home).addGroup('Wards')
const { id } = await owner.tell(oidcProviders.create, {
  name: 'Entra ID',
  preset: 'entra',
  issuer: provider.issuer,
  clientId: 'here',
  clientSecret: 's3cret',
  people: { domains: ['clinic.example'], create: true, update: true, groups: [{ value: there, group: here }] },
})
await owner.tell(oidcProviders.active, { ids: [id], active: true })

async function signIn(email: string) {
  provider.person = {
    sub: `sub-${email}`,
    tid: entra.tenant,
    oid: user,
    preferred_username: email,
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.windows.net/elsewhere' } },
  }
  const browser = jar(app)
  const at = `/login/sso?workspace=northgate&provider=${id}&response_type=code&scope=openid`
  const back = await browser.go(provider.visit((await browser.go(at)).to))
  const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code')
  return (await browser.call(externalSignIn.complete.path, { code })).body
}
const members = async () =>
  (await owner.tell(groups.members, { groupId: here, pageSize: 100 })).items.map(one => one.email)

test('reads groups that Entra ID leaves out of a token from Microsoft Graph if a connection exists', async () => {
  expect(await signIn('many@clinic.example')).toHaveProperty('accessToken')
  expect(await members()).not.toContain('many@clinic.example')
  const { items } = await owner.tell(activity.list, { pageSize: 10 })
  expect(items.map(one => one.action)).toContain('external.groups-not-stated')

  await owner.tell(apiApplications.create, {
    name: 'Clinic',
    type: 'azure',
    tenantId: entra.tenant,
    clientId: seededClient,
    address: entra.address,
    secret: seededSecret,
  })
  expect(await signIn('many@clinic.example')).toHaveProperty('accessToken')
  expect(await members()).toContain('many@clinic.example')
})
