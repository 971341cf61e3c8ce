import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers } from '../../../browser.ts'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin,
  lastStep,
  openedPrompt,
  registerExtension,
} from '../../../extended-browser.ts'
import {
  addUser,
  apiCaller,
  openConsole,
  newWorkspace,
  session,
  signOut,
  type Tokens,
  usePasskey,
} from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let browser: ExtendedBrowser
let owner: Tokens
let slug: string
let clientsKey: string
let ask: ReturnType<typeof apiCaller>
let desk: Page

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  slug = workspace.slug
  owner = await session(product, workspace.owner, '--workspace', slug)
  ask = apiCaller(product, owner)
  const made = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  clientsKey = String(made.body['value'])
  browser = await extendedBrowser(product.address)
  await registerExtension(browser, clientsKey, 'Front desk')
  desk = await browser.context.newPage()
  await openConsole(desk, product, owner)
})

async function invited(firstName: string, lastName: string) {
  const email = `${firstName}@${slug}.example`.toLowerCase()
  const begun = new Date()
  const id = await addUser(product, owner, { firstName, lastName, email, invite: true })
  return { id, email, invitation: (await product.mailTo(email, begun)).link ?? '' }
}

async function enrol(page: Page, invitation: string, card: string, pin: string): Promise<void> {
  await browser.tap(card)
  await page.goto(invitation)
  await page.getByRole('button', { name: 'Confirm and continue' }).click()
  const create = () => page.getByRole('button', { name: 'Create passkey', exact: true }).click()
  await enterCardPin(await openedPrompt(browser, create), pin)
  await page.waitForURL('**/dashboard')
}

async function openLine(label: string, person: string): Promise<Page> {
  await desk.goto(`${product.address}/dashboard/activity-logs`)
  const lines = desk.getByRole('grid', { name: 'entries' })
  await lines
    .getByRole('button', { name: new RegExp(`^Details for ${label}, ${person}`) })
    .first()
    .click()
  return desk
}

const choose = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

test('a card is assigned by email, tapped, given its PIN, and signs its owner in to Claviger', async () => {
  const [card, pin] = ['04A1B2C3', '739146']
  const una = await invited('Una', 'Holm')
  const assigned = new Date()
  await desk.goto(`${product.address}/dashboard/users/${una.id}/security-keys`)
  await desk.getByRole('button', { name: 'Assign key' }).click()
  const panel = desk.getByRole('dialog')
  await panel.getByRole('radio', { name: 'Access card' }).check()
  await panel.getByRole('radio', { name: 'By the user via email' }).check()
  await panel.getByRole('button', { name: 'Assign key' }).click()
  await desk.getByText('1 key assigned').first().waitFor()
  const { link = '' } = await product.mailTo(una.email, assigned)

  const page = await browser.context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Tap your card to activate' }).click()
  await page.getByRole('heading', { name: 'Tap Your Card' }).waitFor()
  await page.keyboard.type(card, { delay: 2 })
  await page.keyboard.press('Enter')
  const rules = page.getByRole('list', { name: 'Results by rule' })
  const met = () => rules.locator('[data-verdict="pass"]').count()
  await page.getByLabel('Set a PIN for the card').fill('1')
  const before = await met()
  await page.getByLabel('Set a PIN for the card').fill(pin)
  await expect.poll(met).toBeGreaterThan(before)
  await page.getByLabel('Confirm PIN').fill(pin)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await page.getByRole('heading', { name: 'Card active' }).waitFor()
  await desk.reload()
  await desk.getByText('Active', { exact: true }).first().waitFor()

  await enrol(page, una.invitation, card, pin)
  await signOut(page)
  await browser.tap(card)
  await enterCardPin(await openedPrompt(browser, () => usePasskey(page)), pin)
  await page.waitForURL('**/dashboard')
  const line = await openLine('Sign-in', 'Una Holm')
  await line.locator('summary').filter({ hasText: 'signed in to a site with the card' }).first().waitFor()
})

