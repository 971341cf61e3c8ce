import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { apiCaller, demoSession, openConsole, newOwner, type Tokens } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let page: Page
let tokens: Tokens

beforeAll(async () => {
  tokens = await demoSession(product)
  ;({ page } = await newVisitor())
})

const open = () => openConsole(page, product, tokens)
const card = (title: string) => page.getByRole('region', { name: title })
const number = (text: string) => Number(text.replaceAll(/\D/g, ''))

describe('the dashboard', () => {
  test('shows figures of the workspace that agree with the lists', async () => {
    await open()
    const { body } = await apiCaller(product, tokens)('GET', '/administrator/tokens/v2/counts')
    await page.getByText(Number(body['all']).toLocaleString('en-US'), { exact: true }).first().waitFor()
    for (const label of ['Users', 'Passkeys', 'Groups', 'Sign-ins today'])
      await page.getByRole('main').getByText(label, { exact: true }).first().waitFor()
  })

  test.each(['Sign-ins per day', 'Users by status', 'Passkeys by type'])(
    'shows the chart “%s” as a table too',
    async title => {
      await open()
      await card('Recent activity').getByRole('listitem').first().waitFor()
      await card(title)
        .getByRole('button', { name: /as table$/ })
        .click()
      await expect.poll(() => card(title).getByRole('table').getByRole('row').count()).toBeGreaterThan(2)
    },
  )

  test('covers periods, leads to what it counts, and exports a chart as a picture and as numbers', async () => {
    await open()
    await page.getByRole('button', { name: '365 days' }).click()
    await page.waitForURL('**/dashboard?days=365')
    const perDay = card('Sign-ins per day')
    await perDay.locator('canvas').waitFor()
    expect(await barriers(page)).toEqual([])
    for (const [choice, ends] of [
      ['Picture (PNG)', '.png'],
      ['Numbers (CSV)', '.csv'],
    ] as const) {
      const saved = page.waitForEvent('download')
      await perDay.getByRole('button', { name: /^Export/ }).click()
      await page.getByRole('menuitem', { name: choice }).click()
      expect((await saved).suggestedFilename()).toBe(`Sign-ins per day${ends}`)
    }
    await card('Users with a key').getByRole('link', { name: 'All users' }).click()
    await page.waitForURL(/\/dashboard\/users\?.*withoutKey=/)
    await page.goBack()
    await card('Sign-ins by method').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Activity log', level: 1 }).waitFor()
  })

  test('leads from warnings to the affected users', async () => {
    await open()
    const link = card('Needs attention').getByRole('link').first()
    const wanted = number((await link.getAttribute('aria-label')) ?? '')
    await link.click()
    await page.getByText(new RegExp(`of ${wanted.toLocaleString('en-US')}$`)).waitFor()
  })

  test('shows the latest events and a link to the log', async () => {
    await open()
    await expect.poll(() => card('Recent activity').getByRole('listitem').count()).toBe(5)
    await card('Recent activity').getByRole('link', { name: 'Open activity log' }).click()
    await page.getByRole('heading', { name: 'Activity log', level: 1 }).waitFor()
  })

  test('shows a failure inside its card', async () => {
    await page.route('**/administrator/statistics/login?**', route => route.abort())
    await open()
    await card('Sign-ins per day').getByRole('alert').waitFor()
    await card('Users by status').getByText('Active').first().waitFor()
    await page.unroute('**/administrator/statistics/login?**')
    await card('Sign-ins per day').getByRole('button', { name: 'Try again' }).click()
    await card('Sign-ins per day').getByRole('alert').waitFor({ state: 'detached' })
  })
})

test('the help menu leads to the documentation, which names the version', async () => {
  await open()
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByText(/^Claviger \d+\.\d+\.\d+$/).waitFor()
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
  await page.getByRole('link', { name: 'Import users and cards' }).click()
  await page.getByRole('article').getByRole('heading').first().waitFor()
  expect(await barriers(page)).toEqual([])
})

test('the administrators and the downloads are in sight at 900 px', async () => {
  await openConsole(page, product, tokens, '/dashboard/sync')
  await page.setViewportSize({ width: 1440, height: 900 })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'SCIM' }).waitFor()
  for (const name of ['Admins', 'Downloads']) {
    const box = await menu.getByRole('link', { name }).boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0), name).toBeLessThan(860)
  }
})

test('a new workspace is led through its first tasks', async () => {
  const owner = await newOwner(product, '/dashboard')
  await owner.page.getByRole('link', { name: 'Getting started' }).first().click()
  await owner.page.getByText('0 of 6 steps completed.').waitFor()
  await owner.page.getByRole('link', { name: 'Card reader drivers' }).waitFor()
  await owner.page.getByRole('link', { name: 'Import users' }).click()
  await owner.page.waitForURL('**/dashboard/users/import')
})

test('no task is shown as done before its state is known', async () => {
  const { page: fresh } = await newOwner(product)
  const late = Promise.withResolvers<undefined>()
  const held = ['/administrator', '/administrator/securityDevice/counts']
  await fresh.route(
    url => held.includes(url.pathname),
    async route => {
      await late.promise
      await route.continue()
    },
  )
  await fresh.goto(`${product.address}/dashboard`)
  await fresh.getByRole('region', { name: 'Users by status' }).getByText('Active').first().waitFor()
  expect(await fresh.getByText('Nothing needs your attention.').count()).toBe(0)
  await fresh.getByRole('link', { name: 'Getting started' }).first().click()
  await fresh.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor()
  expect(await fresh.getByText('Everything is set up.').count()).toBe(0)
  late.resolve(undefined)
  await fresh.getByText('0 of 6 steps completed.').waitFor()
  await fresh.getByRole('link', { name: 'Dashboard' }).first().click()
  await fresh.getByText('Nothing needs your attention.').waitFor()
})
