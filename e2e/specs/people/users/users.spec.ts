import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { barriers, type Visitor, newVisitor } from '../../../browser.ts'
import { activate, addUser, apiCaller, newOwner, tokensOf, unique } from '../../../workspace-setup.ts'
import type { Workspace } from '../../../workspace-setup.ts'
import { sharedProduct } from '../../../shared-product.ts'

const product = sharedProduct()
let owner: Visitor & { workspace: Workspace }

beforeAll(async () => {
  owner = await newOwner(product)
})

const open = async (path: string) => {
  await owner.page.goto(product.address + path)
  await owner.page.getByRole('heading', { level: 1 }).waitFor()
  return owner.page
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'User sections' })

async function fill(page: Page, user: { first: string; last: string; email: string }): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Add user' })
  await drawer.getByLabel('First name').fill(user.first)
  await drawer.getByLabel('Last name').fill(user.last)
  await drawer.getByLabel('Email', { exact: true }).fill(user.email)
  await drawer.getByLabel('User ID').fill(user.email)
}

describe('a new user', () => {
  test('gets an email, adds a passkey, sees their pages, and is Active for the administrator with the full log', async () => {
    const page = await open('/dashboard/users')
    const email = `${unique('jon')}@fern.example`
    await page.getByRole('button', { name: 'Add user' }).click()
    await fill(page, { first: 'Jon', last: 'Snow', email })
    await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click()
    await page.getByText('Jon Snow added').waitFor()
    const row = page.getByRole('row', { name: new RegExp(email) })
    await row.getByText('Pending').waitFor()

    const letter = await product.mailTo(email)
    expect(letter.subject).toBe('Set up your sign-in for Fern Clinic')
    const user = await newVisitor()
    await user.page.goto(letter.link ?? '')
    await user.page.getByText(/ invited you to Fern Clinic$/).waitFor()
    await activate(user.page, letter.link ?? '')
    await user.page.getByRole('heading', { name: 'Hello, Jon' }).waitFor()
    await expect.poll(() => user.page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
    const menu = user.page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'My security keys' }).waitFor()
    expect(await menu.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await menu.getByRole('link', { name: 'Profile' }).click()
    await user.page.getByText(`Jon Snow · ${email}`).waitFor()

    await page.reload()
    await row.getByText('Active').waitFor()
    await row.click()
    await page.getByText('This user signs in with 1 key.').waitFor()
    await sections(page).getByRole('link', { name: 'Activity' }).click()
    const log = page.getByRole('grid', { name: 'entries' })
    for (const said of ['User created', 'Activation email sent', 'Passkey added', 'Account activated'])
      await log.getByText(said).first().waitFor()
  })

  test('is refused field by field, and can share a taken mailbox on purpose', async () => {
    const page = await open('/dashboard/users?add=1')
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    await drawer.getByRole('button', { name: 'Add user' }).click()
    for (const fault of ['First Name is required', 'Email is required', 'User ID is required'])
      await drawer.getByText(fault).waitFor()
    await drawer.getByLabel('First name').and(page.locator(':focus')).waitFor()
    await fill(page, { first: 'Twin', last: '', email: owner.workspace.owner })
    await drawer.getByLabel('User ID').fill(unique('twin'))
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await drawer.getByText('Last Name is required').waitFor()
    await drawer.getByLabel('Last name').fill('Fern')
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await drawer.getByText('Another user has this email').first().waitFor()
    await drawer.getByLabel('Shared mailbox').check()
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await page.getByText('Twin Fern added').waitFor()
  })

  test('gets a card in the same drawer; if the card is taken, the user is still created', async () => {
    const page = await open('/dashboard/users?add=1')
    const drawer = page.getByRole('dialog', { name: 'Add user' })
    const addedWith = async (first: string, card: string) => {
      await fill(page, { first, last: 'Badge', email: `${unique(first.toLowerCase())}@fern.example` })
      await drawer.getByRole('radio', { name: 'Access card' }).check()
      await drawer.getByLabel('Accesskey/Card ID').fill(card)
      await drawer.getByRole('button', { name: 'Add user' }).click()
    }
    await addedWith('Kim', '')
    await drawer.getByText('Card number is required').waitFor()
    expect(await barriers(page)).toEqual([])
    await drawer.getByLabel('Accesskey/Card ID').fill('880001')
    await drawer.getByRole('button', { name: 'Add user' }).click()
    await page.getByText('The card is assigned and ready to use.').waitFor()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add user' }).click()
    await addedWith('Bo', '880001')
    await drawer.getByText('Bo Badge was added.').waitFor()
    await drawer.getByText('Kim Badge already has this card').waitFor()
    expect(await barriers(page)).toEqual([])
    await drawer.getByLabel('Accesskey/Card ID').fill('880002')
    await drawer.getByRole('button', { name: 'Assign card' }).click()
    await page.getByText('Bo Badge added').waitFor()
    for (const name of ['Kim Badge', 'Bo Badge'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByText('Active')
        .waitFor()
    await page.getByRole('row', { name: /Bo Badge/ }).click()
    const parts = sections(page)
    await parts.getByRole('link', { name: 'Overview', exact: true }).waitFor()
    await parts.getByRole('link', { name: 'Groups and units', exact: true }).waitFor()
  })

  test('is not lost by closing the drawer with one key', async () => {
    const page = await open('/dashboard/users?add=1')
    await page.getByRole('dialog', { name: 'Add user' }).getByLabel('First name').fill('Half')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByRole('dialog', { name: 'Add user' }).getByLabel('First name').inputValue()).toBe('Half')
  })
})

test('a change shows immediately and is logged with before and after', async () => {
  const email = `${unique('may')}@fern.example`
  const id = await addUser(product, await tokensOf(owner.page), { firstName: 'May', lastName: 'Day', email })
  const page = await open(`/dashboard/users/${id}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('dialog').getByLabel('Last name').fill('June')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'May June', level: 1 }).waitFor()
  await sections(page).getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('button', { name: /^Details for User changed/ }).click()
  await page.getByRole('row', { name: 'Last name Day June', exact: true }).waitFor()
})

test('a deleted user loses the session immediately; Undo restores the user', async () => {
  const email = `${unique('gus')}@fern.example`
  const id = await addUser(product, await tokensOf(owner.page), {
    firstName: 'Gus',
    lastName: 'Oak',
    email,
    invite: true,
  })
  const gus = await newVisitor()
  await activate(gus.page, (await product.mailTo(email)).link ?? '')
  const page = await open(`/dashboard/users/${id}`)
  await page.getByRole('button', { name: 'More actions for Gus Oak' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByText('Gus Oak loses access to 1 key.').waitFor()
  await page.getByRole('button', { name: 'Delete 1 user' }).click()
  await page.getByText('Gus Oak deleted').waitFor()
  await page.waitForURL('**/dashboard/users')
  expect((await apiCaller(product, await tokensOf(gus.page))('GET', '/users')).status).toBe(401)
  await gus.page.reload()
  await gus.page.waitForURL('**/auth/sign-in?redirectUrl=**')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Gus Oak restored').waitFor()
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByText('Active')
    .waitFor()
  await gus.page.getByRole('button', { name: 'Use a passkey or security key' }).click()
  await gus.page.waitForURL('**/dashboard')
})

test('an unknown user gets a message with a link back', async () => {
  const page = await open('/dashboard/users').then(async shown => {
    await shown.goto(`${product.address}/dashboard/users/01900000-0000-7000-8000-000000000000`)
    return shown
  })
  await page.getByText('User not found').waitFor()
  await page.getByRole('link', { name: 'Back to users' }).click()
  await page.getByRole('grid', { name: 'users' }).waitFor()
})
