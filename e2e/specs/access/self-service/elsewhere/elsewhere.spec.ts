import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../../browser.ts'
import { loopback, movableClock, type OwnProduct } from '../../../../product.ts'
import { ownProduct } from '../../../../shared-product.ts'
import { choosePin, type Desk, home, identify, newCard, openDesk, press, ready, title } from '../card-page.ts'
import { allowLoopback, apiCaller, session, unique } from '../../../../workspace-setup.ts'
import { clientId, startSystems, type Systems, tenantId } from './systems.ts'

let product: OwnProduct
let systems: Systems
let desk: Desk
let at: Visitor
let page: Page
let providerId: string

beforeAll(async () => {
  systems = await startSystems()
  product = await ownProduct({
    ...movableClock,
    SMS_URL: `${systems.address}/sms`,
    ...loopback,
    NODE_EXTRA_CA_CERTS: systems.certificate,
  })
  desk = await openDesk(product)
  await allowLoopback(product, desk.slug, 'card-pages', 'identity-providers')
  await desk.ask('PUT', '/administrator/workspace/phone-codes', { countries: ['CH'] })
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  const above = apiCaller(product, await session(product, root))
  const { workspace } = (await desk.ask('GET', '/users')) as { workspace: { id: string } }
  const domain = `${desk.slug}.example`
  const added = await above('POST', `/superAdmin/workspaces/${workspace.id}/trustDomains`, { domain })
  await above('PUT', '/superAdmin/trustDomains', { id: added.body['id'], status: 1 })
  const provider = {
    name: 'Clinic login',
    preset: 'entra',
    issuer: `${systems.address}/${tenantId}/v2.0`,
    clientId,
    tokenAuth: 'none',
    people: { domains: [domain], link: 'userName' },
  }
  providerId = String((await desk.ask('POST', '/api/sso/oidc/idp', provider))['id'])
  await desk.ask('PUT', '/api/sso/oidc/idp/active', { ids: [providerId], active: true })
})
beforeEach(async () => {
  at = await newVisitor({ ignoreHTTPSErrors: true })
  page = at.page
})

const says = (words: string) => page.getByRole('alert').getByText(words).waitFor()

test('a code by text message goes to the phone number on record', async () => {
  const phoneNumber = { countryCode: '+41', mobileNumber: '79 555 01 42' }
  const [cards, person] = await Promise.all([desk.page(), desk.person({ phoneNumber })])
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await page.getByText('+41 ••• 42').waitFor()
  expect(await page.getByLabel(/^Code by email/).isChecked()).toBe(true)
  await page.getByLabel(/^Code by text message/).check()
  await press(page, 'Send code')
  await page.getByText('We sent a 6-digit code to +41 ••• 42.').waitFor()
  await expect.poll(() => systems.messages).toHaveLength(1)
  const [{ to, text } = { to: '', text: '' }] = systems.messages
  expect(to).toBe('+41795550142')
  await page.getByLabel('Verification code').fill(/\d{6}/.exec(text)?.[0] ?? text)
  await press(page, 'Confirm')
  await choosePin(page)
  await ready(page)
})

test("the owner's system decides about a card: it can refuse or continue", async () => {
  const automatic = { url: `${systems.address}/belongs` }
  const [cards, person] = await Promise.all([desk.page({ verificationType: 'automatic', automatic }), desk.person()])
  await desk.ask('POST', `/administrator/self-service/${cards.id}/secret`)
  systems.belongs = false
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await says("We couldn't confirm your identity. Ask your administrator")
  await title(page, 'User Information')
  systems.belongs = true
  await identify(page, person)
  await choosePin(page)
  await ready(page)
})

test('a sign-in at Entra ID identifies the user without further questions', async () => {
  const fields = { employeeId: false, lastName: false }
  const entra = { verificationType: 'entraId', providerId, fields }
  const [cards, person] = await Promise.all([desk.page(entra), desk.person()])
  systems.user = person.email
  await page.goto(`${cards.address}?id=${newCard()}`)
  await choosePin(page)
  await ready(page)
  expect(page.url()).toContain(cards.address)
  expect(await desk.cardsOf(person)).toBe(1)
})

test('after a form, the sign-in must belong to the same user', async () => {
  const entra = { verificationType: 'entraId', providerId }
  const [cards, person, other] = await Promise.all([desk.page(entra), desk.person(), desk.person()])
  const signIn = async (user: string) => {
    systems.user = user
    await identify(page, person)
    await press(page, 'Sign in with Clinic login')
  }
  await page.goto(`${cards.address}?id=${newCard()}`)
  await signIn('')
  await says("You weren't signed in. Try again, or ask your administrator")
  await title(page, 'Sign-in Options')
  systems.user = other.email
  await press(page, 'Sign in with Clinic login')
  await says("We couldn't confirm your identity. Ask your administrator")
  await signIn(person.email)
  await choosePin(page)
  await ready(page)
})

test('a server outage of 5 seconds loses nothing: the page says so and continues by itself', async () => {
  const [cards, person] = await Promise.all([desk.page({ verificationType: 'none' }), desk.person()])
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await title(page, 'Set PIN')
  await product.halt()
  await choosePin(page)
  await page.getByText("The service isn't responding.").waitFor()
  await page.waitForTimeout(5000)
  await product.resume()
  await ready(page)
  expect(await desk.cardsOf(person)).toBe(1)
})

test('a visit expires after 15 minutes and restarts with a notice', async () => {
  const [cards, person] = await Promise.all([desk.page({ verificationType: 'none' }), desk.person()])
  await page.goto(cards.address)
  await home(page)
  await page.keyboard.type(newCard(), { delay: 2 })
  await page.keyboard.press('Enter')
  await title(page, 'User Information')
  await product.forward(16 * 60_000)
  await identify(page, person)
  await says('Your visit expired after 15 minutes. Start again')
  await home(page)
  await page.keyboard.type(newCard(), { delay: 2 })
  await page.keyboard.press('Enter')
  await identify(page, person)
  await choosePin(page)
  await ready(page)
})
