// Sign-in with a SAML provider: accepted responses, and everything that must be refused.
import { account } from '@claviger/contract/access/account'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { jar } from '#test/app/browser-jar.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { proveDomain } from '#test/api/proven.ts'
import { requestIn, type ProviderStatement, samlProvider } from '#test/emulators/saml-provider.ts'
import { ownCertificate } from '#test/emulators/own-certificate.ts'

const home = await startTestApp()
const { app, as, given } = home
const owner = as(given.owner.accessToken)
await proveDomain(home, 'clinic.example')
let ours = { entityId: '', acsUrl: '' }
const idp = samlProvider(() => ours)
const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
const made = await owner.tell(samlProviders.create, {
  name: 'Clinic',
  metadata: idp.metadata('https://idp.clinic.example/sso', { slo: 'https://idp.clinic.example/slo' }),
  people: { domains: ['clinic.example'], link: 'email', create: true },
})
ours = made.ours
await owner.tell(samlProviders.active, { ids: [made.id], active: true })
const acs = new URL(made.ours.acsUrl).pathname
const own = ownCertificate('Stranger')

const begin = async (browser = jar(app)) => {
  const { to } = await browser.go(`/login/sso?workspace=northgate&provider=${made.id}&redirectUrl=/dashboard/users`)
  return { browser, ...requestIn(to) }
}
const base64 = (xml: string) => Buffer.from(xml).toString('base64')
const failedIn = (to: string) => new URL(to, 'http://x').searchParams.get('failed')
const codeIn = (to: string) => new URLSearchParams(to.split('#')[1] ?? '').get('code')
const sent = (xml: string, browser = jar(app)) =>
  browser.post(acs, { SAMLResponse: base64(xml), RelayState: 'https://evil.example' })
const person: ProviderStatement = { attributes: { [email]: ['petra@clinic.example'], groups: ['a', 'b'] } }
const signed = (said: ProviderStatement) => idp.response(said, idp.sign(idp.assertion(said), 'Assertion'))
const lastReason = async () => (await owner.tell(activity.list, { pageSize: 1 })).items[0]?.reason

test('refuses a response large enough for a worker with our own reason', async () => {
  const issuer = 'https://evil.example'
  const { id } = await begin()
  const long = { ...person.attributes, long: ['x'.repeat(20_000)] }
  expect(failedIn((await sent(signed({ attributes: long, issuer, inResponseTo: id }))).to)).toBe('refused')
  expect(await lastReason()).toBe('The answer comes from another provider')
})

test('a signed response to a signed request signs in once, and only in the browser that asked', async () => {
  const { browser, id, signed: isSigned } = await begin()
  expect(isSigned).toBe(true)
  const xml = signed({ ...person, inResponseTo: id })
  const code = codeIn((await sent(xml)).to)
  expect(failedIn((await sent(xml)).to)).toBe('refused')
  expect((await jar(app).call(externalSignIn.complete.path, { code })).status).toBe(401)
  const { body } = await browser.call(externalSignIn.complete.path, { code })
  expect(body).toMatchObject({ redirectUrl: '/dashboard/users' })
  const me = await as(String(body['accessToken'])).tell(account.self)
  expect(me.email).toBe('petra@clinic.example')
  expect(failedIn((await sent(signed({ ...person, inResponseTo: id }))).to)).toBe('refused')
})

test('accepts responses that are signed as a whole, and encrypted assertions', async () => {
  const whole = await begin()
  const said = { ...person, inResponseTo: whole.id }
  expect(codeIn((await sent(idp.sign(idp.response(said, idp.assertion(said)), 'Response'))).to)).not.toBeNull()
  const hidden = await begin()
  const inside = { ...person, inResponseTo: hidden.id }
  const secret = await idp.encrypt(idp.sign(idp.assertion(inside), 'Assertion'), made.ownCertificate)
  expect(codeIn((await sent(idp.response(inside, secret))).to)).not.toBeNull()
})

