import { X509Certificate } from 'node:crypto'
import { type OidcInput, PeopleRules } from '@claviger/contract/connect/identity-providers'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { sharing } from '@claviger/contract/keys/sharing'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { afterAll, expect, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { testData } from '#test/api/test-data.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { samlProvider } from '#test/emulators/saml-provider.ts'
import { days } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'
import { warnOfProviders } from './identity-providers.jobs.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, given, world } = home
const provider = await externalProvider({ here: 's3cret' })
const second = await externalProvider({ here: 's3cret' })
afterAll(() => Promise.all([provider.close(), second.close()]))
const owner = as(given.owner.accessToken)
const administrator = as(given.administrator.accessToken)

let count = 0
const given_ = (
  more: object = {},
): Omit<OidcInput, 'preset' | 'people' | 'tokenAuth' | 'signOutThere' | 'scopes' | 'assurance'> => ({
  name: `Login ${count++}`,
  issuer: provider.issuer,
  clientId: 'here',
  clientSecret: 's3cret',
  ...more,
})

test('a provider is created, changed, offered once it is on, and deleted; its secret is never returned', async () => {
  const made = await owner.tell(oidcProviders.create, given_({ name: 'Clinic login', preset: 'keycloak' }))
  expect(JSON.stringify(made)).not.toContain('s3cret')
  expect(made).toMatchObject({ active: false, hasSecret: true, version: 1, linked: 0 })
  const offered = async () =>
    (await as(undefined).tell(oidcProviders.offered, { id: 'northgate' })).items.filter(({ id }) => id === made.id)
  expect(await offered()).toEqual([])
  await owner.tell(oidcProviders.active, { ids: [made.id], active: true })
  expect(await offered()).toEqual([
    { id: made.id, kind: 'keycloak', name: 'Clinic login', url: expect.stringContaining(`provider=${made.id}`) },
  ])
  expect((await as(undefined).tell(oidcProviders.offered, { id: 'southgate' })).items).toEqual([])
  const saml = (await as(undefined).tell(samlProviders.offered, { id: 'northgate' })).items
  expect(saml.map(({ id }) => id)).not.toContain(made.id)
  const saved = await owner.tell(oidcProviders.put, { ...given_({ name: 'Renamed' }), id: made.id, version: 1 })
  expect(saved).toMatchObject({ name: 'Renamed', version: 2 })
  expect(await owner.ask(oidcProviders.postOne, { ...given_(), id: made.id, version: 1 })).toMatchObject({
    status: 409,
  })
  expect((await owner.tell(oidcProviders.list, { search: 'renam' })).items).toMatchObject([{ id: made.id }])
  expect((await as(given.ownerElsewhere.accessToken).ask(oidcProviders.get, { id: made.id })).status).toBe(404)
  expect(await owner.tell(oidcProviders.removeMany, { ids: [made.id] })).toEqual({ removed: 1 })
})

test('changing the issuer requires the client secret again', async () => {
  const made = await owner.tell(oidcProviders.create, given_())
  const { clientSecret: _left, ...moved } = given_({ issuer: second.issuer })
  expect(await owner.ask(oidcProviders.update, { ...moved, id: made.id })).toMatchObject({
    status: 422,
    body: { code: 'secret-needed', fields: [{ field: 'clientSecret' }] },
  })
  expect(await owner.ask(oidcProviders.update, { ...moved, id: made.id, clientSecret: 'new' })).toMatchObject({
    status: 200,
  })
})

test.each([
  [{ issuer: 'http://127.0.0.1:9' }, 'provider-unreachable'],
  [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'provider-wrong'],
  [{ issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }, 'provider-wrong'],
  [{ clientSecret: undefined }, 'invalid-input'],
  [{ people: { link: 'email' } }, 'invalid-input'],
  [{ people: { create: true } }, 'invalid-input'],
  [{ preset: 'entra', people: { link: 'email', domains: ['clinic.example'] } }, 'invalid-input'],
  [{ people: { roles: [{ value: 'a', role: 1 }] } }, 'invalid-input'],
] as const)('refuses %o: %s', async (more, code) => {
  expect((await owner.ask(oidcProviders.create, given_(more))).body['code']).toBe(code)
})

test('refuses an issuer that names a different issuer', async () => {
  expect((await owner.ask(oidcProviders.create, given_({ issuer: `${provider.issuer}/` }))).body['code']).toBe(
    'provider-wrong',
  )
})

test('rules give no more than the permissions of their author, and open no account of a user with a role', async () => {
  const opener = await testData(home).addGroup('Opens the owner')
  await owner.tell(sharing.add, {
    id: given.owner.id,
    users: [],
    groups: [opener],
  })
  const people = { groups: [{ value: '*', group: opener }] }
  expect((await administrator.ask(oidcProviders.create, given_({ people }))).body['code']).toBe('above-you')
  expect((await owner.ask(oidcProviders.create, given_({ people }))).body['code']).toBe('members-not-by-hand')
  for (const who of [given.userManager, given.readOnly])
    expect((await as(who.accessToken).ask(oidcProviders.create, given_())).status).toBe(403)
})

test('only an owner can change the issuer of a provider that is linked to an owner account', async () => {
  const made = await administrator.tell(oidcProviders.create, given_())
  await administrator.tell(oidcProviders.active, { ids: [made.id], active: true })
  const browser = jar(app)
  provider.person = { sub: 'ada-1' }
  const start = `/login/sso?workspace=northgate&provider=${made.id}`
  const { to } = await browser.go(provider.visit((await browser.go(start)).to))
  const code = new URLSearchParams(to.split('#')[1]).get('code')
  await browser.call(externalSignIn.complete.path, { code })
  const { accessToken } = await given.session(given.owner)
  expect((await browser.call(externalSignIn.confirm.path, {}, accessToken)).status).toBe(200)
  const moved = { ...given_({ issuer: second.issuer }), id: made.id }
  expect((await administrator.ask(oidcProviders.update, moved)).body['code']).toBe('above-you')
  expect((await administrator.ask(oidcProviders.update, { ...moved, issuer: provider.issuer })).status).toBe(200)
  expect((await owner.tell(oidcProviders.get, { id: made.id })).linked).toBe(1)
  expect((await owner.tell(oidcProviders.update, moved)).linked).toBe(0)
})

async function warned(action: string, { id, ends, left }: { id: string; ends: number; left: number }) {
  const clock = { now: () => new Date(ends - days(left) + 1000) }
  await warnOfProviders.work({ ...world, clock }, {})
  const { rows } = await world.superPool.query<{ days: string }>(
    "select after->>'days' as days from activities where action = $2 and object_id = $1 order by id",
    [id, action],
  )
  return rows.map(row => row.days)
}

test('notifies owners 30, 7, and 1 days before the last certificate of a provider expires, once each', async () => {
  const idp = samlProvider(() => ({ entityId: '', acsUrl: '' }))
  const metadata = idp.metadata('https://idp.clinic.example/ending')
  const { id, certificateEndsAt } = await owner.tell(samlProviders.create, { name: 'Ending', metadata })
  const ends = Date.parse(certificateEndsAt ?? '')
  const told = (left: number) => warned('identity-provider.ends', { id, ends, left })
  expect(await told(10)).toEqual([])
  await owner.tell(samlProviders.active, { ids: [id], active: true })
  expect(await told(40)).toEqual([])
  expect(await told(29)).toEqual(['29'])
  expect(await told(28)).toEqual(['29'])
  expect(await told(6)).toEqual(['29', '6'])
})

test('notifies owners 60, 30, 7, and 1 days before our own certificate expires, with how to replace it', async () => {
  const idp = samlProvider(() => ({ entityId: '', acsUrl: '' }))
  const metadata = idp.metadata('https://idp.clinic.example/own')
  const { id, ownCertificate } = await owner.tell(samlProviders.create, { name: 'Owned', metadata })
  await owner.tell(samlProviders.active, { ids: [id], active: true })
  const ends = new X509Certificate(ownCertificate).validToDate.getTime()
  const told = (left: number) => warned('identity-provider.own-ends', { id, ends, left })
  const letters = async () => JSON.stringify((await outboxMails(world)).filter(one => one.subject.includes('“Owned”')))
  expect(await told(61)).toEqual([])
  expect(await told(60)).toEqual(['60'])
  expect(await told(59)).toEqual(['60'])
  await expect.poll(letters).toContain('The Claviger certificate for “Owned” expires in 60 days')
  expect(await letters()).toMatch(
    /“Publish new certificate”. Make sure the provider has imported it, then choose “Switch to new certificate”/,
  )
  await owner.tell(samlProviders.announceKey, { id })
  expect(await told(29)).toEqual(['60', '29'])
  await expect.poll(letters).toContain('A new certificate is already published')
  await owner.tell(samlProviders.changeKey, { id })
  expect(await told(29)).toEqual(['60', '29', '29'])
})

test('reads SAML metadata, and refuses expired or invalid metadata and metadata without a certificate', async () => {
  const idp = samlProvider(() => ({ entityId: '', acsUrl: '' }))
  const whole = idp.metadata('https://idp.clinic.example/sso')
  const made = await owner.tell(samlProviders.create, { name: 'Clinic', metadata: whole })
  expect(made).toMatchObject({ issuer: idp.entityId, ssoUrl: 'https://idp.clinic.example/sso', ssoBinding: 'redirect' })
  expect(made.certificates).toMatchObject([{ subject: 'CN=Provider' }])
  expect(made.people).toEqual(PeopleRules.parse({}))
  const next = samlProvider(() => ({ entityId: '', acsUrl: '' }))
  const shown = {
    entityId: made.issuer,
    ssoUrl: made.ssoUrl,
    certificates: made.certificates.map(one => one.pem).join(),
  }
  const newer = next.metadata('https://idp.clinic.example/sso2')
  const saved = await owner.tell(samlProviders.update, { id: made.id, name: 'Clinic', ...shown, metadata: newer })
  expect(saved.ssoUrl).toBe('https://idp.clinic.example/sso2')
  expect(saved.certificates[0]?.fingerprint).not.toBe(made.certificates[0]?.fingerprint)
  const attempt = async (metadata: string) =>
    (await owner.ask(samlProviders.create, { name: `Other ${count++}`, metadata })).body['code']
  expect(await attempt(whole.replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID'))).toBe('provider-wrong')
  expect(await attempt(whole.replace(/<KeyDescriptor.*<\/KeyDescriptor>/, ''))).toBe('provider-wrong')
  expect(await attempt(`<!DOCTYPE a>${whole}`)).toBe('provider-wrong')
  expect(await attempt('<a/>')).toBe('provider-wrong')
  expect(await attempt('x'.repeat(1_100_000))).toBe('invalid-input')
  const { rows } = await world.superPool.query('select sealed from identity_providers where id = $1', [made.id])
  expect(String(rows[0].sealed)).not.toContain('PRIVATE KEY')
})
