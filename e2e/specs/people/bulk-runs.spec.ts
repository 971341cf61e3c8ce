import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { addUser, apiCaller, demoSession, openConsole, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

describe('bulk actions on users', () => {
  let page: Page
  const dialog = () => page.getByRole('dialog')
  const active = async () => {
    const tokens = await demoSession(product)
    const { body } = await apiCaller(product, tokens)('GET', '/administrator/tokens/v2/counts')
    return (body['byStatus'] as { status: number; count: number }[]).find(one => one.status === 20)?.count ?? 0
  }

  beforeAll(async () => {
    ;({ page } = await newVisitor())
    await openConsole(
      page,
      product,
      await demoSession(product),
      '/dashboard/users?status=20&search=northgate&pageSize=100',
    )
  })

  test('suspend more than 200 users by a filter, with numbers, progress, and undo', async () => {
    const before = await active()
    expect(before).toBeGreaterThan(200)
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    const bar = page.getByRole('toolbar', { name: 'Actions for selected rows' })
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await bar.getByText(/^All .* selected$/).waitFor()
    await bar.getByRole('button', { name: 'Suspend' }).click()
    await dialog().getByText('is your own account').waitFor()
    await dialog()
      .getByText(/will be suspended and signed out/)
      .waitFor()
    expect(await barriers(page)).toEqual([])
    await dialog()
      .getByRole('button', { name: /^Suspend [\d,]+ users$/ })
      .click()
    await dialog()
      .getByRole('status')
      .getByText(/suspended/)
      .waitFor()
    expect(await active()).toBeLessThan(before - 200)
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await dialog()
      .getByRole('status')
      .getByText(/^Undone for/)
      .waitFor()
    expect(await active()).toBe(before)
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    const statuses = () => page.getByRole('grid', { name: 'users' }).locator('tbody tr td:nth-child(4)').allInnerTexts()
    await expect.poll(statuses).toEqual(Array.from({ length: 100 }, () => 'Active'))
  })

  test('continue after the dialog is closed, report their end, and update the list', async () => {
    const owner = await newOwner(product)
    const added = { firstName: 'Kim', lastName: 'Lee', email: `kim@${owner.workspace.slug}.example` }
    await addUser(product, await tokensOf(owner.page), added)
    let over = false
    await owner.page.route(/\/administrator\/tokens\/(deleteMany|bulk\/[0-9a-f-]{36}$)/, async route => {
      const response = await route.fetch()
      const run = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: over ? run : { ...run, finishedAt: null, processed: 0, undoUntil: null } })
    })
    await owner.page.goto(`${product.address}/dashboard/users?search=kim`)
    await owner.page.getByRole('checkbox', { name: 'Select Kim Lee' }).check()
    await owner.page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    const asked = owner.page.getByRole('dialog')
    await asked.getByRole('button', { name: 'Delete 1 user' }).click()
    await asked.getByRole('button', { name: 'Stop' }).waitFor()
    await asked.getByRole('button', { name: 'Close', exact: true }).last().click()
    await asked.waitFor({ state: 'detached' })
    over = true
    await owner.page.getByRole('region', { name: 'Notifications' }).getByText('1 user deleted').waitFor()
    await owner.page.getByText('No users match “kim”').waitFor()
  })

  test('list the result for each user of a run', async () => {
    await page.goto(`${product.address}/dashboard/users/runs`)
    await page
      .getByRole('grid', { name: 'runs' })
      .getByText(/suspended$/)
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: /users suspended/ }).waitFor()
    await page.getByRole('grid', { name: 'results' }).getByText('is your own account').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('restore a deleted user from the recycle bin', async () => {
    const tokens = await demoSession(product)
    const { body } = await apiCaller(product, tokens)('GET', '/administrator/tokens/v2?search=okafor&pageSize=1')
    const [user] = body['items'] as { id: string; firstName: string; lastName: string }[]
    await apiCaller(product, tokens)('DELETE', `/administrator/tokens/${user?.id}`, {})
    const name = `${user?.firstName} ${user?.lastName}`
    await page.goto(`${product.address}/dashboard/users/bin`)
    await page.getByRole('button', { name: `Restore ${name}` }).click()
    await page.getByText(`${name} restored`).waitFor()
    await page.goto(`${product.address}/dashboard/users/${user?.id}`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  test('save a view as a tab and remove it', async () => {
    await page.goto(`${product.address}/dashboard/users?status=40`)
    await page.getByRole('button', { name: 'Save view…' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Sent home')
    await dialog().getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('link', { name: 'Sent home' }).waitFor()
    await page.getByRole('button', { name: 'Remove view' }).click()
    await page.getByRole('link', { name: 'Sent home' }).waitFor({ state: 'detached' })
  })
})

describe('users from a CSV', () => {
  test('one column feeds several fields, the email is the user ID if none is mapped, and the review leads back', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/users/import`)
    const sample = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a sample file' }).click()
    expect((await sample).suggestedFilename()).toBe('users.csv')
    const template = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template…' }).click()
    await page.getByRole('menuitem', { name: 'JumpCloud' }).click()
    expect((await template).suggestedFilename()).toBe('jumpcloud.csv')
    await page.locator('input[type=file]').setInputFiles(await (await sample).path())
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    const csv = 'First name;Last name;Email\r\nKim;Lee;kim@crew.example\r\nBo;Ray;bo@crew.example'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('No column is mapped to the User ID').waitFor()
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('button', { name: 'Map Email to another field' }).click()
    await page.getByRole('combobox', { name: 'Email also means' }).selectOption({ label: 'Employee ID' })
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('Import finished: 2 created').waitFor()
    const { body } = await apiCaller(product, await tokensOf(page))('GET', '/administrator/tokens/v2?search=kim')
    expect(body['items']).toMatchObject([{ userId: 'kim@crew.example', employeeId: 'kim@crew.example' }])
  })

  test('1,000 are imported; three kinds of bad rows are named and skipped', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/users/import`)
    const good = Array.from({ length: 997 }, (_, n) => `crew${n};Crew;No ${n};crew${n}@import.example`)
    const bad = [
      ';Without;Id;without@import.example',
      'mail;Bad;Mail;not-a-mail',
      'crew5;Twice;Crew;twice@import.example',
    ]
    const csv = ['User ID;First name;Last name;Email', ...good, ...bad].join('\r\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('combobox', { name: 'Field for User ID' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('button', { name: 'Import 997 rows' }).waitFor()
    await page.getByRole('link', { name: /^Error 3/ }).click()
    for (const why of ['User ID is required', 'Email is not valid', 'Row 7 of this file has the same User ID'])
      await page.getByText(why).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 997 rows' }).click()
    await page.getByText('Import finished: 997 created, 0 updated, 0 unchanged, 3 with errors').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download errors' }).click()
    expect((await file).suggestedFilename()).toBe('errors.csv')
    await page.getByRole('link', { name: 'Go to users' }).click()
    await page.getByText(/of 998$/).waitFor()
  })

  test('users named in a file are deleted after confirmation, with a link to the run', async () => {
    const { page, workspace } = await newOwner(product)
    const leaver = `kim@${workspace.slug}.example`
    await addUser(product, await tokensOf(page), { firstName: 'Kim', lastName: 'Lee', email: leaver })
    await page.goto(`${product.address}/dashboard/users/delete-by-csv`)
    const csv = `User ID\r\n${leaver}\r\nnobody@${workspace.slug}.example`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'leavers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('link', { name: /^Error 1/ }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete 1 user…' }).click()
    const asked = page.getByRole('dialog')
    await asked.getByText('1 users lose access immediately.').waitFor()
    await asked.getByRole('button', { name: 'Delete 1 user' }).click()
    await page.getByRole('link', { name: 'Show run' }).click()
    await page.getByRole('heading', { level: 1, name: '1 user deleted' }).waitFor()
    await page.getByRole('grid', { name: 'results' }).getByText('Kim Lee').waitFor()
  })
})

describe('earlier bulk runs', () => {
  const runs = `${product.address}/dashboard/users/runs`

  test('an action is undone from the list of runs', async () => {
    const { page, workspace } = await newOwner(product)
    const ask = apiCaller(product, await tokensOf(page))
    const added = { firstName: 'Kim', lastName: 'Lee', email: `kim@${workspace.slug}.example` }
    const id = await addUser(product, await tokensOf(page), added)
    expect((await ask('POST', '/administrator/tokens/deleteMany', { ids: [id] })).status).toBe(200)
    await page.goto(runs)
    await page.getByRole('button', { name: 'Actions for 1 user deleted' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Actions for 1 user deleted' }).click()
    await page.getByRole('menuitem', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: '1 user deleted (undone)' }).waitFor()
    await page.goto(runs)
    await page.getByRole('row', { name: /^1 user deleted Done .* Undone/ }).waitFor()
    expect(await page.getByRole('button', { name: 'Actions for 1 user deleted' }).count()).toBe(0)
    expect((await ask('GET', `/administrator/tokens/${id}`)).status).toBe(200)
  })

  test('a file import continues where it was left and is undone later', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/users/import`)
    const csv = 'First name;Last name;Email\r\nKim;Lee;kim@crew.example'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Review rows' }).waitFor()
    await page.goto(runs)
    await page.getByRole('link', { name: 'Imports' }).click()
    const row = page.getByRole('row', { name: /crew\.csv/ })
    await row.getByText('Map columns').waitFor()
    expect(await barriers(page)).toEqual([])
    await row.getByRole('link', { name: 'crew.csv' }).click()
    await page.getByRole('button', { name: 'Review rows' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('Import finished: 1 created').waitFor()
    await page.goto(`${product.address}/dashboard/users/import`)
    await page.getByRole('link', { name: 'Earlier imports' }).click()
    await row.getByText('Done').waitFor()
    await row.click()
    await page.getByRole('button', { name: 'Undo import…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo for 1 user' }).click()
    await page.getByText(/1 deleted, 0 reset, 0 unchanged/).waitFor()
  })
})
