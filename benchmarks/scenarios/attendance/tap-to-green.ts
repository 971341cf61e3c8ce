import { existsSync } from 'node:fs'
import type pg from 'pg'
import { chromium } from 'playwright-core'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { waitUntil } from '../../tenant.ts'
import { expectMany, kioskCode, newSession } from './setup.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const rounds = 60

// As text, because these names belong to the browser
const watching = `
  const taps = []
  globalThis.taps = taps
  let pressed
  addEventListener('keydown', event => { if (event.key === 'Enter') pressed = performance.now() }, true)
  new MutationObserver(() => {
    if (pressed === undefined || !document.querySelector('section[data-kind="success"]:not([data-seen])')) return
    document.querySelector('section[data-kind="success"]').dataset.seen = ''
    const since = pressed
    pressed = undefined
    // After the frame that shows it
    requestAnimationFrame(() => setTimeout(() => taps.push(performance.now() - since)))
  }).observe(document, { childList: true, subtree: true })`

/** From the last key of a reader until the kiosk shows its green result; the tap is stored durably on the kiosk first. */
export async function tapToGreen(
  stage: Stage,
  database: pg.Client,
  numbers: readonly string[],
  listed: number,
): Promise<Row> {
  const executablePath = process.env['CHROMIUM'] ?? places.find(existsSync)
  if (executablePath === undefined) throw new Error('Chromium is missing; CHROMIUM names its place')
  const session = await newSession(stage, 'Green')
  await expectMany(database, stage, session, listed)
  const code = await kioskCode(stage, session)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(watching)
    const address = stage.address.replace('127.0.0.1', 'localhost')
    await page.goto(`${address}/attendance-tracker?session=${session}#${code}`)
    await page.getByText('Tap your access card').first().waitFor()
    for (const [place, card] of numbers.slice(0, rounds).entries()) {
      await page.keyboard.type(card)
      await page.keyboard.press('Enter')
      await waitUntil(
        () => page.evaluate<number>('globalThis.taps.length'),
        shown => shown > place,
        20,
      )
    }
    const taken = (await page.evaluate<number[]>('globalThis.taps')).toSorted((a, b) => a - b)
    const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0
    return {
      ...atMost('attendance', `from tap to green on the kiosk, ${listed} participants, p99`, at(0.99), 'ms', 150),
      note: `  p50 ${at(0.5).toFixed(1)} ms of ${taken.length} taps`,
    }
  } finally {
    await browser.close()
  }
}
