import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../browser.ts'
import { addUser, newOwner, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor

beforeAll(async () => {
  owner = await newOwner(product)
})

test('a group takes people by a pasted list, told beforehand, and another follows a rule', async () => {
  const { page } = owner
  const tokens = await tokensOf(page)
  const domain = `${unique('groups')}.example`
  for (const name of ['Anna', 'Bert'])
    await addUser(product, tokens, { firstName: name, lastName: 'Fern', email: `${name}@${domain}`.toLowerCase() })

  await page.goto(`${product.address}/dashboard/groups`)
  await page.getByRole('button', { name: 'Add group' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Add group' })
  await drawer.getByLabel('Name').fill('Nurses')
  await drawer.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nurses' }).waitFor()
  await page.getByRole('button', { name: 'Add users' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add users to Nurses' })
  await adding.getByLabel('Or paste User IDs or emails').fill(`Email,Ward\nANNA@${domain},3\nnobody@${domain},4`)
  await adding.getByText("These User IDs or email addresses don't match any user").waitFor()
  await adding.getByRole('button', { name: 'Add 1 user' }).click()
  await page.getByRole('row', { name: /Anna Fern/ }).waitFor()

  await page.goto(`${product.address}/dashboard/groups`)
  await page.getByRole('button', { name: 'Add group' }).first().click()
  await drawer.getByLabel('Name').fill('All of Fern')
  await drawer.getByLabel('By rule').check()
  await drawer.getByRole('combobox', { name: 'Field of condition 1' }).click()
  await page.getByRole('option', { name: 'Email', exact: true }).click()
  await drawer.getByRole('combobox', { name: 'Comparison of condition 1' }).click()
  await page.getByRole('option', { name: 'contains' }).click()
  await drawer.getByLabel('Value of condition 1').fill(domain)
  await drawer.getByText('Anna Fern, Bert Fern').waitFor()
  await drawer.getByRole('button', { name: 'Add group' }).click()
  await page.getByRole('row', { name: /Bert Fern/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Add users' }).count()).toBe(0)
})
