import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../../../browser.ts'
import { sharedProduct } from '../../../../shared-product.ts'
import { type CardPage, type Desk, home, newCard, openDesk, type Person, press, title } from '../card-page.ts'

const product = sharedProduct()
let desk: Desk
let cards: CardPage
let person: Person

beforeAll(async () => {
  desk = await openDesk(product)
  const fields = { employeeId: true, lastName: false }
  const messages = { en: { help: 'Call 4711' }, pl: { help: 'Zadzwoń 4711', title: 'Karty' } }
  ;[cards, person] = await Promise.all([desk.page({ verificationType: 'none', fields, messages }), desk.person()])
})

const folder = join(import.meta.dirname, '../../../../../contract/languages/pages')
const textsOf = async (language: string) =>
  language === 'en'
    ? {}
    : (JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8')) as Record<string, string>)

const lang = (page: Page) => page.evaluate('document.documentElement.lang')
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

async function toPin(page: Page, say: (text: string) => string): Promise<void> {
  await title(page, say('User Information'))
  await page.getByLabel(say('Employee ID')).fill(person.employeeId)
  await press(page, say('Next'))
  await title(page, say('Set PIN'))
}

test.each([
  ['en', 'en-GB'],
  ['de', 'de-CH'],
  ['fr', 'fr-CA'],
  ['es', 'es-MX'],
  ['nl', 'nl-BE'],
  ['pl', 'pl'],
  ['zh', 'zh-CN'],
])('%s: the home and PIN steps use it from the start, on a phone', async (language, locale) => {
  const texts = await textsOf(language)
  const say = (text: string) => (language === 'en' ? text : (texts[text] ?? `no ${text}`))
  const { page } = await newVisitor({ locale, viewport: { width: 390, height: 844 } })
  await page.goto(cards.address)
  await title(page, language === 'pl' ? 'Karty' : say('What do you want to do?'))
  expect(await lang(page)).toBe(language)
  // The owner's text in the page's language, or in English if missing
  await page.getByText(language === 'pl' ? 'Zadzwoń 4711' : 'Call 4711').waitFor()
  for (const text of ['Enroll a card', 'Forgot PIN?', 'Card reader is ready']) await page.getByText(say(text)).waitFor()
  expect(await fits(page)).toBe(true)
  await page.goto(`${cards.address}?id=${newCard()}`)
  await toPin(page, say)
  for (const text of ['PIN rules', 'Cancel']) await page.getByText(say(text)).first().waitFor()
  expect(await fits(page)).toBe(true)
})

test("the page follows the user's language unless a language was chosen by hand", async () => {
  const german = await textsOf('de')
  await desk.speaks(person, 'de')
  const { page } = await newVisitor()
  await page.goto(`${cards.address}?id=${newCard()}`)
  await title(page, 'User Information')
  await page.getByLabel('Employee ID').fill(person.employeeId)
  await press(page, 'Next')
  await title(page, german['Set PIN'] as string)

  const other = await newVisitor()
  await other.page.goto(cards.address)
  await home(other.page)
  const choice = other.page.getByRole('combobox')
  await choice.selectOption('pl')
  await title(other.page, 'Karty')
  await other.page.goto(`${cards.address}?id=${newCard()}`)
  const polish = await textsOf('pl')
  await toPin(other.page, text => polish[text] ?? text)
})
