import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barriers, launch, visitor } from '../browser.ts'
import { asking, demoSession, enter, session, unique } from '../people.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()
let browser: Browser
let owner: Page
let governor: Page
let stranger: Page
let somebody: string

beforeAll(async () => {
  browser = await launch()
  const tokens = await demoSession(product)
  const { body } = await asking(product, tokens)('GET', '/administrator/tokens/v2?pageSize=1&status=20')
  somebody = (body['items'] as { id: string }[])[0]?.id ?? ''
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  ;[{ page: owner }, { page: governor }, { page: stranger }] = await Promise.all([
    visitor(browser),
    visitor(browser),
    visitor(browser),
  ])
  await enter(owner, product, tokens)
  await enter(governor, product, await session(product, root))
})
afterAll(() => browser.close())

interface Row {
  path: string
  may?: string
}

// The table of screens itself; its types belong to the browser
const table = join(import.meta.dirname, '../../console/src/routes.tsx')
const { screens } = (await import(table)) as { screens: readonly Row[] }

const whoOpens = (may: string | undefined) =>
  may === undefined ? stranger : may.startsWith('super.') ? governor : owner

/** Waits until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label^="Loading"]').count()).toBe(0)
}

/** How far the page can be pushed sideways, in pixels. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

// The card page is no screen of the console, and no less of a page
const cardPages: readonly Row[] = ['/self-service/clinic', '/self-service/no-such-page', '/msal/result'].map(path => ({
  path,
}))

describe.each([...screens, ...cardPages].map(({ path, may }) => [path, may] as const))('%s', (path, may) => {
  test('has no barrier, light or dark, wide or narrow, and never scrolls sideways', async () => {
    const page = whoOpens(may)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(product.address + path.replace(/\$\w+/, somebody))
    await settled(page)
    const found: Record<string, unknown> = {}
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await settled(page)
      if (width < 1440) found[`${width} px sideways`] = await sideways(page)
      if (width === 320) continue
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found[`${colorScheme} ${width}`] = await barriers(page, colorScheme === 'dark')
      }
    }
    expect(found).toEqual({
      'light 1440': [],
      'dark 1440': [],
      '390 px sideways': 0,
      'light 390': [],
      'dark 390': [],
      '320 px sideways': 0,
    })
  })
})

describe('what opens over a page', () => {
  test.each([
    ['the drawer that adds a user', '/dashboard/users?add=1', (page: Page) => page.getByLabel('First name').waitFor()],
    [
      'a question',
      `/dashboard/account-deletion`,
      (page: Page) => page.getByRole('button', { name: 'Delete account…' }).click(),
    ],
    [
      'the palette with people',
      '/dashboard',
      async (page: Page) => {
        await page.keyboard.press('Control+k')
        await page.getByPlaceholder('Search people and pages').fill('okafor')
        await page
          .getByRole('dialog')
          .getByText(/Okafor/)
          .first()
          .waitFor()
      },
    ],
    [
      'an entry with its details',
      '/dashboard/activity-logs?kind=change',
      (page: Page) =>
        page
          .getByRole('button', { name: /^Details of/ })
          .first()
          .click(),
    ],
  ])('%s has no barrier, light or dark', async (_name, path, act) => {
    await owner.setViewportSize({ width: 1440, height: 900 })
    await owner.goto(product.address + path)
    await settled(owner)
    await act(owner)
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.emulateMedia({ colorScheme })
      expect(await barriers(owner), colorScheme).toEqual([])
    }
  })
})
