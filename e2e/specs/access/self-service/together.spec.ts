import { beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import {
  type CardPage,
  choosePin,
  type Desk,
  home,
  identify,
  newCard,
  openDesk,
  PIN,
  press,
  title,
} from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let cards: CardPage

beforeAll(async () => {
  desk = await openDesk(product)
  cards = await desk.page({ verificationType: 'none' })
})

test('when two users enroll one card concurrently, one gets it and the other is told', async () => {
  const people = await Promise.all([desk.person(), desk.person()])
  const card = newCard()
  const both = await Promise.all(
    people.map(async person => {
      const { page } = await newVisitor()
      await page.goto(`${cards.address}?id=${card}`)
      await identify(page, person)
      await title(page, 'Set PIN')
      await page.getByLabel('Set a PIN for the card').fill(PIN)
      await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN)
      return page
    }),
  )
  await Promise.all(both.map(page => press(page, 'Next')))
  const ended = await Promise.all(
    both.map(async page => {
      const won = page.getByRole('heading', { name: 'Your badge is ready' })
      const lost = page.getByText(/^This card (?:is already assigned|belongs to another user)/)
      await won.or(lost).first().waitFor()
      return (await won.count()) > 0
    }),
  )
  expect(ended.filter(Boolean)).toHaveLength(1)
  const counts = await Promise.all(people.map(desk.cardsOf))
  expect(counts).toEqual(ended.map(won => (won ? 1 : 0)))
})

test('one user in two tabs has two visits, and one card is enrolled', async () => {
  const person = await desk.person()
  const card = newCard()
  const { page, context } = await newVisitor()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${cards.address}?id=${card}`)
    await identify(tab, person)
    await title(tab, 'Set PIN')
  }
  await choosePin(page)
  await title(page, 'Your badge is ready')
  await choosePin(other)
  await other.getByText('This card is already yours and ready to use').waitFor()
  expect(await desk.cardsOf(person)).toBe(1)
})

test('Back returns through the visited steps, keeps the input, and never leaves the page (R99, R116)', async () => {
  const person = await desk.person()
  const { page } = await newVisitor()
  await page.goto(cards.address)
  await page.getByRole('button', { name: 'Enroll a card' }).click()
  await title(page, 'Tap Your Card')
  await page.keyboard.type(newCard(), { delay: 2 })
  await page.keyboard.press('Enter')
  await identify(page, person)
  await title(page, 'Set PIN')
  await page.getByLabel('Set a PIN for the card').fill(PIN)
  await press(page, 'Back')
  await title(page, 'User Information')
  expect(await page.getByLabel('Employee ID').inputValue()).toBe(person.employeeId)
  await press(page, 'Next')
  await title(page, 'Set PIN')
  expect(await page.getByLabel('Set a PIN for the card').inputValue()).toBe('')
  for (const step of ['User Information', 'Tap Your Card', 'What do you want to do?']) {
    await press(page, 'Back')
    await title(page, step)
  }
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
  await home(page)
})

test('a reopened page continues its visit from the first step', async () => {
  const person = await desk.person()
  const { page } = await newVisitor()
  let visits = 0
  page.on('request', request => void (request.url().includes('/self-service/challenge?') && visits++))
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await title(page, 'Set PIN')
  await page.reload()
  await identify(page, person)
  await choosePin(page)
  await title(page, 'Your badge is ready')
  expect(visits).toBe(1)
})
