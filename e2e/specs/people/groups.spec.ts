import { beforeAll, expect, test } from 'vitest'
import { barriers, type Visitor } from '../../browser.ts'
import { addUser, apiCaller, newOwner, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor

beforeAll(async () => {
  owner = await newOwner(product)
})

test('a group gets members from a pasted list with a preview, and another follows a rule', async () => {
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

test('deletion shows what depends on a group, and a unit stays while a policy blocks it', async () => {
  const { page } = owner
  const ask = apiCaller(product, await tokensOf(page))
  const { body: group } = await ask('POST', '/administrator/groups', { name: 'Porters' })
  const { body: unit } = await ask('POST', '/administrator/organization-units', { name: 'Annex' })
  const policy = { name: 'Porters stay out', priority: 1, action: 0, groups: [group['id']], units: [unit['id']] }
  expect((await ask('POST', '/administrator/policies/create', policy)).status).toBe(200)
  await page.goto(`${product.address}/dashboard/groups/${String(group['id'])}`)
  await page.getByRole('button', { name: 'More actions for Porters' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete 1 group?' })
  await asked.getByRole('link', { name: 'Porters stay out' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await asked.getByRole('button', { name: 'Delete 1 group' }).click()
  await page.getByText('Porters deleted').waitFor()

  await page.goto(`${product.address}/dashboard/organization-units/${String(unit['id'])}`)
  await page.getByRole('button', { name: /^(More actions|Actions) for Annex/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const units = page.getByRole('dialog', { name: 'Delete 1 unit?' })
  await units.getByText('so that they keep blocking').waitFor()
  await units.getByRole('button', { name: 'Delete 1 unit' }).click()
  await units.getByText('Access policies that block still name it: Porters stay out').waitFor()
  await units.getByRole('button', { name: 'Keep' }).click()

  await page.goto(`${product.address}/dashboard/policies`)
  await page.getByRole('link', { name: 'Porters stay out' }).first().click()
  await page.getByText('The group Porters has ended').waitFor()
})
