import { createPrivateKey } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { signIn } from '@claviger/contract/access/sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { saml } from '@claviger/contract/sso/saml'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { proveDomain } from '#test/api/proven.ts'
import { requestIn, type ProviderStatement, samlProvider } from '#test/emulators/saml-provider.ts'
import { signedAddress } from '#features/sso/saml-documents/saml-documents.query.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { app, as, given } = home
const owner = as(given.owner.accessToken)
await proveDomain(home, 'clinic.example')
let ours = { entityId: '', acsUrl: '' }
const idp = samlProvider(() => ours)
const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
const there = 'https://idp.clinic.example/slo'
const made = await owner.tell(samlProviders.create, {
  name: 'Clinic',
  metadata: idp.metadata('https://idp.clinic.example/sso', { slo: there }),
  people: { domains: ['clinic.example'], create: true },
})
ours = made.ours
await owner.tell(samlProviders.active, { ids: [made.id], active: true })
const slo = new URL(made.ours.sloUrl).pathname

async function enter(nameId: string, hide?: string) {
  const browser = jar(app)
  const { id } = requestIn((await browser.go(`/login/sso?workspace=northgate&provider=${made.id}`)).to)
  const said: ProviderStatement = { nameId, inResponseTo: id, attributes: { [email]: [`${nameId}@clinic.example`] } }
  const plain = idp.sign(idp.assertion(said), 'Assertion')
  const answer = idp.response(said, hide === undefined ? plain : await idp.encrypt(plain, hide))
  const form = { SAMLResponse: Buffer.from(answer).toString('base64') }
  const { to } = await browser.post(new URL(made.ours.acsUrl).pathname, form)
  const code = new URLSearchParams(to.split('#')[1] ?? '').get('code')
  if (code === null) return { browser, token: '', to }
  const { body } = await browser.call(externalSignIn.complete.path, { code })
  return { browser, token: String(body['accessToken']), to }
}
const open = async (token: string) => (await as(token).ask(account.self)).status === 200
const queryOf = (address: string) => new URL(address).search.slice(1)

test('a logout request by redirect ends the session only if its signature covers the URL as received', async () => {
  const { token, browser } = await enter('pia')
  const by = async (more: object = {}, key = idp.privateKey) =>
    queryOf(
      await signedAddress(
        made.ours.sloUrl,
        'SAMLRequest',
        idp.signOut({ nameId: 'pia', session: 's-1', destination: made.ours.sloUrl, ...more }),
        'state of theirs',
        createPrivateKey(key),
      ),
    )
  const sent = async (query: string) => new URL((await browser.go(`${slo}?${query}`)).to, 'http://x')
  const right = await by()
  const { certificate: _own, privateKey: foreign } = samlProvider(() => ours)
  for (const wrong of [
    right.replace(/&Signature=.*/, ''),
    right.replace(/&SigAlg=.*/, ''),
    right.replace('RelayState=state', 'RelayState=another'),
    right.replace('rsa-sha256', 'rsa-sha1'),
    await by({}, foreign),
    await by({ issuer: 'https://evil.example' }),
    await by({ destination: 'https://elsewhere.example' }),
    await by({ at: '2020-01-01T00:00:00Z' }),
    'SAMLRequest=%',
    '',
  ])
    expect((await sent(wrong)).searchParams.get('failed'), wrong.slice(-80)).toBe('refused')
  expect((await browser.go(`${slo}?${right}&SAMLRequest=AAAA`)).status).toBe(422)
  expect(await open(token)).toBe(true)
  const back = await sent(right)
  expect(`${back.origin}${back.pathname}`).toBe(there)
  expect([back.searchParams.get('RelayState'), back.searchParams.has('Signature')]).toEqual(['state of theirs', true])
  expect(await open(token)).toBe(false)
  expect((await sent(right)).searchParams.get('failed')).toBe('ended')
})

