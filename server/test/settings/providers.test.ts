import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { inflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { jar } from '../app/browser-jar.ts'
import { externalProvider } from '../emulators/external-provider.ts'
import { startTestApp } from '../app/test-app.ts'
import { ownCertificate } from '../emulators/own-certificate.ts'
import { proveDomain } from '../api/proven.ts'
import { requestIn, type ProviderStatement, samlProvider } from '../emulators/saml-provider.ts'
import { formOf } from '../emulators/service-provider.ts'
import { loopback } from '../app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const owner = as(given.owner.accessToken)
await proveDomain(home, 'clinic.example')
const clients = { here: 's3cret', other: 'elsewhere', open: '' }
const [there, moved] = [await externalProvider(clients), await externalProvider(clients)]
afterAll(() => Promise.all([there.close(), moved.close()]))

const codeIn = (to: string) => new URLSearchParams(to.split('#')[1] ?? '').get('code')
const addressOf = (id: string) => `/login/sso?workspace=northgate&provider=${id}`
const isOpen = async (token: unknown) => (await as(String(token)).ask(account.self)).status === 200

let count = 0
async function login() {
  const usual = {
    name: `Login ${++count}`,
    issuer: there.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: ['clinic.example'] },
  }
  const { id } = await owner.tell(oidcProviders.create, usual)
  await owner.tell(oidcProviders.active, { ids: [id], active: true })
  return {
    id,
    set: (more: object) => owner.tell(oidcProviders.update, { ...usual, ...more, id }),
    async enter(person: object, by = there) {
      const browser = jar(app)
      const { to } = await browser.go(addressOf(id))
      by.person = { sub: 'nobody', email_verified: true, ...person }
      const back = await browser.go(by.visit(to))
      const code = codeIn(back.to)
      const { body = {} } = code === null ? {} : await browser.call(externalSignIn.complete.path, { code })
      return { to: new URL(to), body, isFailed: back.to.includes('failed=') }
    },
  }
}

test('a provider is called as configured (clientId, clientSecret, tokenAuth, scopes, issuer), and a new issuer ends links and sessions', async () => {
  const { set, enter, id } = await login()
  const people = { domains: ['clinic.example'], create: true }
  await set({ people })
  const kim = { sub: 'kim', email: 'kim@clinic.example' }
  const first = await enter(kim)
  const askedFor = ({ to }: Awaited<ReturnType<typeof enter>>) => [
    to.searchParams.get('client_id'),
    to.searchParams.get('scope'),
    there.toldBy,
  ]
  expect(askedFor(first)).toEqual(['here', 'openid profile email', 'client_secret_basic'])
  expect(await isOpen(first.body['accessToken'])).toBe(true)
  await set({ people, clientSecret: 'not it' })
  expect((await enter(kim)).isFailed).toBe(true)
  const another = { people, clientId: 'other', clientSecret: 'elsewhere', tokenAuth: 'client_secret_post' }
  await set({ ...another, scopes: ['phone'] })
  const second = await enter(kim)
  expect(askedFor(second)).toEqual(['other', 'openid phone', 'client_secret_post'])
  expect(second.body).toHaveProperty('accessToken')
  await set({ people, clientId: 'open', tokenAuth: 'none' })
  expect(askedFor(await enter(kim))[2]).toBe('none')

  const { linked } = await set({ people, issuer: moved.issuer })
  expect([linked, await isOpen(second.body['accessToken'])]).toEqual([0, false])
  expect((await enter(kim, moved)).body).toHaveProperty('confirm')
  expect((await owner.tell(oidcProviders.get, { id })).issuer).toBe(moved.issuer)
})

test('the provider settings decide who a user is and what is created (link, toldBy, create, domains, update, atOnce)', async () => {
  const { set, enter } = await login()
  const user = await given.addUser('Kit', 'Reed', { email: 'kit@clinic.example', user_id: 'kit.reed' })
  const domains = ['clinic.example']
  const becomes = async (person: object) => {
    const { body } = await enter(person)
    if (!('accessToken' in body)) return Object.keys(body).filter(one => one !== 'redirectUrl')
    const me = await as(String(body['accessToken'])).tell(account.self)
    return [me.id === user ? 'Kit' : 'new', me.firstName]
  }
  const kit = { sub: 'kit', preferred_username: 'nobody', login: 'kit.reed', email: 'kit@clinic.example' }
  const lou = { sub: 'lou', email: 'lou@clinic.example', given_name: 'Lou' }
  expect(await becomes(kit)).toEqual(['confirm'])
  await set({ people: { domains, link: 'userName' } })
  expect(await becomes(kit)).toEqual(['confirm'])
  await set({ people: { domains, link: 'userName', toldBy: { userName: 'login' } } })
  expect(await becomes(kit)).toEqual(['Kit', 'Kit'])
  await set({ people: { domains } })
  expect(await becomes({ ...kit, given_name: 'Christopher' })).toEqual(['Kit', 'Kit'])
  await set({ people: { domains, update: true } })
  expect(await becomes({ ...kit, given_name: 'Christopher' })).toEqual(['Kit', 'Christopher'])

  expect(await becomes(lou)).toEqual(['confirm'])
  await set({ people: { domains: ['elsewhere.example'], create: true } })
  expect(await becomes({ ...lou, email: 'lou@elsewhere.example' })).toEqual(['confirm'])
  expect(await becomes(lou)).toEqual(['confirm'])
  await set({ people: { domains, create: true } })
  expect(await becomes(lou)).toEqual(['new', 'Lou'])

  const sentAtOnce = async () => {
    const { url } = await as(undefined).tell(externalSignIn.providerOf, { email: 'any@clinic.example' })
    return url !== null
  }
  expect(await sentAtOnce()).toBe(false)
  await set({ people: { domains, atOnce: true } })
  expect(await sentAtOnce()).toBe(true)
  await set({ people: { domains } })
})

