import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, visitor } from '../../../browser.ts'
import { productAt } from '../../../product.ts'
import { newCardPage, tap } from './page.ts'
import type { CardPage } from './page.ts'

const product = productAt(inject('place'))
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function identify(page: Page, { person }: CardPage): Promise<void> {
  await title(page, 'User Information')
  await page.getByLabel('Employee ID').fill(person.employeeId.toLowerCase())
  await page.getByLabel('Last name').fill('  okoro ')
  await page.getByRole('button', { name: 'Next' }).click()
}

async function typeCode(page: Page, { person }: CardPage, since: Date): Promise<void> {
  const { code = '' } = await product.mailTo(person.email, since)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

test('a badge tapped at a reader is enrolled: form, mailed code, PIN, and home again after 5 seconds', async () => {
  const cards = await newCardPage(product)
  const { page, context } = await visitor(browser)
  const since = new Date()
  await page.goto(`${cards.address}?action=`)
  await title(page, 'What do you want to do?')
  expect(await page.title()).toBe('Claviger Self-Service')
  await page.getByText('Card reader is ready').click()
  await tap(page, '0019369431')
  await identify(page, cards)
  await typeCode(page, cards, since)
  await title(page, 'Set the PIN')
  await page.getByLabel('Set a PIN for the card').fill('739146')
  await page.getByLabel('Confirm PIN', { exact: true }).fill('739147')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('The two PINs that you entered do not match!').waitFor()
  await page.getByLabel('Confirm PIN', { exact: true }).fill('739146')
  await page.getByRole('button', { name: 'Next' }).click()
  await title(page, 'Your badge is ready')
  const shown = Date.now()
  await title(page, 'What do you want to do?')
  expect(Date.now() - shown).toBeGreaterThan(4000)
  expect(page.url()).toBe(cards.address)
  await context.close()
})

test('without a mouse, on a phone, in German: the card of the address, and a server that goes away for a while', async () => {
  const cards = await newCardPage(product, { inputReadingFormat: 'hex' })
  const { page, context } = await visitor(browser, { locale: 'de-CH', viewport: { width: 390, height: 844 } })
  const since = new Date()
  await page.goto(`${cards.address}?id=04A1B2C3&action=ENROLL`)
  await page.getByRole('heading', { level: 1, name: 'Ihre Angaben' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  await page.keyboard.press('Tab')
  await page.keyboard.type(cards.person.employeeId)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Okoro')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByText('Der Dienst antwortet nicht').waitFor()
  await context.setOffline(false)
  await page.getByRole('dialog').waitFor()
  const { code = '' } = await product.mailTo(cards.person.email, since)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'PIN festlegen' }).waitFor()
  await context.close()
})
