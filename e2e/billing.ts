import type { Page } from 'playwright-core'
import { type Visitor, newVisitor } from './browser.ts'
import type { Product } from './product.ts'
import { openConsole, session, unique } from './workspace-setup.ts'

/** A super administrator on a screen. */
export async function superAdmin(product: Product, path: string): Promise<Visitor & { email: string }> {
  const email = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', email)
  const someone = await newVisitor()
  await openConsole(someone.page, product, await session(product, email), path)
  return { ...someone, email }
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Enters the invoice address on the page of the payment information. */
export async function giveInvoiceAddress(page: Page, company: string): Promise<void> {
  await page.getByLabel('Company').fill(company)
  await page.getByLabel('Country').first().fill('German')
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByLabel('Address', { exact: true }).fill('Hafenstraße 7')
  await page.getByLabel('Postal code').fill('20459')
  await page.getByLabel('City').fill('Hamburg')
  await press(page, 'Save address')
  await page.getByText('Invoice address saved').waitFor()
}

/** Opens the billing of a workspace by its name. */
export async function openBillingOf(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click()
  await page.getByPlaceholder('Search name or address…').fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: new RegExp(name) }).click()
  await page.getByRole('navigation', { name: 'Workspace sections' }).getByRole('link', { name: 'Billing' }).click()
  await page.getByText('Billing policy').waitFor()
}
