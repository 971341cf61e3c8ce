import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../browser.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()

test('a call is found by its words with the keyboard, and its example is copied', async () => {
  const { page, context } = await newVisitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${product.address}/docs`)
  const all = await page.getByRole('article').count()
  expect(all).toBeGreaterThan(300)
  await page.keyboard.press('/')
  await page.keyboard.type('suspend users')
  await page.getByText(/^\d+ of \d+ calls$/).waitFor()
  const shown = page.locator('article:visible')
  await expect.poll(() => shown.count()).toBeLessThan(40)
  expect(await page.getByRole('navigation').getByText('Downloads').isVisible()).toBe(false)
  await shown.first().getByText('Example').click()
  await shown.first().getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(`"${product.address}/`)
})

test('the API reference is accessible in light and dark at each width', async () => {
  const { page } = await newVisitor()
  await page.goto(`${product.address}/docs#users.list`)
  await page.evaluate(`for (const one of document.querySelectorAll('article:not([id^="users."])')) one.remove()`)
  for (const title of ['Input', 'Example']) await page.locator('[id="users.list"] summary', { hasText: title }).click()
  expect(await barriersEverywhere(page)).toEqual([])
})
