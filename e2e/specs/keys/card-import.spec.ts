import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { addUser, apiCaller, newOwner, type Tokens, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const domain = `${unique('badges')}.example`
const began = new Date()
let page: Page
let owner: Tokens
let imported = ''

beforeAll(async () => {
  ;({ page } = await newOwner(product))
  owner = await tokensOf(page)
  for (const [firstName, lastName] of [
    ['Nora', 'Ward'],
    ['Carl', 'Laboratory'],
  ] as const)
    await addUser(product, owner, { firstName, lastName, email: `${firstName}@${domain}`.toLowerCase() })
})

/** 200 rows: Nora's and Carl's cards, a duplicate, an unknown user, and an invalid card. */
const rows = () => {
  const cards = Array.from({ length: 197 }, (_one, n) => [String(700_001 + n), n % 2 ? 'nora' : 'carl'])
  const all = [...cards, ['700001', 'nora'], ['800001', 'nobody'], ['8x', 'nora']]
  return `Card ID;Email\r\n${all.map(([card, who]) => `${card};${who}@${domain}`).join('\r\n')}\r\n`
}

async function bringIn() {
  await page.goto(`${product.address}/dashboard/security-keys/bulk-import`)
  await page.getByRole('button', { name: 'Choose file…' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'badges.csv', mimeType: 'text/csv', buffer: Buffer.from(rows()) })
  await page.getByRole('combobox', { name: 'Field for Card ID' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByText('“700001” is the card').waitFor()
  await page.getByRole('button', { name: 'Review rows' }).click()
  await page.getByRole('navigation', { name: 'Rows by result' }).waitFor()
}
const box = (name: string) =>
  page.getByRole('navigation', { name: 'Rows by result' }).getByRole('link', { name: new RegExp(`^${name}`) })

test('200 cards are imported with a result for each row, and their users are notified', async () => {
  await bringIn()
  await box('Assign 197').waitFor()
  await box('Duplicate 1').waitFor()
  await box('Unknown user 1').click()
  await page.getByText('The user ID does not exist in your workspace').first().waitFor()
  await box('Unreadable 1').waitFor()
  expect(await barriers(page)).toEqual([])
  const before = await apiCaller(product, owner)('GET', '/administrator/securityDevice?type=2')
  expect(before.body['total']).toBe(0)
  await page.getByRole('button', { name: 'Assign 197 cards' }).click()
  await page.getByText('Import finished: 197 assigned, 3 not assigned').waitFor()
  const after = await apiCaller(product, owner)('GET', '/administrator/securityDevice?type=2')
  expect(after.body['total']).toBe(197)
  await page.getByRole('button', { name: 'Notify 197 users' }).click()
  await page.getByText('197 users notified, 0 without an email address').waitFor()
  expect((await product.mailTo(`nora@${domain}`, began)).subject).toContain('PIN')
  imported = page.url()
  expect(await barriers(page)).toEqual([])
})

test('importing the same file again assigns nothing', async () => {
  await bringIn()
  await box('Duplicate 198').waitFor()
  await page.getByRole('button', { name: 'Nothing to do' }).waitFor()
})

test('an import is undone, with numbers before and after', async () => {
  await page.goto(imported)
  await page.getByRole('button', { name: 'Undo import…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('197 keys created by this import will be permanently deleted with all their passkeys.')
    .waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Undo for 197 keys' }).click()
  await page.getByText(/197 deleted, 0 pending again, 0 unchanged/).waitFor()
  expect((await apiCaller(product, owner)('GET', '/administrator/securityDevice?type=2')).body['total']).toBe(0)
  expect(await barriers(page)).toEqual([])
})

test('a list can be pasted, one column can fill several fields, and the review leads back', async () => {
  await page.goto(`${product.address}/dashboard/security-keys/bulk-import`)
  const sample = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a sample file' }).click()
  expect((await sample).suggestedFilename()).toBe('cards.csv')
  await page.getByLabel('Or paste a list').fill(`Card ID;Email\n900001;nora@${domain}`)
  await page.getByRole('button', { name: 'Use this list' }).click()
  await page.getByRole('combobox', { name: 'Field for Card ID' }).waitFor()
  await page.getByRole('combobox', { name: 'Card number format in the file' }).selectOption({ label: 'Decimal' })
  await page.getByRole('button', { name: 'Review rows' }).click()
  await page.getByRole('button', { name: 'Assign 1 card' }).waitFor()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  expect(await page.getByRole('combobox', { name: 'Card number format in the file' }).inputValue()).toBe('decimal')
  await page.getByRole('button', { name: 'Map Email to another field' }).click()
  await page.getByRole('combobox', { name: 'Email also means' }).selectOption({ label: 'User ID' })
  await page.getByRole('combobox', { name: 'Field for Card ID' }).selectOption({ label: 'Skip' })
  await page.getByText('Choose a column for: Card number').waitFor()
  expect(await page.getByRole('button', { name: 'Review rows' }).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Field for Card ID' }).selectOption({ label: 'Card number' })
  await page.getByRole('button', { name: 'Review rows' }).click()
  await page.getByRole('button', { name: 'Assign 1 card' }).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).waitFor()
})
