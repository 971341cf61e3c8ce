import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { root } from '../machine.ts'
import { atMost, type Row } from '../report.ts'
import { type Stage, usersCount } from '../stage.ts'
import { waitUntil } from '../tenant.ts'
import { cold, type Opening } from './cold.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const rounds = 15
const typed = 'johanna baker 4711'

/** The user list in a browser: time until it is usable, and whether typing in its search causes long tasks. */
export async function screen(stage: Stage): Promise<Row[]> {
  const executablePath = process.env['CHROMIUM'] ?? places.find(existsSync)
  if (executablePath === undefined) throw new Error('Chromium is missing; CHROMIUM names its place')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(token => sessionStorage.setItem('accessToken', token), stage.accessToken)
    await context.addInitScript({ path: join(root, 'benchmarks', 'watch.js') })
    const address = stage.address.replace('127.0.0.1', 'localhost')
    const openings = await cold(browser, { address, token: stage.accessToken })
    const page = await context.newPage()
    const loaded = await repeat(() => opening(page, address))
    const within = await repeat(() => arriving(page, address))
    const { frame, key } = await typing(page)
    const size = usersCount.toLocaleString('en')
    const middle = (of: keyof Opening) => median(openings.map(one => one[of]))
    return [
      atMost('screen', 'users list opened with an empty cache: rows on screen, median', middle('rows'), 'ms', 500),
      atMost('screen', 'the same: first paint, median', middle('painted'), 'ms', 200),
      atMost('screen', 'the same: longest task, median', middle('longestTask'), 'ms', 50),
      atMost('screen', 'the same: requests', middle('requests'), '', 15),
      atMost('screen', 'the same: sent by the server', middle('kilobytes'), 'KB', 260),
      atMost('screen', 'the same: layout shift', middle('shifted'), '', 0.1),
      atMost('screen', `users list at ${size}, page load to rows and idle, median`, loaded, 'ms', 300),
      atMost('screen', 'the same from another screen, median', within, 'ms', 100),
      atMost('screen', `longest frame while typing ${typed.length} letters into the search`, frame, 'ms', 50),
      atMost('screen', 'longest answer to a key', key, 'ms', 50),
    ]
  } finally {
    await browser.close()
  }
}

async function usable(page: Page, since: number): Promise<number> {
  await waitUntil(
    () => page.evaluate<boolean>('bench.drawn !== undefined'),
    drawn => drawn,
    10,
  )
  await page.waitForTimeout(300)
  return (await page.evaluate<number>('Math.max(bench.drawn, bench.busyUntil)')) - since
}

async function opening(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/dashboard/users`)
  return usable(page, 0)
}

async function arriving(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/dashboard/groups`)
  const link = page.getByRole('link', { name: 'Users', exact: true }).first()
  await link.waitFor()
  await page.waitForTimeout(500)
  const since = await page.evaluate<number>('bench.drawn = undefined, performance.now()')
  await link.click()
  return usable(page, since)
}

async function repeat(once: () => Promise<number>): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round <= rounds; round++) taken.push(await once())
  return median(taken.slice(1))
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

async function typing(page: Page): Promise<{ frame: number; key: number }> {
  const field = page.getByRole('searchbox').first()
  await field.click()
  await page.evaluate('bench.watchFrames()')
  await field.pressSequentially(typed, { delay: 70 })
  await page.waitForTimeout(1000)
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await page.waitForTimeout(1000)
  return page.evaluate('({ frame: bench.longestFrame, key: bench.longestKey })')
}
