import { externalSignIn } from '@claviger/contract/access/external-sign-in'
import { selfService } from '@claviger/contract/access/self-service'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { oidcProviders } from '@claviger/contract/connect/identity-providers/oidc'
import { samlProviders } from '@claviger/contract/connect/identity-providers/saml'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type Jar, jar } from '#test/app/browser-jar.ts'
import { addPage, pageHelpers, tapAt, visitPage } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { externalProvider } from '#test/emulators/external-provider.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { given, app, as } = home
const owner = as(given.owner.accessToken)
const [registry, second] = await Promise.all([externalProvider({ us: 's3cret' }), externalProvider({ us: 's3cret' })])
afterAll(() => registry.close())
afterEach(() => Object.assign(registry, { wrongly: {}, userInfo: undefined }))
const { forgetTries } = pageHelpers(home)
beforeEach(forgetTries)

const registryInput: InputOf<typeof oidcProviders.create.input> & { clientSecret: string } = {
  name: 'Registry',
  preset: 'assurance',
  issuer: registry.issuer,
  clientId: 'us',
  clientSecret: 's3cret',
  assurance: { match: ['firstName', 'lastName', 'birthDate'], birthDateIn: 'attribute1', frameworks: ['eidas'] },
}
const { id: providerId } = await owner.tell(oidcProviders.create, registryInput)
await owner.tell(oidcProviders.active, { ids: [providerId], active: true })

const none = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }
const settings = {
  fields: { ...none, userId: true },
  verificationType: 'identity',
  providerId,
  limits: { card: 100 },
} as const
const page = await addPage(home, settings)
let people = 0
const addIda = async () => {
  const userId = `ida-${++people}`
  return {
    userId,
    id: await given.addUser('Ida', 'Müller', {
      user_id: userId,
      email: `${userId}@northgate.example`,
      scim_attribute_1: '1979-05-23',
    }),
  }
}

const verified = (claims: object, verification: object = { trust_framework: 'eidas' }) => ({
  verified_claims: { verification, claims },
})
const ida = { given_name: 'IDA MARIA', family_name: 'MULLER', birthdate: '1979-05-23' }

let cards = 0xdd0000
async function identified(at = page) {
  const user = await addIda()
  const visitor = await tapAt(home, at, (++cards).toString(16))
  const { signIn } = await visitor.tell(selfService.token, { userId: user.userId })
  return { user, visitor, url: signIn?.url ?? '', browser: jar(app) }
}
async function answered(url: string, person: object, browser: Jar) {
  registry.person = { sub: 'holder-of-a-document', ...person }
  const { to } = await browser.go(url)
  const back = registry.visit(to)
  const { to: end } = await browser.go(back)
  return {
    back,
    asked: new URL(to).searchParams,
    to: end,
    code: new URLSearchParams(end.split('#')[1] ?? '').get('code'),
  }
}
const confirm = async (browser: Jar, session: string, signedIn: string | null) => {
  const { status, body } = await browser.call(selfService.verify.path, { signedIn: signedIn ?? 'none' }, session)
  return `${status} ${(body['code'] as string | undefined) ?? ''}`
}
const checksOf = async (user: string) =>
  (await owner.tell(activity.list, { object: user, pageSize: 50 })).items.filter(
    one => one.action === 'identity.verified',
  )

test('a visitor whose document names the user gets a card, and nothing of the document is kept', async () => {
  const { user, visitor, url, browser } = await identified()
  const { asked, code, to } = await answered(url, verified(ida), browser)
  expect(to.split('#')[0]).toBe('/msal/result')
  expect(JSON.parse(asked.get('claims') ?? '')).toMatchObject({
    id_token: {
      verified_claims: {
        verification: { trust_framework: { value: 'eidas' } },
        claims: { given_name: null, family_name: null, birthdate: null },
      },
    },
  })
  expect(asked.get('prompt')).toBe('login')
  const { rows } = await home.world.superPool.query('select * from external_sign_ins')
  for (const personal of ['MARIA', 'MULLER', '1979', 'holder-of']) expect(JSON.stringify(rows)).not.toContain(personal)
  expect(await confirm(browser, visitor.session, code)).toBe('200 ')
  await visitor.tell(selfService.enroll, { pin: '271828' })
  expect(await checksOf(user.id)).toMatchObject([
    {
      status: 1,
      after: {
        provider: 'Registry',
        trustFramework: 'eidas',
        matching: ['firstName', 'lastName', 'birthDate'],
        differing: [],
        notVerified: [],
      },
    },
  ])
})

