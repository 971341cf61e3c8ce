import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { ownProduct } from '../../shared-product.ts'
import { activate, newOwner } from '../../workspace-setup.ts'

test('super administrators save a view, delete a workspace together, announce by email, and put the console into maintenance', async () => {
  const product = await ownProduct({ TWO_PERSON_RULE: 'true' })
  const superAdministrator = async (email: string, name: string): Promise<Page> => {
    const { page } = await newVisitor()
    const { link } = await product.admin('create-super-admin', email, '--name', name)
    await activate(page, String(link))
    return page
  }
  const sue = await superAdministrator('sue@installation.example', 'Sue Per')
  const sam = await superAdministrator('sam@installation.example', 'Sam Second')
  const { page: owner, workspace } = await newOwner(product, '/dashboard/users')
  const { name, slug } = workspace
  const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()

  await sue.goto(`${product.address}/dashboard/super-admin/workspaces?search=${slug}`)
  await press(sue, 'Save view…')
  await sue.getByRole('dialog').getByLabel('Name').fill('Ferns')
  await press(sue, 'Save view')
  await sue.getByRole('link', { name: 'Ferns' }).waitFor()
  await sue.getByRole('link', { name: 'All', exact: true }).click()
  await sue.getByRole('link', { name: 'Ferns' }).click()
  await sue.waitForURL(`**search=${slug}`)
  expect(await barriersEverywhere(sue)).toEqual([])

  await sue.getByRole('row', { name: new RegExp(slug) }).click()
  await sue.getByLabel('Workspace sections').getByRole('link', { name: 'Overview' }).click()
  await press(sue, 'Delete workspace…')
  await sue.getByRole('dialog').getByLabel(`Enter “${name}”`).fill(name)
  await press(sue, 'Delete 1 workspace')
  await sue.getByText(`Sue Per asks to delete ${name}.`).waitFor()
  expect(await sue.getByRole('button', { name: 'Confirm deletion' }).count()).toBe(0)
  expect(await barriersEverywhere(sue)).toEqual([])
  const { link } = await product.mailTo(
    'sam@installation.example',
    undefined,
    `Sue Per needs a second super administrator for ${name}`,
  )
  await sam.goto(link ?? '')
  await press(sam, 'Confirm deletion')
  await sam.getByText(`${name} will be deleted on`).waitFor()
  await press(sam, 'Cancel deletion')
  await sam.getByText(`Canceled for ${name}`).waitFor()
  await sam.getByLabel('Workspace sections').getByRole('link', { name: 'Log' }).click()
  const log = sam.getByRole('grid', { name: 'entries' })
  for (const line of ['Deletion canceled', 'Deletion scheduled', 'Confirmed by a second super administrator'])
    await log.getByText(line).first().waitFor()
  expect(await sam.getByText('Ada Fern').count()).toBe(0)
  expect(await barriersEverywhere(sam)).toEqual([])

  await sam.goto(`${product.address}/dashboard/super-admin/announcements`)
  await sam.getByLabel('Text').fill('Power cut on Sunday')
  await sam.getByLabel('Also send by email').check()
  await press(sam, 'Create announcement')
  await product.mailTo(workspace.owner, undefined, 'Announcement: Power cut on Sunday')
  expect(await barriersEverywhere(sam)).toEqual([])

  await sam.goto(`${product.address}/dashboard/super-admin`)
  await sam.getByLabel('Message').fill('Back at noon')
  await press(sam, 'Turn on maintenance mode')
  await sam.getByText('turned on maintenance mode').waitFor()
  await expect
    .poll(async () => {
      await owner.goto(`${product.address}/dashboard/users`)
      await owner.getByRole('grid', { name: 'users' }).waitFor()
      return owner.getByRole('button', { name: 'Add user' }).count()
    })
    .toBe(0)
  await owner.getByText('Maintenance: you can look, but not change anything. Back at noon').waitFor()
  await press(sam, 'Turn off maintenance mode')
  await sam.getByText('Maintenance mode turned off').waitFor()
}, 240_000)
