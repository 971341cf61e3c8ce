import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../../browser.ts'
import { extendedBrowser, enterCardPin, openedPrompt, registerExtension } from '../../../extended-browser.ts'
import { apiCaller, newWorkspace, session, signOut } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let ask: ReturnType<typeof apiCaller>
let slug: string
const PIN = '739146'

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  slug = workspace.slug
  ask = apiCaller(product, await session(product, workspace.owner, '--workspace', slug))
})

async function withCard(first: string, cardId: string) {
  const email = `${first}@${slug}.example`.toLowerCase()
  const person = { userId: email, firstName: first, lastName: 'Holm', email }
  const { body } = await ask('POST', '/administrator/tokens', person)
  const assignment = { userId: body['id'], type: 2, activation: 1, cardId }
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
  const { id } = made.body['key'] as { id: string }
  const set = await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin: PIN })
  expect(set.status).toBe(200)
  const key = async () => (await ask('GET', `/administrator/securityDevice/${id}`)).body
  return { id, email, user: String(body['id']), key }
}

async function tap(page: Page, number: string): Promise<void> {
  await page.keyboard.type(number, { delay: 2 })
  await page.keyboard.press('Enter')
}

async function signInPage(query = ''): Promise<Page> {
  const { page } = await newVisitor()
  await page.goto(`${product.address}/auth/sign-in${query}`)
  await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor()
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('a tap on the page and the PIN sign in; the log names the card', async () => {
  const { email, user, id } = await withCard('Una', '1234567890')
  const page = await signInPage(`?workspace=${slug}`)
  await tap(page, '1234567890')
  await heading(page, 'Enter the PIN')
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByLabel('Card PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: "Una Holm's account" }).waitFor()
  const { body } = await ask('GET', `/administrator/workspace/activity/logs?user=${user}&action=sign-in.card`)
  expect(body['items']).toMatchObject([{ status: 1, objectId: id, actorName: 'Una Holm' }])

  const other = await signInPage()
  await other.getByRole('button', { name: 'Tap your access card and enter the PIN' }).click()
  await heading(other, 'Tap Your Card')
  expect(await barriersEverywhere(other)).toEqual([])
  await tap(other, '1234567890')
  await heading(other, 'Enter the PIN')
  expect(await barriersEverywhere(other)).toEqual([])
  await other.getByLabel('Card PIN').fill(PIN)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('Enter your workspace address or your email').waitFor()
  await other.getByLabel('Workspace address or email').fill(email)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.waitForURL('**/dashboard')
  await other.getByRole('button', { name: "Una Holm's account" }).waitFor()

  await ask('POST', '/administrator/self-service', { page: slug, name: 'Cards', settings: {} })
  await signOut(other)
  await heading(other, 'Sign in to Fern Clinic')
  expect(await barriersEverywhere(other)).toEqual([])
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/@|Una/)
  await tap(other, '1234567890')
  await other.getByRole('link', { name: 'Forgot PIN?' }).click()
  await other.waitForURL(`**/self-service/${slug}?action=recovery`)
  await other.goto(`${product.address}/auth/sign-in`)
  await other.getByRole('button', { name: 'Another workspace' }).click()
  await heading(other, 'Sign in')
  await tap(other, '1234567890')
  await other.getByLabel('Workspace address or email').waitFor()
})

test('wrong PINs are refused like unknown cards, and are soon not checked at all', async () => {
  const { key } = await withCard('Bo', '424242')
  const page = await signInPage(`?workspace=${slug}`)
  const refused = page.getByText("The card or PIN is wrong, or this card can't be used here")
  await tap(page, '99')
  await page.getByLabel('Card PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await refused.first().waitFor()
  await page.getByRole('button', { name: 'Tap another card' }).click()
  await heading(page, 'Tap Your Card')
  await tap(page, '424242')
  await heading(page, 'Enter the PIN')
  const enterPin = async (pin: string) => {
    await page.getByLabel('Card PIN').fill(pin)
    const answered = page.waitForResponse(answer => answer.url().endsWith('/api/v1/auth/card/login'))
    await page.keyboard.press('Enter')
    return (await answered).status()
  }
  for (let tried = 0; tried < 3; tried++) expect(await enterPin('111999')).toBe(401)
  // Correct but too early; the server tests cover the growing delays, with a movable clock
  expect(await enterPin(PIN)).toBe(429)
  await page
    .getByText(/Too many attempts. Try again in \d+ seconds/)
    .first()
    .waitFor()
  expect(await key()).toMatchObject({ isBlocked: false, status: 20 })
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await heading(page, 'Sign in to Fern Clinic')
})

test("a card with several accounts asks for one after its PIN; the log names the card's holder", async () => {
  const [nora, kiosk] = [await withCard('Nora', '31415926'), await withCard('Kiosk', '27182818')]
  const enterPin = async (number: string) => {
    const page = await signInPage(`?workspace=${slug}`)
    await tap(page, number)
    await page.getByLabel('Card PIN').fill(PIN)
    await page.keyboard.press('Enter')
    return page
  }
  // Only the account's own card can create the passkey, with which shared cards can then open the account
  await (await enterPin('27182818')).waitForURL('**/dashboard')
  const shared = await ask('POST', `/administrator/tokens/${kiosk.user}/shared-tokens`, { users: [nora.user] })
  expect(shared.status).toBe(200)
  const page = await enterPin('31415926')
  await heading(page, 'Choose an account')
  await expect.poll(() => page.getByLabel('Nora Holm').isChecked()).toBe(true)
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByLabel('Kiosk Holm').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: "Kiosk Holm's account" }).waitFor()
  const { body } = await ask('GET', `/administrator/workspace/activity/logs?user=${nora.user}&action=sign-in.card`)
  expect(body['items']).toMatchObject([{ actorName: 'Nora Holm', objectId: nora.id, after: { opened: 'Kiosk Holm' } }])
})

test('with the browser extension, the tapped card answers as a security key', async () => {
  await withCard('Cai', '77705728')
  const first = await signInPage(`?workspace=${slug}`)
  await tap(first, '77705728')
  await first.getByLabel('Card PIN').fill(PIN)
  await first.keyboard.press('Enter')
  await first.waitForURL('**/dashboard')
  const { body } = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const extended = await extendedBrowser(product.address)
  await registerExtension(extended, String(body['value']), 'Front desk')
  // The page must call WebAuthn only after the extension has become the browser's authenticator
  await extended.slowly(1500)
  const page = await extended.context.newPage()
  await page.goto(`${product.address}/auth/sign-in`)
  await page.getByRole('button', { name: 'Use a passkey or security key' }).waitFor()
  // Until the page has detected the extension, a tap opens the card and PIN step instead
  await page.evaluate(`new Promise(resolve => {
    window.addEventListener('message', ({ data }) => data?.type === 'EXTENSION_INFO' && resolve())
    window.postMessage({ source: 'claviger-page', type: 'GET_LOGIN_INFO' }, window.location.origin)
  })`)
  await enterCardPin(await openedPrompt(extended, () => tap(page, '77705728')), PIN)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: "Cai Holm's account" }).waitFor()
})
