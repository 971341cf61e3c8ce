import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { newOwner } from '../../people.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('a named list is pasted: what is wrong says why, what was meant is offered', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/named-lists`)
  await page.getByText('No named lists yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Add list' }).first().click()
  await page.getByRole('button', { name: 'Add list' }).click()
  for (const says of ['List Name is required', 'List Type is required']) await page.getByText(says).waitFor()
  await page.getByLabel('List name').fill('Wards')
  await page.getByLabel('List type').selectOption({ label: 'Addresses' })
  await page.getByRole('button', { name: 'Paste or import…' }).click()
  const pasting = page.getByRole('dialog', { name: 'Add many entries' })
  await pasting.getByLabel('Lines').fill('192.0.2.7, Front desk\n10.1.2.3/24\nnonsense')
  await pasting.getByText('1 line fits').waitFor()
  await pasting.getByText('2 lines do not fit').waitFor()
  await pasting.getByRole('button', { name: 'Use 10.1.2.0/24' }).click()
  await pasting.getByText('2 lines fit').waitFor()
  expect(await barriers(page)).toEqual([])
  await pasting.getByRole('button', { name: 'Add 2 entries' }).click()
  expect(await page.getByLabel('Label of 192.0.2.7').inputValue()).toBe('Front desk')
  await page.getByRole('button', { name: 'Add list' }).click()
  await page.getByRole('heading', { level: 1, name: 'Wards' }).waitFor()
  await page.getByText('Entries (2)').waitFor()
  await page.getByText('No policy names this list.').waitFor()
  expect(await barriers(page)).toEqual([])
})
