import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { sharedProduct } from '../../shared-product.ts'
import { newOwner } from '../../workspace-setup.ts'

const product = sharedProduct()

test('an owner creates an authentication strength and gets the value that applications request', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/authentication-strengths`)
  await page.getByText('Phishing-resistant').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Hardware-bound' }).click()
  await page.getByText('phrh', { exact: true }).waitFor()
  await page.getByText('No policy or application uses this strength.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: 'Add strength' }).click()
  await page.getByRole('button', { name: 'Add strength' }).click()
  await page.getByText('Enter a name for the authentication strength').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ward badge')
  await page.getByLabel('Minimum strength').selectOption({ label: 'Multi-factor' })
  await page.getByLabel('Access card', { exact: true }).check()
  await page.getByLabel('Maximum time since sign-in (minutes)').fill('60')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add strength' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ward badge' }).waitFor()
  await page.getByText(/^urn:claviger:acr:strength:/).waitFor()
  await page.getByLabel('Require user verification').check()
  await page.getByRole('button', { name: 'Save strength' }).click()
  await page.getByText('Ward badge saved').waitFor()
  await page.goto(`${product.address}/dashboard/authentication-strengths`)
  await page.getByText('within 60 minutes').waitFor()
  await page.getByRole('button', { name: 'Actions for Ward badge' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete strength' }).click()
  await page.getByText('Ward badge deleted').waitFor()
})
