import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { giveInvoiceAddress, openBillingOf, press, superAdmin } from '../../billing.ts'
import { barriersEverywhere } from '../../browser.ts'
import { movableClock } from '../../product.ts'
import { ownProduct } from '../../shared-product.ts'
import { openConsole, newOwner, session, unique } from '../../workspace-setup.ts'

const day = 24 * 3600_000

test('a prepaid workspace gets invoices, is late, and is paid after its wire transfer is approved (R9–R12)', async () => {
  const product = await ownProduct({ ...movableClock, BILLING: 'on' })
  const { page, workspace } = await newOwner(product, '/dashboard/billing/payment-info')
  const name = unique('Fern')
  await giveInvoiceAddress(page, name)
  await page.getByLabel('Wire transfer').click()
  await page.getByText('Invoices are paid by wire transfer').first().waitFor()
  await page.getByText('IBAN').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  const root = await superAdmin(product, '/dashboard/super-admin/workspaces')
  await openBillingOf(root.page, workspace.slug)
  await press(root.page, 'Edit policy…')
  await root.page.getByRole('dialog').getByLabel('Last day of the trial').fill('')
  await press(root.page, 'Save billing policy')
  await root.page.getByText('No trial').waitFor()
  await root.page.getByLabel('Number of licenses').fill('100')
  await press(root.page, 'Preview switch')
  await root.page.getByText(/^The switch applies from .* rises by .* before tax\.$/).waitFor()
  await root.page.getByRole('table', { name: 'Current bill after the switch' }).getByText('Prepaid licenses').waitFor()
  expect(await barriersEverywhere(root.page)).toEqual([])
  await press(root.page, 'Switch to prepaid')
  await root.page.getByText('Prepaid since').waitFor()

  // /dashboard/super-admin/workspaces/{id}/billing
  const workspaceId = new URL(root.page.url()).pathname.split('/')[4]
  const paperOf = async (path: string) => {
    await root.page.goto(`${product.address}/dashboard/bill/${path}`)
    await root.page.frameLocator('iframe').locator('table').first().waitFor()
  }
  await paperOf(`current/pdf?status=current&workspaceId=${workspaceId}`)

  await product.forward(40 * day)
  await product.admin('run-job', 'billing-close')
  const owner = await session(product, workspace.owner, '--workspace', workspace.slug)
  await openConsole(page, product, owner, '/dashboard/billing')
  const latest = page.getByRole('region', { name: 'Latest invoices' })
  await latest.getByText('Pending').first().waitFor()
  expect(await page.getByRole('button', { name: /^Pay / }).count()).toBe(0)
  await page.getByRole('button', { name: 'View usage per day as table' }).click()
  await page.getByRole('table', { name: 'Usage per day' }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])

  await latest.getByRole('link').nth(1).click()
  await page.waitForURL('**/pdf')
  const paper = page.frameLocator('iframe')
  await paper.locator('table').first().waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  const pdf = page.waitForEvent('download')
  await press(page, 'Download PDF')
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-')
  const saved = page.waitForEvent('download')
  await press(page, 'Download CSV')
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/\d/)

  const bill = new URL(page.url()).pathname.split('/')[3]
  await openConsole(root.page, product, await session(product, root.email), '/dashboard/super-admin/invoices')
  await paperOf(`${bill}/pdf?status=custom&workspaceId=${workspaceId}`)

  await product.forward(36 * day)
  await product.admin('run-job', 'billing-reminders')
  const later = await session(product, workspace.owner, '--workspace', workspace.slug)
  await openConsole(page, product, later, '/dashboard/billing/status')
  await page
    .getByText(/days overdue\.$/)
    .first()
    .waitFor()

  await openConsole(root.page, product, await session(product, root.email), '/dashboard/super-admin/invoices?status=2')
  const rows = root.page.getByRole('grid', { name: 'invoices' }).getByRole('button', { name: /^Actions for/ })
  await rows.first().waitFor()
  for (let left = await rows.count(); left > 0; left--) {
    await rows.first().click()
    await root.page.getByRole('menuitem', { name: 'Mark as paid…' }).click()
    await press(root.page, 'Mark as paid')
    await expect.poll(() => rows.count()).toBe(left - 1)
  }
  await page.goto(`${product.address}/dashboard/billing/history`)
  const invoices = page.getByRole('grid', { name: 'invoices' })
  await invoices.getByText('Paid').first().waitFor()
  await invoices
    .getByRole('button', { name: /^Details for / })
    .last()
    .click()
  await page.getByRole('button', { name: 'Show the days of Prepaid licenses' }).first().click()
  await page
    .getByRole('group', { name: /^Prepaid licenses, / })
    .first()
    .waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  expect(await page.getByText('Overdue').count()).toBe(0)
}, 300_000)

test('with BILLING=off no screen, menu, or request mentions billing', async () => {
  const product = await ownProduct({ BILLING: 'off' })
  const { page } = await newOwner(product, '/dashboard')
  const answer = await fetch(`${product.address}/dashboard`, { headers: { accept: 'text/html' } })
  expect(answer.headers.get('content-security-policy')).toMatch(/^(?!.*stripe).*script-src 'self';/)
  const words = /billing|license|invoice|promo|subscription|support/i
  const links = await page.getByRole('link').allInnerTexts()
  expect(links.filter(text => words.test(text))).toEqual([])
  await press(page, 'Help')
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await page.getByRole('menuitem', { name: words }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.goto(`${product.address}/dashboard/users`)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).waitFor()
  expect(await page.getByText('License needed').count()).toBe(0)
  await page.keyboard.press('Escape')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  for (const path of ['/dashboard/billing', '/dashboard/licenses', '/dashboard/billing/payment-info']) {
    await page.goto(product.address + path)
    await page.getByRole('heading', { name: `No page at ${path}` }).waitFor()
  }
  expect(asked.filter(path => /^\/(?:administrator|superAdmin).*(?:bill|license|promo)/i.test(path))).toEqual([])
})
