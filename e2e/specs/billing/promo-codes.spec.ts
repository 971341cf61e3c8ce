import { expect, test } from 'vitest'
import { press, superAdmin } from '../../billing.ts'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { addKey, checkAccessibility, beginProven, giveAddress, pressButton as go, step } from '../../registering.ts'
import { sharedProduct } from '../../shared-product.ts'
import { unique } from '../../workspace-setup.ts'

const product = sharedProduct()

test('a promo code is created and redeemed at registration, and its use is listed', async () => {
  const root = await superAdmin(product, '/dashboard/super-admin/promo-codes')
  const code = unique('welcome').toUpperCase()
  await press(root.page, 'Create promo code')
  const panel = root.page.getByRole('dialog')
  await panel.getByLabel('Code').fill(code)
  await panel.getByLabel('More days of trial').fill('30')
  await panel.getByLabel('Free keys').fill('10')
  await panel.getByLabel('Discount').fill('12.5')
  expect(await barriersEverywhere(root.page)).toEqual([])
  await panel.getByRole('button', { name: 'Create promo code' }).click()
  await root.page.getByText(`Promo code ${code} created`).waitFor()

  const { page } = await newVisitor()
  const slug = unique('reef')
  const email = `maya@${slug}.example`
  await beginProven(page, product, 'Work or school', email)
  await addKey(page)
  await giveAddress(page)
  await go(page)
  await step(page, 'Name your workspace')
  await page.getByLabel('Name', { exact: true }).fill('Reef Clinic')
  await page.getByLabel('URL').fill(slug)
  await page.getByText(`${slug} is available`).waitFor()
  await go(page)
  await step(page, 'Start with a free trial')
  await page.getByLabel('Promo code').fill(code.toLowerCase())
  await go(page, 'Redeem code')
  await page.getByText('Promo code redeemed.').waitFor()
  await page.getByText('30 more days of trial, 10 free keys, 12.50% discount, for 12 months.').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await go(page)
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.address}/dashboard/billing`)
  const inTwoMonths = new Date(Date.now() + 60 * 24 * 3600_000)
  const ends = inTwoMonths.toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  await page.getByText(ends).first().waitFor()

  await root.page.getByRole('button', { name: `Actions for ${code}` }).click()
  await root.page.getByRole('menuitem', { name: 'Show uses…' }).click()
  await root.page
    .getByRole('table', { name: `Uses of ${code}` })
    .getByText('Reef Clinic')
    .waitFor()
  expect(await barriersEverywhere(root.page)).toEqual([])
}, 240_000)
