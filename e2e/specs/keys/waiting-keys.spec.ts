import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersEverywhere, type Visitor, newVisitor } from '../../browser.ts'
import { acceptRole, activate, apiCaller, newOwner, tokensOf, usePasskey } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let ask: ReturnType<typeof apiCaller>
let bea: Visitor
let mailbox: string
let beaId: string

beforeAll(async () => {
  const { page, workspace } = await newOwner(product)
  ask = apiCaller(product, await tokensOf(page))
  mailbox = `bea@${workspace.slug}.example`
  const person = { userId: mailbox, firstName: 'Bea', lastName: 'Marsh', email: mailbox, invite: true }
  beaId = String((await ask('POST', '/administrator/tokens', person)).body['id'])
  bea = await newVisitor()
  await activate(bea.page, (await product.mailTo(mailbox)).link ?? '')
  await ask('POST', '/administrator/workspace/administrators', { ids: [beaId], role: 3 })
  await acceptRole(product, mailbox)
  await bea.page.goto(`${product.address}/auth/sign-in`)
  await usePasskey(bea.page)
  await bea.page.waitForURL('**/dashboard')
})

let cards = 0x7a57e1a1

async function givenCard() {
  const cardId = (cards++).toString(16).toUpperCase()
  const before = new Date()
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', {
    userId: beaId,
    type: 2,
    activation: 1,
    cardId,
    cardFormat: 'hex',
  })
  const { id } = made.body['key'] as { id: string }
  return {
    which: `Access card …${cardId.slice(-4)}`,
    standing: async () => (await ask('GET', `/administrator/securityDevice/${id}`)).body,
    mail: (subject: string) => product.mailTo(mailbox, before, subject),
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const gone = (page: Page) => expect.poll(() => page.getByText('Are these keys yours?').count()).toBe(0)

test('an own key assigned by others is confirmed with a passkey or stopped, and opens nothing before', async () => {
  const { page } = bea
  const [mine, strange] = [await givenCard(), await givenCard()]
  expect(await mine.standing()).toMatchObject({ proofDue: true })
  await page.goto(`${product.address}/dashboard/profile/security-keys`)
  await page.getByText('Are these keys yours?').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  await page.getByRole('button', { name: `Confirm: ${mine.which}` }).click()
  await page.getByText('“Access card” now works for your account').waitFor()
  expect(await mine.standing()).toMatchObject({ proofDue: false })

  await page.getByRole('button', { name: `This wasn't me…: ${strange.which}` }).click()
  await page.getByRole('dialog', { name: 'Suspend 1 security key?' }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Suspend 1 security key' }).click()
  await page.getByText('Security key suspended').waitFor()
  await gone(page)
  expect(await strange.standing()).toMatchObject({ status: 40 })
  await strange.mail('A security key you reported was suspended')
})

test('the emailed question is answered without sign-in; the confirmation can be stopped for a day', async () => {
  const card = await givenCard()
  const { page } = await newVisitor()
  await page.goto((await card.mail('Is this security key yours?')).link ?? '')
  await heading(page, 'Is this key yours?')
  await page.getByText(card.which.slice(-5), { exact: true }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'This is my key' }).click()
  await heading(page, 'Key confirmed')
  expect(await barriersEverywhere(page)).toEqual([])

  await page.goto((await card.mail('A security key will soon work for your account')).link ?? '')
  await page.getByText('You confirmed this key by email. You can still suspend it until it starts to work.').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: "This wasn't me" }).click()
  await heading(page, 'Key suspended')
  expect(await card.standing()).toMatchObject({ status: 40 })

  await page.goto(`${product.address}/key/waiting?link=nonsense`)
  await page.getByText('This link has expired or was already used. Ask for a new one').waitFor()
})
