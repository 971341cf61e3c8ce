import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { closeAfterTest } from './closing.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export function chromiumPath(): string {
  const found = process.env['CHROMIUM'] ?? places.find(place => existsSync(place))
  if (found === undefined) throw new Error('Chromium is missing: npm test installs it or says how')
  return found
}

function launch(executablePath: string): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A test's pages live for seconds, in which optimizing their code costs more than it saves. Benchmarks measure
    // what users have
    ...(process.env['VITEST'] === undefined ? [] : ['--js-flags=--no-maglev --no-turbofan']),
  ]
  return chromium.launch({ executablePath, args })
}

let browser: Promise<Browser> | undefined
/** The headless shell shows no notifications. */
let wholeBrowser: Promise<Browser> | undefined

export interface Visitor {
  page: Page
  context: BrowserContext
  key: SecurityKey
}

export interface SecurityKey {
  verifies(verified: boolean): Promise<void>
  touch(enabled: boolean): Promise<void>
  remove(): Promise<void>
  credentials(): Promise<{ credentialId: string; signCount: number }[]>
  take(passkey: Passkey): Promise<void>
}

export interface Passkey {
  credentialId: string
  rpId: string
  userHandle: string
  /** PKCS #8. */
  privateKey: string
  signCount: number
}

interface Person extends NonNullable<Parameters<Browser['newContext']>[0]> {
  builtIn?: boolean
  firstVisit?: boolean
  notified?: boolean
}

export async function newVisitor(options: Person = {}): Promise<Visitor> {
  const { builtIn = false, firstVisit = false, notified = false, viewport, ...rest } = options
  const isUsual = !firstVisit && !notified && Object.keys(rest).length === 0
  const own = (isUsual ? left.pop() : undefined) ?? (await newBrowser(rest, notified))
  const { context } = own
  closeAfterTest(() => (isUsual && !own.hasChanged() ? giveBack(own) : context.close()))
  const page = await context.newPage()
  if (viewport) await page.setViewportSize(viewport)
  return { page, context, key: await plugIn(page, builtIn) }
}

interface Own {
  context: BrowserContext
  ground: Page
  origins: Set<string>
  /** Whether it was changed permanently, so that it can't be reused. */
  hasChanged: () => boolean
}

// Loading the product's files again would cost each visitor more than everything else a page does. So a context that
// keeps nothing but pages, cookies, and storage is reused for the next visitor
const left: Own[] = []

const lasting = ['addInitScript', 'exposeBinding', 'grantPermissions', 'route', 'setGeolocation', 'setOffline'] as const

async function newBrowser(options: Person, notified: boolean): Promise<Own> {
  const launched = notified
    ? (wholeBrowser ??= launch(chromiumPath()))
    : (browser ??= launch(process.env['CHROMIUM_HEADLESS'] ?? chromiumPath()))
  const usual = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const
  const context = await (await launched).newContext({ ...usual, ...options })
  context.setDefaultTimeout(15_000)
  const ground = await context.newPage()
  let changed = false
  const noticed = <A extends unknown[], R>(act: (...given: A) => R) =>
    function (this: unknown, ...given: A): R {
      changed = true
      return act.apply(this, given)
    }
  for (const name of lasting) Object.assign(context, { [name]: noticed(context[name] as () => unknown) })
  context.clock.install = noticed(context.clock.install)
  const origins = new Set<string>()
  context.on('page', page =>
    page.on('framenavigated', frame => {
      if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
    }),
  )
  return { context, ground, origins, hasChanged: () => changed }
}

async function giveBack(own: Own): Promise<void> {
  const { context, ground, origins } = own
  for (const page of context.pages()) if (page !== ground) await page.close()
  const devtools = await connectionOf(ground)
  for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  origins.clear()
  await context.clearCookies()
  left.push(own)
}

const connections = new WeakMap<Page, Promise<CDPSession>>()

async function connect(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  return devtools
}

function connectionOf(page: Page): Promise<CDPSession> {
  const connection = connections.get(page) ?? connect(page)
  connections.set(page, connection)
  return connection
}

export async function plugIn(page: Page, builtIn = false): Promise<SecurityKey> {
  const devtools = await connectionOf(page)
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: builtIn ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    verifies: async isUserVerified =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    remove: async () => void (await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
    touch: async enabled =>
      void (await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    async take(passkey) {
      const credential = { isResidentCredential: true, ...passkey }
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
  }
}

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const ofColors = ['color-contrast', 'link-in-text-block']

/**
 * Violations of WCAG 2.2 AA on the current page as text; `colors` checks only rules that depend on the color scheme.
 */
export async function barriers(page: Page, colors = false): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly = colors ? { type: 'rule', values: ofColors } : { type: 'tag', values: all }
  // No rule of these tags reads style sheets, which would take a quarter of the time
  const preload = { assets: ['media'] }
  const options = { runOnly, resultTypes: ['violations'], iframes: false, preload }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    found =>
      `${found.id}: ${found.nodes
        .map(node => node.target.join(' '))
        .slice(0, 3)
        .join(', ')} (${found.help})`,
  )
}

/** Narrow and wide. Dark is checked in one width, because it changes colors only. */
export async function barriersEverywhere(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [1440, 900, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const here = await barriers(page, colorScheme === 'dark')
    found.push(...here.map(barrier => `${width} ${colorScheme}: ${barrier}`))
  }
  return found
}
