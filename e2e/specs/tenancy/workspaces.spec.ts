import { describe, expect, test } from 'vitest'
import { newVisitor } from '../../browser.ts'
import {
  activate,
  apiCaller,
  demoSession,
  openConsole,
  newWorkspace,
  session,
  tokensOf,
  unique,
} from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

describe('all workspaces', () => {
  test('are visible to a super administrator, who signed in by a link from the command line', async () => {
    const { slug } = await newWorkspace(product, unique('Moss Clinic'))
    const { link } = await product.admin(
      'create-super-admin',
      `${unique('root')}@installation.example`,
      '--name',
      'Ro Ot',
    )
    const { page } = await newVisitor()
    await activate(page, String(link))
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(slug)
    const row = page.getByRole('grid', { name: 'workspaces' }).getByRole('row', { name: new RegExp(slug) })
    await row.getByText('Active').waitFor()
    const users = await apiCaller(product, await tokensOf(page))('GET', '/administrator/tokens/v2')
    expect(users.status).toBe(403)
  })

  test('are closed to the owner of one of them: no menu item, page, or call', async () => {
    const tokens = await demoSession(product)
    const { page } = await newVisitor()
    await openConsole(page, product, tokens)
    expect(await page.getByRole('link', { name: 'Workspaces' }).count()).toBe(0)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(`${product.address}/dashboard/super-admin/workspaces`)
    await page.getByText("You don't have access to this page").waitFor()
    expect(asked.filter(path => path.startsWith('/superAdmin'))).toEqual([])
    expect((await apiCaller(product, tokens)('GET', '/superAdmin/workspaces')).status).toBe(403)
  })
})

describe('a personal workspace', () => {
  test('has only personal pages, and business pages say so (R175)', async () => {
    const slug = unique('mia')
    const words = ['--slug', slug, '--owner', `${slug}@home.example`, '--first', 'Mia', '--last', 'Berg']
    await product.admin('create-workspace', 'Mia Berg', '--type', 'personal', ...words)
    const tokens = await session(product, `${slug}@home.example`)
    const { page } = await newVisitor()
    await openConsole(page, product, tokens)
    await page.getByRole('heading', { name: 'Hello, Mia' }).waitFor()
    await page.goto(`${product.address}/dashboard/users`)
    await page.getByText('You are signed in to a personal workspace. Sign in to a business one.').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    const refused = await apiCaller(product, tokens)('GET', '/administrator/tokens/v2')
    expect(refused).toMatchObject({ status: 403, body: { code: 'personal-workspace' } })
  })
})

test('a user known to two workspaces switches between them in the menu', async () => {
  const first = await newWorkspace(product, 'Oak Clinic')
  const second = unique('elm')
  const { link } = await product.admin('create-workspace', 'Elm Clinic', '--slug', second, '--owner', first.owner)
  const ada = await newVisitor()
  await activate(ada.page, first.link)
  await ada.page.getByText(first.slug).first().waitFor()
  const elsewhere = await newVisitor()
  await activate(elsewhere.page, String(link))
  await ada.page.reload()
  await ada.page.getByRole('button', { name: /Switch workspace/ }).click()
  await ada.page.getByRole('menuitem', { name: 'Elm Clinic' }).click()
  await ada.page.getByRole('heading', { name: 'Sign in to Elm Clinic' }).waitFor()
})

test('a read-only administrator sees no actions that write', async () => {
  const { page } = await newVisitor()
  const reader = await session(product, 'h.kovarova@northgate.example', '--workspace', 'northgate')
  await openConsole(page, product, reader, '/dashboard/users')
  await page.getByRole('grid', { name: 'users' }).waitFor()
  expect(await page.getByRole('button', { name: 'Add user' }).count()).toBe(0)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open'])
})
