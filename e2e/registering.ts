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

export async function begin(
  page: Page,
  product: Product,
  use: 'Work or school' | 'Personal',
  email: string,
): Promise<ReceivedMail> {
  await page.goto(`${product.address}/auth/register`)
  await page.getByLabel(use).check()
  await pressButton(page)
  await page.getByText("Verified: you're not a robot").waitFor()
  await page.getByRole('textbox', { name: /email/i }).fill(email)
  await page.getByRole('checkbox').check()
  await pressButton(page)
  await step(page, 'Choose a password')
  return product.mailTo(email)
}

export async function giveName(page: Page, product: Product, email: string): Promise<string> {
  const before = new Date()
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Last name').fill('Lindqvist')
  await pressButton(page)
  await step(page, 'Enter the verification code')
  return (await product.mailTo(email, before)).code ?? 'no code in the mail'
}

export async function addKey(page: Page): Promise<void> {
  await step(page, 'Add your first security key')
  await pressButton(page, 'Create passkey')
  await page.getByText('Your security key is saved.').waitFor()
}

export async function giveAddress(page: Page): Promise<void> {
  await step(page, 'Enter your address')
  await page.getByLabel('Country').first().fill('Norw')
  await page.getByRole('option', { name: 'Norway' }).click()
  await page.getByLabel('Address').fill('Karl Johans gate 1')
  await page.getByLabel('Postal code').fill('0154')
  await page.getByLabel('City').fill('Oslo')
}
