import { beforeAll, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { acceptRole, addUser, openConsole, newOwner, session, tokensOf, unique } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor

beforeAll(async () => {
  owner = await newOwner(product)
})

test("a unit administrator sees only the unit's users in all places", async () => {
  const { page } = owner
  const tokens = await tokensOf(page)
  const domain = `${unique('wards')}.example`
  const person = (firstName: string, lastName: string) =>
    addUser(product, tokens, { firstName, lastName, email: `${firstName}@${domain}`.toLowerCase() })
  await person('Nora', 'Ward')
  const chemist = await person('Carl', 'Laboratory')
  await person('Uma', 'Head')

  await page.goto(`${product.address}/dashboard/organization-units`)
  await page.getByRole('button', { name: 'Add unit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add organization unit' })
  await drawer.getByLabel('Name').fill('Ward 3')
  await drawer.getByRole('combobox', { name: /^Users/ }).fill('nora')
  await page.getByRole('option', { name: /Nora Ward/ }).click()
  await drawer.getByRole('button', { name: 'Add unit' }).click()
  await page.getByRole('dialog', { name: 'Ward 3 was created' }).getByRole('button', { name: 'Add admin' }).click()
  await page.getByText('No unit admins yet').waitFor()
  await page.getByRole('button', { name: 'Add unit admin' }).click()
  const naming = page.getByRole('dialog', { name: 'Add unit admin' })
  await naming.getByRole('combobox', { name: 'User', exact: true }).fill('uma')
  await page.getByRole('option', { name: /Uma Head/ }).click()
  await naming.getByRole('button', { name: 'Add unit admin' }).click()
  await page.getByRole('link', { name: 'Uma Head' }).waitFor()

  await acceptRole(product, `uma@${domain}`)
  const uma = await newVisitor()
  await openConsole(uma.page, product, await session(product, `uma@${domain}`), '/dashboard/users')
  await uma.page.getByRole('row', { name: /Nora Ward/ }).waitFor()
  expect(await uma.page.getByRole('row').count()).toBe(2)
  const menu = uma.page.getByRole('navigation', { name: 'Main' })
  for (const closed of ['Settings', 'Admins', 'API keys'])
    expect(await menu.getByRole('link', { name: closed }).count()).toBe(0)
  await uma.page.getByPlaceholder('Search name, user ID, email…').fill('carl')
  await uma.page.getByText('No users match “carl”').waitFor()
  await uma.page.goto(`${product.address}/dashboard/users/${chemist}`)
  await uma.page.getByText('User not found').waitFor()
  await menu.getByRole('link', { name: 'Organization units' }).click()
  await uma.page.getByRole('row', { name: /Ward 3/ }).click()
  await uma.page.getByRole('row', { name: /Nora Ward/ }).waitFor()
})
