import { Buffer } from 'node:buffer'
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { newWorkspace, signOut, unique, usePasskey } from '../../../workspace-setup.ts'
import { emptyProduct, ownProduct, sharedProduct } from '../../../shared-product.ts'
import {
  addKey,
  checkAccessibility,
  agreement,
  begin,
  beginProven,
  enterCode,
  giveAddress,
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
  test('leads from an empty installation to the dashboard in ten clicks, and to a tapped badge with PIN in twenty', async () => {
    const empty = await emptyProduct()
    const clicked: string[] = []
    // Counted by the browser, so that no way to click is missed
    const counting = async () => {
      const { page: counted } = await newVisitor()
      await counted.exposeFunction('clicked', (what: string) => clicked.push(what))
      await counted.addInitScript(`addEventListener('pointerdown', ({ target }) => {
        const { tagName, textContent } = target
        globalThis.clicked(tagName + ' ' + textContent)
      }, true)`)
      return counted
    }
    const page = await counting()
    const press = (target: Locator) => target.click()
    const type = async (field: Locator, words: string) => {
      await field.and(field.page().locator(':focus')).waitFor()
      await field.page().keyboard.type(words)
    }
    const screens: string[] = []
    const at = async (heading: string) => {
      screens.push(heading)
      await step(page, heading)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(empty.setup)
    await at('Set up Claviger')
    await page.getByText("Verified: you're not a robot").waitFor()
    await page.keyboard.type('Maya')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Lindqvist')
    await page.keyboard.press('Tab')
    await page.keyboard.type('maya@gmail.com')
    expect(await checkAccessibility(page)).toEqual([])
    await press(agreement(page))
    await press(button('Continue'))
    await at('Add your first security key')
    await press(button('Create passkey'))
    await at('Name your workspace')
    await page.keyboard.type('Northgate Hospital')
    await page.getByText('northgate-hospital is available').waitFor()
    expect(await page.getByLabel('Country').first().inputValue()).toBe('United States')
    expect(await checkAccessibility(page)).toEqual([])
    await press(button('Create workspace'))
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    // Fewer would mean that clicks are not counted
    expect(clicked.length, clicked.join('\n')).toBeGreaterThanOrEqual(4)
    expect(clicked.length, clicked.join('\n')).toBeLessThanOrEqual(10)
    expect(screens.length).toBeLessThanOrEqual(4)
    await page.getByRole('link', { name: 'Workspaces', exact: true }).waitFor()

    const menu = page.getByRole('navigation', { name: 'Main' })
    await press(menu.getByRole('link', { name: 'Users', exact: true }))
    await press(button('Add user').first())
    const adding = page.getByRole('dialog', { name: 'Add user' })
    await adding.getByLabel('First name').and(page.locator(':focus')).waitFor()
    // Between last name and email is the checkbox for users with one name
    for (const words of ['Jon', 'Snow', '', 'jon@clinic.example']) {
      await page.keyboard.type(words)
      await page.keyboard.press('Tab')
    }
    await press(adding.getByRole('button', { name: 'Add user' }))
    await page.getByText('Jon Snow added').waitFor()
    await press(menu.getByRole('link', { name: 'Security keys', exact: true }))
    await press(button('Assign key').first())
    const assigning = page.getByRole('dialog', { name: 'Assign security key' })
    await type(assigning.getByRole('combobox', { name: 'Users' }), 'Jon')
    await press(page.getByRole('option', { name: /Jon Snow/ }))
    await page.keyboard.press('Escape')
    await press(assigning.getByRole('radio', { name: 'Now' }))
    const number = assigning.getByLabel('Accesskey/Card ID')
    await press(number)
    await type(number, '11706628')
    await press(assigning.getByRole('radio', { name: 'Show the PIN once' }))
    await press(assigning.getByRole('button', { name: 'Assign key' }))
    const shown = page.getByRole('dialog').locator('p', { has: page.getByRole('button', { name: /PIN/ }) })
    const pin = await shown.locator('b').innerText()

    const reader = await counting()
    await reader.goto(`${empty.address}/auth/sign-in?workspace=northgate-hospital`)
    await reader.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor()
    await reader.keyboard.type('11706628', { delay: 2 })
    await reader.keyboard.press('Enter')
    await step(reader, 'Enter the PIN')
    await type(reader.getByLabel('Card PIN'), pin)
    await reader.keyboard.press('Enter')
    await reader.waitForURL('**/dashboard')
    await reader.getByRole('button', { name: "Jon Snow's account" }).waitFor()
    expect(clicked.length, clicked.join('\n')).toBeLessThanOrEqual(20)

    const { page: late } = await newVisitor()
    await late.goto(empty.setup)
    await late.getByText("Verified: you're not a robot").waitFor()
    await late.getByLabel('First name').fill('Eve')
    await late.getByLabel('Last name').fill('Late')
    await late.getByRole('textbox', { name: /email/i }).fill('eve@gmail.com')
    await agreement(late).check()
    await pressButton(late)
    await late.getByText('This link has expired or was already used.').first().waitFor()
  }, 300_000)

  test('asks for everything that is turned on, and the passkey signs in again (R27, R28, R32)', async () => {
    const full = await ownProduct({ REGISTRATION_STEPS: 'password,phone,confirm-identity', BILLING: 'on' })
    const { page, key } = await newVisitor()
    const email = `maya@${unique('northgate')}.example`
    const slug = unique('northgate')
    const found: string[] = []
    const look = async () => found.push(...(await checkAccessibility(page)))

    await page.goto(`${full.address}/auth/register`)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await step(page, 'Konto erstellen')
    await page.getByRole('button', { name: 'English' }).click()
    await step(page, 'Create your account')
    await page.getByLabel('Work or school').check()
    await look()
    await page.getByText("Verified: you're not a robot").waitFor()
    await page.getByLabel('Work email').fill('maya@gmail.com')
    await pressButton(page)
    await page.getByText('First Name is required').first().waitFor()
    await page.getByLabel('First name').fill('Maya')
    await page.getByLabel('Last name').fill('Lindqvist')
    await pressButton(page)
    await page.getByText('You must agree to the privacy policy and the EULA').waitFor()
    for (const path of ['/legal/license-agreement', '/legal/privacy-policy'])
      expect(await page.locator(`main a[href="${path}"]`).count()).toBe(1)
    await agreement(page).check()
    await pressButton(page)
    await page.getByText('Please use your business email').waitFor()
    await look()
    await page.getByLabel('Work email').fill(email)
    await pressButton(page)
    await page.getByText(`We sent a 6-digit code to ${email}.`).waitFor()
    await look()
    const { code = '' } = await full.mailTo(email)
    await enterCode(page, otherThan(code))
    await page.getByText('Please enter valid Code').waitFor()
    await enterCode(page, code)

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

    await step(page, 'Your details')
    await page.getByLabel('Phone', { exact: true }).fill('2025550123')
    await look()
    await pressButton(page)

    await giveAddress(page)
    await look()
    await pressButton(page)
    await step(page, 'Name your workspace')
    await page.getByLabel('Name', { exact: true }).fill('Northgate Hospital')
    await expect.poll(() => page.getByLabel('URL').inputValue()).toBe('northgate-hospital')
    const taken = await newWorkspace(full)
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
    await page.getByRole('button', { name: 'Edit your account' }).click()
    await page.getByLabel('First name').fill('Maja')
    await page.getByText("Verified: you're not a robot").waitFor()
    await pressButton(page)
    await page.getByText(`Work, Maja Lindqvist, ${email}`).waitFor()
    await pressButton(page, 'Confirm with your security key')

    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(found).toEqual([])

    await signOut(page)
    await usePasskey(page)
    await page.waitForURL('**/dashboard')
  }, 300_000)
})

