import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../e2e/browser.ts'
import { demoSession, openConsole } from '../e2e/workspace-setup.ts'
import { startProduct } from '../e2e/product.ts'
import { atLeast, type Row, table } from './report.ts'
import { waitUntil } from './tenant.ts'

// node benchmarks/lighthouse.ts: runs Lighthouse on three pages. It is not a dependency: npx fetches it, or
// LIGHTHOUSE names an installed command. It needs Node 22 or later and a quiet machine.

interface Report {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

const aims: Record<string, number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const [program = 'npx', ...words] = (process.env['LIGHTHOUSE'] ?? 'npx --yes lighthouse@13').split(' ')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function judged(url: string, port: number, desk: boolean, folder: string): Promise<Report> {
  const path = join(folder, 'report.json')
  const asked = ['--quiet', `--port=${port}`, '--disable-storage-reset', '--output=json', `--output-path=${path}`]
  await promisify(execFile)(program, [...words, url, ...asked, ...(desk ? ['--preset=desktop'] : [])])
  return JSON.parse(await readFile(path, 'utf8')) as Report
}

function rowsOf(what: string, { categories, audits }: Report): Row[] {
  return Object.entries(aims).map(([name, aim]) => {
    const category = categories[name]
    const short = category?.auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`)
      .join('\n')
    const score = Math.round((category?.score ?? 0) * 100)
    return { ...atLeast(what, category?.title ?? name, score, '', aim), ...(short ? { note: short } : {}) }
  })
}

const product = await startProduct({ args: ['--demo'] })
const folder = await mkdtemp(join(tmpdir(), 'claviger-lighthouse-'))
const port = await freePort()
const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`]
const browser = spawn(chromiumPath(), [...flags, `--user-data-dir=${join(folder, 'profile')}`], { stdio: 'ignore' })
try {
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/json/version`)
      .then(({ ok }) => ok)
      .catch(() => false)
  await waitUntil(listens, ok => ok)
  const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts()
  if (!context) throw new Error('The browser has no window')
  const rows: Row[] = []
  const look = async (what: string, path: string, desk = false) =>
    rows.push(...rowsOf(what, await judged(product.address + path, port, desk, folder)))
  await look('sign-in, phone', '/auth/sign-in')
  await look('card page, phone', '/self-service/clinic')
  const tab = await context.newPage()
  await openConsole(tab, product, await demoSession(product), '/dashboard/profile')
  await look('users, phone', '/dashboard/users')
  await look('users, desk', '/dashboard/users', true)
  process.stdout.write(`${table(rows)}\n`)
  for (const one of rows.filter(each => each.note))
    process.stdout.write(`\n${one.scenario}, ${one.what}:\n${one.note}\n`)
} finally {
  browser.kill()
  await once(browser, 'exit')
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
