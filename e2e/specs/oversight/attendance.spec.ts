import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { keepTokens, session } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'
import { newCard, openDesk, tap } from '../access/self-service/card-page.ts'
import {
  fair,
  figure,
  holders,
  localTime,
  openDevice,
  organizer,
  panel,
  printed,
  saved,
  says,
  startSession,
  verify,
  type Holder,
} from '../../attendance.ts'

const product = sharedProduct()
const phone = { width: 390, height: 844 }

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
  const page = await organizer(product, desk)
  await startSession(product, page, 'Basic life support')
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
  const page = await organizer(product, desk)
  await startSession(product, page, 'Early shift', async () => {
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
  const page = await organizer(product, desk)
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