describe('a personal account', () => {
  test('starts without a key, and the first steps add a phone and a passkey (R30)', async () => {
    const { page } = await newVisitor()
    const email = `${unique('maya')}@gmail.com`
    await beginProven(page, product, 'Personal', email)
    await step(page, 'Add your first security key')
    await pressButton(page, 'Skip for now')
    await step(page, 'Your plan')
    await pressButton(page)

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
    const { code } = await begin(page, product, 'Work or school', email)
    await page.reload()
    await page.getByText(`We sent a 6-digit code to ${email}.`).waitFor()
    await pressButton(page, 'Change email')
    expect(await page.getByLabel('First name').inputValue()).toBe('Maya')
    await page.getByText("Verified: you're not a robot").waitFor()
    await pressButton(page)
    await enterCode(page, code)
    await addKey(page)
    await step(page, 'Enter your address')
    await pressButton(page, 'Back')
    await page.getByText('Your security key is saved.').waitFor()
    await pressButton(page)
    await step(page, 'Enter your address')
  })

  test('continues from the emailed link in another tab, and ends in the first tab', async () => {
    const first = await newVisitor()
    const email = `maya@${unique('later')}.example`
    const { link = '', code } = await begin(first.page, product, 'Work or school', email)

    const { page } = await newVisitor()
    await page.goto(link)
    await addKey(page)
    expect(page.url()).toBe(`${product.address}/auth/register`)
    await step(page, 'Enter your address')

    await enterCode(first.page, code)
    await first.page.getByText('This registration has expired. Start again.').waitFor()
    await step(first.page, 'Create your account')
  })

  test('reports an invalid link, and any other address opens the registration', async () => {
    const { page } = await newVisitor()
    await page.goto(`${product.address}/auth/register/anything?resume=${'A'.repeat(64)}`)
    await step(page, 'Create your account')
    await page.getByText('This link has expired or was already used.').waitFor()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await page.waitForURL('**/auth/sign-in')
  })
})
