import { expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { home, openDesk } from './card-page.ts'

const product = sharedProduct()

test('a session is requested once, then the configuration; a page with a session requests only the configuration (R55)', async () => {
  const desk = await openDesk(product)
  const { address } = await desk.page()
  const { page } = await newVisitor()
  const asked: { path: string; session: string | null }[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest() || !pathname.startsWith('/self-service/')) return
    asked.push({ path: pathname, session: request.headers()['authorization'] ?? null })
  })
  const config = new URL(address).pathname
  await page.goto(address)
  await home(page)
  const session = await page.evaluate<string | null>("sessionStorage.getItem('enrollmentSessionToken')")
  expect(asked).toMatchObject([
    { path: '/self-service/challenge', session: null },
    { path: config, session },
  ])
  const between = await page.evaluate<number>(`(() => {
    const calls = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/self-service/'))
    return calls[1].startTime - calls[0].responseEnd
  })()`)
  expect(between).toBeGreaterThan(45)
  await page.reload()
  await home(page)
  expect(asked.slice(2)).toMatchObject([{ path: config, session }])
})
