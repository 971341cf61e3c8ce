import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../../browser.ts'
import { closeAfterTest } from '../../../closing.ts'
import { apiCaller, newOwner, tokensOf } from '../../../workspace-setup.ts'
import { ownProduct } from '../../../shared-product.ts'

async function phoneCompany() {
  const texts: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      texts.push((JSON.parse(Buffer.concat(parts).toString()) as { text: string }).text)
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(() => server.close())
  return { texts, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('an owner offers codes by phone; a nurse without mailbox and key signs in by a call, and its place is shown', async () => {
  const company = await phoneCompany()
  const product = await ownProduct({
    SMS_URL: company.address,
    CALL_URL: company.address,
  })
  const { page, workspace } = await newOwner(product)
  const nurse = `nina-${workspace.owner}`
  const { body } = await apiCaller(product, await tokensOf(page))('POST', '/administrator/tokens', {
    userId: 'nina',
    firstName: 'Nina',
    lastName: 'Night',
    email: nurse,
    phoneNumber: { countryCode: '+49', mobileNumber: '1701234567' },
    invite: false,
  })

  await page.goto(`${product.address}/dashboard/authentication-profile`)
  await page.getByRole('button', { name: 'Add profile' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New authentication profile' })
  await panel.getByLabel('Name').fill('With phones')
  await panel.getByRole('checkbox', { name: 'Code by text message' }).check()
  await panel.getByRole('checkbox', { name: 'Code by call' }).check()
  await panel.getByText('No country is selected').waitFor()
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Add profile' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Phone countries' }).fill('Germany')
  await page.getByRole('option', { name: 'Germany +49' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save countries' }).click()
  await page.getByText('No country is selected').waitFor({ state: 'hidden' })
  expect(await barriers(page)).toEqual([])

  const other = await newVisitor()
  await other.page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
  await other.page.getByLabel('Email').fill(nurse)
  await other.page.getByRole('button', { name: 'Email me a code' }).click()
  await other.page.getByRole('button', { name: 'Text me a code instead' }).click()
  await other.page.getByText('we sent you a text message').waitFor()
  await other.page.getByText('Resend code in 1:').waitFor()
  await expect.poll(() => company.texts.length).toBe(1)
  await other.page.getByRole('button', { name: 'Call me with a code instead' }).click()
  await other.page.getByText("we'll call you now").waitFor()
  await expect.poll(() => company.texts.length).toBe(2)
  expect(await barriers(other.page)).toEqual([])
  await other.page.getByLabel('Digit 1 of 6').click()
  await other.page.keyboard.type(/(?:\d, ){5}\d/.exec(company.texts.at(-1) ?? '')?.[0].replaceAll(', ', '') ?? 'none')
  await other.page.waitForURL('**/dashboard**')
  await other.page.getByRole('button', { name: "Nina Night's account" }).waitFor()

  await page.goto(`${product.address}/dashboard/users/${String(body['id'])}/sessions`)
  await page
    .getByText(/^Phone call/)
    .first()
    .waitFor()
})
