import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import {
  type CardPage,
  choosePin,
  type Desk,
  home,
  identify,
  newCard,
  openDesk,
  press,
  ready,
  tap,
  title,
} from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let quick: CardPage
let at: Visitor
let page: Page

beforeAll(async () => {
  desk = await openDesk(product)
  quick = await desk.page({ verificationType: 'none' })
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
})

const says = (words: string) => page.getByRole('alert').getByText(words).waitFor()

test('five wrong codes invalidate the code, and the user can restart', async () => {
  const [cards, person] = await Promise.all([desk.page(), desk.person()])
  const since = new Date()
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await page.getByRole('dialog').waitFor()
  const { code = '' } = await product.mailTo(person.email, since)
  const wrong = code === '000000' ? '000001' : '000000'
  const dialog = page.getByRole('dialog')
  const confirm = async (typed: string, words: string) => {
    await dialog.getByLabel('Verification code').fill(typed)
    const answered = page.waitForResponse(/\/self-service\/verify$/)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await answered
    await dialog.getByText(words).waitFor()
  }
  for (let tries = 0; tries < 5; tries++) await confirm(wrong, 'Please enter valid Code')
  // Even the correct code is refused now, without revealing that it was correct
  await confirm(code, 'This code has expired or was entered wrong too often. Request a new one')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await press(page, 'Back')
  await title(page, 'User Information')
})

test('the card of another user can be handed in or exchanged', async () => {
  const [other, person] = await Promise.all([desk.person(), desk.person()])
  const card = newCard()
  await desk.card(other, card)
  await page.goto(`${quick.address}?id=${card}`)
  await identify(page, person)
  await choosePin(page)
  await says('This card belongs to another user. Return it, or ask your administrator for another card')
  await press(page, 'Use another card')
  await title(page, 'Tap Your Card')
  await tap(page, newCard())
  await identify(page, person)
  await choosePin(page)
  await ready(page)
})

test("the user's own card gets a new PIN; another user's card is refused", async () => {
  const [person, other] = await Promise.all([desk.person(), desk.person()])
  const card = newCard()
  await desk.card(person, card)
  await page.goto(`${quick.address}?id=${card}`)
  await identify(page, person)
  await choosePin(page)
  await says('This card is already yours and ready to use')
  await press(page, 'Set a new PIN')
  await identify(page, person)
  await choosePin(page, '580374')
  await title(page, 'Your PIN has been reset')
  await press(page, 'Back to start')
  await home(page)
  await page.getByRole('button', { name: 'Forgot PIN?' }).click()
  await title(page, 'Tap Your Card')
  await tap(page, card)
  await identify(page, other)
  await choosePin(page)
  await says('This card is not assigned to a user. Ask your administrator to assign it')
})

test('a suspended card is neither enrolled nor given a new PIN', async () => {
  const person = await desk.person()
  const card = newCard()
  await desk.suspend(await desk.card(person, card))
  for (const action of ['enroll', 'recovery']) {
    await page.goto(`${quick.address}?id=${card}&action=${action}`)
    await identify(page, person)
    await choosePin(page)
    await says('This card is suspended. Contact your administrator')
    await page.getByRole('button', { name: 'Use another card' }).waitFor()
  }
})

test('an unknown user gets the same answer, and the browser solves a proof of work before the next try', async () => {
  const own = await openDesk(product)
  const [cards, person] = await Promise.all([own.page({ verificationType: 'none' }), own.person()])
  const said: string[] = []
  page.on('response', async answer => {
    if (!answer.url().endsWith('/self-service/token')) return
    said.push(answer.ok() ? 'found' : ((await answer.json()) as { code: string }).code)
  })
  await page.goto(`${cards.address}?id=${newCard()}`)
  const attempts: [string, string][] = [
    [person.employeeId, 'Okorro'],
    ['E-nobody', 'Okoro'],
    ['%', '%'],
    ["' or 1=1 --", 'Okoro'],
    ['Е-кириллица', 'Ⅻ'],
    [person.employeeId, 'O'],
  ]
  for (const [index, [employeeId, lastName]] of attempts.entries()) {
    await identify(page, { employeeId, lastName })
    await expect.poll(() => said.filter(code => code === 'nobody-found')).toHaveLength(index + 1)
    await says("We couldn't find you. Check your entries, or ask your administrator")
  }
  await identify(page, person)
  await title(page, 'Set PIN')
  expect(said.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'nobody-found'))
  // From the sixth attempt on, each requires a proof of work, which the browser solves automatically
  expect(said.slice(5)).toEqual(['proof-needed', 'nobody-found', 'proof-needed', 'found'])
})

test('a visit that the server no longer knows restarts with a notice', async () => {
  const person = await desk.person()
  await page.goto(`${quick.address}?id=${newCard()}`)
  await title(page, 'User Information')
  const good = await page.evaluate(() => sessionStorage.getItem('enrollmentSessionToken'))
  await page.route('**/self-service/token', route =>
    route.continue({ headers: { ...route.request().headers(), authorization: `${good?.slice(0, -4)}AAAA` } }),
  )
  await identify(page, person)
  await says('Your visit expired after 15 minutes. Start again')
  await page.unroute('**/self-service/token')
  await identify(page, person)
  await choosePin(page)
  await ready(page)
})
