import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { newVisitor } from '../browser.ts'
import { apiCaller, demoSession, keepTokens } from '../workspace-setup.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()

const noNotices: Record<string, unknown> = {
  '/administrator/ribbon': { notices: [] },
  '/administrator/workspace/owner': { change: null },
}

interface Shift {
  value: number
  what: string[]
}

const drawn = (page: Page) =>
  page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))')

interface Visit {
  locale?: string
  viewport?: { width: number; height: number }
}

async function watchedPage(visit: Visit): Promise<Page> {
  const { page, context } = await newVisitor(visit)
  await context.addInitScript(`
    globalThis.shifts = []
    const what = ({ node, previousRect: from, currentRect: to }) =>
      [node?.parentElement?.className, node?.className, from.y, from.height, to.y, to.height].join(' ')
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries()) globalThis.shifts.push({ value, what: sources.map(what) })
    }).observe({ type: 'layout-shift', buffered: true })`)
  return page
}

async function expectNoShifts(page: Page): Promise<void> {
  const shifts = await page.evaluate<Shift[]>('globalThis.shifts')
  const moved = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(moved, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(0.02)
}

/** Loads a screen while its calls are held and answered in the opposite order, and adds up what moved meanwhile. */
async function expectStill(path: string, visit: Visit = {}): Promise<void> {
  const page = await watchedPage(visit)
  await keepTokens(page, product, await demoSession(product))
  const held: Route[] = []
  await page.route('**/*', async route => {
    const asked = route.request()
    const { pathname } = new URL(asked.url())
    if (pathname in noNotices) return route.fulfill({ json: noNotices[pathname] })
    if (asked.resourceType() !== 'fetch' || pathname === '/users') return route.continue()
    held.push(route)
  })
  await page.goto(product.address + path)
  const heading = page.getByRole('heading', { level: 1 })
  let answers = 0
  let quiet = 0
  // A record's own call comes first, and those of its cards only after it
  while (quiet < 5 || answers === 0 || (await heading.count()) === 0) {
    const before = held.length
    await drawn(page)
    await drawn(page)
    quiet = held.length === 0 ? quiet + 1 : 0
    if (held.length !== before) continue
    for (let route = held.pop(); route; route = held.pop()) {
      const answered = page.waitForResponse(route.request().url())
      await route.continue()
      await (await answered).finished()
      answers++
      await drawn(page)
      await drawn(page)
    }
  }
  await expectNoShifts(page)
}

test.each([
  '/dashboard',
  '/dashboard/launchpad',
  '/dashboard/users',
  '/dashboard/security-keys',
  '/dashboard/attendance/reports',
  '/dashboard/billing/status',
  '/dashboard/policies',
  '/dashboard/profile',
  '/dashboard/workspace/security-key-setting',
])('%s: the layout stays still if a later answer arrives first', path => expectStill(path))

/** A record of the demo workspace, by the first field of a list's items that identifies one. */
async function recordOf(list: string): Promise<string> {
  const { body } = await apiCaller(product, await demoSession(product))('GET', list)
  const items = body['items'] as Record<string, string>[]
  const one = items.find(({ state }) => state === 'open') ?? items[0]
  return one?.['id'] ?? one?.['sessionId'] ?? ''
}

const records = [
  ['/dashboard/attendance/$id', '/administrator/attendance-tracker'],
  ['/dashboard/workflows/$id', '/administrator/workflows'],
  ['/dashboard/security-keys/self-service/$id', '/administrator/self-service'],
] as const

test.each(records)('%s: the layout stays still on a desk', async (path, list) => {
  await expectStill(path.replace('$id', await recordOf(list)))
})

// German texts are longer, so more of them wrap on a phone
const germanPhone = { locale: 'de-DE', viewport: { width: 390, height: 844 } }

test.each(records)('%s: the layout stays still on a phone in German', async (path, list) => {
  await expectStill(path.replace('$id', await recordOf(list)), germanPhone)
})

test('a kiosk without a session stays still when the server refuses it', async () => {
  const page = await watchedPage(germanPhone)
  await page.goto(`${product.address}/attendance-tracker`)
  await page.getByRole('button', { name: 'Kiosk öffnen' }).waitFor()
  await drawn(page)
  await drawn(page)
  await expectNoShifts(page)
})
