import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { extendedBrowser, registerExtension } from '../../extended-browser.ts'
import { keepTokens, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { newCard, openDesk, tap } from '../access/self-service/card-page.ts'
import { fair, figure, holders, openDevice, organizer, says, startSession, type Holder } from '../../attendance.ts'

const product = sharedProduct()

// As text, because these names belong to the browser. The camera shows a QR pass as if a phone were held in front of it
const seeing = (picture: string) => `navigator.mediaDevices.getUserMedia = async () => {
  const image = new Image()
  image.src = '${picture}'
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
  const drawing = canvas.getContext('2d')
  setInterval(() => {
    drawing.fillStyle = 'white'
    drawing.fillRect(0, 0, 640, 480)
    drawing.drawImage(image, 120, 40, 400, 400)
  }, 50)
  return canvas.captureStream()
}`
const hearing = `globalThis.notes = []
  const make = AudioContext.prototype.createOscillator
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this)
    const start = tone.start.bind(tone)
    tone.start = at => (globalThis.notes.push(tone.frequency.value), start(at))
    return tone
  }`
/** Frequencies that were played since the last look. */
const heard = (page: Page) => page.evaluate<number[]>('globalThis.notes.splice(0)')

test('a kiosk reads a QR pass with its camera, plays a sound for each result, and protects its screen', async () => {
  const desk = await openDesk(product)
  const [ann, ben] = (await holders(desk, ['Ann', 'Ben'])) as [Holder, Holder]
  const suspended = newCard()
  await desk.suspend(await desk.card(await desk.person({ firstName: 'Sam', lastName: 'Suspended' }), suspended))
  const page = await organizer(product, desk)
  await startSession(product, page, 'First aid')
  const own = await newVisitor()
  await keepTokens(own.page, product, await session(product, ann.email))
  await own.page.goto(`${product.address}/dashboard/profile`)
  await own.page.getByRole('button', { name: 'Show QR pass…' }).click()
  const pass = await own.page.getByRole('img', { name: 'Your QR pass' }).screenshot()

  const at = await newVisitor({ colorScheme: 'light' })
  await at.page.clock.install()
  await at.page.addInitScript(seeing(`data:image/png;base64,${pass.toString('base64')}`))
  await at.page.addInitScript(hearing)
  const kiosk = await openDevice(page, 'Open kiosk…', 'Door', at)
  await kiosk.getByText('Tap your access card').first().waitFor()
  await kiosk.getByRole('button', { name: 'Scan QR pass' }).click()
  await says(kiosk, /Kim Ann\. Checked in at/)
  await fair(kiosk)
  await kiosk.getByRole('button', { name: 'Turn off camera' }).click()

  await heard(kiosk)
  const melodies: number[][] = []
  for (const [card, result] of [
    [ben.card, /Kim Ben\. Checked in at/],
    [ben.card, /Kim Ben\. Already recorded at/],
    [suspended, /No access/],
    ['4711', /Invalid card/],
  ] as const) {
    await tap(kiosk, card)
    await says(kiosk, result)
    melodies.push(await heard(kiosk))
  }
  expect(melodies).toEqual([
    [660, 990],
    [520, 520],
    [400, 220],
    [260, 260, 260],
  ])

  // The saver repeats the title of the session, and never stays in one place
  const clock = kiosk.locator('time').last()
  // After the last result is gone, because a change of it wakes the screen
  await kiosk.clock.fastForward(10_000)
  await kiosk.getByText('Tap your access card').first().waitFor()
  await kiosk.clock.fastForward(180_000)
  await expect.poll(() => kiosk.getByText('First aid', { exact: true }).count()).toBe(2)
  await fair(kiosk)
  const before = await clock.boundingBox()
  await kiosk.clock.fastForward(15_000)
  await expect.poll(() => clock.boundingBox()).not.toEqual(before)
  await tap(kiosk, ben.card)
  await says(kiosk, /Kim Ben\. Already recorded at/)
  await expect.poll(() => kiosk.getByText('First aid', { exact: true }).count()).toBe(1)
})

test('a kiosk records a card that the extension reads', async () => {
  const desk = await openDesk(product)
  const [ann] = (await holders(desk, ['Ann'])) as [Holder]
  const key = await desk.ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const page = await organizer(product, desk)
  await startSession(product, page, 'Late shift')
  const extended = await extendedBrowser(product.address)
  await registerExtension(extended, String(key['value']), 'Front desk')
  const kiosk = await openDevice(page, 'Open kiosk…', 'Desk', { page: await extended.context.newPage() })
  await kiosk.getByText('Tap your access card').first().waitFor()
  await extended.tap(ann.card)
  await says(kiosk, /Kim Ann\. Checked in at/)
})

test('a kiosk link works once, and a closed kiosk keeps its taps until it is opened again', async () => {
  const desk = await openDesk(product)
  const [person] = (await holders(desk, ['Ann'])) as [Holder]
  const page = await organizer(product, desk)
  await startSession(product, page, 'Exam')
  const at = await newVisitor()
  const kiosk = await openDevice(page, 'Open kiosk…', 'Door', at)
  await kiosk.getByText('Tap your access card').first().waitFor()
  await at.context.setOffline(true)
  await tap(kiosk, person.card)
  await says(kiosk, /Saved at/)
  await page.getByRole('button', { name: 'Close Door' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close kiosk' }).click()
  await at.context.setOffline(false)
  await kiosk.getByText('This kiosk was closed').waitFor()
  await kiosk.getByText('1 tap is still saved on this kiosk').waitFor()
  await fair(kiosk)
  await openDevice(page, 'Open kiosk…', 'Door again', at)
  await expect.poll(() => figure(page, 'Present').textContent(), { timeout: 15_000 }).toBe('1')
  const other = await newVisitor()
  await other.page.goto(
    `${product.address}/attendance-tracker?session=${new URL(page.url()).pathname.split('/').at(-1)}#x`,
  )
  await other.page.getByText("This kiosk isn't connected to a session").waitFor()
  expect(await barriers(other.page)).toEqual([])
})
