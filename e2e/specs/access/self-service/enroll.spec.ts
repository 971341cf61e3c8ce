import { beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import {
  choosePin,
  type Desk,
  home,
  identify,
  newCard,
  openDesk,
  PIN,
  press,
  ready,
  tap,
  title,
  typeCode,
} from './card-page.ts'

const product = sharedProduct()
let desk: Desk

beforeAll(async () => {
  desk = await openDesk(product)
})

test('a badge tapped at a reader is enrolled by form, emailed code, and PIN, and the page returns home after 5 seconds', async () => {
  const [cards, person] = await Promise.all([desk.page(), desk.person()])
  const { page } = await newVisitor()
  const since = new Date()
  await page.goto(`${cards.address}?action=`)
  await home(page)
  expect(await page.title()).toBe('Claviger Self-Service')
  await page.getByText('Card reader is ready').click()
  await tap(page, newCard())
  await identify(page, { employeeId: person.employeeId.toLowerCase(), lastName: '  okoro ' })
  await page.getByText(/^Resend code in (?:10:00|9:5\d)$/).waitFor()
  await typeCode(page, product, person, since)
  await choosePin(page, PIN, '739147')
  await page.getByText('The two PINs that you entered do not match!').waitFor()
  await choosePin(page, '12')
  await page.getByText('PIN is not in the right format!').waitFor()
  await choosePin(page)
  await ready(page)
  const shown = Date.now()
  await page.getByText(/^Redirecting in \d s$/).waitFor()
  await home(page)
  expect(Date.now() - shown).toBeGreaterThan(4000)
  expect(page.url()).toBe(cards.address)
  expect(await desk.cardsOf(person)).toBe(1)
  expect((await product.mailTo(person.email, since)).subject).toBe('A card was added to your account')
})

test('a card in the address is enrolled without a mouse, on a phone, in German, during a server outage', async () => {
  const [cards, person] = await Promise.all([desk.page({ inputReadingFormat: 'hex' }), desk.person()])
  const { page, context } = await newVisitor({ locale: 'de-CH', viewport: { width: 390, height: 844 } })
  const since = new Date()
  await page.goto(`${cards.address}?id=04A1B2C3&action=ENROLL`)
  await title(page, 'Ihre Angaben')
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.employeeId)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Okoro')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByText('Der Dienst antwortet nicht').waitFor()
  await context.setOffline(false)
  await page.getByRole('dialog').waitFor()
  const { code = '' } = await product.mailTo(person.email, since)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await title(page, 'PIN festlegen')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PIN)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await title(page, 'Ihr Ausweis ist bereit')
})

test('the result page can stay open or restart immediately', async () => {
  const settings = { verificationType: 'none', fields: { employeeId: true, lastName: false } }
  const [cards, person] = await Promise.all([desk.page(settings), desk.person()])
  const { page } = await newVisitor()
  await page.goto(`${cards.address}?id=${newCard()}`)
  await title(page, 'User Information')
  await page.getByLabel('Employee ID').fill(person.employeeId)
  await page.keyboard.press('Enter')
  await choosePin(page)
  await ready(page)
  await press(page, 'Stay here')
  await page.getByText(/^Redirecting in/).waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/sign-in')
  await press(page, 'Back to start')
  await home(page)
})
