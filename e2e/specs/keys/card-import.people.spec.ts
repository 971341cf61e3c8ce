import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf, unique } from '../../workspace-setup.ts'
import { ownProduct } from '../../shared-product.ts'

const domain = `${unique('staff')}.example`
const people = 1285
const rows = () => {
  const all = Array.from(
    { length: people },
    (_one, n) => `Given${n};Family${n};person${n}@${domain};Ward ${n % 5};021-${String(10_000 + n)}`,
  )
  return `First name;Last name;Email;Department;Badge\r\n${all.join('\r\n')}\r\n`
}

test('1,285 users with groups and cards come in by one file, confirmed by tapping one card, with PINs shown once', async () => {
  // Without billing, because a trial allows fewer keys
  const product = await ownProduct()
  const { page } = await newOwner(product)
  const owner = await tokensOf(page)
  await page.goto(`${product.address}/dashboard/security-keys/bulk-import`)
  await page.getByRole('button', { name: 'Choose file…' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(rows()) })
  await page.getByRole('combobox', { name: 'Field for Badge' }).waitFor()
  const format = page.getByRole('combobox', { name: 'Card number format in the file' })
  await format.selectOption({ label: 'Facility code and card number' })
  await page.getByText('Tap a card of this file to confirm its format.').waitFor()
  expect(await page.getByRole('button', { name: 'Review rows' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Tap a card of this file' }).fill(String(21 * 65_536 + 10_777))
  await page.getByRole('button', { name: 'Find card' }).click()
  await page.getByText(/Row 779 .*021-10777.*26 bits, the number without parity bits/).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Use this format' }).click()
  await page.getByText('Confirmed with a card: 26 bits, the number without parity bits').waitFor()
  await page.getByRole('radiogroup', { name: '“Department” contains' }).getByText('Groups', { exact: true }).click()
  expect(await page.getByRole('combobox', { name: 'Field for Department' }).inputValue()).toBe('groups')
  await page.getByLabel('Create missing groups and organization units').check()
  await page.getByLabel('Random PINs, shown once').check()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Review rows' }).click()
  await page.getByText('5 groups will be created: Ward 0, Ward 1, Ward 2, Ward 3, Ward 4').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Assign 1,285 cards' }).click()
  await page.getByText('Import finished: 1,285 assigned, 0 not assigned').waitFor({ timeout: 60_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PINs' }).click(),
  ])
  const pins = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(pins).toHaveLength(people + 1)
  expect(pins[1]).toMatch(/^"2","Given0 Family0","Access card 10000","\d{6}"$/)
  await page.getByText('The PINs were downloaded and deleted.').waitFor()
  const names = new Set<string>()
  for (let number = 1; number <= Math.ceil(people / 100); number++) {
    const asked = `/administrator/securityDevice?type=2&pageSize=100&page=${String(number)}`
    const { body } = await apiCaller(product, owner)('GET', asked)
    for (const { name } of body['items'] as { name: string }[]) names.add(name)
  }
  // Each card has the name that is printed on it
  expect(names.size).toBe(people)
  expect([...names].every(name => /^Access card 1[01]\d{3}$/.test(name))).toBe(true)
  await page.goto(`${product.address}/dashboard/security-keys`)
  await page
    .getByText(/^Access card 1[01]\d{3}$/)
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])
})
