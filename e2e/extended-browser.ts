import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { vi } from 'vitest'
import { bindTo } from '../extension/packing.ts'
import { chromiumPath } from './browser.ts'
import { closeAfterTest } from './closing.ts'

export interface ExtendedBrowser {
  readonly context: BrowserContext
  readonly id: string
  open(page: string): Promise<Page>
  tap(card: string): Promise<void>
  /** Opens the popup in a separate window, so that the page in front remains its subject. */
  popup(): Promise<Page>
  slowly(by: number): Promise<void>
  heldCard(): Promise<string | undefined>
}

export async function openedPrompt(browser: ExtendedBrowser, act: () => Promise<void>): Promise<Page> {
  const before = browser.context.pages()
  await act()
  const isNew = (page: Page) => !before.includes(page) && page.url().includes('/prompt.html')
  const opened = () => browser.context.pages().find(isNew) ?? Promise.reject(new Error('no small window opened'))
  return vi.waitFor(opened, { timeout: 15_000 })
}

export const lastStep = (prompt: Page, name: string): Promise<void> =>
  prompt
    .getByRole('button', { name, exact: true })
    .click()
    .catch((error: unknown) => {
      if (!prompt.isClosed()) throw error
    })

export async function enterCardPin(prompt: Page, pin: string): Promise<void> {
  await prompt.getByLabel('Card PIN').fill(pin)
  await lastStep(prompt, 'Confirm')
}

export async function registerExtension(browser: ExtendedBrowser, clientsKey: string, name: string): Promise<void> {
  const options = await browser.open('options.html')
  await options.getByLabel('Clients API key').fill(clientsKey)
  await options.getByLabel('Name of this computer').fill(name)
  await options.getByRole('button', { name: 'Register' }).click()
  await options.getByText(/^Registered in /).waitFor()
  await options.close()
}

/**
 * Binds the built extension to a server and starts Chromium with it, in a separate profile. `pages` are sites with host
 * permission, in place of a click on the toolbar button, which no test can reach.
 */
export async function extendedBrowser(server: string, pages: readonly string[] = []): Promise<ExtendedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-extension-'))
  const packed = join(folder, 'packed')
  await cp(join(import.meta.dirname, '../extension/dist'), packed, { recursive: true })
  await bindTo(server, join(packed, 'manifest.json'))
  if (pages.length > 0) await letInto(pages, join(packed, 'manifest.json'))
  const loads = [`--disable-extensions-except=${packed}`, `--load-extension=${packed}`]
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: chromiumPath(),
    headless: false,
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--lang=en', ...loads],
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  closeAfterTest(async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const id = new URL(worker.url()).host
  const open = async (page: string) => {
    const tab = await context.newPage()
    await tab.goto(`chrome-extension://${id}/${page}`)
    return tab
  }
  return {
    context,
    id,
    open,
    async tap(card) {
      const popup = await open('popup.html')
      await popup.getByLabel('Tap your card').pressSequentially(card)
      await popup.keyboard.press('Enter')
      await popup.getByText(/Card ready for \d+ seconds/).waitFor()
      await popup.close()
    },
    async popup() {
      const url = `chrome-extension://${id}/popup.html`
      const opened = context.waitForEvent('page', page => page.url() === url)
      await worker.evaluate(`chrome.windows.create({ url: 'popup.html', type: 'popup', width: 420, height: 420 })`)
      return opened
    },
    slowly: by =>
      worker.evaluate(`{
        const { attach } = chrome.webAuthenticationProxy
        chrome.webAuthenticationProxy.attach = async () => {
          await new Promise(resolve => setTimeout(resolve, ${by}))
          return attach()
        }
      }`),
    async heldCard() {
      const { card } = await worker.evaluate<{ card?: { cardId: string } }>("chrome.storage.session.get('card')")
      return card?.cardId
    },
  }
}

async function letInto(pages: readonly string[], manifest: string): Promise<void> {
  const read = JSON.parse(await readFile(manifest, 'utf8')) as { host_permissions: string[] }
  await writeFile(manifest, JSON.stringify({ ...read, host_permissions: [...read.host_permissions, ...pages] }))
}
