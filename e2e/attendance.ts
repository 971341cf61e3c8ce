import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { barriers, type Visitor, newVisitor } from './browser.ts'
import type { Product } from './product.ts'
import { keepTokens, session, unique } from './workspace-setup.ts'
import { type Desk, newCard, type Person } from './specs/access/self-service/card-page.ts'

export async function organizer(product: Product, desk: Desk): Promise<Page> {
  const { page } = await newVisitor()
  await keepTokens(page, product, await session(product, `ada@${desk.slug}.example`))
  return page
}

export interface Holder extends Person {
  readonly card: string
}

export async function holders(desk: Desk, names: readonly string[]): Promise<Holder[]> {
  const people: Holder[] = []
  for (const lastName of names) {
    const card = newCard()
    const person = await desk.person({ firstName: 'Kim', lastName })
    await desk.card(person, card)
    people.push({ ...person, card })
  }
  return people
}

export async function startSession(
  product: Product,
  page: Page,
  title: string,
  fill: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(`${product.address}/dashboard/attendance/new`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Everyone in the workspace').check()
  await fill()
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

export const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Creates a link in the console and opens it as another device would. */
export async function openDevice(page: Page, button: string, name: string, at: Pick<Visitor, 'page'>): Promise<Page> {
  await page.getByRole('button', { name: button }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/^Name of the/)
    .fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('dialog').locator('code').textContent()
  await at.page.goto(link ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  return at.page
}

export const announced = (page: Page) => page.getByRole('alert').first()
export const says = (page: Page, text: string | RegExp) => announced(page).filter({ hasText: text }).waitFor()
export const figure = (page: Page, label: string) =>
  page
    .locator('dl div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
export const fair = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await barriers(page, colorScheme === 'dark'), colorScheme).toEqual([])
  }
}

export async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const path = join(tmpdir(), unique('attendance'))
  await download.saveAs(path)
  return path
}

/** A moment for an input of date and time. */
export function localTime(offset: number): string {
  const date = new Date(Date.now() + offset)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What would be on paper. */
export async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(`globalThis.print = () => {
    globalThis.paper = document.body.innerText
    dispatchEvent(new Event('afterprint'))
  }`)
  // Hidden on paper
  await page.getByRole('button', { name: 'Print', includeHidden: true }).dispatchEvent('click')
  await expect.poll(() => page.evaluate('globalThis.paper'), { timeout: 15_000 }).toBeTruthy()
  await page.emulateMedia({ media: 'screen' })
  return page.evaluate<string>('globalThis.paper')
}

/** `claviger admin verify-attendance`, without a server. @throws if the file is not what was signed */
export async function verify(file: string): Promise<string> {
  const root = join(import.meta.dirname, '..')
  const words = ['server/dist/admin.mjs', 'verify-attendance', file]
  return (await promisify(execFile)(process.execPath, words, { cwd: root, env: {} })).stdout
}