test('a SAML provider is called as configured (ssoUrl, ssoBinding, signRequests, forceAuthn, nameIdFormat)', async () => {
  const idp = samlProvider(() => ({ entityId: '', acsUrl: '' }))
  const usual = {
    name: 'Asked',
    entityId: idp.entityId,
    ssoUrl: 'https://idp.clinic.example/sso',
    certificates: idp.certificate,
  }
  const { id } = await owner.tell(samlProviders.create, usual)
  await owner.tell(samlProviders.active, { ids: [id], active: true })
  const set = (more: object) => owner.tell(samlProviders.update, { ...usual, ...more, id })
  const asked = async () => {
    const { to } = await jar(app).go(addressOf(id))
    const { origin, pathname, searchParams } = new URL(to)
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const [, format] = /nameid-format:(\w+)/.exec(xml) ?? []
    return { at: origin + pathname, ...requestIn(to), format }
  }
  const before = await asked()
  expect(before).toMatchObject({ at: usual.ssoUrl, signed: true, anew: false, format: 'persistent' })
  const ssoUrl = 'https://idp.clinic.example/other'
  await set({ ssoUrl, signRequests: false, forceAuthn: true, nameIdFormat: 'email' })
  expect(await asked()).toMatchObject({ at: ssoUrl, signed: false, anew: true, format: 'emailAddress' })
  await set({ ssoUrl, ssoBinding: 'post' })
  const page = await jar(app).go(addressOf(id))
  const { action, fields } = formOf(page.body)
  expect([page.to, action, Object.keys(fields)]).toEqual(['', ssoUrl, expect.arrayContaining(['SAMLRequest'])])
})

test('a SAML provider is trusted as configured (entityId, certificates) and by its type (preset)', async () => {
  let ours = { entityId: '', acsUrl: '' }
  const idp = samlProvider(() => ours)
  const next = ownCertificate('Next')
  const people = { domains: ['clinic.example'], create: true }
  const usual = { name: 'Believed', entityId: idp.entityId, ssoUrl: 'https://idp.clinic.example/sso', people }
  const made = await owner.tell(samlProviders.create, { ...usual, certificates: idp.certificate })
  ours = made.ours
  await owner.tell(samlProviders.active, { ids: [made.id], active: true })
  const set = (more: object) =>
    owner.tell(samlProviders.update, { ...usual, certificates: idp.certificate, ...more, id: made.id })
  const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
  const enter = async (more: ProviderStatement = {}, by = idp.privateKey) => {
    const browser = jar(app)
    const { id } = requestIn((await browser.go(addressOf(made.id))).to)
    const said = { nameId: 'mia', inResponseTo: id, attributes: { [email]: ['mia@clinic.example'] }, ...more }
    const xml = idp.response(said, idp.sign(idp.assertion(said), 'Assertion', { by }))
    const form = { SAMLResponse: Buffer.from(xml).toString('base64') }
    const code = codeIn((await browser.post(new URL(ours.acsUrl).pathname, form)).to)
    return code !== null && (await browser.call(externalSignIn.complete.path, { code })).body['accessToken']
  }
  const session = await enter()
  expect([await isOpen(session), await enter({}, next.privateKey)]).toEqual([true, false])
  await set({ certificates: next.certificate })
  expect([await enter(), await isOpen(await enter({}, next.privateKey))]).toEqual([false, true])
  const entityId = 'https://idp.clinic.example/another'
  await set({ entityId })
  expect([await isOpen(session), await enter()]).toEqual([false, false])
  expect(await enter({ issuer: entityId, nameId: 'max', attributes: { [email]: ['max@clinic.example'] } })).toBeTruthy()
  const vouching = {
    ...usual,
    entityId,
    certificates: idp.certificate,
    id: made.id,
    people: { ...people, link: 'email' },
  }
  expect(await owner.ask(samlProviders.update, vouching)).toMatchObject({ status: 200 })
  expect(await owner.ask(samlProviders.update, { ...vouching, preset: 'entra' })).toMatchObject({
    body: { code: 'invalid-input', fields: [{ field: 'people.link' }] },
  })
})