test('signing out sends the provider a signed logout request with the name of the user, if enabled', async () => {
  const { token, browser } = await enter('quinn')
  const { next } = await as(token).tell(saml.leave)
  const to = new URL(next ?? '')
  expect(`${to.origin}${to.pathname}`).toBe(there)
  expect(to.searchParams.get('SigAlg')).toContain('rsa-sha256')
  const xml = inflateRawSync(Buffer.from(to.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  expect(xml).toMatch(/<saml:NameID[^>]*Format="[^"]*persistent"[^>]*>quinn<\/saml:NameID>/)
  expect(xml).toMatch(/:SessionIndex [^>]*>s-1<\//)
  expect(xml).toContain(`>${made.ours.entityId}</saml:Issuer>`)
  expect((await browser.post(slo, { SAMLResponse: 'AAAA' })).to).toBe('/auth/sign-in')
  expect((await browser.go(`${slo}?SAMLResponse=AAAA`)).to).toBe('/auth/sign-in')
  const own = (await given.session(given.user)).accessToken
  expect(await as(own).tell(saml.leave)).toEqual({ next: null })
  const shown = await owner.tell(samlProviders.get, { id: made.id })
  await owner.tell(samlProviders.update, {
    id: made.id,
    name: made.name,
    entityId: made.issuer,
    ssoUrl: made.ssoUrl,
    sloUrl: made.sloUrl,
    certificates: idp.certificate,
    people: shown.people,
    signOutThere: false,
  })
  expect(await as(token).tell(saml.leave)).toEqual({ next: null })
})

test('notifies an OpenID Connect provider of sign-outs if enabled, with a URL to return users to', async () => {
  const provider = await externalProvider({ here: 's3cret' })
  onTestFinished(() => provider.close())
  const login = {
    name: 'Login',
    issuer: provider.issuer,
    clientId: 'here',
    clientSecret: 's3cret',
    people: { domains: ['clinic.example'], create: true },
  }
  const { id, ours: own } = await owner.tell(oidcProviders.create, { ...login, signOutThere: true })
  await owner.tell(oidcProviders.active, { ids: [id], active: true })
  provider.person = { sub: 'rosa', email: 'rosa@clinic.example', email_verified: true }
  const signedIn = async () => {
    const browser = jar(app)
    const asked = await browser.go(`/login/sso?workspace=northgate&provider=${id}`)
    const back = await browser.go(provider.visit(asked.to))
    const code = new URLSearchParams(back.to.split('#')[1] ?? '').get('code')
    return String((await browser.call(externalSignIn.complete.path, { code })).body['accessToken'])
  }
  const token = await signedIn()
  const to = new URL((await as(token).tell(saml.leave)).next ?? '')
  expect(`${to.origin}${to.pathname}`).toBe(`${provider.issuer}/end`)
  const { id_token_hint: hint = '', ...asked } = Object.fromEntries(to.searchParams)
  expect(asked).toEqual({ client_id: 'here', post_logout_redirect_uri: own.signedOutUrl })
  expect(decodeJwt(hint)).toMatchObject({ iss: provider.issuer, aud: 'here', sub: 'rosa' })
  // The token must not be readable in the database and is deleted with the session
  const { rows } = await home.world.superPool.query(`select * from external_sessions where provider_id = $1`, [id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(hint.slice(0, 20))
  const kept = () =>
    home.world.superPool.query('select 1 from external_sessions where provider_id = $1 and id_token is not null', [id])
  expect((await kept()).rowCount).toBe(1)
  await as(token).tell(signIn.logout)
  expect((await kept()).rowCount).toBe(0)

  provider.person = { ...provider.person, padding: 'x'.repeat(4096) }
  const long = await signedIn()
  expect(new URL((await as(long).tell(saml.leave)).next ?? '').searchParams.has('id_token_hint')).toBe(false)
  await owner.tell(oidcProviders.update, { ...login, id })
  expect(await as(long).tell(saml.leave)).toEqual({ next: null })
})

test('replaces the signing key for a provider with an announced key: both decrypt, and only one signs', async () => {
  const metadata = async () => (await jar(app).go(new URL(made.ours.metadataUrl).pathname)).body
  const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')
  const announced = await owner.tell(samlProviders.announceKey, { id: made.id })
  const next = announced.nextCertificate ?? ''
  expect(announced.ownCertificate).toBe(made.ownCertificate)
  expect((await owner.ask(samlProviders.announceKey, { id: made.id })).body['code']).toBe('saml-key-announced')
  const both = await metadata()
  expect([both.includes(bare(made.ownCertificate)), both.includes(bare(next))]).toEqual([true, true])
  for (const pem of [made.ownCertificate, next]) expect(await open((await enter('sam', pem)).token)).toBe(true)
  await owner.tell(samlProviders.cancelKey, { id: made.id })
  expect((await enter('sam', next)).to).toContain('failed=refused')
  expect((await owner.ask(samlProviders.changeKey, { id: made.id })).body['code']).toBe('saml-key-missing')

  const { nextCertificate } = await owner.tell(samlProviders.announceKey, { id: made.id })
  const changed = await owner.tell(samlProviders.changeKey, { id: made.id })
  expect([changed.ownCertificate, changed.nextCertificate]).toEqual([nextCertificate, null])
  expect(await metadata()).not.toContain(bare(made.ownCertificate))
  expect((await enter('sam', made.ownCertificate)).to).toContain('failed=refused')
  expect(await open((await enter('sam', changed.ownCertificate)).token)).toBe(true)
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.ask(samlProviders.announceKey, { id: made.id })).status).toBe(404)
})
