import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { barriersEverywhere, type Visitor, newVisitor } from '../../browser.ts'
import { activate, apiCaller, newOwner, tokensOf, type Workspace } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor & { workspace: Workspace }
let una: string
let old: string

beforeAll(async () => {
  owner = await newOwner(product)
  old = `una@${owner.workspace.slug}.example`
  const ask = apiCaller(product, await tokensOf(owner.page))
  const person = { userId: old, firstName: 'Una', lastName: 'Holm', email: old, invite: true }
  una = String((await ask('POST', '/administrator/tokens', person)).body['id'])
  const { page } = await newVisitor()
  await activate(page, (await product.mailTo(old)).link ?? '')
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function asked(email: string): Promise<string> {
  const { page } = owner
  const before = new Date()
  await page.goto(`${product.address}/dashboard/users/${una}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByText(
      `Ada Fern asked to change the email address to ${email}. The change takes effect when the mailbox ${old} confirms it.`,
    )
    .waitFor()
  return (await product.mailTo(old, before, `Is ${email} your new email address?`)).link ?? ''
}

async function opened(link: string): Promise<Visitor> {
  const at = await newVisitor()
  await at.page.goto(link)
  await at.page.getByRole('button', { name: 'Review request' }).click()
  return at
}

test('a new address waits for the old mailbox, which can stop it; the same link then fails', async () => {
  const link = await asked('una@elsewhere.example')
  expect(await barriersEverywhere(owner.page)).toEqual([])

  const { page } = await newVisitor()
  await page.goto(link)
  await heading(page, 'New email address')
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Review request' }).click()
  await page.getByText(`Your account's email address would change from ${old} to una@elsewhere.example.`).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: "Cancel, this wasn't me" }).click()
  await heading(page, 'Your email address was not changed')
  expect(await barriersEverywhere(page)).toEqual([])

  await owner.page.reload()
  await owner.page.getByRole('heading', { name: 'Details' }).waitFor()
  await expect.poll(() => owner.page.getByText('takes effect when the mailbox').count()).toBe(0)
  const again = await opened(link)
  await again.page.getByText('This link was already used. Ask for a new one if you need it').waitFor()
  expect(await barriersEverywhere(again.page)).toEqual([])
})

test('an administrator cancels the request, and a truncated link says what is wrong', async () => {
  await asked('una@never.example')
  await owner.page.getByRole('button', { name: 'Keep current address' }).click()
  await owner.page.getByText('Email address change canceled').waitFor()
  await expect.poll(() => owner.page.getByText('takes effect when the mailbox').count()).toBe(0)
  const { page } = await newVisitor()
  await page.goto(`${product.address}/auth/address`)
  await page.getByText('This link is incomplete. Open the link in your email again.').waitFor()
})

test('the old mailbox confirms the new address, which then counts', async () => {
  const { page } = await opened(await asked('una@new.example'))
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await heading(page, 'Your email address was changed')
  await page.getByText('Emails and codes now go to una@new.example.').waitFor()
  await owner.page.reload()
  await owner.page.getByText('una@new.example').first().waitFor()
  expect(await owner.page.getByText('takes effect when the mailbox').count()).toBe(0)
})
