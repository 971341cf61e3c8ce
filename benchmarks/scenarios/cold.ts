import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '../machine.ts'
import { waitUntil } from '../tenant.ts'

/** Cost of opening the user list in a browser with an empty cache. Times in milliseconds. */
export interface Opening {
  rows: number
  painted: number
  longestTask: number
  shifted: number
  requests: number
  kilobytes: number
}

interface Where {
  address: string
  token: string
  times?: number
  path?: string
}

/** Opens the list `times` times with an empty browser cache; skips the first, which fills the server's caches. */
export async function cold(browser: Browser, { address, token, times = 15, path = '/dashboard/users' }: Where) {
  const openings: Opening[] = []
  for (let round = 0; round <= times; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(kept => sessionStorage.setItem('accessToken', kept), token)
    await context.addInitScript({ path: join(root, 'benchmarks', 'watch.js') })
    openings.push(await opening(await context.newPage(), address + path))
    await context.close()
  }
  return openings.slice(1)
}

async function opening(page: Page, address: string): Promise<Opening> {
  let requests = 0
  let bytes = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', () => requests++)
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(address)
  await waitUntil(
    () => page.evaluate<boolean>('bench.drawn !== undefined'),
    drawn => drawn,
    10,
  )
  await page.waitForTimeout(500)
  const seen = await page.evaluate<Omit<Opening, 'requests' | 'kilobytes'>>(
    `({ rows: bench.drawn, longestTask: bench.longestTask, shifted: bench.shifted,
      painted: performance.getEntriesByType('paint')[0]?.startTime ?? Infinity })`,
  )
  return { ...seen, requests, kilobytes: bytes / 1000 }
}