test('reads verified claims from UserInfo if the ID token has none, and counts the set that fits best', async () => {
  const { visitor, url, browser } = await identified()
  registry.userInfo = {
    sub: 'holder-of-a-document',
    verified_claims: [
      verified({ ...ida, birthdate: '2001-01-01' }).verified_claims,
      { verification: null },
      verified(ida).verified_claims,
    ],
  }
  const { code } = await answered(url, {}, browser)
  expect(await confirm(browser, visitor.session, code)).toBe('200 ')
})

test.each([
  ['ordinary claims without verification', ida, { differing: [], notVerified: ['firstName', 'lastName', 'birthDate'] }],
  ['claims verified by other rules', verified(ida, { trust_framework: 'by-hand' }), { trustFramework: null }],
  ['claims without a trust framework', verified(ida, {}), { trustFramework: null }],
  [
    'the claims of another person',
    verified({ given_name: 'Otto', family_name: 'Other', birthdate: '1980-01-01' }),
    { differing: ['firstName', 'lastName', 'birthDate'] },
  ],
  [
    'a namesake with another date of birth',
    verified({ ...ida, birthdate: '1979-05-24' }),
    { matching: ['firstName', 'lastName'], differing: ['birthDate'] },
  ],
  [
    'a name without the date of birth',
    { ...verified({ ...ida, birthdate: undefined }), birthdate: ida.birthdate },
    { notVerified: ['birthDate'] },
  ],
] as const)('refuses %s, and the log says which fields match', async (_what, person, after) => {
  const { user, visitor, url, browser } = await identified()
  const { code } = await answered(url, person, browser)
  expect(await confirm(browser, visitor.session, code)).toBe('403 not-verified')
  expect((await visitor.ask(selfService.enroll, { pin: '271828' })).body['code']).toBe('wrong-step')
  const [entry] = await checksOf(user.id)
  expect(entry).toMatchObject({ status: 2, after })
  expect(JSON.stringify(entry)).not.toMatch(/1979|MULLER|Otto/)
})

test('a response counts once, in the browser that asked, for its visit and user', async () => {
  const mine = await identified()
  const { back, code } = await answered(mine.url, verified(ida), mine.browser)
  expect((await mine.browser.go(back)).to).toContain('failed=ended')
  expect(await confirm(jar(app), mine.visitor.session, code)).toBe('403 not-verified')
  const other = await identified()
  expect(await confirm(mine.browser, other.visitor.session, code)).toBe('403 not-verified')
  // The address about one user, used by a visit that then names another
  const switched = await identified()
  await switched.visitor.tell(selfService.token, { userId: mine.user.userId })
  const late = await answered(switched.url, verified(ida), switched.browser)
  expect(await confirm(switched.browser, switched.visitor.session, late.code)).toBe('403 not-verified')
  const twice = await identified()
  const once = await answered(twice.url, verified(ida), twice.browser)
  expect((await twice.browser.call(externalSignIn.complete.path, { code: once.code })).body['code']).toBe(
    'external-refused',
  )
  const both = await Promise.all([1, 2].map(() => confirm(twice.browser, twice.visitor.session, once.code)))
  expect(both.toSorted()).toEqual(['200 ', '409 wrong-step'])
})

test('the card of a user with a role waits for the user, because administrators choose the provider', async () => {
  const { user, visitor, url, browser } = await identified()
  await testData(home).appoint(user.id, workspaceRoles.readOnly)
  const { code } = await answered(url, verified(ida), browser)
  expect(await confirm(browser, visitor.session, code)).toBe('200 ')
  await visitor.tell(selfService.enroll, { pin: '271828' })
  const lastSubject = async () => (await home.mailTo(`${user.userId}@northgate.example`)).subject
  await expect.poll(lastSubject).toBe('Is this security key yours?')
})

test.each([
  ['for another request (nonce)', { nonce: 'made-up' }],
  ['signed with an unknown key', { foreign: true }],
  ['for another application', { audience: 'another' }],
] as const)('a response %s is refused', async (_what, wrongly) => {
  const { visitor, url, browser } = await identified()
  registry.wrongly = wrongly
  const { to, code } = await answered(url, verified(ida), browser)
  expect(to).toMatch(/^\/msal\/result\?failed=refused&reference=/)
  expect(await confirm(browser, visitor.session, code)).toBe('403 not-verified')
})

