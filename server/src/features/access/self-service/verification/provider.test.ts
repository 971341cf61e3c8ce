import { createHash } from 'node:crypto'
import { selfService } from '@claviger/contract/access/self-service'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Jar, jar } from '#test/app/browser-jar.ts'
import { addPage, pageHelpers, confirmedAt, tapAt, visitPage } from '#test/api/card-page.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { proveDomain } from '#test/api/proven.ts'
import { requestIn, type ProviderStatement, samlProvider } from '#test/emulators/saml-provider.ts'
import { loopback } from '#test/app/loopback.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp(loopback)
const { given, app, as } = home
const owner = as(given.owner.accessToken)
const tenantId = '0a1b2c3d-0000-4000-8000-00000000cafe'
const tenant = await externalProvider({ cards: 's3cret' }, `/${tenantId}/v2.0`)
afterAll(() => tenant.close())
afterEach(() => void (tenant.wrongly = {}))
const { forgetTries } = pageHelpers(home)
beforeEach(forgetTries)
await proveDomain(home, 'clinic.example')

const entraProvider = {
  name: 'Clinic',
  preset: 'entra' as const,
  issuer: tenant.issuer,
  clientId: 'cards',
  clientSecret: 's3cret',
  people: { domains: ['clinic.example'], link: 'userName' as const },
}
const { id: providerId } = await owner.tell(oidcProviders.create, entraProvider)
await owner.tell(oidcProviders.active, { ids: [providerId], active: true })

const none = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }
const entra = { verificationType: 'entraId', providerId, limits: { card: 100 } } as const
const pageWith = (more: PageSettingsInput) => addPage(home, { ...entra, ...more })
for (const name of ['Eva', 'Edgar', 'Emil'])
  await given.addUser(name, 'Entra', {
    user_id: `${name.toLowerCase()}@clinic.example`,
    email: `${name.toLowerCase()}@clinic.example`,
  })
const claims = (name: string, oid = createHash('sha256').update(name).digest('hex').slice(0, 20)) => ({
  sub: oid,
  oid,
  tid: tenantId,
  preferred_username: `${name}@clinic.example`,
})

let cards = 0xcc0000
const newCard = () => (++cards).toString(16)

async function atPage(page: string, type: 0 | 1 = 0, cardId = newCard()) {
  const visitor = await visitPage(home, page)
  await visitor.tell(selfService.start, { type })
  const said = await visitor.tell(selfService.lookup, { id: page, cardId, type: 'card' })
  return { visitor, said, url: said.signIn?.url ?? '', browser: jar(app) }
}
async function signedInAt(url: string, person: object, browser: Jar) {
  tenant.person = { sub: 'nobody', ...person }
  const { to } = await browser.go(url)
  const back = await browser.go(tenant.visit(to))
  return {
    asked: new URL(to).searchParams,
    to: back.to,
    code: new URLSearchParams(back.to.split('#')[1] ?? '').get('code'),
  }
}
const confirm = async (browser: Jar, session: string, signedIn: string | null) => {
  const { status, body } = await browser.call(selfService.verify.path, { signedIn: signedIn ?? 'none' }, session)
  return `${status} ${(body['code'] as string | undefined) ?? ''}`
}

test('R78: on a page without fields, the sign-in identifies and verifies the user', async () => {
  const page = await pageWith({ fields: none, loginHint: 'staff@clinic.example' })
  const { visitor, said, url, browser } = await atPage(page)
  expect(said).toMatchObject({
    redirectMsal: true,
    clientId: 'cards',
    tenantId,
    tokenId: expect.any(String) as unknown,
    signIn: { name: 'Clinic' },
  })
  const { asked, to, code } = await signedInAt(url, claims('eva'), browser)
  expect(to.split('#')[0]).toBe('/msal/result')
  expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'User.Read']))
  expect([asked.get('prompt'), asked.get('login_hint')]).toEqual(['login', 'staff@clinic.example'])
  const { body } = await browser.call(selfService.verify.path, { signedIn: code }, visitor.session)
  expect(body).toMatchObject({ ok: true, isPinRequired: true })
  await visitor.tell(selfService.enroll, { pin: '271828' })
  expect((await home.mailTo('eva@clinic.example')).subject).toBe('A card was added to your account')
  await visitor.tell(selfService.config, { id: page })
  expect(await confirm(browser, visitor.session, code)).toContain('409')
})

