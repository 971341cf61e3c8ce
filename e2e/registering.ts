import type { Page } from 'playwright-core'
import { barriers } from './browser.ts'
import type { ReceivedMail, Product } from './product.ts'

export const step = (page: Page, heading: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name: heading }).waitFor()

export const pressButton = (page: Page, name = 'Continue'): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export async function enterCode(page: Page, code = ''): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
}

export async function checkAccessibility(page: Page): Promise<string[]> {
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const here = await barriers(page, colorScheme === 'dark')
    found.push(...here.map(barrier => `${heading} (${colorScheme}): ${barrier}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

export const agreement = (page: Page) => page.getByRole('checkbox', { name: /^I agree to/ })

/** Gives name and email; the email with the code and the link to resume is on its way. */
export async function begin(
  page: Page,
  product: Product,
  use: 'Work or school' | 'Personal',
  email: string,
): Promise<ReceivedMail> {
  await page.goto(`${product.address}/auth/register`)
  await page.getByLabel(use).check()
  await page.getByText("Verified: you're not a robot").waitFor()
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  await agreement(page).check()
  await pressButton(page)
  await page.getByText(`We sent a 6-digit code to ${email}.`).waitFor()
  return product.mailTo(email)
}

export async function beginProven(...of: Parameters<typeof begin>): Promise<ReceivedMail> {
  const mail = await begin(...of)
  await enterCode(of[0], mail.code)
  return mail
}

export async function addKey(page: Page): Promise<void> {
  await step(page, 'Add your first security key')
  await pressButton(page, 'Create passkey')
}

export async function giveAddress(page: Page): Promise<void> {
  await step(page, 'Enter your address')
  await page.getByLabel('Country').first().fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByLabel('Address').fill('Karl Johans gate 1')
  await page.getByLabel('Postal code').fill('0154')
  await page.getByLabel('City').fill('Oslo')
}
