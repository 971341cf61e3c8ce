import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin as give,
  lastStep,
  openedPrompt as opens,
} from '../../extended-browser.ts'
import {
  addUser,
  apiCaller,
  openConsole,
  newWorkspace,
  session,
  signOut,
  type Tokens,
  usePasskey,
} from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { type RelyingParty, relyingParty } from '../../relying-party.ts'

const product = sharedProduct()
const manifest = new URL('../../../extension/package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
const [card, pin] = ['04A1B2C3', '739146']
let owner: Tokens
let ask: ReturnType<typeof apiCaller>
let clientsKey: string
let una: { email: string; invitation: string; activation: string; key: string }
let site: RelyingParty
let browser: ExtendedBrowser

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  owner = await session(product, workspace.owner, '--workspace', workspace.slug)
  ask = apiCaller(product, owner)
  const made = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  clientsKey = String(made.body['value'])
  const email = `una@${workspace.slug}.example`
  const begun = new Date()
  const userId = await addUser(product, owner, { firstName: 'Una', lastName: 'Holm', email, invite: true })
  const invitation = (await product.mailTo(email, begun)).link ?? ''
  const invited = new Date()
  const assigned = await ask('POST', '/administrator/tokens/userInfo/securitykey', { userId, type: 2, activation: 2 })
  const activation = (await product.mailTo(email, invited)).link ?? ''
  una = { email, invitation, activation, key: (assigned.body['key'] as { id: string }).id }
  site = await relyingParty()
  browser = await extendedBrowser(product.address)
})

const prompted = (act: () => Promise<void>) => opens(browser, act)
const enterCardPin = (prompt: Page, text = pin) => give(prompt, text)

const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click()
const says = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor()

async function passkeyFor(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await enterCardPin(await prompted(press(page, 'Create passkey')))
  await says(page, `created for ${name}`)
}

test('a card is tapped and gets its PIN through its emailed link', async () => {
  const page = await browser.context.newPage()
  await page.goto(una.activation)
  await press(page, 'Tap your card to activate')()
  await page.getByRole('heading', { name: 'Tap Your Card' }).waitFor()
  await page.keyboard.type(card)
  await page.keyboard.press('Enter')
  await page.getByLabel('Set a PIN for the card').fill(pin)
  await page.getByLabel('Confirm PIN').fill(pin)
  await press(page, 'Set PIN')()
  await page.getByRole('heading', { name: 'Card active' }).waitFor()
})

test('registers with a Clients key and does not keep it', async () => {
  const options = await browser.open('options.html')
  await options.getByLabel('Clients API key').fill('another key')
  await options.getByLabel('Name of this computer').fill('Front desk')
  await press(options, 'Register')()
  await options.getByText(/Not registered/).waitFor()
  await options.getByLabel('Clients API key').fill(clientsKey)
  await press(options, 'Register')()
  await options.getByText(`Registered in Fern Clinic at ${product.address} as Front desk.`).waitFor()
  const kept = await options.evaluate<string>('chrome.storage.local.get().then(JSON.stringify)')
  expect(kept).not.toContain(clientsKey)
})

test('does not accept a number typed by hand as a card', async () => {
  const popup = await browser.open('popup.html')
  await popup.getByLabel('Tap your card').pressSequentially(card, { delay: 300 })
  await popup.keyboard.press('Enter')
  await popup.getByText(/numbers typed by hand/).waitFor()
  await popup.close()
})

