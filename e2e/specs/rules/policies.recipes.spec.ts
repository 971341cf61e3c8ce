// Each recipe of docs/policies.md, made by an administrator from its starting point, and what users then see.
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { activateThroughApi } from '../../activation.ts'
import { signInAtComputer } from '../keys/computers.agent.ts'
import { activatedPhone, chooseNumber, requestApproval } from '../access/approvals.phone.ts'
import { barriers, newVisitor, type Visitor } from '../../browser.ts'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin,
  lastStep,
  openedPrompt,
  registerExtension,
} from '../../extended-browser.ts'
import { oidcApplication, type OidcApplication } from '../../oidc-application.ts'
import { movableClock, type OwnProduct } from '../../product.ts'
import { relyingParty } from '../../relying-party.ts'
import { ownProduct } from '../../shared-product.ts'
import { addUser, apiCaller, forgetSession, newOwner, signOut, tokensOf, usePasskey } from '../../workspace-setup.ts'

const PIN = '739146'
const [onSite, offSite, listed] = ['198.51.100.7', '203.0.113.9', '175.45.176.1']
const ward = { latitude: 52.52, longitude: 13.405 }
const refusal = /Your organization's policy doesn't allow this\. Reference: [0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/

let product: OwnProduct
let page: Page
let ask: ReturnType<typeof apiCaller>
let slug: string
let application: OidcApplication
let nora: Visitor & { id: string; email: string }
let phone: Visitor

async function add(path: string, content: object): Promise<Record<string, unknown>> {
  const { status, body } = await ask('POST', path, content)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return body
}

async function addPerson(firstName: string, invite = false) {
  const email = `${firstName}@${slug}.example`.toLowerCase()
  return { id: await addUser(product, await tokensOf(page), { firstName, lastName: 'Holm', email, invite }), email }
}

beforeAll(async () => {
  product = await ownProduct({ ...movableClock, TRUST_PROXY: '1' })
  const owner = await newOwner(product)
  page = owner.page
  slug = owner.workspace.slug
  ask = apiCaller(product, await tokensOf(page))
  application = await oidcApplication()
  const oidc = { redirectUris: [application.redirect] }
  const board = await add('/api/sso/oidc/sp', { name: 'Ward board', own: true, oidc })
  const all = { everyone: true, groups: [], units: [], users: [] }
  await ask('PUT', `/api/sso/applications/${String(board['id'])}/assignment`, all)
  await application.knows(`${product.address}/oidc/${slug}`, String(board['clientId']), String(board['clientSecret']))
  const person = await addPerson('Nora', true)
  const visitor = await newVisitor()
  await activateThroughApi(visitor, (await product.mailTo(person.email)).link ?? '')
  nora = { ...visitor, ...person }
  phone = await activatedPhone(product, ask, nora)
})

afterEach(async () => {
  const { body } = await ask('GET', '/administrator/policies')
  const ids = (body['items'] as { _id: string }[] | undefined)?.map(({ _id }) => _id)
  if (ids?.length) await ask('DELETE', '/administrator/policies', { ids })
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const pick = async (label: string, name: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Tab')
}

const isAdded = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const startingPoints = () => page.getByRole('region', { name: 'Start from a recipe' })

async function startFromRecipe(name: string): Promise<void> {
  await page.goto(`${product.address}/dashboard/policies/new`)
  await startingPoints().getByRole('button', { name }).click()
}

/** Adds the filled policy of a recipe, and then its second one, which is filled already. */
async function addBoth(name: string): Promise<void> {
  await press('Add policy')
  await page.getByText(`Step 2 of 2: this policy blocks what ${name} doesn't allow.`).waitFor()
  await press('Add policy')
  await isAdded(`${name}: block everything else`)
}

const at = (of: Page | BrowserContext, address: string) => of.setExtraHTTPHeaders({ 'x-forwarded-for': address })
const signInPage = async (of: Page) => {
  await forgetSession(of, product)
  await of.goto(`${product.address}/auth/sign-in?workspace=${slug}`)
}
const signIn = async (of: Page) => {
  await signInPage(of)
  await usePasskey(of)
}
const isInside = (of: Page) => of.getByRole('button', { name: /'s account$/ }).waitFor()
const isRefused = (of: Page) => of.getByText(refusal).waitFor()
const opens = async (of: Page) => {
  await of.goto(application.address)
  await of.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
}
const doesNotOpen = async (of: Page) => {
  await of.goto(application.address)
  await of.getByRole('heading', { level: 1, name: "This sign-in can't continue" }).waitFor()
  await isRefused(of)
}

test('the starting points are the recipes of the documentation', async () => {
  const documentation = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8')
  const [, table = ''] = documentation.split('## Recipes')
  const printed = [...table.matchAll(/^\| ([^|]+) \| (?:1\. )?\*/gm)].map(([, name]) => name)
  expect(printed).toHaveLength(6)
  await page.goto(`${product.address}/dashboard/policies/new`)
  await startingPoints().waitFor()
  expect(await startingPoints().locator('b').allInnerTexts()).toEqual(printed)
  expect(await barriers(page)).toEqual([])
})

test('A sensitive site only for one group, with PIN', async () => {
  const carl = await addPerson('Carl')
  const site = await relyingParty()
  const { value } = await add('/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const extended: ExtendedBrowser = await extendedBrowser(product.address)
  await registerExtension(extended, String(value), 'Front desk')
  const elsewhere = await extended.context.newPage()
  await elsewhere.goto(site.address)
  const use = async (card: string, button: string) => {
    await extended.tap(card)
    return openedPrompt(extended, () => elsewhere.getByRole('button', { name: button }).click())
  }
  const cards = { carl: ['04A1B2C3', carl.id], nora: ['04A1B2C4', nora.id] } as const
  for (const [name, [cardId, userId]] of Object.entries(cards)) {
    const path = '/administrator/tokens/userInfo/securitykey'
    const { key } = await add(path, { userId, type: 2, activation: 1, cardId })
    const reset = `/administrator/tokens/securityKey/${(key as { id: string }).id}/resetPin`
    expect((await ask('PUT', reset, { pin: PIN })).status).toBe(200)
    await elsewhere.getByLabel('Name').fill(name)
    await enterCardPin(await use(cardId, 'Create passkey'), PIN)
    await elsewhere.getByText(`created for ${name}`).waitFor()
  }
  await add('/administrator/groups', { name: 'Payroll', users: [carl.id] })

  const recipe = 'A sensitive site only for one group, with PIN'
  await startFromRecipe(recipe)
  await pick('Groups', 'Payroll')
  await page.getByLabel('Domains, one per line').fill('rp.localhost')
  await addBoth(recipe)
  await enterCardPin(await use(cards.carl[0], 'Sign in'), PIN)
  await elsewhere.getByText('welcome carl').waitFor()
  const refused = await use(cards.nora[0], 'Sign in')
  await enterCardPin(refused, PIN)
  await isRefused(refused)
  await lastStep(refused, 'Close')
  await elsewhere.getByText('NotAllowedError').waitFor()
  await signIn(nora.page)
  await isInside(nora.page)
  await opens(nora.page)
  await opens(page)
})

test('A shared computer only for one account', async () => {
  const { value } = await add('/administrator/workspace/api-keys', { name: 'Ward computers', type: 2, expiry: 0 })
  const { enrolmentSecret } = await add('/administrator/workspace/fcp/config', {})
  const register = apiCaller(product, { accessToken: String(value), refreshToken: '' })
  const computer = { name: 'WARD-3-PC-07', machineId: 'f3a1', enrolmentSecret }
  const { body } = await register('POST', '/apis/agent/v1/computers', computer)
  const agent = String(body['agentToken'])
  const recipe = 'A shared computer only for one account'
  await startFromRecipe(recipe)
  await pick('Account to sign in to', 'Ada Fern')
  await pick('Computers and devices', 'WARD-3-PC-07')
  await addBoth(recipe)
  expect(await signInAtComputer(product, page, agent)).toMatchObject({ status: 200 })
  await signIn(nora.page)
  await isInside(nora.page)
  const refused = await signInAtComputer(product, nora.page, agent)
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringMatching(refusal) as string } })
  await opens(nora.page)
  await opens(page)
})

test('No email codes for an application', async () => {
  const recipe = 'No email codes for an application'
  await startFromRecipe(recipe)
  await pick('Applications', 'Ward board')
  await press('Add policy')
  await isAdded(recipe)
  await signInPage(nora.page)
  const before = new Date()
  await nora.page.getByLabel('Email').fill(nora.email)
  await nora.page.getByRole('button', { name: 'Email me a code' }).click()
  await nora.page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  const { code = '' } = await product.mailTo(nora.email, before)
  await nora.page.getByLabel('Digit 1 of 6').click()
  await nora.page.keyboard.type(code)
  await isInside(nora.page)
  await doesNotOpen(nora.page)
  await nora.page.goto(`${product.address}/dashboard`)
  await signOut(nora.page)
  await nora.page.goto(application.address)
  await usePasskey(nora.page)
  await nora.page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await opens(page)
})

const approve = async (address = '127.0.0.1') => {
  await at(nora.page, address)
  await at(phone.page, address)
  await signInPage(nora.page)
  const { link, number } = await requestApproval(nora.page, nora.email)
  await phone.page.goto(link)
  await chooseNumber(phone, number)
  return number
}
const isApproved = async () => {
  await phone.page.getByText('Approved. Your computer is signing you in').waitFor()
  await isInside(nora.page)
  await opens(nora.page)
}

test('No phones from some countries', async () => {
  const recipe = 'No phones from some countries'
  await startFromRecipe(recipe)
  await pick('Countries', 'North Korea')
  await press('Add policy')
  await isAdded(recipe)
  await approve()
  await isApproved()
  await at(nora.page, listed)
  await doesNotOpen(nora.page)
  await approve(listed)
  await phone.page.getByText("Your organization's policy doesn't allow this").waitFor()
  await signIn(nora.page)
  await isInside(nora.page)
  await at(page, listed)
  await opens(page)
})

test('Approvals only near the building', async () => {
  const recipe = 'Approvals only near the building'
  await startFromRecipe(recipe)
  await press('Add circle')
  await page.getByLabel('Latitude of circle 1').fill(String(ward.latitude))
  await page.getByLabel('Longitude of circle 1').fill(String(ward.longitude))
  await addBoth(recipe)
  await phone.context.grantPermissions(['geolocation'], { origin: product.address })
  await phone.context.setGeolocation({ latitude: 48.1, longitude: 11.5 })
  const number = await approve()
  await phone.page.getByText("Your organization's policy doesn't allow this").waitFor()
  await phone.context.setGeolocation(ward)
  await chooseNumber(phone, number)
  await isApproved()
  await signIn(nora.page)
  await isInside(nora.page)
  await opens(page)
})

test('Contractors only by day and on site', async () => {
  const { body } = await ask('GET', '/users')
  await add('/administrator/groups', { name: 'Contractors', users: [nora.id, body['id']] })
  await add('/administrator/namedList/create', {
    name: 'Our networks',
    type: 1,
    entries: [{ value: '198.51.100.0/24' }],
  })
  const monday = new Date()
  monday.setDate(monday.getDate() + ((8 - monday.getDay()) % 7 || 7))
  monday.setHours(10, 0, 0, 0)
  await product.forward(monday.getTime() - Date.now())
  await at(page, offSite)
  await signIn(page)
  await isInside(page)
  const recipe = 'Contractors only by day and on site'
  await startFromRecipe(recipe)
  await pick('Groups', 'Contractors')
  await pick('Named lists of addresses', 'Our networks')
  await press('Add policy')
  await page.getByText('Step 2 of 2').waitFor()
  expect(await barriers(page)).toEqual([])
  await press('Add policy')
  await isAdded(`${recipe}: block everything else`)
  await at(nora.page, onSite)
  await signIn(nora.page)
  await isInside(nora.page)
  await opens(nora.page)
  await at(nora.page, offSite)
  await doesNotOpen(nora.page)
  await signIn(nora.page)
  await isRefused(nora.page)

  await product.forward(10 * 3_600_000)
  await at(nora.page, onSite)
  await signIn(nora.page)
  await isRefused(nora.page)
  // Administrators can always sign in to the console, but not to the application
  await signIn(page)
  await isInside(page)
  await doesNotOpen(page)
})
