import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, visitor } from '../browser.ts'
import { asking, demoSession, enter, session, unique } from '../people.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()
let owner: Page
let governor: Page
let stranger: Page
let somebody: string

beforeAll(async () => {
  const tokens = await demoSession(product)
  const { body } = await asking(product, tokens)('GET', '/administrator/tokens/v2?pageSize=1&status=20')
  somebody = (body['items'] as { id: string }[])[0]?.id ?? ''
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  ;[owner, governor, stranger] = [await watched(), await watched(), await watched()]
  await enter(owner, product, tokens)
  await enter(governor, product, await session(product, root))
})

interface Row {
  path: string
  may?: string
}

// The table of screens itself; its types belong to the browser
const table = join(import.meta.dirname, '../../console/src/routes.tsx')
const { screens } = (await import(table)) as { screens: readonly Row[] }

const whoOpens = (may: string | undefined) =>
  may === undefined ? stranger : may.startsWith('super.') ? governor : owner

const underWay = new Map<Page, Map<Request, number>>()
/** Not every request that a page gave up is said to have ended: one is waited for so long, in milliseconds. */
const longest = 3000

/** Somebody whose page says what it still waits for. */
async function watched(): Promise<Page> {
  const { page } = await visitor()
  const asked = new Map<Request, number>()
  page.on('request', request => {
    // What the page before still asked for is not always said to have ended
    if (request.isNavigationRequest()) asked.clear()
    asked.set(request, Date.now())
  })
  page.on('response', response => asked.delete(response.request()))
  page.on('requestfinished', request => asked.delete(request))
  page.on('requestfailed', request => asked.delete(request))
  underWay.set(page, asked)
  return page
}

// As text: these names belong to the browser. It draws nothing more of a page that it takes to be out of sight
const calm = `new Promise(done => {
  setTimeout(done, 1000)
  requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done)))
})`
const loading = '[aria-busy="true"], [role="status"][aria-label^="Loading"]'

/** Waits until the page has drawn all it has, asks nothing more and is not loading, twice over. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  const waits = async () => {
    await page.evaluate(calm)
    const busy = await page.locator(loading).evaluateAll(all => all.map(one => String(one)))
    const late = Date.now() - longest
    const asked = [...(underWay.get(page) ?? [])].flatMap(([request, since]) => (since > late ? [request.url()] : []))
    return [...busy, ...asked]
  }
  await expect.poll(async () => [...(await waits()), ...(await waits())], { interval: 20 }).toEqual([])
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
      expect(await barriers(owner, colorScheme === 'dark'), colorScheme).toEqual([])
    }
  })
})