describe('at a third-party site', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.context.newPage()
    await page.goto(site.address)
  })

  test('creates a passkey with the PIN, and asks again after a wrong one', async () => {
    await browser.tap(card)
    const prompt = await prompted(press(page, 'Create passkey'))
    await enterCardPin(prompt, '0000')
    await prompt.getByText('Wrong PIN. Tries left: 7').waitFor()
    expect(await barriers(prompt)).toEqual([])
    await enterCardPin(prompt)
    await says(page, 'created for ada')
  })

  test('creates no second passkey for the same account', async () => {
    await browser.tap(card)
    const prompt = await prompted(press(page, 'Create passkey'))
    await enterCardPin(prompt)
    await prompt.getByText('The card already has a passkey for this account.').waitFor()
    await lastStep(prompt, 'Close')
    await says(page, 'InvalidStateError')
  })

  test('signs in, and lets the user choose among several accounts', async () => {
    await browser.tap(card)
    await enterCardPin(await prompted(press(page, 'Sign in')))
    await says(page, 'welcome ada')
    await passkeyFor(page, 'grace')
    const prompt = await prompted(press(page, 'Sign in'))
    await enterCardPin(prompt)
    await prompt.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await lastStep(prompt, 'ada')
    await says(page, 'welcome ada')
  })

  test('says why a sign-in failed', async () => {
    await browser.tap(card)
    expect((await ask('PUT', `/administrator/securityDevice/suspend/${una.key}`, {})).status).toBe(200)
    const prompt = await prompted(press(page, 'Sign in'))
    await prompt.getByText('The card is suspended. Ask your administrator.').waitFor()
    await lastStep(prompt, 'Close')
    await says(page, 'NotAllowedError')
    expect((await ask('PUT', `/administrator/securityDevice/activate/${una.key}`, {})).status).toBe(200)
  })

  test('stops when the page cancels', async () => {
    await browser.tap(card)
    const prompt = await prompted(press(page, 'Sign in'))
    const closed = prompt.waitForEvent('close')
    await press(page, 'Give up')()
    await closed
    await says(page, 'AbortError')
  })

  test('stops with the window', async () => {
    await browser.tap(card)
    const prompt = await prompted(press(page, 'Sign in'))
    await lastStep(prompt, 'Cancel')
    await says(page, 'NotAllowedError')
  })
})

test('is a key to Claviger like any other, and continues elsewhere after a required sign-in', async () => {
  const recent = { name: 'Recent', priority: 10, action: 1, demands: { withinMinutes: 60 } }
  const policy = { ...recent, rpRestriction: { values: ['rp.localhost'] } }
  expect((await ask('POST', '/administrator/policies/create', policy)).status).toBe(200)
  const elsewhere = await browser.context.newPage()
  await elsewhere.goto(site.address)
  await browser.tap(card)
  const waiting = await prompted(press(elsewhere, 'Sign in'))
  await enterCardPin(waiting)
  await waiting.getByText(/Sign in again first\./).waitFor()
  expect(await barriers(waiting)).toEqual([])
  const opened = browser.context.waitForEvent('page')
  await waiting.getByRole('link', { name: 'Sign in' }).click()
  const page = await opened
  await page.getByText("Your organization's policy requires a recent sign-in. Sign in again to continue.").waitFor()
  await browser.tap(card)
  await page.goto(una.invitation)
  await press(page, 'Confirm and continue')()
  await enterCardPin(await prompted(press(page, 'Create passkey')))
  await page.waitForURL('**/dashboard')
  await browser.tap(card)
  await press(waiting, 'Continue')()
  await enterCardPin(waiting)
  await waiting.getByRole('heading', { name: 'Choose an account' }).waitFor()
  await lastStep(waiting, 'ada')
  await says(elsewhere, 'welcome ada')
  await signOut(page)
  await browser.tap(card)
  await enterCardPin(await prompted(() => usePasskey(page)))
  await page.waitForURL('**/dashboard')
  expect((await ask('GET', `/administrator/securityDevice/${una.key}`)).body).toMatchObject({ status: 20, passkeys: 3 })
  const { body } = await ask('GET', '/administrator/workspace/activity/logs')
  expect(JSON.stringify(body)).toContain('"site":"rp.localhost"')
})

test('keeps a log without numbers and PINs', async () => {
  const logs = await browser.open('logs.html')
  await logs.getByRole('row').filter({ hasText: 'Passkey created' }).first().waitFor()
  const said = await logs.getByRole('table').innerText()
  for (const secret of [card, pin, 'cvg_reader_']) expect(said).not.toContain(secret)
})

test('a card tapped at the extension reaches the waiting page, and is ready when it is active', async () => {
  const { body } = await ask('POST', '/administrator/tokens', {
    userId: `ivo.${una.email}`,
    firstName: 'Ivo',
    lastName: 'Holm',
    email: `ivo.${una.email}`,
  })
  const begun = new Date()
  const key = { userId: body['id'], type: 2, activation: 2 }
  expect((await ask('POST', '/administrator/tokens/userInfo/securitykey', key)).status).toBe(200)
  const page = await browser.context.newPage()
  await page.goto((await product.mailTo(`ivo.${una.email}`, begun)).link ?? '')
  await browser.tap('04B1B2B4')
  await press(page, 'Tap your card to activate')()
  await page.getByRole('heading', { name: 'Tap Your Card' }).waitFor()
  await browser.tap('04B1B2B3')
  await page.getByLabel('Set a PIN for the card').fill(pin)
  await page.getByLabel('Confirm PIN').fill(pin)
  await press(page, 'Set PIN')()
  await page.getByRole('heading', { name: 'Card active' }).waitFor()
  const held = () => browser.heldCard()
  await expect.poll(held).toBe('04B1B2B3')
  const log = JSON.stringify((await ask('GET', '/administrator/workspace/activity/logs')).body)
  expect(log).toContain('security-key.activated')
  await page.close()
})

