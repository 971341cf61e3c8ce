import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newOwner, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const domain = `${unique('look')}.example`
const csv = 'First name;Last name;Email;Badge\n' + [1,2,3,4].map(n => `Given${n};Family${n};p${n}@${domain};021-1000${n}`).join('\n')
async function shots(page: Page, name: string) {
  for (const [w, h] of [[1440, 1400], [390, 2000]] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(150)
      await page.screenshot({ path: `/tmp/input-shots/${name}-${w}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 1440, height: 900 })
}
test('look', async () => {
  const { page } = await newOwner(product)
  for (const lang of ['en', 'de'] as const) {
    await page.evaluate(l => localStorage.setItem('language', l), lang)
    await page.goto(`${product.address}/dashboard/users/import`)
    await page.waitForTimeout(800)
    await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('User ID,First name,Last name,Email,Groups\nzoe,Zo\u00eb,O,zoe@' + domain + ',New group', 'latin1') })
    await page.waitForTimeout(1000)
    await shots(page, `${lang}-users-1252`)
    await page.getByRole('button', { name: /Read as Windows-1252|Als Windows-1252/ }).click()
    await page.waitForTimeout(1000)
    await page.getByRole('checkbox').check()
    await shots(page, `${lang}-users-match`)
    await page.getByRole('button', { name: /Review rows|Zeilen prüfen/ }).click()
    await page.waitForTimeout(1500)
    await shots(page, `${lang}-users-review`)
    await page.goto(`${product.address}/dashboard/security-keys/bulk-import`)
    await page.waitForTimeout(800)
    await page.locator('input[type=file]').setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.waitForTimeout(1500)
    await page.locator('select').filter({ hasText: /Hexadecimal|Hexadezimal/ }).last().selectOption('facility')
    await page.getByRole('textbox').last().fill(String(21 * 65536 + 10002))
    await page.keyboard.press('Enter')
    await page.waitForTimeout(1200)
    await shots(page, `${lang}-match`)
    await page.getByRole('button', { name: /Enter other bits|Andere Bits/ }).click()
    await page.waitForTimeout(300)
    await shots(page, `${lang}-custom`)
  }
  expect(1).toBe(1)
})
