import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { type Desk, home, openDesk, press, tap, title } from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let at: Visitor
let page: Page
const pages: Record<string, string> = {}

beforeAll(async () => {
  desk = await openDesk(product)
  for (const inputReadingFormat of ['dec', 'hex', 'none'])
    pages[inputReadingFormat] = (await desk.page({ inputReadingFormat })).address
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
})

const open = async (format: string) => {
  await page.goto(pages[format] as string)
  await home(page)
}

const cards = {
  dec: [
    ['0019369431', '19369431', 0],
    ['  1234567890 ', '1234567890', 0],
  ],
  hex: [
    ['04A1B2C3', '3283263748', 0],
    ['04a1b2c3', '3283263748', 0],
    ['04A1B2C30000', '3283263748', 0],
    ['04A1B2C3-recovery', '3283263748', 1],
    ['04a1b2c3-RECOVERY', '3283263748', 1],
    ['04A1B2C3-other', '3283263748', 0],
  ],
} as const

test.each(['dec', 'hex'] as const)(
  '%s: the text of a reader is the card that the server receives (R121–R133)',
  async format => {
    await open(format)
    for (const [text, decimal, type] of cards[format]) {
      const started = page.waitForRequest(request => request.method() === 'PUT')
      const looked = page.waitForResponse(/security-key-device/)
      await tap(page, text)
      expect((await started).postDataJSON()).toEqual({ type })
      expect(await (await looked).json()).toMatchObject({ cardIdDecimal: decimal })
      await title(page, 'User Information')
      await press(page, 'Back')
      await home(page)
    }
  },
)

const unread = {
  dec: ['AB12', '12.5', '9'.repeat(60), '-1', '🪪'],
  hex: ['G0', 'F'.repeat(33), '🪪'],
} as const

test.each(['dec', 'hex'] as const)('%s: an invalid card number is refused, and the next tap is read', async format => {
  for (const text of unread[format]) {
    await open(format)
    await tap(page, text)
    await page.getByRole('alert').getByText('This is not a card number').waitFor()
    await tap(page, '12345678')
    await title(page, 'User Information')
  }
})

test.each([
  ['dec', ['', '   ']],
  ['hex', ['', '-recovery']],
  ['none', ['1234567890']],
])('%s: an empty reading sends nothing', async (format, texts) => {
  await open(format)
  let asked = 0
  page.on('request', () => asked++)
  for (const text of texts) await tap(page, text)
  await page.waitForTimeout(300)
  expect(asked).toBe(0)
  await home(page)
})

test('a reader that types while a button has the focus presses nothing but its own Enter', async () => {
  await open('dec')
  await page.getByRole('button', { name: 'Forgot PIN?' }).focus()
  await tap(page, '1234567890')
  await title(page, 'User Information')
})

test('a reader is read as soon as the step is visible', async () => {
  await page.addInitScript(`
    const seen = new MutationObserver(() => {
      if (!document.querySelector('h1')?.textContent.includes('What do you want to do?')) return
      seen.disconnect()
      globalThis.hears = document.activeElement.getAttribute('aria-label')
    })
    seen.observe(document, { childList: true, subtree: true, characterData: true })`)
  await open('dec')
  expect(await page.evaluate('hears')).toBe('Card reader')
})