test('R79: on a page with fields the form comes first, and the sign-in must match the user found', async () => {
  const page = await pageWith({ fields: { ...none, userId: true }, loginHint: '${UserId}' })
  const { visitor, said, url, browser } = await atPage(page)
  expect(said).toMatchObject({ redirectMsal: true, tokenId: null })
  const early = await signedInAt(url, claims('eva'), browser)
  expect(early.asked.has('login_hint')).toBe(false)
  expect(await confirm(browser, visitor.session, early.code)).toBe('409 wrong-step')
  const findEva = async () =>
    (await visitor.tell(selfService.token, { userId: 'eva@clinic.example' })).signIn?.url ?? ''
  const wrong = await signedInAt(await findEva(), claims('edgar'), browser)
  expect(wrong.asked.get('login_hint')).toBe('eva@clinic.example')
  expect(await confirm(browser, visitor.session, wrong.code)).toBe('403 not-verified')
  const right = await signedInAt(await findEva(), claims('eva'), browser)
  expect(await confirm(browser, visitor.session, right.code)).toBe('200 ')
})

test('identifies users by object ID: a new name changes nothing, and another user with an old name is refused', async () => {
  const page = await pageWith({ fields: none })
  const shown = async (person: object) => {
    const { visitor, url, browser } = await atPage(page)
    const { code } = await signedInAt(url, person, browser)
    return confirm(browser, visitor.session, code)
  }
  expect(await shown(claims('eva'))).toBe('200 ')
  expect(await shown({ ...claims('eva'), preferred_username: 'eva.new@clinic.example' })).toBe('200 ')
  expect(await shown(claims('eva', 'somebody-hired-later'))).toBe('403 not-verified')
  expect(await shown(claims('nobody'))).toBe('403 not-verified')
})

test('a user whose account is linked by a sign-in at a page is emailed once', async () => {
  const email = 'elin@clinic.example'
  await given.addUser('Elin', 'Entra', { user_id: email, email })
  const page = await pageWith({ fields: none })
  const linked = async () =>
    (await outboxMails(home.world)).filter(
      ({ to, subject }) => to === email && subject === 'An external account was linked to your account',
    ).length
  for (let time = 0; time < 2; time++) {
    const { visitor, url, browser } = await atPage(page)
    const { code } = await signedInAt(url, claims('elin'), browser)
    expect(await confirm(browser, visitor.session, code)).toBe('200 ')
    await expect.poll(linked).toBe(1)
  }
})

test('a response works only in the browser that asked, for this step of this visit, and opens no session', async () => {
  const page = await pageWith({ fields: none })
  const one = await atPage(page)
  const { code } = await signedInAt(one.url, claims('eva'), one.browser)
  expect(await confirm(jar(app), one.visitor.session, code)).toBe('403 not-verified')
  const another = await atPage(page)
  expect(await confirm(one.browser, another.visitor.session, code)).toBe('403 not-verified')
  expect((await one.browser.call(externalSignIn.complete.path, { code })).body['code']).toBe('external-refused')
  const two = await atPage(page)
  const before = await signedInAt(two.url, claims('eva'), two.browser)
  await two.visitor.tell(selfService.lookup, { id: page, cardId: newCard(), type: 'card' })
  expect(await confirm(two.browser, two.visitor.session, before.code)).toBe('403 not-verified')
  const three = await atPage(page)
  const console = await signedInAt(
    `/login/sso?workspace=northgate&provider=${providerId}`,
    claims('eva'),
    three.browser,
  )
  expect(console.to.split('#')[0]).toBe('/sign-in/external')
  expect(await confirm(three.browser, three.visitor.session, console.code)).toBe('403 not-verified')
})

test.each([
  ['signed with an unknown key', { foreign: true }],
  ['without a signature', { alg: 'none' }],
  ['for another visit', { nonce: 'made-up' }],
  ['for another application', { audience: 'another' }],
  ['from another issuer', { issuer: 'https://login.example/x/v2.0' }],
  ['that has expired', { age: 7200 }],
] as const)('an answer %s returns to the page and verifies no user', async (_what, wrongly) => {
  const { visitor, url, browser } = await atPage(await pageWith({ fields: none }))
  tenant.wrongly = wrongly
  const { to, code } = await signedInAt(url, claims('eva'), browser)
  expect(to).toMatch(/^\/msal\/result\?failed=refused&reference=/)
  expect(code).toBeNull()
  expect(await confirm(browser, visitor.session, 'made-up')).toBe('403 not-verified')
  tenant.wrongly = {}
  const good = await signedInAt(url, claims('eva'), browser)
  expect(await confirm(browser, visitor.session, good.code)).toBe('409 wrong-step')
})

