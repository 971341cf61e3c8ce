import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { newVisitor } from '../browser.ts'
import { demoSession, keepTokens } from '../workspace-setup.ts'
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
])('%s: the layout stays still if a later answer arrives first', async path => {
  const { page, context } = await newVisitor()
  await context.addInitScript(`
    globalThis.shifts = []
    const what = ({ node, previousRect: from, currentRect: to }) =>
      [node?.parentElement?.className, node?.className, from.y, from.height, to.y, to.height].join(' ')
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries()) globalThis.shifts.push({ value, what: sources.map(what) })
    }).observe({ type: 'layout-shift', buffered: true })`)
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
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  let before: number
  do {
    before = held.length
    await drawn(page)
    await drawn(page)
  } while (before === 0 || held.length !== before)
  for (let route = held.pop(); route; route = held.pop()) {
    const answered = page.waitForResponse(route.request().url())
    await route.continue()
    await (await answered).finished()
    await drawn(page)
    await drawn(page)
  }
  const shifts = await page.evaluate<Shift[]>('globalThis.shifts')
  const moved = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(moved, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(0.02)
})
