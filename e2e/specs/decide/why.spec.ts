import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin,
  lastStep,
  openedPrompt,
  registerExtension,
} from '../../extended-browser.ts'
import {
  acceptRole,
  addUser,
  apiCaller,
  openConsole,
  newWorkspace,
  session,
  type Tokens,
} from '../../workspace-setup.ts'
import { type RelyingParty, relyingParty } from '../../relying-party.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const [card, pin] = ['04A1B2C3', '739146']
let slug: string
let owner: Tokens
let ask: ReturnType<typeof apiCaller>
let una: string
let site: RelyingParty
let browser: ExtendedBrowser
let page: Page

beforeAll(async () => {
  const workspace = await newWorkspace(product)
  ;({ slug } = workspace)
  owner = await session(product, workspace.owner, '--workspace', slug)
  ask = apiCaller(product, owner)
  const clients = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  una = await addUser(product, owner, { firstName: 'Una', lastName: 'Holm', email: `una@${slug}.example` })
  const assigned = { userId: una, type: 2, activation: 1, cardId: card, cardFormat: 'hex' }
  const { body } = await ask('POST', '/administrator/tokens/userInfo/securitykey', assigned)
  const { id } = body['key'] as { id: string }
  expect((await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin })).status).toBe(200)
  site = await relyingParty()
  browser = await extendedBrowser(product.address)
  await registerExtension(browser, String(clients.body['value']), 'Front desk')
  page = await browser.context.newPage()
  await page.goto(site.address)
  await browser.tap(card)
  await enterCardPin(await openedPrompt(browser, press('Create passkey')), pin)
  await page.getByText('created for ada').waitFor()
})

const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()

async function forbid(state: 0 | 1 | 2): Promise<void> {
  const { body } = await ask('GET', '/administrator/policies')
  const [known] = body['items'] as { _id: string }[]
  const answer = known
    ? await ask('PUT', '/administrator/policies/state', { ids: [known._id], state })
    : await ask('POST', '/administrator/policies/create', {
        name: 'Not there',
        priority: 10,
        action: 0,
        state,
        rpRestriction: { values: ['rp.localhost'] },
      })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function refused(): Promise<string> {
  await browser.tap(card)
  const prompt = await openedPrompt(browser, press('Sign in'))
  await enterCardPin(prompt, pin)
  const says = await prompt.getByText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/).innerText()
  await lastStep(prompt, 'Close')
  return /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/.exec(says)?.[0] ?? ''
}

test('a forbidden site is refused at the tap; the reason is found by the reference and simulated', async () => {
  await forbid(2)
  const reference = await refused()
  const desk = await browser.context.newPage()
  await openConsole(desk, product, owner, '/dashboard/activity-logs')
  await desk.getByPlaceholder('Find by reference').fill(reference.toLowerCase())
  await desk.getByPlaceholder('Find by reference').press('Enter')
  const told = desk.getByRole('dialog')
  await told.getByText('By “Not there”, version 1').waitFor()
  await told.getByText('applied: blocks').waitFor()
  expect(await barriers(desk)).toEqual([])
  await told.getByRole('link', { name: 'Open in the simulator' }).click()
  const answer = desk.getByRole('region', { name: 'Result' })
  await answer.getByText('Refused', { exact: true }).waitFor()
  expect(await desk.getByLabel('Site').inputValue()).toBe('rp.localhost')
  await desk.getByLabel('Site').fill('elsewhere.example')
  await answer.getByText('did not apply: elsewhere.example is not rp.localhost').waitFor()
  expect(await barriers(desk)).toEqual([])
  await desk.close()
})

test('report-only allows the use, and the active policy refuses it again', async () => {
  await forbid(1)
  await browser.tap(card)
  await enterCardPin(await openedPrompt(browser, press('Sign in')), pin)
  await page.getByText('welcome ada').waitFor()
  await forbid(2)
  expect(await refused()).not.toBe('')
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]
test.each([
  [
    'the IP address of the computer',
    { ipRestriction: { values: ['127.0.0.1', '::1'] } },
    { ipRestriction: { values: ['192.0.2.0/24'] } },
  ],
  [
    'the time of day',
    { zone: 'UTC', timeLimits: { spans: [{ days: everyDay, from: '00:00', to: '24:00' }] } },
    {
      zone: 'UTC',
      timeLimits: { spans: [{ days: [((new Date().getUTCDay() + 2) % 7) + 1], from: '00:00', to: '24:00' }] },
    },
  ],
])('only %s refuses a tap, and another value allows it', async (_, here, elsewhere) => {
  await forbid(2)
  const { body } = await ask('GET', '/administrator/policies')
  const [known] = body['items'] as { _id: string }[]
  const become = async (content: object) => {
    const to = { name: 'Not there', priority: 10, action: 0, state: 2, ...content }
    expect((await ask('PUT', `/administrator/policies/${known?._id}`, to)).status).toBe(200)
  }
  await become(here)
  expect(await refused()).not.toBe('')
  await become(elsewhere)
  await browser.tap(card)
  await enterCardPin(await openedPrompt(browser, press('Sign in')), pin)
  await page.getByText('welcome ada').waitFor()
  await become({ rpRestriction: { values: ['rp.localhost'] } })
})

test('a policy is replayed against past uses and reports how many it would have refused', async () => {
  await forbid(1)
  await browser.tap(card)
  await enterCardPin(await openedPrompt(browser, press('Sign in')), pin)
  await page.getByText('welcome ada').waitFor()
  const { body } = await ask('GET', '/administrator/policies')
  const [known] = body['items'] as { _id: string }[]
  await forbid(2)
  const desk = await browser.context.newPage()
  await openConsole(desk, product, owner, `/dashboard/policies/${known?._id}`)
  await desk.getByRole('button', { name: 'Replay', exact: true }).click()
  await desk.getByRole('button', { name: 'Start replay' }).click()
  const side = desk.getByRole('complementary', { name: 'About this policy' })
  await side.getByRole('heading', { name: 'Examples' }).waitFor()
  await side.getByText('rp.localhost').first().waitFor()
  await side.getByText('now refused').first().waitFor()
  expect(await barriers(desk)).toEqual([])
  await desk.close()
})

test('a unit administrator sees result and reference for their own users, and no policy', async () => {
  await forbid(2)
  const reference = await refused()
  const uma = await addUser(product, owner, { firstName: 'Uma', lastName: 'Head', email: `uma@${slug}.example` })
  const unit = await ask('POST', '/administrator/organization-units', { name: 'Ward 3', users: [una] })
  const named = await ask('POST', '/administrator/workspace/organization-units/administrators', {
    id: uma,
    role: 3,
    additionalPermissions: [3],
    units: [unit.body['id']],
  })
  expect(named.status, JSON.stringify(named.body)).toBe(200)
  await acceptRole(product, `uma@${slug}.example`)
  const { page: desk } = await newVisitor()
  await openConsole(desk, product, await session(product, `uma@${slug}.example`), '/dashboard/activity-logs')
  await desk.getByPlaceholder('Find by reference').fill(reference)
  await desk.getByPlaceholder('Find by reference').press('Enter')
  const told = desk.getByRole('dialog')
  await told.getByText('Refused', { exact: true }).waitFor()
  await told.getByText(reference).first().waitFor()
  await told.getByText(/Only administrators of the whole workspace can see/).waitFor()
  expect(await told.getByText('Not there').count()).toBe(0)
  expect(await desk.getByRole('link', { name: 'Access policies' }).count()).toBe(0)
})
