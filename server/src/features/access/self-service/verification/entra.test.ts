import { selfService } from '@claviger/contract/access/self-service'
import { activity } from '@claviger/contract/oversight/activity'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/settings'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addPage, atPages, confirmedAt, tapAt, visitPage } from '../../../../../test/card-page.ts'
import { house } from '../../../../../test/house.ts'
import { clientId, startTenant, tenantId } from '../../../../../test/tenant.ts'

const tenant = await startTenant()
afterAll(tenant.close)
const home = await house({ ENTRA_AUTHORITY: tenant.authority, PRIVATE_TARGETS: 'true' })
const { given, clock } = home
const { forgetTries } = atPages(home)
beforeEach(forgetTries)

const none = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }
const entra = { verificationType: 'entraId', entra: { tenantId, clientId }, limits: { card: 100 } } as const
const pageWith = (more: PageSettingsInput) => addPage(home, { ...entra, ...more })
await given.addUser('Eva', 'Entra', { user_id: 'eva@clinic.example', email: 'eva.mail@northgate.example' })
await given.addUser('Edgar', 'Else', { user_id: 'edgar@clinic.example', email: 'edgar@northgate.example' })

let cards = 0xcc0000
const newCard = () => (++cards).toString(16)

/** Somebody at a page without fields: the sign-in at Entra ID says who it is. */
async function atTenant(page: string, type: 0 | 1 = 0, cardId = newCard()) {
  const visitor = await visitPage(home, page)
  await visitor.tell(selfService.start, { type })
  const said = await visitor.tell(selfService.lookup, { id: page, cardId, type: 'card' })
  return { visitor, said, nonce: said.entra?.nonce as string }
}
const ended = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${(body['code'] as string | undefined) ?? ''}`

test('R78: on a page without fields the sign-in says who it is, and verifies at once', async () => {
  const page = await pageWith({ fields: none })
  const { visitor, said, nonce } = await atTenant(page)
  expect(said).toMatchObject({
    redirectMsal: true,
    clientId,
    tenantId,
    tokenId: expect.any(String) as unknown,
    entra: { authority: `${tenant.authority}/${tenantId}`, loginHint: null },
  })
  const idToken = await tenant.sign(nonce, 'EVA@clinic.example', clock.now())
  expect(await visitor.tell(selfService.verify, { idToken })).toMatchObject({ ok: true, isPinRequired: true })
  await visitor.tell(selfService.enroll, { pin: '271828' })
  expect((await home.mailTo('eva.mail@northgate.example')).subject).toBe('A card was added to your account')
  // The nonce was good for one answer
  await visitor.tell(selfService.config, { id: page })
  expect(await visitor.ask(selfService.verify, { idToken })).toMatchObject({ status: 409 })
})

test('R79: on a page with fields the form comes first, and whoever signs in must be the one who was found', async () => {
  const page = await pageWith({ fields: { ...none, userId: true }, loginHint: '${UserId}' })
  const { visitor, said } = await atTenant(page)
  expect(said).toMatchObject({ redirectMsal: true, tokenId: null })
  const early = await tenant.sign(said.entra?.nonce as string, 'eva@clinic.example', clock.now())
  expect(ended(await visitor.ask(selfService.verify, { idToken: early }))).toBe('409 wrong-step')
  const found = await visitor.tell(selfService.token, { userId: 'eva@clinic.example' })
  expect(found).toMatchObject({ verificationType: 'entraId', entra: { loginHint: 'eva@clinic.example' } })
  const nonce = found.entra?.nonce as string
  const wrong = await tenant.sign(nonce, 'edgar@clinic.example', clock.now())
  expect(ended(await visitor.ask(selfService.verify, { idToken: wrong }))).toBe('403 not-verified')
  const again = await visitor.tell(selfService.token, { userId: 'eva@clinic.example' })
  const right = await tenant.sign(again.entra?.nonce as string, 'eva@clinic.example', clock.now())
  await visitor.tell(selfService.verify, { idToken: right })
})

test('the mailbox names a person as well as the login name does; two names of nobody name nobody', async () => {
  const page = await pageWith({ fields: none })
  const one = await atTenant(page)
  const byMail = await tenant.sign(one.nonce, 'nobody@clinic.example', clock.now(), {
    claims: { upn: 'Eva.Mail@northgate.example' },
  })
  await one.visitor.tell(selfService.verify, { idToken: byMail })
  const two = await atTenant(page)
  const ofNobody = await tenant.sign(two.nonce, 'nobody@clinic.example', clock.now())
  expect(ended(await two.visitor.ask(selfService.verify, { idToken: ofNobody }))).toBe('403 not-verified')
})

const now = () => Math.floor(clock.now().getTime() / 1000)
test.each([
  ['of another visit', () => ({ claims: { nonce: 'made-up' } })],
  ['without a nonce', () => ({ claims: { nonce: undefined } })],
  ['for another application', () => ({ claims: { aud: '99999999-2222-4333-8444-555555555555' } })],
  ['of another tenant', () => ({ claims: { tid: '0a1b2c3d-0000-4000-8000-00000000beef' } })],
  ['of another issuer', () => ({ claims: { iss: 'https://login.microsoftonline.com/x/v2.0' } })],
  ['that has ended', () => ({ claims: { exp: now() - 600 } })],
  ['of long ago', () => ({ claims: { iat: now() - 7200 } })],
  ['signed by somebody else', () => ({ foreign: true })],
  ['that is not signed', () => ({ alg: 'none' as const })],
])('an ID token %s verifies nobody', async (_what, signing) => {
  const { visitor, nonce } = await atTenant(await pageWith({ fields: none }))
  const idToken = await tenant.sign(nonce, 'eva@clinic.example', clock.now(), signing())
  expect(ended(await visitor.ask(selfService.verify, { idToken }))).toBe('403 not-verified')
  // And the nonce is used up
  const good = await tenant.sign(nonce, 'eva@clinic.example', clock.now())
  expect(ended(await visitor.ask(selfService.verify, { idToken: good }))).toBe('409 wrong-step')
})

test.each(['', 'no token', 'a.b.c', '🙂'.repeat(100)])('%j is no ID token', async idToken => {
  const { visitor } = await atTenant(await pageWith({ fields: none }))
  expect(ended(await visitor.ask(selfService.verify, { idToken }))).toBe('403 not-verified')
})

test('a card that names its holder: only the holder gets on', async () => {
  const card = newCard()
  const settings = { fields: { ...none, userId: true }, cardNamesHolder: true }
  const simple = await addPage(home, { fields: { ...none, userId: true }, verificationType: 'selfConfirmation' })
  const eva = await confirmedAt(home, simple, card, 'eva@clinic.example')
  await eva.tell(selfService.enroll, { pin: '271828' })
  const page = await pageWith(settings)
  const { visitor, said, nonce } = await atTenant(page, 1, card)
  expect(said.tokenId).not.toBeNull()
  const wrong = await tenant.sign(nonce, 'edgar@clinic.example', clock.now())
  expect(ended(await visitor.ask(selfService.verify, { idToken: wrong }))).toBe('403 not-verified')
  const again = await atTenant(page, 1, card)
  await again.visitor.tell(selfService.verify, {
    idToken: await tenant.sign(again.nonce, 'eva@clinic.example', clock.now()),
  })
  await again.visitor.tell(selfService.reset, { pin: '314159' })
})

test('the keys of a tenant are read once, anew when it has new ones, and from no foreign place', async () => {
  const page = await pageWith({ fields: none })
  const verified = async () => {
    const { visitor, nonce } = await atTenant(page)
    const idToken = await tenant.sign(nonce, 'eva@clinic.example', clock.now())
    return ended(await visitor.ask(selfService.verify, { idToken }))
  }
  clock.forward(61 * 60_000)
  tenant.asked.length = 0
  expect([await verified(), await verified()]).toEqual(['200 ', '200 '])
  expect(tenant.asked).toHaveLength(2)
  tenant.kid = 'second'
  expect(await verified()).toBe('403 not-verified')
  clock.forward(61_000)
  expect(await verified()).toBe('200 ')
  clock.forward(61 * 60_000)
  for (const broken of ['down', 'foreign-keys'] as const) {
    tenant.broken = broken
    expect(await verified()).toBe('403 not-verified')
  }
  tenant.broken = undefined
  expect(await verified()).toBe('200 ')
})

test('what happens at the page while the tenant is asked is not overrun by its answer', async () => {
  const page = await pageWith({ fields: none })
  const { visitor, nonce } = await atTenant(page)
  const idToken = await tenant.sign(nonce, 'eva@clinic.example', clock.now())
  const both = await Promise.all([
    visitor.ask(selfService.verify, { idToken }),
    visitor.ask(selfService.verify, { idToken }),
  ])
  expect(both.map(ended).toSorted()).toEqual(['200 ', '409 wrong-step'])
})

test('a page that lacks its application offers no sign-in', async () => {
  const page = await pageWith({ fields: none, entra: { tenantId, clientId: null } })
  const { visitor, said } = await atTenant(page)
  expect(said).toMatchObject({ redirectMsal: false, tokenId: null, entra: null })
  expect(ended(await visitor.ask(selfService.verify, { idToken: 'x' }))).toBe('409 wrong-step')
  const other = await tapAt(home, await addPage(home), newCard())
  expect(ended(await other.ask(selfService.verify, { idToken: 'x' }))).toBe('409 wrong-step')
})

test('somebody else than the person found leaves a line about that person', async () => {
  const id = await given.addUser('Emil', 'Entered', { user_id: 'emil@clinic.example', email: null })
  const page = await pageWith({ fields: { ...none, userId: true } })
  const { visitor } = await atTenant(page)
  await visitor.tell(selfService.token, { userId: 'emil@clinic.example' })
  const idToken = await tenant.sign('another', 'edgar@clinic.example', clock.now())
  expect(ended(await visitor.ask(selfService.verify, { idToken }))).toContain('not-verified')
  const { accessToken } = await given.session(given.owner)
  const { items } = await home.as(accessToken).tell(activity.list, { object: id })
  expect(items).toMatchObject([
    {
      action: 'self-service.enrolled',
      status: 2,
      reason: 'It was not shown who this is',
      after: { page: expect.any(String) as string },
    },
  ])
})
