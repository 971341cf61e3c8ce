// The controls that a user needs next are never covered, truncated, or off-screen, in the longer language too.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from '../browser.ts'
import { demoSession, openConsole, type Tokens, unique } from '../workspace-setup.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()
let tokens: Tokens
beforeAll(async () => {
  tokens = await demoSession(product)
})

const outOfReach = (within: Locator): Promise<string[]> =>
  within.getByRole('button').evaluateAll(all =>
    all.flatMap(button => {
      button.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { x, y, width, height } = button.getBoundingClientRect()
      if (width <= 1 || height <= 1) return []
      const page = button.ownerDocument
      const hit = page.elementFromPoint(x + width / 2, y + height / 2)
      const label = button.querySelector('.mantine-Button-label') ?? button
      let wrong = label.scrollWidth > label.clientWidth + 1 || x < 0 || x + width > page.documentElement.clientWidth
      for (let around = button.parentElement; around; around = around.parentElement) wrong ||= around.scrollLeft > 0
      if (!wrong && (hit === button || button.contains(hit))) return []
      return [button.ariaLabel ?? button.textContent ?? '']
    }),
  )

describe.each([
  ['a desk', 1440, 900],
  ['a phone', 390, 844],
])('messages on %s', (_, width, height) => {
  test('cover neither the footer of a drawer nor the buttons of a dialog', async () => {
    const { page, context } = await newVisitor({ viewport: { width, height } })
    await context.addInitScript(`{
      const real = globalThis.setTimeout
      globalThis.setTimeout = (work, wait, ...more) => (wait >= 10_000 ? 0 : real(work, wait, ...more))
    }`)
    await openConsole(page, product, tokens, '/dashboard/users')
    const message = page.getByRole('region', { name: 'Notifications' }).getByRole('status')
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    const email = `${unique('covered')}@northgate.example`
    await page.getByRole('button', { name: 'Add user' }).click()
    await drawer.getByLabel('First name').fill('Una')
    await drawer.getByLabel('Last name').fill('Covered')
    await drawer.getByLabel('Email', { exact: true }).fill(email)
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await message.getByText('Una Covered added').waitFor()
    await page.getByRole('button', { name: 'Add user' }).click()
    await drawer.getByLabel('First name').waitFor()
    await expect.poll(() => outOfReach(drawer)).toEqual([])
    await drawer.getByLabel('First name').fill('Una')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).waitFor()
    await expect.poll(() => outOfReach(question)).toEqual([])
    expect(await message.isVisible()).toBe(true)
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await drawer.waitFor({ state: 'hidden' })
  })
})

async function german(): Promise<Page> {
  const { page, context } = await newVisitor({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(() => localStorage.setItem('language', 'de'))
  await openConsole(page, product, tokens)
  return page
}

describe('lists in German in little space', () => {
  let page: Page
  beforeAll(async () => {
    page = await german()
  })

  test.each([
    'groups',
    'security-keys',
    'devices',
    'devices/computers',
    'sso/apps',
    'sync',
    'policies',
    'named-lists',
    'admins',
    'activity-logs',
  ])('%s: actions are visible, and no button is cut', async path => {
    await page.goto(`${product.address}/dashboard/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const main = page.getByRole('main')
    await expect.poll(() => main.locator('[aria-busy=true]').count()).toBe(0)
    if (path !== 'sync') await main.getByRole('grid').locator('tbody tr').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280)
    await expect.poll(() => outOfReach(main)).toEqual([])
    const rows = main.getByRole('grid').locator('tbody tr')
    if ((await rows.getByRole('checkbox').count()) < 3) return
    for (let row = 0; row < 3; row++) await rows.nth(row).getByRole('checkbox').check()
    const bar = page.getByRole('toolbar')
    await bar.waitFor()
    expect((await bar.boundingBox())?.height).toBeLessThan(50)
    await expect.poll(() => outOfReach(bar)).toEqual([])
  })
})
