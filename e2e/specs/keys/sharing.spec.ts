import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { addUser, apiCaller, newOwner, type Tokens, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const domain = `${unique('kiosk')}.example`
let page: Page
let owner: Tokens
let kiosk: string
let nora: string
let card: string

const ask = (method: string, path: string, body?: unknown) => apiCaller(product, owner)(method, path, body)

beforeAll(async () => {
  ;({ page } = await newOwner(product))
  owner = await tokensOf(page)
  const person = (firstName: string, lastName: string) =>
    addUser(product, owner, { firstName, lastName, email: `${firstName}@${domain}`.toLowerCase() })
  kiosk = await person('Kiosk', 'Pharmacy')
  nora = await person('Nora', 'Ward')
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', {
    userId: nora,
    type: 2,
    activation: 1,
    cardId: '900001',
  })
  card = ((made.body['key'] ?? {}) as { id: string }).id
  expect(made.status, JSON.stringify(made.body)).toBe(200)
})

const opens = async () =>
  (
    (await ask('GET', `/administrator/securityDevice/${card}/connected-tokens`)).body['items'] as { name: string }[]
  ).map(({ name }) => name)

test("an account is shared, another user's badge opens it, and the sharing is removed", async () => {
  await page.goto(`${product.address}/dashboard/users/${kiosk}/shared`)
  await page.getByText('Not shared yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Users' }).fill('Nora')
  await page.getByRole('option', { name: /^Nora Ward/ }).click()
  await panel.getByRole('combobox', { name: 'Users' }).press('Escape')
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Stop sharing with Nora Ward' }).waitFor()
  await page.getByText('1 card', { exact: true }).waitFor()
  const parts = page.getByRole('navigation', { name: 'User sections' })
  await parts.getByRole('link', { name: /^Sharing\s?1$/ }).waitFor()
  expect(await opens()).toEqual(['Nora Ward', 'Kiosk Pharmacy'])

  await page.goto(`${product.address}/dashboard/security-keys/${card}`)
  await page.getByText('Nora Ward, Kiosk Pharmacy').waitFor()

  await page.goto(`${product.address}/dashboard/users/${nora}/shared`)
  await page.getByRole('button', { name: 'Make default: Kiosk Pharmacy' }).click()
  await page.getByRole('button', { name: 'Make default: Nora Ward' }).waitFor()
  expect(await barriers(page)).toEqual([])

  await page.goto(`${product.address}/dashboard/security-keys/shared`)
  await page.getByRole('row', { name: /Kiosk Pharmacy.*Nora Ward/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing 1 account' }).click()
  await page.getByText('No shared accounts yet').waitFor()
  expect(await opens()).toEqual(['Nora Ward'])
})
