import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { sharedProduct } from '../../shared-product.ts'
import { activate, apiCaller, openConsole, newWorkspace, session, tokensOf, unique } from '../../workspace-setup.ts'

const product = sharedProduct()

async function superAdministrator(): Promise<Page> {
  const { page } = await newVisitor()
  const { link } = await product.admin('create-super-admin', `${unique('root')}@installation.example`)
  await activate(page, String(link))
  return page
}

async function newWorkspaceFields(page: Page, name: string, address: string): Promise<string> {
  const mail = `owner@${address}.example`
  await page.getByLabel('Organization name').fill(name)
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByLabel('First name of the owner').fill('Nora')
  await page.getByLabel('Last name of the owner').fill('North')
  await page.getByLabel('Email of the owner').fill(mail)
  return mail
}

/** PIN rules of the workspace in which this page is signed in. */
async function setPinLength(page: Page, value: number): Promise<void> {
  const ask = apiCaller(product, await tokensOf(page))
  const { status } = await ask('POST', '/administrator/detials/pinPolicy', {
    rules: [{ type: 5, value }],
    rememberedPinHours: 0,
  })
  expect(status).toBe(200)
}

test('a partner is created, requests licenses, gets a customer, sees figures but no users, and brings its settings back to a baseline', async () => {
  const root = await superAdministrator()
  const address = unique('nordic')
  await root.goto(`${product.address}/dashboard/super-admin/partners`)
  await root.getByRole('button', { name: 'Create partner' }).click()
  const mail = await newWorkspaceFields(root, address, address)
  await root.getByRole('dialog').getByRole('button', { name: 'Create partner' }).click()
  await root.getByText(`${address} created`).waitFor()

  const { page } = await newVisitor()
  const { link } = await product.mailTo(mail)
  await activate(page, link ?? '')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('list', { name: 'Customers' })
  for (const item of ['Businesses', 'Personals', 'Licenses', 'Referral link'])
    await menu.getByRole('link', { name: item, exact: true }).waitFor()
  await page.goto(`${product.address}/dashboard/partner/licenses`)
  await page.getByRole('button', { name: 'Request licenses' }).click()
  await page.getByLabel('Number of licenses').fill('50')
  await page.getByRole('dialog').getByRole('button', { name: 'Request licenses' }).click()
  await page.getByText('50 licenses requested').waitFor()
  expect(await barriers(page)).toEqual([])

  await root.goto(`${product.address}/dashboard/super-admin/licenses`)
  await root.getByRole('row', { name: new RegExp(address) }).click()
  await root.getByLabel('Number of licenses').fill('40')
  expect(await barriers(root)).toEqual([])
  await root.getByRole('button', { name: 'Approve request' }).click()
  await root.getByText(`Request of ${address} approved`).waitFor()

  const customer = unique('fjord')
  await page.goto(`${product.address}/dashboard/partner/businesses`)
  await page.getByRole('button', { name: 'Create workspace' }).first().click()
  const owner = await newWorkspaceFields(page, customer, customer)
  await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click()
  await page.getByText(`${customer} created`).waitFor()
  const invitation = (await product.mailTo(owner)).link ?? ''
  await page.getByRole('row', { name: new RegExp(customer) }).click()
  await page.getByRole('heading', { name: customer, level: 1 }).waitFor()
  await page.getByLabel('Assigned licenses').fill('40')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Settings saved').waitFor()
  expect(await page.getByRole('main').getByText('Nora').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.goto(`${product.address}/dashboard/partner/partners`)
  await page.getByText(`/auth/register?referrer=${address}`).waitFor()
  await page.getByRole('img', { name: 'QR code of the referral link' }).waitFor()
  const { page: guest } = await newVisitor()
  await guest.goto(`${product.address}/auth/register?referrer=${address}`)
  await guest.getByText(`Through ${address}`).waitFor()

  await setPinLength(page, 8)
  await page.goto(`${product.address}/dashboard/partner/baselines`)
  await page.getByRole('button', { name: 'Publish baseline' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Hardened')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Publish baseline' }).click()
  await page.getByText('Hardened, version 1, published').waitFor()
  await page.getByRole('link', { name: 'Hardened' }).click()
  await page.getByRole('button', { name: 'Offer to all customers…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Offer baseline' }).click()
  await page.getByText('Hardened offered').waitFor()

  const { page: fjord } = await newVisitor()
  await activate(fjord, invitation)
  const accept = async () => {
    await fjord.goto(`${product.address}/dashboard/workspace/baselines`)
    await fjord.getByRole('button', { name: 'Compare…' }).click()
    await fjord.getByRole('dialog').getByText('PIN policy · Minimum length').waitFor()
    expect(await barriers(fjord)).toEqual([])
    await fjord.getByRole('button', { name: 'Accept baseline' }).click()
    await fjord.getByText('Hardened accepted').waitFor()
  }
  await accept()
  await setPinLength(fjord, 6)
  const drifted = page.getByRole('row', { name: new RegExp(customer) }).getByText('PIN policy · Minimum length')
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('row', { name: new RegExp(customer) }).waitFor()
        return drifted.count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  expect(await barriers(page)).toEqual([])
  await page
    .getByRole('row', { name: new RegExp(customer) })
    .getByRole('checkbox')
    .check()
  await page.getByRole('button', { name: 'Ask to accept' }).click()
  await page.getByText('1 customer was asked to accept the baseline').waitFor()
  await product.mailTo(owner, new Date(0), `${address} asks you to accept the baseline “Hardened” again`)
  await accept()
})

test('a workspace is converted and gets a trial; its reset is previewed, scheduled, and canceled', async () => {
  const root = await superAdministrator()
  const name = unique('Moss Clinic')
  const { slug } = await newWorkspace(product, name)
  await root.goto(`${product.address}/dashboard/super-admin/workspaces?search=${slug}`)
  await root.getByRole('row', { name: new RegExp(slug) }).click()
  await root.getByLabel('Workspace sections').getByRole('link', { name: 'Overview' }).click()
  await root.getByRole('button', { name: 'Convert to partner…' }).click()
  await root.getByRole('dialog').getByRole('button', { name: 'Convert to partner' }).click()
  await root.getByText(`${name} converted`).waitFor()
  await root.getByRole('button', { name: 'Reset workspace…' }).click()
  const dialog = root.getByRole('dialog')
  await dialog.getByText('1 owner stays').waitFor()
  expect(await barriers(root)).toEqual([])
  await dialog.getByLabel(`Enter “${name}”`).fill('Moss')
  await dialog.getByRole('button', { name: 'Reset 1 workspace' }).click()
  await dialog.getByText("The name doesn't match the workspace name").waitFor()
  await dialog.getByLabel(`Enter “${name}”`).fill(name)
  await dialog.getByRole('button', { name: 'Reset 1 workspace' }).click()
  await root.getByText(`${name} will be reset in 7 days`).waitFor()
  await root.getByRole('button', { name: 'Cancel reset' }).click()
  await root.getByText(`Canceled for ${name}`).waitFor()
})

test('a user of any workspace is looked up by an exact email, and the owner reads it in the log', async () => {
  const root = await superAdministrator()
  const { slug, owner } = await newWorkspace(product, unique('Moss Clinic'))
  await root.goto(`${product.address}/dashboard/super-admin/tokens`)
  await root.getByLabel('Exact email').fill(owner)
  await root.getByRole('button', { name: 'Look up user' }).click()
  await root.getByText('1 user found').waitFor()
  await root.getByRole('button', { name: 'Security keys' }).click()
  await root.getByText('No security keys.').waitFor()
  expect(await barriers(root)).toEqual([])
  const { page } = await newVisitor()
  await openConsole(page, product, await session(product, owner))
  await page.goto(`${product.address}/dashboard/activity-logs?kind=change`)
  await page.getByText('User looked up by support').first().waitFor()
  expect(slug).not.toBe('')
})