describe('our pages', () => {
  let page: Page
  const say = (on: Page, type: string, payload?: object) =>
    on.evaluate(`window.postMessage(${JSON.stringify({ source: 'claviger-page', type, payload })}, location.origin)`)
  const heard = (on: Page) => on.evaluate<{ type: string; payload: object }[]>('window.heard')
  const listening = async (address: string) => {
    const tab = await browser.context.newPage()
    await tab.addInitScript(`
      window.heard = []
      addEventListener('message', ({ data }) => { if (data.source === 'claviger-extension') window.heard.push(data) })
    `)
    await tab.goto(address)
    return tab
  }
  beforeAll(async () => {
    page = await listening(`${product.address}/legal/privacy-policy`)
  })

  test("learn the extension's presence, their opening, and their requests", async () => {
    await expect.poll(() => heard(page)).toHaveLength(1)
    await say(page, 'GET_LOGIN_INFO')
    await expect.poll(() => heard(page)).toHaveLength(2)
    expect((await heard(page))[1]).toMatchObject({
      type: 'EXTENSION_INFO',
      payload: { id: browser.id, version },
    })
  })

  test('hand over a card, propose a server, and continue elsewhere; invalid messages are ignored', async () => {
    await say(page, 'NO_SUCH_MESSAGE')
    await say(page, 'CARD_TAPPED', { cardId: 4 })
    await say(page, 'CARD_TAPPED', { cardId: card })
    await expect.poll(() => heard(page)).toHaveLength(3)
    const popup = await browser.open('popup.html')
    await popup.getByText(/Card ready for \d+ seconds/).waitFor()
    await popup.close()

    const opened = browser.context.waitForEvent('page', tab => tab.url().includes('/options.html'))
    await say(page, 'CHANGE_SERVER_ON_PREMISE', { url: 'https://id.other.example/path' })
    await (await opened).getByText('A page proposes the server https://id.other.example.').waitFor()

    await say(page, 'SSO_AUTOMATION', { url: `${site.address}/` })
    await page.getByRole('heading', { name: 'Another site' }).waitFor()
  })

  test('are only those of the registered server', async () => {
    const other = await listening(site.address)
    await say(other, 'GET_LOGIN_INFO')
    await other.waitForTimeout(500)
    expect(await heard(other)).toEqual([])
  })
})

test('is listed for administrators, who can remove it: its card is then refused', async () => {
  const desk = await browser.context.newPage()
  await openConsole(desk, product, owner, '/dashboard/devices/programs')
  const row = desk
    .getByRole('row', { name: /Front desk.*Browser extension/ })
    .filter({ hasText: `Browser extension ${version}` })
  await row.getByText('with Front desk').waitFor()
  await desk.getByRole('button', { name: 'Set up program' }).click()
  await desk.getByText(`node claviger-reader.mjs --server ${product.address} --key-file clients.key`).waitFor()
  expect(await barriers(desk)).toEqual([])
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('button', { name: 'Actions for Front desk' }).click()
  await desk.getByRole('menuitem', { name: 'Remove…' }).click()
  await desk.getByRole('menu').waitFor({ state: 'detached' })
  expect(await barriers(desk)).toEqual([])
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove 1 program' }).click()
  await desk.getByText('1 program removed').waitFor()
  await desk.getByText('No reader programs yet').waitFor()

  const page = await browser.context.newPage()
  await page.goto(site.address)
  await browser.tap(card)
  const prompt = await prompted(press(page, 'Sign in'))
  await prompt.getByText('The server refused. This browser may have to be registered anew.').waitFor()
  await lastStep(prompt, 'Close')
  await says(page, 'NotAllowedError')
})

test('its pages are accessible', async () => {
  for (const name of ['popup', 'options', 'logs']) {
    const page = await browser.open(`${name}.html`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await barriers(page, colorScheme === 'dark'), `${name} ${colorScheme}`).toEqual([])
    }
  }
})
