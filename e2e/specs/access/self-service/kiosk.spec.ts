import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import {
  type CardPage,
  choosePin,
  type Desk,
  home,
  identify,
  newCard,
  openDesk,
  press,
  ready,
  title,
} from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let cards: CardPage
let at: Visitor
let page: Page

beforeAll(async () => {
  desk = await openDesk(product)
  cards = await desk.page({ verificationType: 'none' })
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
  await page.clock.install()
})

const open = (query: string) => page.goto(`${cards.address}?kiosk=1${query}`)
async function freeze(): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
}
const bar = () => page.getByRole('complementary').filter({ hasText: 'This page clears your entries' })

test('after 60 s without input the page forgets everything; the last 20 seconds are counted down', async () => {
  const person = await desk.person()
  await desk.speaks(person, 'de')
  const session = () => page.evaluate(() => sessionStorage.getItem('enrollmentSessionToken'))
  // On a slow computer, the first session arrives before the page's code has loaded
  await page.route('**/assets/card-page-*.js', async route => {
    await expect.poll(session).not.toBeNull()
    await route.continue()
  })
  await open(`&id=${newCard()}`)
  await identify(page, person)
  await title(page, 'PIN festlegen')
  await freeze()
  await page.locator('input[type=password]').first().pressSequentially('73')
  const first = await session()
  await page.clock.runFor(39_000)
  expect(await page.getByText(/in \d+ Sekunden/).count()).toBe(0)
  await page.clock.runFor(2000)
  await page.getByText(/in (?:19|20) Sekunden/).waitFor()
  await page.clock.runFor(20_000)
  await page.clock.resume()
  await home(page)
  expect(page.url()).toBe(`${cards.address}?kiosk=1`)
  expect(await session()).not.toBe(first)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['enrollmentSessionToken'])
  await page.getByRole('button', { name: 'Enroll a card' }).click()
  await title(page, 'Tap Your Card')
})

test('any touch restarts the minute, and the countdown can be stopped', async () => {
  await open(`&id=${newCard()}`)
  await title(page, 'User Information')
  await freeze()
  await page.clock.runFor(50_000)
  await bar().waitFor()
  await page.getByLabel('Employee ID').pressSequentially('E')
  await bar().waitFor({ state: 'detached' })
  await page.clock.runFor(45_000)
  await bar().waitFor()
  await bar().getByRole('button', { name: 'Stay here' }).click()
  await bar().waitFor({ state: 'detached' })
  await page.clock.runFor(90_000)
  await title(page, 'User Information')
  expect(await page.getByLabel('Employee ID').inputValue()).toBe('E')
  await page.keyboard.press('Tab')
  await page.clock.runFor(45_000)
  await bar().waitFor()
})

test('the home screen counts nothing, and a finished enrollment returns to it in kiosk mode', async () => {
  const person = await desk.person()
  await open('')
  await home(page)
  await page.clock.runFor(120_000)
  expect(await bar().count()).toBe(0)
  await open(`&id=${newCard()}`)
  await identify(page, person)
  await choosePin(page)
  await ready(page)
  await page.clock.runFor(6000)
  await home(page)
  expect(page.url()).toBe(`${cards.address}?kiosk=1`)
})

test('the browser offers to fill in or store nothing', async () => {
  const person = await desk.person()
  await open(`&id=${newCard()}`)
  await title(page, 'User Information')
  const fills = () =>
    page.$$eval('main input:not([aria-label])', inputs => inputs.map(input => input.getAttribute('autocomplete')))
  expect(await fills()).toEqual(['off', 'off'])
  await identify(page, person)
  await title(page, 'Set PIN')
  expect(await fills()).toEqual(['one-time-code', 'one-time-code'])
  await press(page, 'Back')
})

test('a page without kiosk mode has no countdown', async () => {
  await page.goto(`${cards.address}?id=${newCard()}`)
  await title(page, 'User Information')
  await page.clock.runFor(180_000)
  await title(page, 'User Information')
})
