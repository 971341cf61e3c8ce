import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { barriers, launch, visitor } from '../../../browser.ts'
import { productAt } from '../../../product.ts'
import { home, identify, newCard, openDesk, PIN, press, tap, title } from './page.ts'

const product = productAt(inject('place'))
let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const kept = (page: Page) => page.evaluate('JSON.stringify(sessionStorage)')

test('a page in public forgets everything after 60 s of silence, and says so before', async () => {
  const desk = await openDesk(product)
  const { address } = await desk.page()
  const { page, context } = await visitor(browser)
  await page.clock.install()
  await page.goto(`${address}?kiosk=1&id=${newCard()}`)
  await title(page, 'User Information')
  expect(await page.getByLabel('Last name').getAttribute('autocomplete')).toBe('off')
  await page.getByLabel('Last name').fill('Okoro')
  await page.clock.runFor(41_000)
  await page.getByText('This page forgets what you entered').waitFor()
  await press(page, 'Stay here')
  await page.clock.runFor(120_000)
  expect(await page.getByLabel('Last name').inputValue()).toBe('Okoro')
  const before = await kept(page)
  await page.keyboard.press('Tab')
  await page.clock.runFor(61_000)
  await home(page)
  expect(page.url()).toBe(`${address}?kiosk=1`)
  expect(await kept(page)).not.toBe(before)
  await context.close()
})

test.each(['light', 'dark'] as const)(
  '%s: no step has a barrier, at 390 px and at 200 per cent of 1440',
  async colorScheme => {
    const desk = await openDesk(product)
    const { address } = await desk.page({ verificationType: 'selfConfirmation' })
    const person = await desk.person()
    const { page, context } = await visitor(browser, { colorScheme, viewport: { width: 390, height: 844 } })
    const found: Record<string, unknown> = {}
    const look = async (step: string) => {
      for (const width of [390, 720]) {
        await page.setViewportSize({ width, height: 844 })
        found[`${step} ${width}`] = [
          ...(await barriers(page)),
          await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
        ]
      }
    }
    await page.goto(address)
    await press(page, 'Enroll a card Connect a new badge to your account.')
    await title(page, 'Tap Your Card')
    await look('card')
    await tap(page, newCard())
    await title(page, 'User Information')
    await press(page, 'Next')
    await page.getByText('Employee ID is required').waitFor()
    await look('person')
    await identify(page, person)
    await title(page, 'Sign-in Options')
    await look('verification')
    await press(page, 'This is me')
    await title(page, 'Set the PIN')
    await page.getByLabel('Set a PIN for the card').fill('12')
    await look('PIN')
    await page.getByLabel('Set a PIN for the card').fill(PIN)
    await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN)
    await press(page, 'Next')
    await title(page, 'Your badge is ready')
    await press(page, 'Stay here')
    await look('result')
    for (const [step, wrong] of Object.entries(found)) expect(wrong, step).toEqual([0])
    await context.close()
  },
)
