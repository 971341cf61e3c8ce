import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { choosePin, type Desk, home, identify, newCard, openDesk, press, ready, title, typeCode } from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let at: Visitor
let page: Page

beforeAll(async () => {
  desk = await openDesk(product)
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
})

test('an emailed code can be closed and reopened, and does not count twice', async () => {
  const [cards, person] = await Promise.all([desk.page(), desk.person()])
  const since = new Date()
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await page.getByText(/^Resend code in (?:10:00|9:\d\d)$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await title(page, 'Sign-in Options')
  let asked = 0
  page.on('request', () => asked++)
  await press(page, 'Enter the code')
  await page.getByRole('dialog').waitFor()
  expect(asked).toBe(0)
  await press(page, 'Confirm')
  await page.getByText('Verification code is required').waitFor()
  await typeCode(page, product, person, since)
  await choosePin(page)
  await ready(page)
})

test('self-confirmation shows a masked name and accepts no answer for 3 seconds (R104)', async () => {
  const [cards, person] = await Promise.all([desk.page({ verificationType: 'selfConfirmation' }), desk.person()])
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await page.getByText('G••• O•••').waitFor()
  const shown = Date.now()
  await page.getByText("You can't undo this. Confirm that this is you.").waitFor()
  expect(await page.getByRole('button', { name: /^Confirm in [123]$/ }).isDisabled()).toBe(true)
  await press(page, 'This is me')
  expect(Date.now() - shown).toBeGreaterThan(2000)
  await choosePin(page)
  await ready(page)
})

const pinless = { cardVerification: 3, phoneVerification: 4, credentialStorageLocation: 2, rememberedPinHours: 8 }
const without = { ...pinless, proximity: true, audit: true, offlineLogin: true }

test('without verification and PIN, the form enrolls the card, and another visit finds its assignment', async () => {
  const policy = await desk.ask('POST', '/administrator/tokenPolicy', { name: 'Doors', ...without })
  const cards = await desk.page({ verificationType: 'none', tokenPolicyId: policy['id'] })
  const person = await desk.person()
  const since = new Date()
  await page.goto(`${cards.address}?action=enroll`)
  await press(page, 'Continue without a card')
  await identify(page, person)
  await ready(page)
  expect((await product.mailTo(person.email, since)).subject).toBe('A card is reserved for you')
  await press(page, 'Back to start')
  await home(page)
  const again = new Date()
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await ready(page)
  expect((await product.mailTo(person.email, again)).subject).toBe('A card was added to your account')
  expect(await desk.cardsOf(person)).toBe(1)
})

test('where cards need PINs, no user continues without one (G58)', async () => {
  const cards = await desk.page({ verificationType: 'none' })
  await page.goto(`${cards.address}?action=enroll`)
  await title(page, 'Tap Your Card')
  expect(await page.getByRole('button', { name: 'Continue without a card' }).count()).toBe(0)
})
