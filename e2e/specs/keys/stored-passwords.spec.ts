import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { letCodesIn, newOwner, signOut } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

/** Signs in with a code, so that no passkey has confirmed this session yet. */
async function signInByCode(page: Page, email: string): Promise<void> {
  await signOut(page)
  const before = new Date()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  const { code = '' } = await product.mailTo(email, before)
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
  await page.waitForURL('**/dashboard')
}

async function addPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add password' }).click()
  await dialog.getByLabel('Username').fill('ann')
  await dialog.getByLabel('Password', { exact: true }).fill('abc')
  await dialog.getByRole('button', { name: 'Add password' }).click()
  await dialog.getByText('Enter the account as domain\\user').first().waitFor()
  await dialog.getByText('Password must be at least 4 characters').first().waitFor()
  await dialog.getByLabel('Username').fill('corp\\ann')
  await dialog.getByLabel('Password', { exact: true }).fill('Tr0ub4dor & 3')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add password' }).click()
  await page.getByText('Password saved').waitFor()
}

test('an own password is stored, and read only after confirmation with the passkey', async () => {
  const owner = await newOwner(product, '/dashboard')
  const { page, workspace } = owner
  await letCodesIn(product, owner)
  await signInByCode(page, workspace.owner)
  let confirmed = 0
  page.on('request', request => {
    if (request.url().endsWith('/users/auth/verify')) confirmed++
  })
  await page.goto(`${product.address}/dashboard/profile`)
  await addPassword(page)
  expect(confirmed).toBe(0)
  await page.getByRole('button', { name: 'Actions for corp\\ann' }).click()
  await page.getByRole('menuitem', { name: 'Show…' }).click()
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByText('Tr0ub4dor & 3').waitFor()
  expect(confirmed).toBe(1)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Tr0ub4dor & 3').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Actions for corp\\ann' }).click()
  await page.getByRole('menuitem', { name: 'Change…' }).click()
  await page.getByRole('dialog').getByLabel('Pin Required').uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page.getByText("A password reset is required to change the 'Pin Required' value").first().waitFor()
})
