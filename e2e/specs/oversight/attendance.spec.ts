import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, type Visitor, newVisitor } from '../../browser.ts'
import { extendedBrowser, registerExtension } from '../../extended-browser.ts'
import { keepTokens, session, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { type Desk, newCard, openDesk, type Person, tap } from '../access/self-service/card-page.ts'

const product = sharedProduct()
const phone = { width: 390, height: 844 }

async function organizer(desk: Desk): Promise<Page> {
  const { page } = await newVisitor()
  await keepTokens(page, product, await session(product, `ada@${desk.slug}.example`))
  return page
}

interface Holder extends Person {
  readonly card: string
}

async function holders(desk: Desk, names: readonly string[]): Promise<Holder[]> {
  const people: Holder[] = []
  for (const lastName of names) {
    const card = newCard()
    const person = await desk.person({ firstName: 'Kim', lastName })
    await desk.card(person, card)
    people.push({ ...person, card })
  }
  return people
}

async function startSession(
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

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Creates a link in the console and opens it as another device would. */
async function openDevice(page: Page, button: string, name: string, at: Pick<Visitor, 'page'>): Promise<Page> {
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

const announced = (page: Page) => page.getByRole('alert').first()
const says = (page: Page, text: string | RegExp) => announced(page).filter({ hasText: text }).waitFor()
const figure = (page: Page, label: string) =>
  page
    .locator('dl div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
const fair = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await barriers(page, colorScheme === 'dark'), colorScheme).toEqual([])
  }
}

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const path = join(tmpdir(), unique('attendance'))
  await download.saveAs(path)
  return path
}

