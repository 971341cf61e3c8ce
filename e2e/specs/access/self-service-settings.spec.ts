import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { apiCaller, openConsole, newOwner, session, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let page: Page
const wards = unique('wards')

beforeAll(async () => {
  ;({ page } = await newOwner(product))
})

const save = () => page.getByRole('button', { name: 'Save changes' }).click()
const preview = () => page.getByRole('complementary', { name: 'Live preview' })
const more = async (item: string) => {
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an owner builds a page, previews it, and is warned of unsafe settings', async () => {
  await page.goto(product.address)
  await page.getByRole('link', { name: 'Card self-service' }).click()
  await page.getByText('No card pages yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Create page' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create card page' })
  await dialog.getByLabel('Name').fill('Wards and clinics')
  await dialog.getByLabel('Address').fill('verify')
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await dialog.getByText('This address is reserved').first().waitFor()
  await dialog.getByLabel('Address').fill(wards)
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await page.waitForURL(`**/dashboard/security-keys/self-service/${wards}`)
  await page.getByRole('radio', { name: /^No verification/ }).check()
  await page.getByText('No identity check.').waitFor()
  expect(await barriers(page)).toEqual([])
  await save()
  await page.getByText('Wards and clinics saved').waitFor()
  await page.getByRole('radio', { name: /^Code by email/ }).check()
  await page.getByText('No identity check.').waitFor({ state: 'detached' })
  await page.getByLabel('User ID').check()
  await preview().getByText('User ID').waitFor()
  await save()
  await page.getByText('Wards and clinics saved').waitFor()
  await preview().getByText('PIN', { exact: true }).first().click()
  await preview().getByText('The two PINs that you entered do not match!').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Wards and clinics is published').waitFor()
  await page.getByText('Active', { exact: true }).waitFor()
})

test('texts exist in seven languages, and HTML in them is shown as text', async () => {
  await page.getByRole('link', { name: 'Texts' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Your badge')
  await page
    .getByRole('textbox', { name: 'Help' })
    .fill('**Call** 4400 <script>alert(1)</script> [us](javascript:alert(1))')
  const shown = page.getByRole('group', { name: 'Preview' })
  await shown.getByText('<script>alert(1)</script>').waitFor()
  await shown.locator('strong', { hasText: 'Call' }).waitFor()
  expect(await shown.locator('a, script').count()).toBe(0)
  await preview().getByText('Your badge').waitFor()
  await preview().getByLabel('Language of the texts').selectOption('de')
  await page.getByRole('textbox', { name: 'Title' }).fill('Ihr Ausweis')
  await preview().getByText('Ihr Ausweis').waitFor()
  await save()
  await page.getByText('Wards and clinics saved').waitFor()
})

test('leaving with changes asks for confirmation; a page redirects only where its owner allows', async () => {
  await page.getByRole('link', { name: 'Steps', exact: true }).click()
  await page.getByLabel('Redirect to (optional)', { exact: true }).fill('https://portal.example/')
  await page.getByRole('link', { name: 'Limits' }).click()
  await page.getByLabel('Per card').waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await save()
  await page.getByText('This redirects to another site.').first().waitFor()
  await page.getByRole('button', { name: 'Allow portal.example' }).click()
  await save()
  await page.getByText('Wards and clinics saved').waitFor()
})

test('the poster is a PDF, the code is an image, and the address opens the page', async () => {
  await page.getByRole('button', { name: 'Print poster' }).click()
  const [poster] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Polski' }).click(),
  ])
  expect(poster.suggestedFilename()).toBe(`${wards}-pl.pdf`)
  const pdf = await readFile(await poster.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeGreaterThan(5_000)
  const [code] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download QR' }).click(),
  ])
  expect(await readFile(await code.path(), 'utf8')).toContain('<svg')
  expect(await page.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(
    `${product.address}/self-service/${wards}`,
  )
})

test('a version is restored, the page is turned off and on, and the visits are counted', async () => {
  await more('Versions…')
  const versions = page.getByRole('dialog', { name: /^Versions of/ })
  await versions.getByText('Verification', { exact: false }).first().waitFor()
  expect(await barriers(page)).toEqual([])
  await versions.getByRole('button', { name: 'Restore version 2' }).click()
  await page.getByText('Restored Wards and clinics').waitFor()
  await page.getByText('No identity check.').waitFor()
  await more('Turn off')
  await page.getByText('Turned off', { exact: true }).waitFor()
  const { body } = await apiCaller(product, undefined)('GET', '/self-service/challenge')
  const at = apiCaller(product, { accessToken: String(body['session']), refreshToken: '' })
  expect(await at('GET', `/self-service/${wards}`)).toMatchObject({ body: { code: 'page-off' } })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Active', { exact: true }).waitFor()
  expect((await at('GET', `/self-service/${wards}`)).status).toBe(200)
  await page.getByRole('link', { name: 'Results' }).click()
  await page.getByRole('list', { name: 'Progress by step' }).getByText('Arrived').waitFor()
  expect(await barriers(page)).toEqual([])
})

test('a super administrator sees and changes the same page for the workspace', async () => {
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  const { page: governor } = await newVisitor()
  const { body } = await apiCaller(product, await tokensOf(page))('GET', '/users')
  const { id } = body['workspace'] as { id: string }
  const home = `/dashboard/super-admin/workspaces/${id}/self-service`
  await openConsole(governor, product, await session(product, root), home)
  await governor.getByText('Wards and clinics').first().click()
  await governor.waitForURL(`**${home}/${wards}`)
  await governor.getByRole('switch', { name: 'Reset forgotten PIN' }).click()
  await governor.getByRole('button', { name: 'Save changes' }).click()
  await governor.getByText('Wards and clinics saved').waitFor()
})
