import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriersEverywhere, plugIn, type SecurityKey, newVisitor } from '../../browser.ts'
import { apiCaller, newOwner, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let ask: ReturnType<typeof apiCaller>
let slug: string
let owner: Page
let ownerKey: SecurityKey

beforeAll(async () => {
  const { page, workspace, key } = await newOwner(product)
  owner = page
  ownerKey = key
  slug = workspace.slug
  ask = apiCaller(product, await session(product, workspace.owner, '--workspace', slug))
})

async function assigned(first: string, type: number) {
  const email = `${first}@${slug}.example`.toLowerCase()
  const person = { userId: `${first}.${slug}`.toLowerCase(), firstName: first, lastName: 'Holm', email }
  const { body } = await ask('POST', '/administrator/tokens', person)
  const before = new Date()
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', {
    userId: body['id'],
    type,
    activation: 2,
  })
  const { id } = made.body['key'] as { id: string }
  const { link } = await product.mailTo(email, before)
  return {
    email,
    link: link ?? '',
    standing: async () => (await ask('GET', `/administrator/securityDevice/${id}`)).body,
  }
}

async function tap(page: Page, number: string): Promise<void> {
  await page.keyboard.type(number, { delay: 2 })
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function open(link: string, name: string, builtIn = false): Promise<Page> {
  const { page } = await newVisitor({ builtIn })
  await page.goto(link)
  await heading(page, name)
  return page
}

describe('an own key', () => {
  test('is created where its owner chooses, and appears in the list', async () => {
    await owner.goto(`${product.address}/dashboard/addSecurityKey`)
    await owner.getByRole('radio', { name: /^Security key/ }).check()
    expect(await barriersEverywhere(owner)).toEqual([])
    await ownerKey.remove()
    await plugIn(owner)
    await owner.getByLabel(/^Name/).fill('Spare one')
    await owner.getByRole('button', { name: 'Create passkey' }).click()
    await owner.waitForURL('**/dashboard/profile/security-keys')
    await owner.getByText('Spare one', { exact: true }).first().waitFor()
  })
})

describe('an activation link', () => {
  test('activates a card: preparation, tap, and PIN with the live checklist; then the link is used up', async () => {
    const { link, standing } = await assigned('Una', 2)
    const page = await open(link, 'Activate your card')
    expect(await barriersEverywhere(page)).toEqual([])
    await page.getByRole('button', { name: 'Tap your card to activate' }).click()
    await heading(page, 'Tap Your Card')
    expect(await barriersEverywhere(page)).toEqual([])
    await tap(page, '1234567890')
    await heading(page, 'Set PIN')
    const pin = page.getByLabel('Set a PIN for the card')
    const checks = page.getByRole('list', { name: 'Results by rule' })
    await pin.fill('12')
    await expect.poll(() => checks.getByText('Not met').count()).toBeGreaterThan(0)
    await pin.fill('739146')
    await expect.poll(() => checks.getByText('Not met').count()).toBe(0)
    await page.getByLabel('Confirm PIN').fill('739147')
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('The two PINs that you entered do not match!').waitFor()
    expect(await barriersEverywhere(page)).toEqual([])
    await page.getByLabel('Confirm PIN').fill('739146')
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await heading(page, 'Card active')
    expect(await standing()).toMatchObject({ status: 20, hasPin: true, cardEnd: '9649' })

    await page.goto(link)
    await page.getByText('This link was already used. Ask for a new one if you need it').waitFor()
    await page.getByText('Ask your workspace administrator').waitFor()

    // The card is assigned, and the page must not reveal to whom
    const other = await assigned('Bo', 2)
    const there = await open(other.link, 'Activate your card')
    await there.getByRole('button', { name: 'Tap your card to activate' }).click()
    await heading(there, 'Tap Your Card')
    await tap(there, '1234567890')
    await there.getByText('This card is already assigned').waitFor()
    await tap(there, '305419896')
    await heading(there, 'Set PIN')
    await there.getByRole('button', { name: 'Skip and set the PIN at my next tap' }).click()
    await there.getByText('You set the PIN at your next tap.').waitFor()
    await expect.poll(async () => (await product.mailTo(other.email)).subject).toMatch(/PIN|active/)
    expect(await other.standing()).toMatchObject({ status: 20, hasPin: false, pinDue: true })
  })

  test('activates a hardware key: name and touch (R3)', async () => {
    const { link, standing } = await assigned('Cai', 3)
    const page = await open(link.replace('/hardware/set', '/accessKey/set'), 'Activate your security key')
    expect(await barriersEverywhere(page)).toEqual([])
    await page.getByLabel('Key name').fill('Blue one')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await heading(page, 'Security key active')
    expect(await standing()).toMatchObject({ status: 20, name: 'Blue one', passkeys: 1, type: 3 })
  })

  test('activates a phone: the computer shows a code and continues when the phone is ready', async () => {
    const { link, standing } = await assigned('Dia', 1)
    const computer = await open(link, 'Open this page on your phone')
    await computer.getByRole('img', { name: "QR code of this page's address, to scan with your phone" }).waitFor()
    expect(await barriersEverywhere(computer)).toEqual([])
    const phone = await open(link, 'Open this page on your phone', true)
    await phone.getByRole('button', { name: 'This is the phone' }).click()
    await phone.getByRole('button', { name: 'Create passkey' }).click()
    await heading(phone, 'Phone active')
    await heading(computer, 'Phone active')
    expect(await standing()).toMatchObject({ status: 20, passkeys: 1, type: 1 })
  })
})

describe('an administrator', () => {
  test('activates a phone on the spot: a code to scan, and the dialog notices the activation', async () => {
    const { email } = await assigned('Fay', 4)
    await owner.goto(`${product.address}/dashboard/security-keys`)
    await owner.getByRole('button', { name: 'Assign key' }).first().click()
    const dialog = owner.getByRole('dialog')
    const people = dialog.getByRole('combobox', { name: 'Users' })
    await people.fill(email.split('@')[0] ?? '')
    await owner.getByRole('option', { name: /^Fay Holm/ }).click()
    await people.press('Escape')
    await dialog.getByRole('radio', { name: 'Smartphone' }).check()
    await dialog.getByRole('radio', { name: 'Now' }).check()
    await dialog.getByRole('button', { name: 'Assign key' }).click()
    await dialog.getByRole('img', { name: 'QR code of the activation link, to scan with the phone' }).waitFor()
    expect(await barriersEverywhere(owner)).toEqual([])
    const link = /http\S+\/phone\/set\?link=[\w-]+/.exec(await dialog.innerText())?.[0] ?? ''
    const phone = await open(link, 'Open this page on your phone', true)
    await phone.getByRole('button', { name: 'This is the phone' }).click()
    await phone.getByRole('button', { name: 'Create passkey' }).click()
    await heading(phone, 'Phone active')
    await dialog.getByText('“Smartphone” is active and ready to use.').waitFor()
  })

  test('lets a user set a new PIN through a link that accepts no other card', async () => {
    const { email, link, standing } = await assigned('Gus', 2)
    const page = await open(link, 'Activate your card')
    await page.getByRole('button', { name: 'Tap your card to activate' }).click()
    await tap(page, '424242')
    await heading(page, 'Set PIN')
    await page.getByRole('button', { name: 'Skip and set the PIN at my next tap' }).click()
    await heading(page, 'Card active')
    await owner.goto(`${product.address}/dashboard/security-keys/${String((await standing())['id'])}`)
    const before = new Date()
    await owner.getByRole('button', { name: /^More actions for/ }).click()
    await owner.getByRole('menuitem', { name: 'Let the user set a PIN' }).click()
    const { link: again } = await product.mailTo(email, before)
    const reopened = await open(again ?? '', 'Set a new PIN')
    await reopened.getByRole('button', { name: 'Tap your card to continue' }).click()
    await tap(reopened, '999')
    await reopened.getByText('This is not the card that is assigned to you. Tap your own card').waitFor()
    await tap(reopened, '424242')
    await reopened.getByLabel('Set a PIN for the card').fill('805173')
    await reopened.getByLabel('Confirm PIN').fill('805173')
    await reopened.keyboard.press('Enter')
    await heading(reopened, 'Your PIN has been changed.')
  })
})

describe('the card reader test page', () => {
  test('shows each reading of a tap and its owner; the matching setting is then used', async () => {
    const { link } = await assigned('Eli', 2)
    const page = await open(link, 'Activate your card')
    await page.getByRole('button', { name: 'Tap your card to activate' }).click()
    await tap(page, '77705728')
    await heading(page, 'Set PIN')
    await page.getByRole('button', { name: 'Skip and set the PIN at my next tap' }).click()
    await heading(page, 'Card active')

    await owner.goto(`${product.address}/dashboard/security-keys/readers`)
    await heading(owner, 'Card readers')
    await owner.getByRole('heading', { name: 'Test reader' }).click()
    await tap(owner, '04A1B200')
    const readings = owner.getByRole('list', { name: 'Possible readings' })
    await readings.getByText('04A1B2', { exact: true }).first().waitFor()
    expect(await readings.getByText('of Eli Holm').count()).toBe(1)
    expect(await barriersEverywhere(owner)).toEqual([])
    await readings
      .getByRole('listitem')
      .filter({ hasText: 'Eli Holm' })
      .getByRole('button', { name: 'Use this setting' })
      .click()
    await owner.getByText('Reader settings saved').waitFor()
    await readings.getByRole('listitem').filter({ hasText: 'Eli Holm' }).getByText('In use').waitFor()
    expect((await ask('GET', '/administrator/workspace/reader-settings')).body).toMatchObject({ format: 'hex' })
  })
})
