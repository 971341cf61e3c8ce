import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { newWorkspace, signOut, unique, usePasskey } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'
import {
  addKey,
  checkAccessibility,
  begin,
  enterCode,
  giveAddress,
  giveName,
  pressButton,
  step,
} from '../../../registering.ts'

const product = sharedProduct()

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const picture = {
  name: 'icon.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
    'base64',
  ),
}

describe('a work account', () => {
  test('leads from nothing to the dashboard, and the passkey signs in again (R27, R28, R32)', async () => {
    const { page, key } = await newVisitor()
    const email = `maya@${unique('northgate')}.example`
    const slug = unique('northgate')
    const found: string[] = []
    const look = async () => found.push(...(await checkAccessibility(page)))

    await page.goto(`${product.address}/auth/register`)
    await page.getByLabel('Work or school').check()
    await look()
    await pressButton(page)
    await page.getByText("Verified: you're not a robot").waitFor()
    await page.getByLabel('Work email').fill('maya@gmail.com')
    await pressButton(page)
    await page.getByText('You must agree to the privacy policy and the EULA').waitFor()
    for (const path of ['/legal/license-agreement', '/legal/privacy-policy'])
      expect(await page.locator(`main a[href="${path}"]`).count()).toBe(1)
    await page.getByRole('checkbox').check()
    await pressButton(page)
    await page.getByText('Please use your business email').waitFor()
    await look()
    await page.getByLabel('Work email').fill(email)
    await pressButton(page)

    await step(page, 'Choose a password')
    await page.getByLabel('Password', { exact: true }).fill('too short')
    await page.keyboard.press('Enter')
    await page.getByText('Use at least 10 characters').waitFor()
    await look()
    await page.getByLabel('Password', { exact: true }).fill('a clockwork orchard')
    await page.keyboard.press('Enter')

    await step(page, 'Add your first security key')
    await look()
    await page.getByLabel('Hardware key').check()
    await key.touch(false)
    await pressButton(page, 'Create passkey')
    await page.getByRole('heading', { name: 'Touch your key now' }).waitFor()
    await look()
    await pressButton(page, 'Cancel')
    await key.touch(true)
    await key.verifies(false)
    await pressButton(page, 'Create passkey')
    await page.getByText('Setting the Security key was not successful').waitFor()
    await key.verifies(true)
    await addKey(page)
    await look()
    await pressButton(page)

    await step(page, 'Enter your name')
    await page.getByLabel('Phone', { exact: true }).fill('12')
    await look()
    await pressButton(page)
    await page.getByText('First Name is required').first().waitFor()
    await page.getByLabel('Phone', { exact: true }).fill('2025550123')
    const code = await giveName(page, product, email)
    await look()
    await enterCode(page, otherThan(code))
    await page.getByText('Please enter valid Code').waitFor()
    await enterCode(page, code)

    await giveAddress(page)
    await look()
    await pressButton(page)
    await step(page, 'Name your workspace')
    await page.getByLabel('Name', { exact: true }).fill('Northgate Hospital')
    await expect.poll(() => page.getByLabel('URL').inputValue()).toBe('northgate-hospital')
    const taken = await newWorkspace(product)
    await page.getByLabel('URL').fill(taken.slug)
    await page.getByText('This workspace address is already in use').waitFor()
    await page.getByLabel('URL').fill(slug)
    await page.getByText(`${slug} is available`).waitFor()
    await page.locator('input[type=file]').setInputFiles({ ...picture, name: 'icon.gif', mimeType: 'image/gif' })
    await page.getByText('You can only upload JPG/PNG file').waitFor()
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByRole('img', { name: 'Icon' }).waitFor()
    await look()
    await pressButton(page)

    await step(page, 'Start with a free trial')
    await look()
    await page.getByLabel('Promo code').fill('NO-SUCH-CODE')
    await pressButton(page, 'Redeem code')
    await page.getByText("This promo code isn't valid").first().waitFor()
    await pressButton(page)

    await step(page, 'Check your answers')
    await look()
    await page.getByRole('button', { name: 'Edit your details' }).click()
    await page.getByLabel('First name').fill('Maja')
    await pressButton(page)
    await page.getByText('Maja Lindqvist, +1 2025550123').waitFor()
    await pressButton(page, 'Confirm with your security key')

    await page.waitForURL('**/auth/register/onboarding/created')
    await step(page, 'Northgate Hospital is ready')
    await look()
    await pressButton(page)
    await step(page, 'Add a second passkey')
    await look()
    await pressButton(page, 'Skip for now')
    await step(page, 'Use your phone as a security key')
    await look()
    await page.getByRole('button', { name: 'Show code' }).click()
    await page.getByText('Waiting for the key. This page continues automatically.').waitFor()
    await look()
    await pressButton(page)
    await step(page, 'Download applications')
    await look()
    await pressButton(page)
    await step(page, 'Card reader drivers')
    await look()
    await pressButton(page)
    await step(page, 'Do you have a promo code?')
    await look()
    await pressButton(page)
    await step(page, 'Setup complete')
    await look()
    await pressButton(page, 'Open console')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(found).toEqual([])

    await signOut(page)
    await usePasskey(page)
    await page.waitForURL('**/dashboard')
  }, 300_000)
})

