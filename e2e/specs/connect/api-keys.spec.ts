import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let page: Page

beforeAll(async () => {
  ;({ page } = await newOwner(product))
})

async function create(name: string, fill?: (drawer: ReturnType<Page['getByRole']>) => Promise<void>): Promise<string> {
  await page.goto(`${product.address}/dashboard/api/keys`)
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Create API key' })
  await drawer.getByLabel('Name').fill(name)
  await fill?.(drawer)
  await drawer.getByRole('button', { name: 'Create API key' }).click()
  const shown = page.getByRole('dialog', { name: `API key “${name}”` })
  const value = await shown.locator('code').first().innerText()
  expect(await barriers(page)).toEqual([])
  await shown.getByRole('button', { name: "I've copied it" }).click()
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  return value
}

async function curl(key: string, method: string, path: string, body?: unknown) {
  const answer = await fetch(product.address + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': 'curl/8.5.0' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('focus returns to the button when the drawer is canceled', async () => {
  await page.goto(`${product.address}/dashboard/api/keys`)
  const button = page.getByRole('button', { name: 'Create API key' }).first()
  await button.press('Enter')
  await page.getByRole('dialog', { name: 'Create API key' }).getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await button.and(page.locator(':focus')).waitFor()
})

test('a key is shown once, works with the API, is logged, and stops when it is deleted', async () => {
  const value = await create('HR sync')
  expect(value).toMatch(/^cvg_admin_/)
  expect(await page.getByText(value).count()).toBe(0)
  const added = await curl(value, 'POST', '/administrator/tokens', {
    userId: 'kim',
    firstName: 'Kim',
    lastName: 'Elm',
    email: 'kim@elm.example',
  })
  expect(added).toMatchObject({ status: 200, body: { userId: 'kim' } })
  expect((await curl(value, 'GET', '/administrator/tokens/v2?search=kim')).body).toMatchObject({ total: 1 })
  await page.goto(`${product.address}/dashboard/activity-logs`)
  await page.getByRole('link', { name: 'Administrator changes' }).click()
  await page.getByText('API key HR sync').first().waitFor()
  await page.goto(`${product.address}/dashboard/api/keys`)
  await page.getByRole('button', { name: 'Actions for HR sync' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete 1 API key' }).click()
  await page.getByText('API key deleted').waitFor()
  expect(await curl(value, 'GET', '/administrator/tokens/v2')).toMatchObject({
    status: 401,
    body: { code: 'api-key-refused' },
  })
})

test('a key from another network is refused, and the refusal is in the log', async () => {
  const value = await create('Far away', drawer => drawer.getByLabel(/^Limit to IP addresses/).fill('192.0.2.0/24'))
  expect(await curl(value, 'GET', '/administrator/tokens/v2')).toMatchObject({
    status: 403,
    body: { code: 'api-key-address', message: "This API key can't be used from this IP address" },
  })
  await page.goto(`${product.address}/dashboard/activity-logs`)
  await page.getByText('API key Far away').first().waitFor()
})

test('a key is refused from the moment it expires', async () => {
  const { body } = await apiCaller(product, await tokensOf(page))('POST', '/administrator/workspace/api-keys', {
    name: 'Short',
    type: 0,
    expiry: 1,
    expiresAt: new Date(Date.now() + 3000).toISOString(),
  })
  const value = String(body['value'])
  expect((await curl(value, 'GET', '/administrator/tokens/v2')).status).toBe(200)
  await sleep(3100)
  expect(await curl(value, 'GET', '/administrator/tokens/v2')).toMatchObject({
    status: 401,
    body: { code: 'api-key-expired', message: 'This API key has expired' },
  })
  await page.goto(`${product.address}/dashboard`)
  await page.getByText('1 API key expires soon or has expired').waitFor()
  await page.getByRole('link', { name: /^Replace/ }).click()
  await page.getByRole('row', { name: /Short/ }).waitFor()
})