describe('a shared account', () => {
  const [kioskCard, kioskPin] = ['04C0FFEE', '815502']
  const [badge, pin] = ['04A0A0A1', '274936']
  let kiosk: string
  let nora: string
  let page: Page

  const assigned = async (userId: string, cardId: string, to: string) => {
    const asked = { userId, type: 2, activation: 1, cardId, cardFormat: 'hex' }
    const { body } = await ask('POST', '/administrator/tokens/userInfo/securitykey', asked)
    const { id } = body['key'] as { id: string }
    expect((await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin: to })).status).toBe(200)
  }
  const signedInAs = (name: string) => page.getByRole('button', { name: `${name}'s account` }).waitFor()

  beforeAll(async () => {
    const account = await invited('Kiosk', 'Pharmacy')
    kiosk = account.id
    await assigned(kiosk, kioskCard, kioskPin)
    page = await browser.context.newPage()
    await enrol(page, account.invitation, kioskCard, kioskPin)
    await signOut(page)
    nora = await addUser(product, owner, { firstName: 'Nora', lastName: 'Ward', email: `nora@${slug}.example` })
    await assigned(nora, badge, pin)
    await desk.goto(`${product.address}/dashboard/users/${kiosk}/shared`)
    await desk.getByRole('button', { name: 'Share', exact: true }).click()
    const panel = desk.getByRole('dialog')
    await panel.getByRole('combobox', { name: 'Users' }).fill('Nora')
    await desk.getByRole('option', { name: /^Nora Ward/ }).click()
    await panel.getByRole('combobox', { name: 'Users' }).press('Escape')
    await panel.getByRole('button', { name: 'Share', exact: true }).click()
    await desk.getByRole('button', { name: 'Stop sharing with Nora Ward' }).waitFor()
  })

  test("is opened with another user's badge, who chooses it, and the log names that user", async () => {
    const popup = await browser.open('popup.html')
    await popup.getByLabel('Tap your card').pressSequentially(badge)
    await popup.keyboard.press('Enter')
    await expect.poll(() => choose(popup, 'Nora Ward').isChecked()).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await popup.emulateMedia({ colorScheme })
      expect(await barriers(popup, colorScheme === 'dark')).toEqual([])
    }
    await popup.keyboard.press('ArrowDown')
    await popup.keyboard.press('Enter')
    await popup.getByText(/^Card opens Kiosk Pharmacy for/).waitFor()
    await popup.close()
    await enterCardPin(await openedPrompt(browser, () => usePasskey(page)), pin)
    await page.waitForURL('**/dashboard')
    await signedInAs('Kiosk Pharmacy')
    // The account is another user's, so the use of the card is a separate entry
    const line = await openLine('Card used to sign in', 'Nora Ward')
    await line.getByText('Kiosk Pharmacy').first().waitFor()
    const { body } = await ask('GET', '/administrator/workspace/activity/logs?action=security-key.signed-in')
    const [newest] = body['items'] as Record<string, unknown>[]
    expect(newest).toMatchObject({ actorId: nora, after: { opened: 'Kiosk Pharmacy' } })
    await signOut(page)
  })

  test('is preselected as the default, and the choice ends with the tap', async () => {
    expect((await ask('PUT', `/administrator/tokens/${nora}/shared-tokens/default`, { accountId: kiosk })).status).toBe(
      200,
    )
    await browser.tap(badge)
    const prompt = await openedPrompt(browser, () => usePasskey(page))
    await prompt.getByText('Which account?').waitFor()
    await expect.poll(() => choose(prompt, 'Kiosk Pharmacy').isChecked()).toBe(true)
    expect(await barriers(prompt)).toEqual([])
    await prompt.keyboard.press('Enter')
    await enterCardPin(prompt, pin)
    await page.waitForURL('**/dashboard')
    await signedInAs('Kiosk Pharmacy')
    await signOut(page)

    await browser.tap(badge)
    const again = await openedPrompt(browser, () => usePasskey(page))
    await choose(again, 'Nora Ward').check()
    await lastStep(again, 'Continue')
    await enterCardPin(again, pin)
    await again.getByText('The card has no passkey for this site.').waitFor()
    await lastStep(again, 'Close')
  })

  test("takes no new passkey from another user's badge", async () => {
    const elsewhere = await browser.context.newPage()
    const other = await invited('Otto', 'Ward')
    await browser.tap(badge)
    const popup = await browser.open('popup.html')
    await choose(popup, 'Kiosk Pharmacy').check()
    await popup.getByRole('button', { name: 'Use this account' }).click()
    await popup.getByText(/^Card opens Kiosk Pharmacy for/).waitFor()
    await popup.close()
    await elsewhere.goto(other.invitation)
    await elsewhere.getByRole('button', { name: 'Confirm and continue' }).click()
    const create = () => elsewhere.getByRole('button', { name: 'Create passkey', exact: true }).click()
    const prompt = await openedPrompt(browser, create)
    await prompt.getByText('A shared account takes no new passkeys.').waitFor()
    await lastStep(prompt, 'Close')
  })

  test('is opened at the reader program by its number, and closed there when the sharing ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'claviger-reader-'))
    const keyFile = join(folder, 'clients.key')
    await writeFile(keyFile, clientsKey)
    const reader = async (typed: string) => {
      const places = ['--server', product.address, '--key-file', keyFile, '--state-file', join(folder, 'state.json')]
      const words = ['reader/src/main.ts', ...places, '--name', 'Ward', '--account', 'ask']
      const child = spawn(process.execPath, words, { cwd: join(import.meta.dirname, '../../../..') })
      child.stdin.end(typed)
      return text(child.stdout)
    }
    const said = await reader(`${badge}\n2\n`)
    expect(said).toContain('  1  Nora Ward (your own)\n  2  Kiosk Pharmacy (default)\n')
    expect(said).toContain(`Card ${badge} with its PIN, opening Kiosk Pharmacy: `)
    await ask('DELETE', `/administrator/tokens/${kiosk}/shared-tokens`, { users: [nora] })
    expect(await reader(`${badge}\n`)).toContain(`Card ${badge} with its PIN: `)
    await rm(folder, { recursive: true })
  })
})
