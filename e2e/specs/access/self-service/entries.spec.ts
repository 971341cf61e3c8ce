import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { type CardPage, type Desk, home, identify, newCard, openDesk, press, tap, title } from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let both: CardPage
let at: Visitor
let page: Page

beforeAll(async () => {
  desk = await openDesk(product)
  both = await desk.page()
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
})

function told() {
  const said: unknown[] = []
  page.on('request', request => {
    const [, kind] = /security-key-device\/\S+type=(\w+)/.exec(request.url()) ?? []
    if (kind !== undefined) said.push(kind)
    if (request.method() === 'PUT') said.push(request.postDataJSON())
  })
  return said
}

const card = newCard()
test.each([
  ['a card by ID', `?id=${card}`, 'User Information', [{ type: 0 }, 'query']],
  ['a card by data', `?data=${card}`, 'User Information', [{ type: 0 }, 'query']],
  ['an ID before data', `?data=letters&id=${card}`, 'User Information', [{ type: 0 }, 'query']],
  ['action=enroll', '?action=enroll', 'Tap Your Card', [{ type: 0 }]],
  ['action=recovery', '?action=Recovery', 'Tap Your Card', [{ type: 1 }]],
  ['a card and recovery', `?action=recovery&id=${card}`, 'User Information', [{ type: 1 }, 'query']],
  ['an unknown action', '?action=dance', 'What do you want to do?', []],
  ['nothing', '', 'What do you want to do?', []],
])('the link leads to %s (R69–R77)', async (_what, query, heading, calls) => {
  const said = told()
  await page.goto(both.address + query)
  await title(page, heading)
  expect(said).toEqual(calls)
  if (calls.length === 0) return
  await press(page, 'Back')
  await home(page)
})

test('the home screen offers both services, by button or by tap', async () => {
  const said = told()
  await page.goto(both.address)
  await page.getByRole('button', { name: 'Forgot PIN?' }).click()
  await title(page, 'Tap Your Card')
  await press(page, 'Back')
  await page.getByRole('button', { name: 'Enroll a card' }).click()
  await title(page, 'Tap Your Card')
  await tap(page, card)
  await title(page, 'User Information')
  expect(said).toEqual([{ type: 1 }, { type: 0 }, 'card'])
})

test.each([
  ['enrollment', true, 0],
  ['recovery', false, 1],
])('a page only for %s, without home screen, waits for a card immediately (R72)', async (_what, enrollment, type) => {
  const services = { enrollment, pinRecovery: !enrollment }
  const alone = await desk.page({ services, displayHomePageScreen: false })
  const said = told()
  await page.goto(alone.address)
  await title(page, 'Tap Your Card')
  expect(said).toEqual([{ type }])
  expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
  await tap(page, card)
  await title(page, 'User Information')
  await press(page, 'Back')
  await title(page, 'Tap Your Card')
})

test('a page without services says so', async () => {
  const none = await desk.page({ services: { enrollment: false, pinRecovery: false } })
  await page.goto(none.address)
  await title(page, 'Self-service is not available.')
})

test('an unknown address says so', async () => {
  for (const id of ['nowhere-at-all', 'x'.repeat(300), '%3Cscript%3E', '..%2F..%2Fadmin', '%F0%9F%AA%AA']) {
    await page.goto(`${product.address}/self-service/${id}`)
    await title(page, 'This page is not available right now')
    await page.getByText('No page exists at this address. Check the link, or ask your administrator').waitFor()
  }
})

test('a page that is turned off says so at any step, and continues when it is on again', async () => {
  const [cards, person] = await Promise.all([desk.page(), desk.person()])
  await desk.turn(cards, false)
  await page.goto(cards.address)
  await title(page, 'This page is not available right now')
  await page.getByText('This page is currently turned off. Ask your administrator').waitFor()
  await desk.turn(cards, true)
  await press(page, 'Try again')
  await home(page)
  await tap(page, card)
  await title(page, 'User Information')
  await desk.turn(cards, false)
  await identify(page, person)
  await title(page, 'This page is not available right now')
  await desk.turn(cards, true)
  await press(page, 'Try again')
  await home(page)
})
