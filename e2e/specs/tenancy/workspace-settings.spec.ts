import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { barriers } from '../../browser.ts'
import { apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const details = async (page: Page) =>
  (await apiCaller(product, await tokensOf(page))('GET', '/administrator/detials')).body as Record<
    string,
    Record<string, unknown>
  >

describe('a settings page with one Save button', () => {
  test('is disabled until a part changes, and saves all parts', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/workspace/security-key-setting`)
    await save(page).waitFor()
    expect(await save(page).count()).toBe(1)
    expect(await save(page).isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Works offline' }).click()
    await expect.poll(() => save(page).isDisabled()).toBe(false)
    await page.getByRole('switch', { name: 'Works offline' }).click()
    await expect.poll(() => save(page).isDisabled()).toBe(true)
    const before = await details(page)
    await page.getByRole('switch', { name: 'Works offline' }).click()
    await page.getByRole('switch', { name: 'Phone must be near the computer' }).click()
    expect(await barriers(page)).toEqual([])
    await save(page).click()
    await page.getByText('Changes saved').waitFor()
    expect(await page.getByText('Changes saved').count()).toBe(1)
    await expect.poll(() => save(page).isDisabled()).toBe(true)
    const after = await details(page)
    expect(after['securitykeySetting']?.['offline']).toBe(!before['securitykeySetting']?.['offline'])
    expect(after['proximity']?.['proximity']).toBe(!before['proximity']?.['proximity'])
  })

  test('sends nothing while one part is invalid, and resets all parts', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/workspace/security-key-setting`)
    const sent: string[] = []
    page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
    await page.getByRole('switch', { name: 'Works offline' }).click()
    await page.getByLabel('Sign-in with card and PIN on the sign-in page').first().click()
    await page.getByRole('option', { name: 'Only from these networks' }).click()
    await save(page).click()
    await page.getByText('Enter at least one network').waitFor()
    await page.getByLabel('Networks').and(page.locator(':focus')).waitFor()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Enter at least one network').waitFor({ state: 'detached' })
    expect(await save(page).isDisabled()).toBe(true)
  })

  test('saves by Enter in a field, and asks once before leaving', async () => {
    const { page, workspace } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/workspace`)
    await page.getByLabel('Name of attribute 1').fill('Cost center')
    await page.getByLabel('City').fill('Bergen')
    await page.getByRole('link', { name: 'PIN policy' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('City').press('Enter')
    await page.getByText('Changes saved').waitFor()
    const { workspace: now, extras } = await details(page)
    expect([now?.['name'], now?.['city']]).toEqual([workspace.name, 'Bergen'])
    expect((extras?.['attributeNames'] as string[] | undefined)?.[0]).toBe('Cost center')
    await page.getByRole('link', { name: 'PIN policy' }).click()
    await page.getByText('Minimum length').waitFor()
  })
})
