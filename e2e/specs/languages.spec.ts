import germanTexts from '@claviger/contract/languages/de.json' with { type: 'json' }
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../browser.ts'
import { addUser, openConsole, newWorkspace, session, unique } from '../workspace-setup.ts'
import { sharedProduct } from '../shared-product.ts'

const product = sharedProduct()
const german = { locale: 'de-DE' }

const catalog = germanTexts as Record<string, unknown>

/** Texts of the page that have a translation and are shown in English. */
const untranslated = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText())
    .split('\n')
    .map(line => line.trim())
    .filter(line => catalog[line] !== undefined && catalog[line] !== line)

test('a German browser gets German pages, emails, and refusals from the first text file', async () => {
  const { owner } = await newWorkspace(product)
  const { page } = await newVisitor(german)
  const others = '**/assets/texts-de-rest-*.json'
  await page.route(others, route => route.abort())
  await page.goto(`${product.address}/auth/sign-in`)
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await page.title()).toBe('Anmelden · Claviger')
  expect(await barriers(page)).toEqual([])

  await page.getByLabel('E-Mail').fill('ada@')
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click()
  await page.getByText('E-Mail ist nicht gültig').first().waitFor()
  await page.getByLabel('E-Mail').fill(owner)
  await page.getByRole('button', { name: 'Code per E-Mail senden' }).click()
  await page.getByText(`Wir haben einen sechsstelligen Code an ${owner} gesendet`).waitFor()
  const mail = await product.mailTo(owner)
  expect(mail.subject).toBe('Ihr Anmeldecode')
  expect(mail.text).toContain('Geben Sie diesen Code ein, um sich anzumelden.')

  const wrong = mail.code === '000000' ? '111111' : '000000'
  await page.getByRole('group', { name: 'Code' }).getByRole('textbox').first().focus()
  await page.keyboard.type(wrong)
  await page.getByText('Bitte geben Sie einen gültigen Code ein').first().waitFor()
  await page.keyboard.type(mail.code ?? '')
  await page.waitForURL('**/dashboard')
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.getByRole('link', { name: 'Benutzer', exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  expect(await untranslated(page)).toEqual([])
  await menu.getByRole('link', { name: 'Benutzer', exact: true }).click()
  await page.getByRole('heading', { name: 'Benutzer', level: 1 }).waitFor()
  expect(await untranslated(page)).toEqual([])

  await page.unroute(others)
  await menu.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.getByText('Alle Benutzer', { exact: true }).waitFor()
  // The name of the group, which is no text of the console
  expect(await untranslated(page)).toEqual(['Everyone'])
})

test('the language changes without reloading and follows the user', async () => {
  const { owner } = await newWorkspace(product)
  const tokens = await session(product, owner)
  const taken = unique('taken')
  await addUser(product, tokens, { firstName: 'Tak', lastName: 'En', email: `${taken}@fern.example`, userId: taken })

  const { page } = await newVisitor()
  await openConsole(page, product, tokens, '/dashboard/users')
  await page.evaluate('globalThis.sameDocument = true')
  await page.getByRole('button', { name: /'s account$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Benutzer', level: 1 }).waitFor()
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: 'Benutzer hinzufügen', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Benutzer hinzufügen' })
  await panel.getByLabel('Benutzer-ID').fill(taken)
  await panel.getByLabel('Vorname').fill('Tak')
  await panel.getByLabel('Nachname').fill('Zwei')
  await panel
    .getByLabel('E-Mail')
    .first()
    .fill(`${unique('other')}@fern.example`)
  await panel.getByRole('button', { name: 'Benutzer hinzufügen' }).click()
  await panel.getByText('Ein anderer Benutzer hat diese Benutzer-ID').first().waitFor()

  const elsewhere = await newVisitor()
  await openConsole(elsewhere.page, product, await session(product, owner), '/dashboard/users')
  await elsewhere.page.getByRole('heading', { name: 'Benutzer', level: 1 }).waitFor()
  await elsewhere.page.getByRole('button', { name: /^Konto von/ }).click()
  await elsewhere.page.getByRole('menuitemradio', { name: 'English' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
})

test('letters beyond Western Europe are drawn with our font', async () => {
  const { page } = await newVisitor()
  await page.goto(`${product.address}/auth/sign-in`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A browser requests a file of a font only if it draws letters with it
  const file = page.waitForResponse(/\/inter-latin-ext-/, { timeout: 10_000 })
  await page.evaluate(`document.querySelector('h1').textContent = 'Kovačević'`)
  expect((await file).status()).toBe(200)
})
