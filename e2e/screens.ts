import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from './browser.ts'
import { apiCaller, demoSession, openConsole, keepTokens, session, unique } from './workspace-setup.ts'
import { sharedProduct } from './shared-product.ts'

// Accessibility of each screen, light and dark, wide and narrow; several files share the screens so that they run in
// parallel. German texts are longer than English ones, so what is not cut in German is not cut in English either.

const product = sharedProduct()

interface Row {
  path: string
  may?: string
}

// Loaded at runtime because its types belong to the browser project
const table = join(import.meta.dirname, '../console/src/routes.tsx')
const { screens } = (await import(table)) as { screens: readonly Row[] }

const lightPages: readonly Row[] = [
  '/self-service/clinic',
  '/self-service/no-such-page',
  '/msal/result',
  '/attendance-tracker',
].map(path => ({ path }))

const underWay = new WeakMap<Page, Map<Request, number>>()
/** Browsers don't report the end of every aborted request, so one is awaited at most this long; milliseconds. */
const longest = 3000

async function watched(locale?: string): Promise<Page> {
  const { page } = await newVisitor(locale === undefined ? {} : { locale })
  const asked = new Map<Request, number>()
  page.on('request', request => {
    if (request.isNavigationRequest()) asked.clear()
    asked.set(request, Date.now())
  })
  page.on('response', response => asked.delete(response.request()))
  page.on('requestfinished', request => asked.delete(request))
  page.on('requestfailed', request => asked.delete(request))
  underWay.set(page, asked)
  return page
}

export async function ownerPage(locale?: string): Promise<Page> {
  const page = await watched(locale)
  await keepTokens(page, product, await demoSession(product))
  return page
}

async function governor(locale: string): Promise<Page> {
  const page = await watched(locale)
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  await openConsole(page, product, await session(product, root))
  return page
}

/** The panel of a partner that a super administrator created. */
async function partnerPage(locale: string): Promise<Page> {
  const page = await watched(locale)
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  const url = unique('nordic')
  const ownerEmail = `owner@${url}.example`
  const owner = { ownerFirstName: 'Nora', ownerLastName: 'North', ownerEmail }
  const ask = apiCaller(product, await session(product, root))
  const { status, body } = await ask('POST', '/superAdmin/workspaces/partner', { name: url, url, ...owner })
  if (status !== 200) throw new Error(JSON.stringify(body))
  await openConsole(page, product, await session(product, ownerEmail))
  return page
}

// As text, because these names belong to the browser. A browser stops painting a page that it considers hidden
const still = (turns: number) => `new Promise(done => {
  const heading = 'h1, h2, [role="heading"]'
  const loading = '[aria-busy="true"], [role="status"][aria-label^="Loading"], [role="status"][aria-label$="geladen"], [data-left]'
  const until = performance.now() + 15000
  let calm = 0
  const turn = () => {
    clearTimeout(unseen)
    const busy = [...document.querySelectorAll(loading)].map(one => one.outerHTML.slice(0, 100))
    if (document.querySelector(heading) === null) busy.push('no heading')
    calm = busy.length === 0 ? calm + 1 : 0
    if (calm === ${turns} || performance.now() > until) done(busy)
    else next()
  }
  let unseen
  const next = () => {
    unseen = setTimeout(turn, 1000)
    requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(turn)))
  }
  next()
})`

async function settled(page: Page, turns = 2): Promise<void> {
  const waits = async () => {
    const busy = await page.evaluate<string[]>(still(turns))
    const late = Date.now() - longest
    const asked = [...(underWay.get(page) ?? [])].flatMap(([request, since]) => (since > late ? [request.url()] : []))
    return [...busy, ...asked]
  }
  await expect.poll(waits, { interval: 20 }).toEqual([])
}

/** Opens a screen with a full page load, and waits until it is ready. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(product.address + path)
  await settled(page)
}

/** Navigates to a screen as with a link, without reloading files; waits until the previous one is gone. */
async function goOn(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith(`${product.address}/dashboard`)) return open(page, path)
  await page.evaluate(`
    for (const one of document.querySelectorAll('#page > *')) one.dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(path)})`)
  await settled(page)
}

/** How far the document scrolls sideways, and below the frame of the console, whose page scrolls by itself. */
const outside = (page: Page): Promise<[sideways: number, below: number]> =>
  page.evaluate(`[
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    document.querySelector('#page') ? document.documentElement.scrollHeight - document.documentElement.clientHeight : 0,
  ]`)

/** Buttons, tabs, and column heads whose text is cut. */
const cutControls = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, [role="tab"], nav a, th')]
    .filter(one => one.checkVisibility())
    .filter(one => [one, ...one.querySelectorAll('*')].some(part => {
      const isCut = ['hidden', 'clip'].includes(getComputedStyle(part).overflowX)
      return isCut && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1
    }))
    .map(one => one.ariaLabel ?? one.textContent)`)

/** Dark is checked in one width, because it changes colors only. */
export async function foundIds(page: Page): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  all['light 1440'] = await barriers(page)
  all['1440 px cut'] = await cutControls(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  all['dark 1440'] = await barriers(page, true)
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [width, height] of [
    [390, 844],
    [320, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await settled(page, 1)
    all[`${width} px outside`] = await outside(page)
    if (width !== 390) continue
    all['light 390'] = await barriers(page)
    all['390 px cut'] = await cutControls(page)
  }
  return all
}

const nothing = {
  'light 1440': [],
  '1440 px cut': [],
  'dark 1440': [],
  '390 px outside': [0, 0],
  'light 390': [],
  '390 px cut': [],
  '320 px outside': [0, 0],
}

const opened = { super: governor, partner: partnerPage }
const whoOpens = (may: string | undefined) =>
  may === undefined ? watched : (opened[may.split('.')[0] as keyof typeof opened] ?? ownerPage)

export function lookAtScreens(part: number, parts: number): void {
  const rows = [...screens, ...lightPages].filter((_, at) => at % parts === part)
  const pages = new Map<ReturnType<typeof whoOpens>, Page>()
  let somebody: string

  beforeAll(async () => {
    const ask = apiCaller(product, await demoSession(product))
    const { body } = await ask('GET', '/administrator/tokens/v2?pageSize=1&status=20')
    somebody = (body['items'] as { id: string }[])[0]?.id ?? ''
    for (const who of new Set(rows.map(({ may }) => whoOpens(may)))) pages.set(who, await who('de-DE'))
  })

  describe.each(rows.map(({ path, may }) => [path, may] as const))('%s', (path, may) => {
    test('is accessible in light and dark at each width, never scrolls sideways, and cuts no control in German', async () => {
      const page = pages.get(whoOpens(may)) as Page
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await (may === undefined ? open : goOn)(page, path.replace(/\$\w+/, somebody))
      const barriersHere = await foundIds(page)
      expect(barriersHere, JSON.stringify(barriersHere)).toEqual(nothing)
    })
  })
}
