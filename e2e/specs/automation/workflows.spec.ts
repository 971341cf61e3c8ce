import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('a workflow assigns cards from an attribute, reports the result for each, and retries failed ones', async () => {
  const { page, workspace } = await newOwner(product)
  const ask = apiCaller(product, await tokensOf(page))
  const add = (firstName: string, scimAttribute1: string) => {
    const email = `${firstName.toLowerCase()}@${workspace.slug}.example`
    return ask('POST', '/administrator/tokens', { firstName, lastName: 'Oak', userId: email, email, scimAttribute1 })
  }
  const wrong = await add('Nell', 'no number')
  for (const [name, number] of [
    ['Mia', '04A1B2C3'],
    ['Tom', '04A1B2C4'],
  ] as const)
    await add(name, number)

  await page.goto(`${product.address}/dashboard/workflows`)
  await page.getByText('No workflows yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Add workflow' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Badges from HR')
  await page
    .getByLabel('Assignment method')
    .selectOption({ label: 'Immediately, with the card number in an attribute' })
  await page.getByLabel('Card number').selectOption({ label: 'Attribute 1' })
  await page.getByLabel('Number format').selectOption({ label: 'Hexadecimal' })
  await page.getByLabel('Trigger').selectOption({ label: 'On a schedule' })
  await page.getByText('3 cards are assigned').waitFor()
  await expect.poll(() => page.locator('section', { hasText: 'Next runs' }).locator('li').count()).toBe(5)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add workflow' }).click()
  await page.getByRole('heading', { level: 1, name: 'Badges from HR' }).waitFor()
  await page.getByRole('button', { name: 'More actions for Badges from HR' }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await page.getByText('3 checked: 2 completed, 0 skipped, 1 failed').waitFor()
  await page.getByText("The attribute doesn't contain a card number").first().waitFor()
  await page.getByText('Card assigned').first().waitFor()
  expect(await barriers(page)).toEqual([])

  const { id, firstName, lastName, userId, email } = wrong.body as Record<string, string>
  await ask('PUT', `/administrator/tokens/${id}`, { firstName, lastName, userId, email, scimAttribute1: '04A1B2C5' })
  await page.getByRole('button', { name: 'Retry 1' }).click()
  await page.getByText('1 checked: 1 completed, 0 skipped, 0 failed').waitFor()
  await page.getByRole('link', { name: 'All runs' }).click()
  await page.getByRole('heading', { level: 1, name: 'Runs of Badges from HR' }).waitFor()
  await page.getByText('Retried by Ada Fern').first().waitFor()
  expect(await barriers(page)).toEqual([])
})
