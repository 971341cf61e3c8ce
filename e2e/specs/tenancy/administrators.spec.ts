import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers, type Visitor, newVisitor } from '../../browser.ts'
import {
  activate,
  addUser,
  apiCaller,
  newOwner,
  tokensOf,
  unique,
  usePasskey,
  type Workspace,
} from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { pressButton } from '../../registering.ts'

const product = sharedProduct()
let ada: Visitor & { workspace: Workspace }
let ben: Visitor
let benMail: string

beforeAll(async () => {
  ada = await newOwner(product)
  benMail = `${unique('ben')}@fern.example`
  const tokens = await tokensOf(ada.page)
  const id = await addUser(product, tokens, { firstName: 'Ben', lastName: 'Oak', email: benMail, invite: true })
  const { link } = await product.mailTo(benMail)
  await apiCaller(product, tokens)('POST', '/administrator/workspace/administrators', { ids: [id], role: 2 })
  ben = await newVisitor()
  await activate(ben.page, link ?? '')
  await ben.page.getByRole('status').getByRole('link', { name: 'Accept or decline' }).click()
  await ben.page.getByRole('heading', { name: 'Your role', level: 1 }).waitFor()
  expect(await barriers(ben.page)).toEqual([])
  await ben.page.getByRole('button', { name: 'Accept role' }).click()
  await signInAgain(ben.page)
})

async function signInAgain(page: Page): Promise<void> {
  await page.waitForURL('**/auth/sign-in**')
  await usePasskey(page)
  await page.waitForURL('**/dashboard')
}

async function offer(): Promise<Date> {
  const { page } = ada
  const before = new Date()
  await page.goto(`${product.address}/dashboard/admins`)
  await page.getByRole('button', { name: 'Actions for Ben Oak' }).click()
  await page.getByRole('menuitem', { name: 'Transfer ownership…' }).click()
  await page.getByRole('button', { name: 'Offer ownership' }).click()
  await page.getByText('Ownership offered to Ben Oak').waitFor()
  return before
}

const roles = async () => {
  const { body } = await apiCaller(product, await tokensOf(ada.page))('GET', '/administrator/workspace/administrators')
  return Object.fromEntries((body['items'] as { name: string; role: number }[]).map(({ name, role }) => [name, role]))
}

test('an offer changes nothing until it is answered, and a declined offer changes nothing', async () => {
  const before = await offer()
  expect(await roles()).toEqual({ 'Ada Fern': 1, 'Ben Oak': 2 })
  const letter = await product.mailTo(benMail, before)
  expect(letter.subject).toBe('Ada Fern offers you ownership of the workspace Fern Clinic')
  await ben.page.goto(letter.link ?? '')
  await ben.page.getByRole('button', { name: 'Decline' }).click()
  await ben.page.getByText('Offer declined').waitFor()
  expect(await roles()).toEqual({ 'Ada Fern': 1, 'Ben Oak': 2 })
})

test('the new owner finds the offer above the console and accepts; the former owner becomes an administrator', async () => {
  await offer()
  await ben.page.goto(`${product.address}/dashboard`)
  const ribbon = ben.page.getByRole('status').filter({ hasText: 'wants you to become the owner' })
  await ribbon.getByText('Ada Fern wants you to become the owner of Fern Clinic').waitFor()
  expect(await barriers(ben.page)).toEqual([])
  await ribbon.getByRole('link', { name: 'Accept or decline' }).click()
  await ben.page.getByRole('button', { name: 'Accept ownership' }).click()
  await signInAgain(ben.page)
  await ribbon.waitFor({ state: 'detached' })
  // Users whose role was lowered must sign in again
  await ada.page.goto(`${product.address}/auth/sign-in`)
  await usePasskey(ada.page)
  await ada.page.waitForURL('**/dashboard')
  expect(await roles()).toEqual({ 'Ada Fern': 2, 'Ben Oak': 1 })
  await ada.page.goto(`${product.address}/dashboard/admins`)
  await ada.page.getByRole('grid', { name: 'admins' }).waitFor()
  await ada.page.getByRole('button', { name: 'Actions for Ben Oak' }).click()
  expect(await ada.page.getByRole('menuitem', { name: 'Transfer ownership…' }).count()).toBe(0)
  const refused = await apiCaller(product, await tokensOf(ada.page))('POST', '/administrator/workspace/owner', {
    id: '01900000-0000-7000-8000-000000000000',
  })
  expect(refused.status).toBe(403)
})

test('a super administrator changes the owner without an offer, and both are notified', async () => {
  const governor = await newVisitor()
  const { link } = await product.admin(
    'create-super-admin',
    `${unique('gov')}@installation.example`,
    '--name',
    'Gus Ov',
  )
  await activate(governor.page, String(link))
  const { page } = governor
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click()
  await page.getByPlaceholder('Search name or address…').fill(ada.workspace.slug)
  await page.getByRole('row', { name: new RegExp(ada.workspace.slug) }).click()
  await page.getByRole('heading', { name: 'Fern Clinic', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Actions for Ada Fern' }).click()
  await page.getByRole('menuitem', { name: 'Make owner…' }).click()
  await page.getByRole('dialog', { name: /owner/i }).waitFor()
  expect(await barriers(page)).toEqual([])
  const before = new Date()
  await page.getByRole('button', { name: 'Change owner' }).click()
  await page.getByText('Ada Fern is now the owner of Fern Clinic').waitFor()
  // With the role that she gained ended her sessions
  await ada.page.goto(`${product.address}/auth/sign-in`)
  await usePasskey(ada.page)
  await ada.page.waitForURL('**/dashboard')
  expect(await roles()).toEqual({ 'Ada Fern': 1, 'Ben Oak': 2 })
  expect((await product.mailTo(benMail, before)).subject).toBe('Ada Fern is now the owner of Fern Clinic')
  await page.getByRole('link', { name: 'Trust domains' }).last().click()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('dialog').getByLabel('Domain').fill(`${ada.workspace.slug}.example`)
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('button', { name: /^Decide on/ }).click()
  await page.getByRole('button', { name: 'Verify manually' }).click()
  await page.getByText(`${ada.workspace.slug}.example verified`, { exact: true }).waitFor()
})

test('a visitor with an address in the verified domain is sent to the owner', async () => {
  const { page } = await newVisitor()
  const checked = () => page.getByText("Verified: you're not a robot").waitFor()
  await page.goto(`${product.address}/auth/register`)
  await page.getByLabel('Personal').check()
  await checked()
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.getByRole('textbox', { name: /email/i }).fill(`stranger@${ada.workspace.slug}.example`)
  await page.getByRole('checkbox').check()
  await pressButton(page)
  await page.getByText('Ask the owner of its workspace to add you').first().waitFor()
  expect(await page.getByText('Fern Clinic').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await checked()
  await page.getByRole('textbox', { name: /email/i }).fill(`${unique('free')}@elsewhere.example`)
  await pressButton(page)
  await page.getByText('We sent a 6-digit code to').waitFor()
})
