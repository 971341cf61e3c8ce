import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin,
  lastStep,
  openedPrompt,
  registerExtension,
} from '../../../extended-browser.ts'
import { apiCaller, openConsole, newWorkspace, session } from '../../../workspace-setup.ts'
import { movableClock, type OwnProduct } from '../../../product.ts'
import { type RelyingParty, relyingParty } from '../../../relying-party.ts'
import { ownProduct } from '../../../shared-product.ts'
import { choosePin, identify, press as pressOn, title } from '../../access/self-service/card-page.ts'

const [card, pin, wrong] = ['04B10CED', '739146', '111999']
const wait = 'Too many wrong PINs. Wait a little, then tap the card again.'
const blocked = 'The card is blocked. Ask your administrator to unblock it.'
const decimal = Buffer.from(card, 'hex').readUInt32LE()
const holder = { employeeId: 'B-17', firstName: 'Bo', lastName: 'Holm' }
let product: OwnProduct
let browser: ExtendedBrowser
let site: RelyingParty
let page: Page
let workspace: Awaited<ReturnType<typeof newWorkspace>>
let key: string

const ownerNow = () => session(product, workspace.owner, '--workspace', workspace.slug)

beforeAll(async () => {
  product = await ownProduct(movableClock)
  site = await relyingParty()
  workspace = await newWorkspace(product)
  const owner = await ownerNow()
  const ask = apiCaller(product, owner)
  const made = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const email = `bo@${workspace.slug}.example`
  const bo = await ask('POST', '/administrator/tokens', { ...holder, email, userId: email })
  const asked = { userId: bo.body['id'], type: 2, activation: 1, cardId: card, cardFormat: 'hex' }
  const assigned = await ask('POST', '/administrator/tokens/userInfo/securitykey', asked)
  key = (assigned.body['key'] as { id: string }).id
  await ask('PUT', `/administrator/tokens/securityKey/${key}/resetPin`, { pin })
  browser = await extendedBrowser(product.address)
  await registerExtension(browser, String(made.body['value']), 'Front desk')
  page = await browser.context.newPage()
  await page.goto(site.address)
  await enterCardPin(await tapped('Create passkey'), pin)
  await says('created for ada')
})

const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
const says = (words: string) => page.getByText(words, { exact: true }).waitFor()

async function tapped(button = 'Sign in'): Promise<Page> {
  await browser.tap(card)
  return openedPrompt(browser, press(button))
}

async function wrongly(prompt: Page, words: string): Promise<void> {
  await enterCardPin(prompt, wrong)
  await prompt.getByText(words, { exact: true }).waitFor()
}

async function closed(prompt: Page): Promise<void> {
  await lastStep(prompt, 'Close')
  await says('NotAllowedError')
}

async function threeAtOnce(): Promise<void> {
  const prompt = await tapped()
  await wrongly(prompt, 'Wrong PIN. Tries left: 7')
  await wrongly(prompt, 'Wrong PIN. Tries left: 6')
  await wrongly(prompt, wait)
  await closed(prompt)
}

async function untilBlocked(): Promise<void> {
  let left = 5
  for (const seconds of [30, 60, 120, 300]) {
    await product.forward((seconds + 1) * 1000)
    const prompt = await tapped()
    await wrongly(prompt, `Wrong PIN. Tries left: ${--left}`)
    await enterCardPin(prompt, wrong)
    await prompt.getByText(wait).waitFor()
    await closed(prompt)
  }
  await product.forward(901_000)
  const prompt = await tapped()
  await wrongly(prompt, blocked)
  await closed(prompt)
}

const keyNow = async () =>
  (await apiCaller(product, await ownerNow())('GET', `/administrator/securityDevice/${key}`)).body

test('eight wrong PINs block a card, each wait is longer; an administrator unblocks it, and it works again', async () => {
  await threeAtOnce()

  let prompt = await tapped()
  await enterCardPin(prompt, pin)
  await prompt.getByText(wait).waitFor()
  await closed(prompt)

  await untilBlocked()
  prompt = await tapped()
  await prompt.getByText(blocked).waitFor()
  await closed(prompt)

  const desk = await browser.context.newPage()
  await openConsole(desk, product, await ownerNow(), `/dashboard/security-keys/${key}`)
  await desk.getByText('Blocked', { exact: true }).first().waitFor()
  await desk.getByRole('button', { name: /^More actions for/ }).click()
  await desk.getByRole('menuitem', { name: 'Unblock' }).click()
  await desk.getByText(/is unblocked$/).waitFor()
  await expect.poll(() => desk.getByText('Blocked', { exact: true }).count()).toBe(0)
  await desk.close()

  prompt = await tapped()
  await wrongly(prompt, 'Wrong PIN. Tries left: 7')
  await enterCardPin(prompt, pin)
  await says('welcome ada')
})

test('a card blocked by wrong PINs is not enrolled again; a new PIN unblocks it', async () => {
  await threeAtOnce()
  await untilBlocked()
  expect(await keyNow()).toMatchObject({ isBlocked: true })
  const cards = { page: 'blocked', name: 'Cards', settings: { verificationType: 'none' } }
  await apiCaller(product, await ownerNow())('POST', '/administrator/self-service', cards)

  const visit = await browser.context.newPage()
  await visit.goto(`${product.address}/self-service/blocked?id=${decimal}`)
  await identify(visit, holder)
  await choosePin(visit)
  await visit.getByRole('alert').getByText('This is your card, but it is blocked because of wrong PINs.').waitFor()
  await pressOn(visit, 'Set a new PIN')
  await identify(visit, holder)
  await choosePin(visit, '580374')
  await title(visit, 'Your PIN has been reset')
  await visit.close()

  expect(await keyNow()).toMatchObject({ isBlocked: false, status: 20 })
  const prompt = await tapped()
  await enterCardPin(prompt, pin)
  await prompt.getByText('Wrong PIN. Tries left: 7', { exact: true }).waitFor()
  await enterCardPin(prompt, '580374')
  await says('welcome ada')
})
