import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { newOwner } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('a connection test fails with a reason, and a changed address needs its secret again', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/api/applications`)
  await page.getByText('No API applications yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add API application' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New API application' })
  await panel.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Okta' }).click()
  await panel.getByLabel('Name').fill('Okta of the clinic')
  await panel.getByLabel('Organization URL').fill('https://127.0.0.1:9')
  await panel.getByLabel('API token').fill('ssws-secret')
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Add API application' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByText('Not checked yet').waitFor()
  await page.getByRole('button', { name: 'Actions for Okta of the clinic' }).click()
  await page.getByRole('menuitem', { name: 'Check now' }).click()
  await page.getByText('Not working').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for Okta of the clinic' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const editing = page.getByRole('dialog', { name: 'Okta of the clinic' })
  await editing.getByLabel('Organization URL').fill('https://other.example')
  await editing.getByRole('button', { name: 'Save API application' }).click()
  await editing.getByText('Enter this again because the URL changed').waitFor()
})
