import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { closing } from './closing.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where the browser of the machine is; `npm test` installs one where it may. */
export function chromiumPath(): string {
  const found = process.env['CHROMIUM'] ?? places.find(place => existsSync(place))
  if (found === undefined) throw new Error('Chromium is missing: npm test installs it or says how')
  return found
}

function launch(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return chromium.launch({ executablePath: chromiumPath(), args })
}

// Begun by the first who needs it, it serves all journeys of this process and ends with it
let browser: Promise<Browser> | undefined

/** A person at a browser of their own, with a security key plugged in. */
export interface Visitor {
  page: Page
  context: BrowserContext
  key: SecurityKey
}

/** A virtual FIDO2 key with resident keys and user verification. */
export interface SecurityKey {
  /** False makes the key refuse to verify its holder. */
  verifies(verified: boolean): Promise<void>
  /** False: nobody touches the key when it blinks. */
  touch(enabled: boolean): Promise<void>
  /** Takes the key out; nothing answers any more. */
  remove(): Promise<void>
  credentials(): Promise<{ credentialId: string; signCount: number }[]>
}

type Context = NonNullable<Parameters<Browser['newContext']>[0]>

/**
 * Somebody at a browser of their own, which is closed with the journey or file that opened it; `builtIn` keeps the passkeys
 * in the device itself, which offers them while one types.
 */
export async function visitor(options: Context & { builtIn?: boolean } = {}): Promise<Visitor> {
  const { builtIn = false, ...rest } = options
  browser ??= launch()
  const context = await (
    await browser
  ).newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...rest })
  closing(() => context.close())
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  return { page, context, key: await plugIn(page, builtIn) }
}

const connections = new WeakMap<Page, Promise<CDPSession>>()

async function connect(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  return devtools
}

/** Plugs a further key into the page; the ones that are there stay. */
export async function plugIn(page: Page, builtIn = false): Promise<SecurityKey> {
  const connection = connections.get(page) ?? connect(page)
  connections.set(page, connection)
  const devtools = await connection
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
  }
}

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const ofColors = ['color-contrast', 'link-in-text-block']

/** What stands against WCAG 2.2 AA on the page as it is now, in words; `colors` asks only what a color scheme can change. */
export async function barriers(page: Page, colors = false): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly = colors ? { type: 'rule', values: ofColors } : { type: 'tag', values: all }
  // Describing what is well takes longer than finding what is not
  const options = { runOnly, resultTypes: ['violations'], iframes: false }
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(
    found =>
      `${found.id}: ${found.nodes
        .map(node => node.target.join(' '))
        .slice(0, 3)
        .join(', ')} (${found.help})`,
  )
}

/** The same on a phone and on a desk, dark and light; each named by where it stands. */
export async function barriersEverywhere(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      const here = await barriers(page, colorScheme === 'dark')
      found.push(...here.map(barrier => `${width} ${colorScheme}: ${barrier}`))
    }
  return found
}