/** A moment for an input of date and time. */
function localTime(offset: number): string {
  const date = new Date(Date.now() + offset)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What would be on paper. */
async function printed(page: Page): Promise<string> {
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
async function verify(file: string): Promise<string> {
  const root = join(import.meta.dirname, '../../..')
  const words = ['server/src/admin.ts', 'verify-attendance', file]
  return (await promisify(execFile)(process.execPath, words, { cwd: root, env: {} })).stdout
}

test('a class of 29 with 30 taps, 3 of them offline and 1 twice: each counts once, and the result is verified', async () => {
  const desk = await openDesk(product)
  const people = await holders(
    desk,
    Array.from({ length: 29 }, (_, at) => `Student${at + 1}`),
  )
  const [first, ...rest] = people as [Holder, ...Holder[]]
  const stranger = await desk.person({ firstName: 'Sam', lastName: 'Suspended' })
  const suspended = newCard()
  await desk.suspend(await desk.card(stranger, suspended))
  const page = await organizer(desk)
  await startSession(page, 'Basic life support')
  expect(await barriers(page)).toEqual([])

  const at = await newVisitor()
  const kiosk = await openDevice(page, 'Open kiosk…', 'Door', at)
  await kiosk.getByText('Tap your access card').first().waitFor()
  expect(new URL(kiosk.url()).hash).toBe('')
  await fair(kiosk)

  await tap(kiosk, first.card)
  await says(kiosk, /Kim Student1\. Checked in at/)
  await fair(kiosk)
  for (const { card, lastName } of rest.slice(0, 25)) {
    await tap(kiosk, card)
    await says(kiosk, `Kim ${lastName}.`)
  }
  await tap(kiosk, first.card)
  await says(kiosk, /Kim Student1\. Already recorded at/)
  await fair(kiosk)
  await tap(kiosk, suspended)
  await says(kiosk, /No access\. Your card is suspended/)
  await fair(kiosk)
  await tap(kiosk, '4711')
  await says(kiosk, /Invalid card/)
  await fair(kiosk)

  await at.context.setOffline(true)
  for (const { card } of rest.slice(25)) {
    await tap(kiosk, card)
    await says(kiosk, /Saved at/)
  }
  await fair(kiosk)
  await kiosk.reload()
  await kiosk.getByText('3 taps not sent yet').waitFor()
  await at.context.setOffline(false)
  await expect.poll(() => kiosk.getByText(/not sent yet/).count(), { timeout: 20_000 }).toBe(0)
  await expect.poll(() => figure(page, 'Present').textContent(), { timeout: 15_000 }).toBe('29')
  expect(await figure(page, 'Invalid cards').textContent()).toBe('1')
  expect(await barriers(page)).toEqual([])

  await page.getByRole('button', { name: 'Close session…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close session' }).click()
  await page.getByText('Signature 1', { exact: true }).waitFor()
  await kiosk.getByText('This session has ended').waitFor({ timeout: 20_000 })
  const signed = await saved(page, 'Signed file of signature 1')
  expect(await verify(signed)).toContain('The file is unchanged since Ada Fern signed it')
  const document = await readFile(signed, 'utf8')
  expect(document).toContain('Kim Student29')
  const tampered = `${signed}-tampered`
  await writeFile(tampered, document.replaceAll('Kim Student29', 'Kim Student99'))
  await expect(verify(tampered)).rejects.toThrow('The signature does not match')

  await page.getByRole('link', { name: 'Participants' }).click()
  // On the screen the list has pages; on paper it has everyone
  const paper = await printed(page)
  expect(people.filter(({ lastName }) => !new RegExp(`Kim ${lastName}\\b`).test(paper))).toEqual([])
  await page.getByRole('button', { name: 'Add participant…' }).click()
  const adding = panel(page, 'Add person')
  await adding.getByLabel('User').fill('Suspended')
  await page.getByRole('option', { name: /Suspended/ }).click()
  await adding.getByRole('button', { name: 'Save correction' }).click()
  await adding.getByText('Reason is required').waitFor()
  await adding.getByLabel('Reason').fill('Lost card, seen by the teacher')
  expect(await barriers(page)).toEqual([])
  await adding.getByRole('button', { name: 'Save correction' }).click()
  await page.getByText('Attendance of Sam Suspended corrected').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('Lost card, seen by the teacher').waitFor()
  await page.getByText('Signature 2', { exact: true }).waitFor()
  await page.getByText('Signature 1', { exact: true }).waitFor()
  const pdf = await saved(page, 'PDF of signature 2')
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-')

  await page.goto(`${product.address}/dashboard/attendance/reports`)
  await page.getByRole('rowheader', { name: 'Kim Student1', exact: true }).waitFor()
  await page.getByRole('columnheader', { name: 'Weekday' }).waitFor()
  expect(await barriers(page)).toEqual([])

  const own = await newVisitor()
  await keepTokens(own.page, product, await session(product, first.email))
  await own.page.goto(`${product.address}/dashboard/profile`)
  await own.page.getByText('Basic life support').waitFor()
  await own.page.getByRole('button', { name: 'Show QR pass…' }).click()
  await own.page.getByRole('img', { name: 'Your QR pass' }).waitFor()
  expect(await barriers(own.page)).toEqual([])
})

test('in a fire drill, two marshals mark users on their phones, one of them offline', async () => {
  const desk = await openDesk(product)
  const [ann, ben, cem, dan] = (await holders(desk, ['Ann', 'Ben', 'Cem', 'Dan'])) as [Holder, Holder, Holder, Holder]
  const page = await organizer(desk)
  await startSession(page, 'Early shift', async () => {
    await page.getByRole('combobox', { name: 'Taps' }).click()
    await page.getByRole('option', { name: 'Check-in and check-out' }).click()
  })
  const kiosk = await openDevice(page, 'Open kiosk…', 'Door', await newVisitor())
  await kiosk.getByText('Tap your access card').first().waitFor()
  for (const { card, lastName } of [ann, ben, cem]) {
    await tap(kiosk, card)
    await says(kiosk, `Kim ${lastName}.`)
  }
  await page.getByRole('button', { name: 'Start muster…' }).click()
  await panel(page, 'Start muster').getByLabel('Assembly point').fill('Car park')
  await panel(page, 'Start muster').getByRole('button', { name: 'Start muster' }).click()
  await page.getByText('3 of 3 people are still missing').waitFor()

  const far = await newVisitor({ viewport: phone })
  const one = await openDevice(page, 'Add marshal…', 'Mia', await newVisitor({ viewport: phone }))
  const two = await openDevice(page, 'Add marshal…', 'Noah', far)
  await one.getByText('still missing of 3').waitFor()
  await fair(one)
  await one.getByRole('checkbox', { name: /Kim Ann/ }).click()
  await two.getByRole('checkbox', { name: 'Only missing people' }).uncheck()
  await two.getByText(/Safe at .*, by Mia/).waitFor()

  await far.context.setOffline(true)
  await two.getByRole('checkbox', { name: /Kim Ben/ }).check()
  await two.getByText('1 mark not sent yet').waitFor()
  await two.reload()
  await two.getByText('1 mark not sent yet').waitFor()
  expect(await one.getByRole('checkbox', { name: /Kim Ben/ }).count()).toBe(1)
  await far.context.setOffline(false)
  await expect.poll(() => one.getByRole('checkbox', { name: /Kim Ben/ }).count(), { timeout: 20_000 }).toBe(0)
  // By card, also for a person who came in without a tap
  await tap(one, cem.card)
  await tap(one, dan.card)
  await one.getByText('Everyone is safe').waitFor()
  await page.getByText('0 of 3 people are still missing').waitFor()
  await page.getByRole('button', { name: 'End muster…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End muster' }).click()
  await page.getByText('Car park').waitFor()
  await page.getByText('4 safe, 0 missing').waitFor()
})

test('a shift from a template: a tablet with an API key records it, and the result is exported', async () => {
  const desk = await openDesk(product)
  const [ann, ben] = (await holders(desk, ['Ann', 'Ben'])) as [Holder, Holder]
  const key = await desk.ask('POST', '/administrator/workspace/api-keys', { name: 'Tablet', type: 1 })
  const page = await organizer(desk)
  await page.goto(`${product.address}/dashboard/attendance/settings`)
  await page.getByLabel('Keep records for').fill('90')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved').waitFor()

  await page.getByRole('link', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'Add template' }).first().click()
  await page.getByLabel('Name of the template').fill('Night shift')
  await page.getByLabel('Title').fill('Night shift, ward 3')
  await page.getByLabel('Everyone in the workspace').check()
  await page.getByRole('combobox', { name: 'Taps' }).click()
  await page.getByRole('option', { name: 'Check-in and check-out' }).click()
  await page.getByRole('combobox', { name: 'User fields to show' }).click()
  await page.getByRole('option', { name: 'Initials' }).click()
  await page.keyboard.press('Escape')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add template' }).click()
  await page.getByRole('button', { name: 'Actions for Night shift' }).click()
  await page.getByRole('menuitem', { name: 'Start session' }).click()
  await page.getByRole('combobox', { name: 'API keys that can open a kiosk' }).click()
  await page.getByRole('option', { name: 'Tablet' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('heading', { level: 1, name: 'Night shift, ward 3' }).waitFor()

  const tablet = (await newVisitor()).page
  const address = `${product.address}/attendance-tracker?session=${new URL(page.url()).pathname.split('/').at(-1)}`
  await tablet.goto(`${address}#${String(key['value'])}`)
  await tablet.getByText('Your attendance is deleted after 90 days').waitFor()
  await tap(tablet, ann.card)
  await says(tablet, /Kim Ann\. Checked in at/)
  await tablet.getByText('KA', { exact: true }).waitFor()
  await fair(tablet)
  // A broken reader
  await tablet.keyboard.insertText('9'.repeat(10_000))
  await tablet.keyboard.press('Enter')
  await says(tablet, /Invalid card/)
  // After a restart the tablet needs no key
  await tablet.goto(address)
  await tablet.getByText('Tap your access card').first().waitFor()
  await tap(tablet, ben.card)
  await says(tablet, /Kim Ben\. Checked in at/)

  await page.getByRole('link', { name: 'Participants' }).click()
  await page.getByText('Kim Ben').first().click()
  await panel(page, 'Correct Kim Ben').getByLabel('Checked in').fill(localTime(-3_600_000))
  await panel(page, 'Correct Kim Ben').getByLabel('Checked out').fill(localTime(0))
  await panel(page, 'Correct Kim Ben').getByLabel('Reason').fill('Left early')
  await panel(page, 'Correct Kim Ben').getByRole('button', { name: 'Save correction' }).click()
  await page.getByText('Attendance of Kim Ben corrected').waitFor()
  const csv = await readFile(await saved(page, 'Export CSV'), 'utf8')
  expect(csv).toMatch(/Kim Ann,KA,Present/)
  expect(csv).toMatch(/Kim Ben,KB,Left/)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('img', { name: /Summary: Present 1, Left 1, Missing 1/ }).waitFor()
})

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
  const page = await organizer(desk)
  await startSession(page, 'First aid')
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
  const page = await organizer(desk)
  await startSession(page, 'Late shift')
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
  const page = await organizer(desk)
  await startSession(page, 'Exam')
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