test('accepts AES-CBC encryption only in a response that is signed as a whole', async () => {
  const first = await begin()
  const said = { ...person, inResponseTo: first.id }
  const hidden = (what: ProviderStatement) =>
    idp.encrypt(idp.sign(idp.assertion(what), 'Assertion'), made.ownCertificate, 'cbc')
  const whole = idp.sign(idp.response(said, await hidden(said)), 'Response')
  const value = /<xenc:CipherValue>([^<]{40})/
  for (const wrong of [
    idp.response(said, await hidden(said)),
    whole.replace(value, (_all, text: string) => `<xenc:CipherValue>${text.slice(20)}${text.slice(0, 20)}`),
    idp.sign(idp.response(said, await hidden(said)), 'Response', { by: own.privateKey }),
    idp.sign(idp.response(said, await hidden({ ...said, audience: 'https://elsewhere.example' })), 'Response'),
  ])
    expect(failedIn((await sent(wrong)).to)).toBe('refused')
  expect(codeIn((await sent(whole)).to)).not.toBeNull()
})

const skewed = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
test.each<[string, ProviderStatement]>([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['another destination', { destination: 'https://elsewhere.example/acs' }],
  ['another recipient', { recipient: 'https://elsewhere.example/acs' }],
  ['another audience', { audience: 'https://elsewhere.example' }],
  ['an expiry four minutes ago', { notOnOrAfter: skewed(-4) }],
  ['a start time four minutes ahead', { notBefore: skewed(4) }],
  ['a response to a request that was never sent', { inResponseTo: '_00000000000000000000000000000000' }],
  ['a transient name ID', { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
])('refuses an assertion with %s', async (_what, wrong) => {
  const { id } = await begin()
  const { to } = await sent(signed({ ...person, inResponseTo: id, ...wrong }))
  expect(failedIn(to)).toBe('refused')
  expect(await lastReason()).toBeTruthy()
})

test('allows a clock skew of three minutes', async () => {
  const { id } = await begin()
  const late = { ...person, inResponseTo: id, notBefore: skewed(2.5), notOnOrAfter: skewed(6) }
  expect(codeIn((await sent(signed(late))).to)).not.toBeNull()
})

const evil = (xml: string) => xml.replaceAll('petra@', 'ada@').replaceAll('person-1', 'evil')
const attacks: [string, (said: ProviderStatement) => string | Promise<string>][] = [
  ['no signature', said => idp.response(said, idp.assertion(said))],
  ['an unknown key', said => idp.response(said, idp.sign(idp.assertion(said), 'Assertion', { by: own.privateKey }))],
  ['SHA-1', said => idp.response(said, idp.sign(idp.assertion(said), 'Assertion', { weak: true }))],
  ['a name changed after signing', said => evil(signed(said))],
  [
    'a name changed after signing, in a document too large for the main process',
    said => evil(signed({ ...said, attributes: { ...said.attributes, long: ['x'.repeat(20_000)] } })),
  ],
  [
    'a second assertion before the signed one',
    said => idp.response(said, evil(idp.assertion(said)) + idp.sign(idp.assertion(said), 'Assertion')),
  ],
  [
    'the signed assertion wrapped in another assertion',
    said => {
      const right = idp.sign(idp.assertion(said), 'Assertion')
      return idp.response(
        said,
        evil(idp.assertion(said)).replace('<saml:Subject>', `<saml:Advice>${right}</saml:Advice><saml:Subject>`),
      )
    },
  ],
  [
    'the signature moved to another assertion',
    said => {
      const right = idp.sign(idp.assertion(said), 'Assertion')
      const [signature = ''] = /<Signature.*<\/Signature>/s.exec(right) ?? []
      return idp.response(said, evil(idp.assertion(said)).replace('</saml:Issuer>', `</saml:Issuer>${signature}`))
    },
  ],
  [
    'two signatures',
    said => {
      const right = idp.sign(idp.assertion(said), 'Assertion')
      const [signature = ''] = /<Signature.*<\/Signature>/s.exec(right) ?? []
      return idp.response(said, right.replace(signature, signature + signature))
    },
  ],
  ['a comment in the name', said => signed(said).replace('person-1', 'person<!-- -->-1')],
  ['a signed comment', said => signed({ ...said, nameId: 'person-1<!-- -->.evil' })],
  ['a document type', said => `<!DOCTYPE a [<!ENTITY b "c">]>${signed(said)}`],
  ['entities', said => signed(said).replace('person-1', '&b;')],
  ['CDATA', said => signed(said).replace('person-1', '<![CDATA[person-1]]>')],
  ['a processing instruction', said => signed(said).replace('</samlp:Response>', '<?a b?></samlp:Response>')],
  ['a duplicate ID', said => signed({ ...said, assertionId: '_same' }).replace(/ID="_[0-9a-f]{24}"/, 'ID="_same"')],
  [
    'an encrypted assertion without a signature',
    async said => idp.response(said, await idp.encrypt(idp.assertion(said), made.ownCertificate)),
  ],
  [
    'an encrypted assertion with SHA-1',
    async said => {
      const weak = idp.sign(idp.assertion(said), 'Assertion', { weak: true })
      return idp.response(said, await idp.encrypt(weak, made.ownCertificate))
    },
  ],
  ['a body that is not XML', () => 'Hello'],
  ['a different document type', () => '<a xmlns="urn:b"/>'],
]
test.each(attacks)('refuses a manipulated response with %s', async (_what, make) => {
  const { id } = await begin()
  const { to } = await sent(await make({ ...person, inResponseTo: id }))
  expect(failedIn(to)).toBe('refused')
})

test('accepts unsolicited responses only if enabled, and each one once', async () => {
  const xml = signed({ ...person, nameId: 'person-7' })
  expect(failedIn((await sent(xml)).to)).toBe('refused')
  expect(await lastReason()).toContain('was not requested')
  const again = {
    ...made,
    id: made.id,
    people: made.people,
    certificates: made.certificates.map(one => one.pem).join('\n'),
  }
  await owner.tell(samlProviders.update, {
    id: again.id,
    name: again.name,
    entityId: again.issuer,
    ssoUrl: again.ssoUrl,
    sloUrl: again.sloUrl,
    certificates: again.certificates,
    people: again.people,
    unsolicited: true,
  })
  const fresh = signed({ ...person, nameId: 'person-7' })
  expect(codeIn((await sent(fresh)).to)).not.toBeNull()
  expect(failedIn((await sent(fresh)).to)).toBe('refused')
})

test('a signed logout request ends the session; an unsigned, foreign, expired, or replayed one does not', async () => {
  const { browser, id } = await begin()
  const paula = { attributes: { [email]: ['paula@clinic.example'] }, nameId: 'person-9' }
  const { to } = await sent(signed({ ...paula, inResponseTo: id }))
  const { body } = await browser.call(externalSignIn.complete.path, { code: codeIn(to) })
  const token = body['accessToken'] as string
  const open = async () => (await as(token).ask(account.self)).status
  expect(await open()).toBe(200)
  const slo = new URL(made.ours.sloUrl).pathname
  const said = { nameId: 'person-9', session: 's-1', destination: made.ours.sloUrl }
  const signOut = async (xml: string) => failedIn((await browser.post(slo, { SAMLRequest: base64(xml) })).to)
  const by = (more: object = {}) => idp.sign(idp.signOut({ ...said, ...more }), 'LogoutRequest')
  for (const wrong of [
    idp.signOut(said),
    idp.sign(idp.signOut(said), 'LogoutRequest', { by: own.privateKey }),
    idp.sign(idp.signOut(said), 'LogoutRequest', { weak: true }),
    by().replace('person-9', 'person-8'),
    by({ issuer: 'https://evil.example' }),
    by({ destination: 'https://elsewhere.example' }),
    by({ at: '2020-01-01T00:00:00Z' }),
  ])
    expect(await signOut(wrong)).toBe('refused')
  expect(await signOut(by({ nameId: 'nobody' }))).toBeNull()
  expect(await open()).toBe(200)
  const right = by()
  expect(await signOut(right)).toBeNull()
  expect(await open()).toBe(401)
  expect(await signOut(right)).toBe('ended')
})

test('refuses a form of half a megabyte before parsing it', async () => {
  const begun = performance.now()
  const answer = await jar(app).post(acs, { SAMLResponse: 'A'.repeat(600_000) })
  expect(answer.status).toBe(413)
  expect(performance.now() - begun).toBeLessThan(1000)
})

test('metadata has the entity ID and the certificate for encrypting assertions', async () => {
  const { body } = await jar(app).go(new URL(made.ours.metadataUrl).pathname)
  expect(body).toContain(`entityID="${made.ours.entityId}"`)
  expect(body).toContain(made.ownCertificate.replace(/-----[A-Z ]+-----|\s/g, ''))
})
