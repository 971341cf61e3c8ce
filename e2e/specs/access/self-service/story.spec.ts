import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { newVisitor } from '../../../browser.ts'
import { addUser, newOwner, tokensOf, unique } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'
import { choosePin, home, newCard, PIN, press, ready, tap, title } from './card-page.ts'

const product = sharedProduct()

function readPoster(pdf: Buffer): string | undefined {
  const drawn = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, bytes = '']) => {
      try {
        return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .flatMap(text => [...text.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\b/g)])
    .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
  const scale = 3
  const [width, height] = [595 * scale, 842 * scale]
  const picture = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [x, y, w, h] of drawn)
    for (let row = Math.round(y * scale); row < Math.round((y + h) * scale); row++)
      for (let column = Math.round(x * scale); column < Math.round((x + w) * scale); column++)
        picture.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return (jsqr as unknown as typeof jsqr.default)(picture, width, height)?.data
}

test('an owner builds a page and prints its poster; a badge is enrolled with it on a phone and signs in', async () => {
  const { page: owner, workspace } = await newOwner(product, '/dashboard')
  const email = `grace@${workspace.slug}.example`
  await addUser(product, await tokensOf(owner), { firstName: 'Grace', lastName: 'Okoro', email, invite: false })

  await owner.getByRole('link', { name: 'Card self-service' }).click()
  await owner.getByText('No card pages yet').waitFor()
  await owner.getByRole('button', { name: 'Create page' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Create card page' })
  const address = unique('badges')
  await dialog.getByLabel('Name').fill('Badges')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Create page' }).click()
  await owner.waitForURL(`**/dashboard/security-keys/self-service/${address}`)
  await owner.getByLabel('User ID').check()
  await owner.getByLabel('Employee ID').uncheck()
  await press(owner, 'Save changes')
  await owner.getByText('Badges saved').waitFor()
  await press(owner, 'Publish')
  await owner.getByText('Badges is published').waitFor()
  await press(owner, 'Print poster')
  const [poster] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('menuitem', { name: 'English' }).click(),
  ])
  const link = readPoster(await readFile(await poster.path()))
  expect(link).toBe(`${product.address}/self-service/${address}`)

  const { page: phone } = await newVisitor({ viewport: { width: 390, height: 844 } })
  const card = newCard()
  const since = new Date()
  await phone.goto(link as string)
  await home(phone)
  await tap(phone, card)
  await title(phone, 'User Information')
  await phone.getByLabel('User ID').fill(email.toUpperCase())
  await phone.getByLabel('Last name').fill('Okoro')
  await press(phone, 'Next')
  await phone.getByRole('dialog').waitFor()
  const { code = '' } = await product.mailTo(email, since)
  await phone.getByLabel('Verification code').fill(code)
  await press(phone, 'Confirm')
  await choosePin(phone)
  await ready(phone)
  await phone.getByRole('link', { name: 'Sign in' }).click()
  await phone.waitForURL('**/auth/sign-in')
  await press(phone, 'Tap your access card and enter the PIN')
  await title(phone, 'Tap Your Card')
  await tap(phone, card)
  await title(phone, 'Enter the PIN')
  await phone.getByLabel('Card PIN').fill(PIN)
  await phone.getByLabel('Workspace address or email').fill(email)
  await press(phone, 'Sign in')
  await phone.waitForURL('**/dashboard')
  await phone.getByRole('button', { name: "Grace Okoro's account" }).waitFor()

  await owner.getByRole('link', { name: 'Results' }).click()
  await owner.getByRole('list', { name: 'Progress by step' }).getByText('Arrived').waitFor()
})
