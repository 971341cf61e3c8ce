import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { newOwner } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

test('an owner sees a blocked address, allows it there, and blocks it again in the settings', async () => {
  const product = sharedProduct()
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/workspace/private-addresses`)
  await page.getByText('No private addresses yet').waitFor()
  expect(await barriers(page)).toEqual([])

  await page.goto(`${product.address}/dashboard/api/applications`)
  await page.getByRole('button', { name: 'Add API application' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New API application' })
  await panel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Okta' }).click()
  await panel.getByLabel('Name').fill('Okta inside')
  await panel.getByLabel('Organization URL').fill('https://127.0.0.1:9')
  await panel.getByLabel('API token').fill('ssws-secret')
  await panel.getByRole('button', { name: 'Add API application' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Actions for Okta inside' }).click()
  await page.getByRole('menuitem', { name: 'Check now' }).click()
  await page.getByRole('button', { name: 'Allow 127.0.0.1:9 for API applications' }).click()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow address' }).click()
  await page.getByText('Calls to these private addresses are blocked:').waitFor({ state: 'hidden' })

  await page.goto(`${product.address}/dashboard/workspace/private-addresses`)
  await page.getByText(/^Allowed by Ada Fern/).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Block 127.0.0.1:9…' }).click()
  await page.getByRole('button', { name: 'Block address' }).click()
  await page.getByText('No private addresses yet').waitFor()

  await page.getByRole('button', { name: 'Allow private address…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Allow private address' })
  await drawer.getByLabel('Host').fill('127.0.0.1')
  await drawer.getByLabel('Port').fill('636')
  expect(await barriers(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Allow private address' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByText('127.0.0.1:636', { exact: true }).waitFor()
})
