import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../../browser.ts'
import {
  acceptRole,
  addUser,
  apiCaller,
  openConsole,
  newOwner,
  session,
  type Tokens,
  tokensOf,
  unique,
} from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
const domain = `${unique('wards')}.example`
let ownerPage: Page
let page: Page
let uma: Tokens
let nora: string
let carl: string

beforeAll(async () => {
  ;({ page: ownerPage } = await newOwner(product))
  const owner = await tokensOf(ownerPage)
  const person = (firstName: string, lastName: string) =>
    addUser(product, owner, { firstName, lastName, email: `${firstName}@${domain}`.toLowerCase() })
  nora = await person('Nora', 'Ward')
  carl = await person('Carl', 'Laboratory')
  const head = await person('Uma', 'Head')
  const ask = apiCaller(product, owner)
  const unit = await ask('POST', '/administrator/organization-units', { name: 'Ward 3', users: [nora] })
  const named = await ask('POST', '/administrator/workspace/organization-units/administrators', {
    id: head,
    role: 3,
    additionalPermissions: [3],
    units: [unit.body['id']],
  })
  expect([unit.status, named.status], JSON.stringify(named.body)).toEqual([200, 200])
  await acceptRole(product, `uma@${domain}`)
  uma = await session(product, `uma@${domain}`)
  ;({ page } = await newVisitor())
  await openConsole(page, product, uma, '/dashboard/users')
})

const ask = (method: string, path: string, body?: unknown) => apiCaller(product, uma)(method, path, body)

test('sees only their users: list, search, address, export', async () => {
  await page.getByRole('row', { name: /Nora Ward/ }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  expect(await barriers(page)).toEqual([])
  await page.getByPlaceholder('Search name, user ID, email…').fill('carl')
  await page.getByText('No users match “carl”').waitFor()
  await page.goto(`${product.address}/dashboard/users/${carl}`)
  await page.getByText('User not found').waitFor()
  await page.goto(`${product.address}/dashboard/users`)
  await page.getByRole('row', { name: /Nora Ward/ }).waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'All matching rows as CSV' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text).toContain('Nora')
  expect(text).not.toMatch(/Carl|Ada/)
})

test('edits a user of the unit, and no other user by API', async () => {
  await page.goto(`${product.address}/dashboard/users/${nora}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByLabel('Last name').fill('Wardwell')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Nora Wardwell', level: 1 }).waitFor()
  const change = { userId: `carl@${domain}`, firstName: 'Carl', lastName: 'Taken', email: `carl@${domain}` }
  expect((await ask('PUT', `/administrator/tokens/${carl}`, change)).status).toBe(404)
  expect((await ask('DELETE', `/administrator/tokens/${carl}`, {})).status).toBe(404)
})

test('leaves a foreign user in a bulk action unchanged and gets the reason', async () => {
  const started = await ask('PUT', '/administrator/tokens/suspendMany', { ids: [nora, carl] })
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  await page.goto(`${product.address}/dashboard/users/runs/${String(started.body['id'])}`)
  await page.getByRole('grid', { name: 'results' }).getByText('Nora Wardwell').waitFor()
  await page.getByRole('grid', { name: 'results' }).getByText('does not exist in your workspace').waitFor()
  const { body } = await apiCaller(product, await tokensOf(ownerPage))('GET', `/administrator/tokens/${carl}`)
  expect(body['status']).not.toBe(40)
  await ask('PUT', '/administrator/tokens/activeMany', { ids: [nora] })
})

test('reads only log entries that concern their users', async () => {
  await page.goto(`${product.address}/dashboard/activity-logs`)
  await page.getByRole('link', { name: 'Administrator changes' }).click()
  await page
    .getByRole('grid', { name: 'entries' })
    .getByText(/Nora Ward/)
    .first()
    .waitFor()
  expect(await page.getByText(/Carl Laboratory/).count()).toBe(0)
  const { body } = await ask('GET', '/administrator/workspace/activity/logs?search=Carl')
  expect(body['items']).toEqual([])
})