test('only the holder of a card can continue if the card identifies its holder', async () => {
  const card = newCard()
  const simple = await addPage(home, { fields: { ...none, userId: true }, verificationType: 'selfConfirmation' })
  const eva = await confirmedAt(home, simple, card, 'eva@clinic.example')
  await eva.tell(selfService.enroll, { pin: '271828' })
  const page = await pageWith({ fields: { ...none, userId: true }, cardNamesHolder: true })
  for (const [name, ends] of [
    ['edgar', '403 not-verified'],
    ['eva', '200 '],
  ] as const) {
    const { visitor, said, url, browser } = await atPage(page, 1, card)
    expect(said.tokenId).not.toBeNull()
    const { code } = await signedInAt(url, claims(name), browser)
    expect(await confirm(browser, visitor.session, code)).toBe(ends)
  }
})

test('only one of two concurrent answers continues', async () => {
  const { visitor, url, browser } = await atPage(await pageWith({ fields: none }))
  const { code } = await signedInAt(url, claims('eva'), browser)
  const both = await Promise.all([1, 2].map(() => confirm(browser, visitor.session, code)))
  expect(both.toSorted()).toEqual(['200 ', '409 wrong-step'])
})

test('a page whose provider is missing, off, or not Entra ID offers no sign-in', async () => {
  const { id: off } = await owner.tell(oidcProviders.create, { ...entraProvider, name: 'Off' })
  const { id: other } = await owner.tell(oidcProviders.create, { ...entraProvider, name: 'Other', preset: 'generic' })
  await owner.tell(oidcProviders.active, { ids: [other], active: true })
  for (const of of [null, off, other]) {
    const { visitor, said, browser } = await atPage(await pageWith({ fields: none, providerId: of }))
    expect(said).toMatchObject({ redirectMsal: false, tokenId: null, clientId: null, signIn: null })
    expect(await confirm(browser, visitor.session, 'x')).toBe('409 wrong-step')
  }
  const plain = await tapAt(home, await addPage(home), newCard())
  expect(await confirm(jar(app), plain.session, 'x')).toContain('409')
  const { url, browser } = await atPage(await pageWith({ fields: none, verificationType: 'sso', providerId: other }))
  await owner.tell(oidcProviders.active, { ids: [other], active: false })
  expect((await browser.go(url)).to).toMatch(/^\/msal\/result\?failed=unknown/)
})

test('any provider verifies users if the page allows it, also a SAML provider, with a forced new sign-in', async () => {
  const email = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'
  let ours = { entityId: '', acsUrl: '' }
  const idp = samlProvider(() => ours)
  const made = await owner.tell(samlProviders.create, {
    name: 'Ward',
    metadata: idp.metadata('https://idp.clinic.example/sso'),
    people: { domains: ['clinic.example'], link: 'email' },
  })
  ours = made.ours
  await owner.tell(samlProviders.active, { ids: [made.id], active: true })
  const page = await pageWith({ fields: none, verificationType: 'sso', providerId: made.id })
  const { visitor, said, url, browser } = await atPage(page)
  expect(said).toMatchObject({ redirectMsal: true, clientId: null, tenantId: null, signIn: { name: 'Ward' } })
  const { id, anew } = requestIn((await browser.go(url)).to)
  expect(anew).toBe(true)
  const person: ProviderStatement = {
    nameId: 'emil-1',
    inResponseTo: id,
    attributes: { [email]: ['emil@clinic.example'] },
  }
  const answer = idp.response(person, idp.sign(idp.assertion(person), 'Assertion'))
  const { to } = await browser.post(new URL(made.ours.acsUrl).pathname, {
    SAMLResponse: Buffer.from(answer).toString('base64'),
  })
  expect(to.split('#')[0]).toBe('/msal/result')
  const code = new URLSearchParams(to.split('#')[1]).get('code')
  expect(await confirm(browser, visitor.session, code)).toBe('200 ')
})

test('a sign-in by another user than the one found adds a log entry about the user found', async () => {
  const id = await given.addUser('Elke', 'Entered', { user_id: 'elke@clinic.example', email: null })
  const page = await pageWith({ fields: { ...none, userId: true } })
  const { visitor, browser } = await atPage(page)
  const { signIn } = await visitor.tell(selfService.token, { userId: 'elke@clinic.example' })
  const { code } = await signedInAt(signIn?.url ?? '', claims('edgar'), browser)
  expect(await confirm(browser, visitor.session, code)).toContain('not-verified')
  const { accessToken } = await given.session(given.owner)
  const { items } = await as(accessToken).tell(activity.list, { object: id })
  expect(items).toMatchObject([
    {
      action: 'self-service.enrolled',
      status: 2,
      reason: 'The identity of the user was not verified',
      after: { page: expect.any(String) as string },
    },
  ])
})
