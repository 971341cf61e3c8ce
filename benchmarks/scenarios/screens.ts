import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { root } from '../machine.ts'
import { atMost, type Row } from '../report.ts'
import type { Stage } from '../stage.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function addresses(): string[] {
  const folder = join(root, 'console', 'src')
  const tables = readdirSync(folder).filter(name => /^routes.*\.tsx$/.test(name))
  const text = tables.map(name => readFileSync(join(folder, name), 'utf8')).join('\n')
  const all = [...text.matchAll(/\bpath: '(\/dashboard[^'$]*)'/g)].map(([, path = '']) => path)
  const asked = process.argv.filter(word => word.startsWith('/dashboard'))
  return [...new Set(asked.length > 0 ? asked : all)].toSorted((a, b) => (a < b ? -1 : 1))
}

/**
 * Opens each screen with an empty cache and measures layout shift (CLS), the processor time of the longest task while
 * loading, and the slowest interaction (INP): Tab, typing in its search if it has one, and its primary button.
 */
export async function screens(stage: Pick<Stage, 'address' | 'accessToken'>): Promise<Row[]> {
  const executablePath = process.env['CHROMIUM'] ?? places.find(existsSync)
  if (executablePath === undefined) throw new Error('Chromium is missing; CHROMIUM names its place')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const rows: Row[] = []
    for (const path of addresses()) rows.push(...(await look(browser, stage, path)))
    return rows
  } finally {
    await browser.close()
  }
}

interface Seen {
  shifted: number
  longestKey: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Processor time in microseconds. */
  tdur?: number
  args: { name?: string }
}

/**
 * Processor time in milliseconds of the longest task of a page: its wall time depends on what else the machine does.
 * Only the threads that name its origin count, because Chromium renders its address bar as a page of its own.
 */
function longestTaskIn(trace: Buffer, origin: string): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain'
  const all = new Set(traceEvents.filter(isMain).map(threadOf))
  const ours = (one: TraceEvent) => all.has(threadOf(one)) && JSON.stringify(one.args).includes(origin)
  const main = new Set(traceEvents.filter(ours).map(threadOf))
  if (main.size === 0) throw new Error(`The trace doesn't contain a page of ${origin}`)
  const tasks = traceEvents.filter(one => one.ph === 'X' && one.name.endsWith('RunTask') && main.has(threadOf(one)))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}

async function look(browser: Browser, stage: Pick<Stage, 'address' | 'accessToken'>, path: string): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(token => sessionStorage.setItem('accessToken', token), stage.accessToken)
  await context.addInitScript({ path: join(root, 'benchmarks', 'watch.js') })
  // On a busy machine the run must finish even if it misses its targets
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  const origin = stage.address.replace('127.0.0.1', 'localhost')
  await page.goto(origin + path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const longestTask = longestTaskIn(await browser.stopTracing(), origin)
  await use(page)
  const { shifted, longestKey } = await page.evaluate<Seen>('({ ...bench })')
  await context.close()
  return [
    atMost('screens', `${path}: layout shift`, shifted, '', 0.02),
    atMost('screens', 'the same: longest task', longestTask, 'ms', 100),
    atMost('screens', 'the same: longest answer to a key or a press', longestKey, 'ms', 50),
  ]
}

const begins = /^(?:Add|Assign|Build|Create|Connect|Invite|New)/

async function use(page: Page): Promise<void> {
  await page.evaluate('bench.longestKey = 0')
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Tab')
  const search = page.getByRole('main').getByRole('searchbox').first()
  if ((await search.count()) > 0) {
    await search.focus()
    await page.keyboard.type('an', { delay: 70 })
  }
  const button = page.locator('main header').getByRole('button', { name: begins }).first()
  if ((await button.count()) > 0) await button.click()
  await page.waitForTimeout(600)
}
