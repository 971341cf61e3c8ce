import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { extendedBrowser, enterCardPin, openedPrompt, registerExtension } from '../../extended-browser.ts'
import { addUser, apiCaller, openConsole, newWorkspace, session } from '../../workspace-setup.ts'
import { relyingParty } from '../../relying-party.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const [card, pin] = ['7A57E001', '739146']

async function people() {
  const workspace = await newWorkspace(product)
  const owner = await session(product, workspace.owner, '--workspace', workspace.slug)
  const ask = apiCaller(product, owner)
  const userId = await addUser(product, owner, {
    firstName: 'Una',
    lastName: 'Holm',
    email: `una@${workspace.slug}.example`,
  })
  const assignment = { userId, type: 2, activation: 1, cardId: card, pin }
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
  const { id } = made.body['key'] as { id: string }
  await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin })
  return { owner, ask, passkeys: `/dashboard/users/${userId}/passkeys` }
}

async function addAtSite(page: Page) {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('menuitem', { name: 'Other sites…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

test('an administrator hands a card to the extension, and a site adds a passkey to it', async () => {
  const { owner, ask, passkeys } = await people()
  const { body } = await ask('POST', '/administrator/workspace/api-keys', { name: 'Front desk', type: 2 })
  const [site, extended] = [await relyingParty(), await extendedBrowser(product.address)]
  await registerExtension(extended, String(body['value']), 'Front desk')
  const desk = await extended.context.newPage()
  await openConsole(desk, product, owner, passkeys)
  await addAtSite(desk)
  const drawer = desk.getByRole('dialog', { name: 'Add a passkey for Una Holm' })
  await drawer.getByLabel('Card of Una Holm').fill(card)
  await desk.keyboard.press('Enter')
  await drawer.getByText('This browser uses the card for one minute.').waitFor()
  expect(await barriersEverywhere(desk)).toEqual([])
  const page = await extended.context.newPage()
  await page.goto(site.address)
  await page.getByLabel('Name').fill('una')
  await enterCardPin(
    await openedPrompt(extended, () => page.getByRole('button', { name: 'Create passkey' }).click()),
    pin,
  )
  await page.getByText('created for una', { exact: true }).waitFor()
  await desk.bringToFront()
  await drawer.getByText('Added: rp.localhost').waitFor()
  await drawer.getByRole('button', { name: 'Done' }).click()
  await desk.getByText('una · Access card').waitFor()
})

test('without the extension, instructions appear after eight seconds (R171, R202)', async () => {
  const { owner, passkeys } = await people()
  const { page } = await newVisitor()
  await openConsole(page, product, owner, passkeys)
  await addAtSite(page)
  await page.getByText('Looking for the browser extension…').waitFor()
  await page.getByText('The operation is taking longer than expected').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
})