describe('a personal account', () => {
  test('starts without a key: codes confirm, and the first steps add a phone and a passkey (R30)', async () => {
    const { page } = await newVisitor()
    const email = `${unique('maya')}@gmail.com`
    await begin(page, product, 'Personal', email)
    await pressButton(page, 'Continue without a password')
    await step(page, 'Add your first security key')
    await pressButton(page, 'Skip for now')
    await enterCode(page, await giveName(page, product, email))
    await step(page, 'Your plan')
    await pressButton(page)
    await step(page, 'Check your answers')
    const before = new Date()
    await pressButton(page, 'Email me a code')
    await step(page, 'Enter the confirmation code')
    expect(await checkAccessibility(page)).toEqual([])
    await enterCode(page, (await product.mailTo(email, before)).code)

    await step(page, 'Your account is ready')
    await pressButton(page)
    await step(page, 'Create your first passkey')
    await pressButton(page, 'Create passkey')
    await page.getByText('Your passkey is saved.').waitFor()
    await pressButton(page)
    await step(page, 'Add your phone number')
    expect(await checkAccessibility(page)).toEqual([])
    await page.getByLabel('Phone', { exact: true }).fill('2025550123')
    const asked = new Date()
    await pressButton(page, 'Send code')
    await page.getByText('We sent a 6-digit code to').waitFor()
    await enterCode(page, (await product.mailTo(email, asked)).code)
    await pressButton(page)
    await step(page, 'Do you also need keys at work?')
    await page.getByLabel('Join a workspace').check()
    await page.getByText(`Ask an administrator of the workspace to add ${email}.`).waitFor()
    expect(await checkAccessibility(page)).toEqual([])
    await pressButton(page)
    await step(page, 'Do you have a promo code?')
    await pressButton(page)
    await step(page, 'Setup complete')
    await pressButton(page, 'Open console')
    await page.getByRole('heading', { level: 1, name: 'Hello, Maya' }).waitFor()
  })
})

describe('a resumed registration', () => {
  test('loses nothing by reloading or Back', async () => {
    const { page } = await newVisitor()
    const email = `maya@${unique('kept')}.example`
    await begin(page, product, 'Work or school', email)
    await pressButton(page, 'Continue without a password')
    await addKey(page)
    await pressButton(page)
    const code = await giveName(page, product, email)
    await page.reload()
    await step(page, 'Enter the verification code')
    await pressButton(page, 'Back')
    expect(await page.getByLabel('First name').inputValue()).toBe('Maya')
    await pressButton(page, 'Back')
    await page.getByText('Your security key is saved.').waitFor()
    await pressButton(page)
    await pressButton(page)
    await step(page, 'Enter the verification code')
    await enterCode(page, code)
    await step(page, 'Enter your address')
    await pressButton(page, 'Back')
    await step(page, 'Enter your name')
  })

  test('continues from the emailed link in another tab, and ends in the first tab', async () => {
    const first = await newVisitor()
    const email = `maya@${unique('later')}.example`
    const { link = '' } = await begin(first.page, product, 'Work or school', email)
    await pressButton(first.page, 'Continue without a password')
    await addKey(first.page)
    await pressButton(first.page)
    await step(first.page, 'Enter your name')

    const { page } = await newVisitor()
    await page.goto(link)
    await step(page, 'Enter your name')
    expect(page.url()).toBe(`${product.address}/auth/register`)
    await enterCode(page, await giveName(page, product, email))
    await step(page, 'Enter your address')

    await first.page.getByLabel('First name').fill('None')
    await first.page.getByLabel('Last name').fill('Else')
    await pressButton(first.page)
    await first.page.getByText('This registration has expired. Start again.').waitFor()
    await step(first.page, 'What is the account for?')
  })

  test('reports an invalid link, and any other address opens the registration', async () => {
    const { page } = await newVisitor()
    await page.goto(`${product.address}/auth/register/anything?resume=${'A'.repeat(64)}`)
    await step(page, 'What is the account for?')
    await page.getByText('This link has expired or was already used.').waitFor()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await page.waitForURL('**/auth/sign-in')
  })
})
