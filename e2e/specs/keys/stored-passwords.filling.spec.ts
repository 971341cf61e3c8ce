import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { closeAfterTest } from '../../closing.ts'
import {
  type ExtendedBrowser,
  extendedBrowser,
  enterCardPin,
  lastStep,
  openedPrompt,
  registerExtension,
} from '../../extended-browser.ts'
import { apiCaller, newWorkspace, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const form =
  '<form method="post" action="/in"><input name="user"><input name="pass" type="password"><button>In</button></form>'
const product = sharedProduct()
const [card, pin, password] = ['04A1F111', '739146', 'Tr0ub4dor & 3']
let browser: ExtendedBrowser
let site: { address: string; sent: Record<string, string>[] }
let store: (more: object) => Promise<void>
let lines: () => Promise<string>

async function oldSite() {
  const sent: Record<string, string>[] = []
  const server = createServer((request, response) => {
    void text(request).then(body => {
      if (request.method === 'POST') sent.push(Object.fromEntries(new URLSearchParams(body)))
      const [host = '', port] = String(request.headers.host).split(':')
      const frame = host.startsWith('old.') ? `<iframe src="http://frame.localhost:${port}/"></iframe>` : ''
      const page = {
        '/change': '<form><input type="password"><input type="password"></form>',
        '/in': '<h1>You are in</h1>',
      }[request.url ?? '']
      response.setHeader('content-type', 'text/html')
      return response.end(`<!doctype html><title>Old</title>${page ?? form + frame}`)
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  closeAfterTest(() => server.close())
  return { address: `http://old.localhost:${(server.address() as { port: number }).port}`, sent }
}

beforeAll(async () => {
  site = await oldSite()
  const workspace = await newWorkspace(product)
  const ask = apiCaller(product, await session(product, workspace.owner, '--workspace', workspace.slug))
  const made = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const email = `bo@${workspace.slug}.example`
  const { body } = await ask('POST', '/administrator/tokens', {
    firstName: 'Bo',
    lastName: 'Holm',
    email,
    userId: email,
  })
  const user = String(body['id'])
  const asked = { userId: user, type: 2, activation: 1, cardId: card, cardFormat: 'hex' }
  const key = (await ask('POST', '/administrator/tokens/userInfo/securitykey', asked)).body['key'] as { id: string }
  await ask('PUT', `/administrator/tokens/securityKey/${key.id}/resetPin`, { pin })
  store = async more => {
    const given = { type: 1, username: 'bo', password, url: `${site.address}/login`, ...more }
    expect((await ask('POST', `/administrator/tokens/${user}/passwords`, given)).status).toBe(200)
  }
  lines = async () => JSON.stringify((await ask('GET', '/administrator/workspace/activity/logs')).body)
  browser = await extendedBrowser(product.address, ['http://old.localhost/*', 'http://frame.localhost/*'])
  await registerExtension(browser, String(made.body['value']), 'Front desk')
})

/** Opens the site, then the popup in a separate window as the toolbar would, and asks it to fill in. */
async function asksFor(path = '/'): Promise<{ page: Page; popup: Page }> {
  const page = await browser.context.newPage()
  await page.goto(site.address + path)
  await page.bringToFront()
  const popup = await browser.popup()
  return { page, popup }
}
const press = (popup: Page) => popup.getByRole('button', { name: 'Fill in a password on this page' }).click()

test('a site without a stored password says so, and nothing is filled in', async () => {
  const { page, popup } = await asksFor()
  await browser.tap(card)
  await page.bringToFront()
  const prompt = await openedPrompt(browser, () => press(popup))
  await prompt.getByText('No password is stored for this site.').waitFor()
  await lastStep(prompt, 'Close')
  expect(await page.locator('input[name=user]').inputValue()).toBe('')
  await Promise.all([page.close(), popup.close()])
})

test('after a tap and the PIN, a password is filled in and sent in the page itself, not in a frame', async () => {
  await store({ pinRequired: true })
  await store({ pinRequired: true, username: 'frame', url: site.address.replace('old.', 'frame.') })
  const { page, popup } = await asksFor()
  await browser.tap(card)
  await page.bringToFront()
  const prompt = await openedPrompt(browser, () => press(popup))
  await enterCardPin(prompt, '000000')
  await prompt.getByText('Wrong PIN. Tries left: 7').waitFor()
  await enterCardPin(prompt, pin)
  await page.getByRole('heading', { name: 'You are in' }).waitFor()
  expect(site.sent).toEqual([{ user: 'bo', pass: password }])
  const kept = await popup.evaluate<string>(
    'Promise.all([chrome.storage.local.get(), chrome.storage.session.get()]).then(JSON.stringify)',
  )
  expect(kept).toContain('password-filled')
  expect(kept).not.toContain('Tr0ub4dor')
  expect(await lines()).toContain('stored-password.filled')
  await Promise.all([page.close(), popup.close()])
})

test('the user chooses among several accounts; a form that sets a new password is left alone', async () => {
  await store({ pinRequired: false, username: 'bo.admin' })
  const { page, popup } = await asksFor()
  await browser.tap(card)
  await page.bringToFront()
  const prompt = await openedPrompt(browser, () => press(popup))
  await prompt.getByRole('heading', { name: 'Choose an account' }).waitFor()
  await lastStep(prompt, 'bo.admin')
  await page.getByRole('heading', { name: 'You are in' }).waitFor()
  expect(site.sent.at(-1)).toEqual({ user: 'bo.admin', pass: password })
  await page.goto(`${site.address}/change`)
  await press(popup)
  await popup.getByText('This page has no field for a password, or more than one.').waitFor()
  await Promise.all([page.close(), popup.close()])
})