test('never signs users in: it is not offered, starts no sign-in, and finds no user for a page without questions', async () => {
  expect((await as(undefined).tell(oidcProviders.offered, { id: 'northgate' })).items).toEqual([])
  const { to } = await jar(app).go(`/login/sso?workspace=northgate&provider=${providerId}`)
  expect(to).toContain('failed=unknown')
  const open = await addPage(home, { ...settings, fields: none })
  const visitor = await visitPage(home, open)
  await visitor.tell(selfService.start, { type: 0 })
  const said = await visitor.tell(selfService.lookup, { id: open, cardId: 'DDFFFF', type: 'card' })
  expect(said).toMatchObject({ redirectMsal: false, tokenId: null, signIn: null })
  const { warnings } = await owner.tell(selfServicePages.preview, {
    settings: { ...settings, fields: none },
    language: 'en',
  })
  expect(warnings.map(({ kind }) => kind)).toEqual(['nothing-asked'])
  const asSso = await tapAt(home, await addPage(home, { ...settings, verificationType: 'sso' }), 'DDFFFE')
  expect((await asSso.tell(selfService.token, { userId: (await addIda()).userId })).signIn).toBeNull()
})

const addRegistry = async () => {
  const { id } = await owner.tell(oidcProviders.create, { ...registryInput, name: `Registry ${++people}` })
  await owner.tell(oidcProviders.active, { ids: [id], active: true })
  return id
}

test('a test compares the administrator with their own user account, and shows no verified data', async () => {
  const id = await addRegistry()
  const report = async (person: object) => {
    const browser = jar(app)
    const { url } = (await browser.call(`/administrator/identity-providers/${id}/test`, {}, given.owner.accessToken))
      .body as { url: string }
    const { code } = await answered(url, person, browser)
    const { body } = await browser.call(externalSignIn.complete.path, { code })
    return body['report'] as {
      outcome: string | null
      told: unknown[]
      checks: { ok: boolean; detail: string | null }[]
    }
  }
  const own = { given_name: 'Ada', family_name: 'Byron', birthdate: '1979-05-23' }
  const differs = await report(verified(own))
  expect(differs).toMatchObject({ outcome: 'differs', told: [] })
  expect(differs.checks.at(-1)).toMatchObject({ ok: false, detail: 'Date of birth' })
  expect(JSON.stringify(differs)).not.toContain('Byron')
  expect(await report(own)).toMatchObject({ outcome: null })
  await owner.tell(oidcProviders.update, { ...registryInput, name: 'By name', id, assurance: { match: ['lastName'] } })
  expect(await report(verified(own))).toMatchObject({ outcome: 'verified' })
  const { assurance } = await owner.tell(oidcProviders.get, { id })
  expect(assurance).toEqual({ match: ['lastName'], birthDateIn: null, frameworks: [] })
})

test.each([
  [{ assurance: { match: ['birthDate'] } }, 'assurance.birthDateIn'],
  [{ assurance: { match: [] } }, 'assurance.match'],
  [{ preset: 'generic' }, 'preset'],
] as const)('refuses %j', async (more, field) => {
  const { status, body } = await owner.ask(oidcProviders.update, { ...registryInput, ...more, id: providerId })
  expect([status, body['fields']]).toMatchObject([422, [{ field }]])
})

test('is an OpenID Connect provider, asks for its secret again when the issuer changes, and is down without harm', async () => {
  const saml = { name: 'S', preset: 'assurance', metadata: '<EntityDescriptor/>' } as const
  expect((await owner.ask(samlProviders.create, saml)).status).toBe(422)
  const id = await addRegistry()
  const { clientSecret: _secret, ...moved } = { ...registryInput, name: 'Moved', issuer: second.issuer, id }
  expect(await owner.ask(oidcProviders.update, moved)).toMatchObject({
    status: 422,
    body: { code: 'secret-needed', fields: [{ field: 'clientSecret' }] },
  })
  await owner.tell(oidcProviders.update, { ...moved, clientSecret: 's3cret' })
  await second.close()
  const { visitor, url, browser } = await identified(await addPage(home, { ...settings, providerId: id }))
  expect((await browser.go(url)).to).toContain('failed=unreachable')
  expect(await confirm(browser, visitor.session, 'none')).toBe('403 not-verified')
})
