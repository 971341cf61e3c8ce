import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExtendedBrowser, extendedBrowser, givePin, last, prompted, registerExtension } from '../../extension.ts'
import { addUser, asking, enter, newWorkspace, session } from '../../people.ts'
import { movableClock, type OwnProduct, startProduct } from '../../product.ts'
import { type RelyingParty, relyingParty } from '../../relying-party.ts'

const [card, pin, wrong] = ['04B10CED', '739146', '111999']
const wait = 'Too many wrong PINs. Wait a little, then tap the card again.'
let product: OwnProduct
let browser: ExtendedBrowser
let site: RelyingParty
let page: Page
let workspace: Awaited<ReturnType<typeof newWorkspace>>
let key: string

const ownerNow = () => session(product, workspace.owner, '--workspace', workspace.slug)

beforeAll(async () => {
  product = await startProduct([], movableClock)
  site = await relyingParty()
  workspace = await newWorkspace(product)
  const owner = await ownerNow()
  const ask = asking(product, owner)
  const made = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const email = `bo@${workspace.slug}.example`
  const userId = await addUser(product, owner, { firstName: 'Bo', lastName: 'Holm', email })
  const asked = { userId, type: 2, activation: 1, cardId: card, cardFormat: 'hex' }
  const assigned = await ask('POST', '/administrator/tokens/userInfo/securitykey', asked)
  key = (assigned.body['key'] as { id: string }).id
  await ask('PUT', `/administrator/tokens/securityKey/${key}/resetPin`, { pin })
  browser = await extendedBrowser(product.address)
  await registerExtension(browser, String(made.body['value']), 'Front desk')
  page = await browser.context.newPage()
  await page.goto(site.address)
})
afterAll(async () => {
  await browser.close()
  site.close()
  await product.stop()
})

const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
const says = (words: string) => page.getByText(words, { exact: true }).waitFor()

/** Taps the card, lets the site ask for it, and answers the window that asks for the PIN. */
async function tapped(button = 'Sign in'): Promise<Page> {
  await browser.tap(card)
  return prompted(browser, press(button))
}

/** Gives a wrong PIN and waits for what the window says of it. */
async function wrongly(prompt: Page, words: string): Promise<void> {
  await givePin(prompt, wrong)
  await prompt.getByText(words, { exact: true }).waitFor()
}

async function closed(prompt: Page): Promise<void> {
  await last(prompt, 'Close')
  await says('NotAllowedError')
}

test('eight wrong PINs block a card, each wait longer; an administrator unblocks it, and it works again', async () => {
  await givePin(await tapped('Create a passkey'), pin)
  await says('created for ada')

  let prompt = await tapped()
  await wrongly(prompt, 'Wrong PIN. Tries left: 7')
  await wrongly(prompt, 'Wrong PIN. Tries left: 6')
  await wrongly(prompt, wait)
  await closed(prompt)

  // Before the wait is over not even the right PIN is looked at, however often the card is tapped
  prompt = await tapped()
  await givePin(prompt, pin)
  await prompt.getByText(wait).waitFor()
  await closed(prompt)

  let left = 5
  for (const seconds of [30, 60, 120, 300]) {
    await product.forward((seconds + 1) * 1000)
    prompt = await tapped()
    await wrongly(prompt, `Wrong PIN. Tries left: ${--left}`)
    await givePin(prompt, wrong)
    await prompt.getByText(wait).waitFor()
    await closed(prompt)
  }
  await product.forward(901_000)
  prompt = await tapped()
  await wrongly(prompt, 'The card is blocked. Ask your administrator to unblock it.')
  await closed(prompt)
  prompt = await tapped()
  await prompt.getByText('The card is blocked. Ask your administrator to unblock it.').waitFor()
  await closed(prompt)

  const desk = await browser.context.newPage()
  await enter(desk, product, await ownerNow(), `/dashboard/security-keys/${key}`)
  await desk.getByText('Blocked', { exact: true }).first().waitFor()
  await desk.getByRole('button', { name: /^More actions for/ }).click()
  await desk.getByRole('menuitem', { name: 'Unblock' }).click()
  await desk.getByText(/is unblocked$/).waitFor()
  await expect.poll(() => desk.getByText('Blocked', { exact: true }).count()).toBe(0)

  prompt = await tapped()
  await wrongly(prompt, 'Wrong PIN. Tries left: 7')
  await givePin(prompt, pin)
  await says('welcome ada')
})
