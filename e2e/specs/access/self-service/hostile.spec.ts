import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Visitor, newVisitor } from '../../../browser.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { choosePin, type Desk, home, identify, newCard, openDesk, press, ready, title } from './card-page.ts'

const product = sharedProduct()
let desk: Desk
let at: Visitor
let page: Page

beforeAll(async () => {
  desk = await openDesk(product)
})
beforeEach(async () => {
  at = await newVisitor()
  page = at.page
})

const script = '<script>window.hit = 1</script>'
const help = `# Help
**Call** 4711, or [write](mailto:desk@clinic.example).
${script} <img src=x onerror="window.hit = 1"> [a](javascript:window.hit=1) ![b](https://elsewhere.example/b.png)
[c](data:text/html,${encodeURIComponent(script)}) [d](https://clinic.example/help)`

test('Markdown with scripts is shown as text and runs nothing', async () => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).origin))
  const texts = { help, title: `Badges ${script}`, enrolled: script }
  const cards = await desk.page({ messages: { en: texts } })
  await page.goto(cards.address)
  await title(page, texts.title)
  await page.getByText('window.hit = 1').first().waitFor()
  const links = await page.getByRole('complementary').getByRole('link').all()
  const hrefs = await Promise.all(links.map(link => link.getAttribute('href')))
  expect(hrefs).toEqual(['mailto:desk@clinic.example', 'https://clinic.example/help'])
  expect(await page.evaluate('window.hit')).toBeUndefined()
  expect([...new Set(asked)]).toEqual([product.address])
})

test('neither an owner nor the address can redirect users to a forbidden address (G16)', async () => {
  const listed = 'https://clinic.example'
  for (const redirectUrl of ['https://elsewhere.example/in', `${listed}.elsewhere.example/`])
    await expect(desk.page({ redirectUrl, redirectOrigins: [listed] })).rejects.toThrow(
      'This redirects to another site',
    )
  const settings = { verificationType: 'none', redirectUrl: `${listed}/done`, redirectOrigins: [listed] }
  const [cards, person] = await Promise.all([desk.page(settings), desk.person()])
  const left: string[] = []
  await at.context.route(/^https:/, route => {
    left.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<h1>Elsewhere</h1>' })
  })
  await page.goto(`${cards.address}?id=${newCard()}&redirectUrl=https://evil.example`)
  await identify(page, person)
  await choosePin(page)
  await ready(page)
  await title(page, 'Elsewhere')
  expect(left).toEqual([`${listed}/done`])
})

test('answers of any length and script are accepted, and find only the matching user', async () => {
  const odd = { firstName: 'نور', lastName: 'Ōkoro\u0301 אוקורו' }
  const fields = { employeeId: true, firstName: true, lastName: true }
  const name = 'رقم الشارة — بطاقة'
  const [asking, cards, person] = await Promise.all([
    desk.page({ verificationType: 'none', fields, attributes: [{ from: 'attribute1', name }] }),
    desk.page({ verificationType: 'none', fields }),
    desk.person(odd),
  ])
  const fill = async (values: Record<string, string>) => {
    await title(page, 'User Information')
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
    await press(page, 'Next')
  }
  await page.goto(`${asking.address}?id=${newCard()}`)
  for (const value of ['x'.repeat(10_000), '\u202e\u202d\u0301'.repeat(60), '🪪'.repeat(100)]) {
    await fill({ 'Employee ID': value, 'First name': value, 'Last name': value, [name]: value })
    await page.getByRole('alert').getByText("We couldn't find you").waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
  await page.goto(`${cards.address}?id=${newCard()}`)
  const typed = odd.lastName.normalize('NFD').toUpperCase()
  await fill({ 'Employee ID': person.employeeId, 'First name': ` ${odd.firstName} `, 'Last name': typed })
  await title(page, 'Set PIN')
})

test('a PIN of emoji is counted as typed, and the server decides', async () => {
  const [cards, person] = await Promise.all([desk.page({ verificationType: 'none' }), desk.person()])
  await page.goto(`${cards.address}?id=${newCard()}`)
  await identify(page, person)
  await choosePin(page, '🦊🦊')
  await page.getByText('PIN is not in the right format!').waitFor()
  const refused = page.waitForResponse(/\/self-service\/enroll$/)
  await page.route('**/self-service/enroll', route => route.continue({ postData: JSON.stringify({ pin: '1' }) }))
  await choosePin(page)
  expect((await refused).status()).toBe(422)
  await page.getByRole('alert').getByText('PIN is not in the right format!').waitFor()
  await page.unroute('**/self-service/enroll')
  await choosePin(page)
  await ready(page)
  await home(page)
})
