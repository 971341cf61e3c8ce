import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { newOwner, unique } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { checkAccessibility, beginProven, pressButton, step } from '../../../registering.ts'

const product = sharedProduct()

test('an access card is registered in place of a passkey', async () => {
  const { page } = await newVisitor()
  await beginProven(page, product, 'Work or school', `cara@${unique('cards')}.example`)
  await step(page, 'Add your first security key')
  await page.getByLabel('Access card').check()
  await page.getByText('Waiting for your card…').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await page.keyboard.type('11706628', { delay: 2 })
  await page.keyboard.press('Enter')
  await page.getByLabel('Set a PIN for the card').fill('4711')
  await page.getByLabel('Confirm PIN').fill('4711')
  expect(await checkAccessibility(page)).toEqual([])
  await pressButton(page, 'Set PIN')
  await page.getByText('Your access card is saved. It works as soon as your account is created.').waitFor()
  await pressButton(page)
  await step(page, 'Enter your address')
  await pressButton(page, 'Back')
  await page.getByText('Your access card is saved. It works as soon as your account is created.').waitFor()
}, 180_000)

test('an owner activates their phone as a key and finds applications and reader drivers in the first steps', async () => {
  const { page } = await newOwner(product)
  await page.goto(`${product.address}/auth/register/onboarding/smartphone`)
  await step(page, 'Use your phone as a security key')
  await page.getByRole('button', { name: 'Show code' }).click()
  await page.getByText('Waiting for the key. This page continues automatically.').waitFor()
  await page.getByRole('img', { name: 'QR code of the activation link, to scan with the phone' }).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await pressButton(page)
  await step(page, 'Download applications')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Browser extension' }).click()
  const archive = await readFile(await (await saved).path())
  expect([(await saved).suggestedFilename(), archive.subarray(0, 2).toString()]).toEqual([
    'claviger-extension.zip',
    'PK',
  ])
  await page.getByRole('button', { name: 'Download Reader program' }).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await pressButton(page)
  await step(page, 'Card reader drivers')
  await page.getByRole('link', { name: 'Open HID website' }).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await pressButton(page)
  await step(page, 'Do you have a promo code?')
  await pressButton(page)
  await step(page, 'Setup complete')
}, 120_000)
