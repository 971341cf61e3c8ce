import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { sharedProduct } from '../../shared-product.ts'
import { activate, newOwner, unique } from '../../workspace-setup.ts'

const product = sharedProduct()

test("support access is requested, allowed by the owner, used, ended, and visible in the owner's log", async () => {
  const ada = await newOwner(product)
  const { slug, name, owner } = ada.workspace
  const { page: root, context } = await newVisitor()
  const { link } = await product.admin(
    'create-super-admin',
    `${unique('root')}@installation.example`,
    '--name',
    'Ro Ot',
  )
  await activate(root, String(link))
  await root.goto(`${product.address}/dashboard/super-admin/workspaces?search=${slug}`)
  await root.getByRole('row', { name: new RegExp(slug) }).click()
  await root.getByRole('link', { name: 'Support access' }).click()
  await root.getByLabel('Reason').fill('Ticket 4711')
  await root.getByRole('button', { name: 'Request support access' }).click()
  await root.getByText('Waiting for an answer').waitFor()
  expect(await barriers(root)).toEqual([])

  const { link: answer } = await product.mailTo(owner)
  await ada.page.goto(answer ?? '')
  await ada.page.getByText('Ticket 4711').waitFor()
  expect(await barriers(ada.page)).toEqual([])
  await ada.page.getByRole('button', { name: 'Allow support access' }).click()
  await ada.page.getByRole('button', { name: 'End support access' }).waitFor()

  await root.reload()
  const [inside] = await Promise.all([
    context.waitForEvent('page'),
    root.getByRole('button', { name: 'Start support session' }).click(),
  ])
  const bar = inside.getByRole('status').filter({ hasText: `Support session in ${name}` })
  await bar.waitFor().catch(async (error: unknown) => {
    throw new Error(`${inside.url()}: ${await inside.locator('body').innerText()}`, { cause: error })
  })
  await inside.goto(`${product.address}/dashboard/users`)
  await inside.getByRole('grid', { name: 'users' }).getByText('Ada Fern').waitFor()
  expect(await inside.getByRole('button', { name: 'Add user' }).count()).toBe(0)
  expect(await barriers(inside)).toEqual([])
  await bar.getByRole('button', { name: 'End support session' }).click()
  await inside.waitForURL('**/auth/**')

  await ada.page.goto(`${product.address}/dashboard/activity-logs?kind=change`)
  for (const line of [
    'Support access ended',
    'Support session started',
    'Support access allowed',
    'Support access requested',
  ])
    await ada.page.getByText(line).first().waitFor()
})
