import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../../../browser.ts'
import { sharedProduct } from '../../../../shared-product.ts'
import { choosePin, type Desk, home, identify, newCard, openDesk, PIN, press, ready, tap, title } from '../card-page.ts'

const product = sharedProduct()
let desk: Desk

beforeAll(async () => {
  desk = await openDesk(product)
})

const sideways = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

async function barriersHere(page: Page, step: string): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      found.push(
        ...(await barriers(page, colorScheme === 'dark')).map(one => `${step} ${width} ${colorScheme}: ${one}`),
      )
    }
    await page.setViewportSize({ width: Math.max(320, width / 2), height: height / 2 })
    if ((await sideways(page)) > 0) found.push(`${step} at 200 % of ${width} scrolls sideways`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

test('all steps are accessible: home, tap, form, code, PIN, errors, and result', async () => {
  const help = '**Call** 4711, or [look here](https://clinic.example/help)\n\n- one\n- two'
  const [cards, person] = await Promise.all([desk.page({ messages: { en: { help } } }), desk.person()])
  const { page } = await newVisitor()
  const found: string[] = []
  const look = async (step: string) => void found.push(...(await barriersHere(page, step)))
  const since = new Date()
  await page.goto(cards.address)
  await home(page)
  await look('home')
  await tap(page, 'letters')
  await page.getByRole('alert').getByText('This is not a card number').waitFor()
  await look('a card that is none')
  await page.getByRole('button', { name: 'Enroll a card' }).click()
  await title(page, 'Tap Your Card')
  await page.getByText('Nothing happening?').click()
  await look('tap')
  await tap(page, newCard())
  await title(page, 'User Information')
  await look('form')
  await press(page, 'Next')
  await page.getByText('Last Name is required').waitFor()
  await look('faults of the form')
  await identify(page, person)
  await page.getByText(/^Resend code in/).waitFor()
  await look('code')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Verification code').fill('12')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await look('a wrong code')
  await page.keyboard.press('Escape')
  await look('where the code went')
  await press(page, 'Enter the code')
  const { code = '' } = await product.mailTo(person.email, since)
  await dialog.getByLabel('Verification code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await choosePin(page, '12', '34')
  await look('faults of the PIN')
  await choosePin(page)
  await ready(page)
  await press(page, 'Stay here')
  await look('result')
  expect(found).toEqual([])
}, 300_000)

test('the rare steps are accessible: self-confirmation, refusal, offline, kiosk countdown, and closed page', async () => {
  const confirming = await desk.page({ verificationType: 'selfConfirmation' })
  const [person, other] = await Promise.all([desk.person(), desk.person()])
  const card = newCard()
  await desk.card(other, card)
  const { page, context } = await newVisitor()
  const found: string[] = []
  const look = async (step: string) => void found.push(...(await barriersHere(page, step)))
  await page.goto(`${confirming.address}?id=${card}`)
  await identify(page, person)
  await page.getByText('G••• O•••').waitFor()
  await look('self-confirmation')
  await press(page, 'This is me')
  await title(page, 'Set PIN')
  await page.getByLabel('Set a PIN for the card').fill(PIN)
  await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN)
  await look('PIN')
  await press(page, 'Next')
  await page.getByText('This card belongs to another user.').waitFor()
  await look('refusal')
  await press(page, 'Use another card')
  await title(page, 'Tap Your Card')
  await context.setOffline(true)
  await tap(page, newCard())
  await page.getByText("The service isn't responding.").waitFor()
  await look('no connection')
  await context.setOffline(false)
  await title(page, 'User Information')
  await desk.turn(confirming, false)
  await identify(page, person)
  await title(page, 'This page is not available right now')
  await look('closed')
  expect(found).toEqual([])
}, 300_000)
