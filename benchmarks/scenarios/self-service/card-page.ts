import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { callOrThrow } from '../../key.ts'
import { root } from '../../machine.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { waitUntil } from '../../tenant.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const openings = 15
const slowdown = 4

/** The card page on a four times slower CPU: time from opening until the enroll button reacts to a press. */
export async function cardPage(stage: Pick<Stage, 'address' | 'accessToken'>): Promise<Row[]> {
  const executablePath = process.env['CHROMIUM'] ?? places.find(existsSync)
  if (executablePath === undefined) throw new Error('Chromium is missing; CHROMIUM names its place')
  const id = `door-${Date.now()}`
  await callOrThrow(stage as Stage, 'POST', '/administrator/self-service', stage.accessToken, {
    page: id,
    name: 'Door',
  })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const address = `${stage.address.replace('127.0.0.1', 'localhost')}/self-service/${id}`
    const first: number[] = []
    const again: number[] = []
    for (let round = 0; round <= openings; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await context.addInitScript({ path: join(root, 'benchmarks', 'watch-card-page.js') })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      first.push(await opening(page, address))
      again.push(await opening(page, address))
      await context.close()
    }
    const under = `under ${slowdown}× slow-down, median`
    return [
      atMost('card-page', `opening to the first press answered, ${under}`, median(first), 'ms', 500),
      atMost('card-page', `the same by the next person, ${under}`, median(again), 'ms', 500),
    ]
  } finally {
    await browser.close()
  }
}

async function opening(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  const answered = () => page.evaluate<number | undefined>('globalThis.cardPage?.answered')
  return (await waitUntil(answered, moment => moment !== undefined, 20)) as number
}

const median = (all: readonly number[]): number =>
  all.slice(1).toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0
