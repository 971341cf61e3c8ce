import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { plugIn, type Visitor, newVisitor } from '../../browser.ts'
import {
  apiCaller,
  openConsole,
  storedTokens,
  letCodesIn,
  newOwner,
  session,
  signOut,
  tokensOf,
  unique,
  usePasskey,
} from '../../workspace-setup.ts'
import type { Workspace } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

type Owner = Visitor & { workspace: Workspace }

/** Signs in with a code, so that no passkey has confirmed this session yet. */
async function signInByCode(owner: Owner): Promise<void> {
  const { page, workspace } = owner
  await letCodesIn(product, owner)
  await signOut(page)
  const before = new Date()
  await page.getByLabel('Email').fill(workspace.owner)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
  const { code = '' } = await product.mailTo(workspace.owner, before)
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
  await page.waitForURL('**/dashboard')
}

const rows = (page: Page) => page.getByRole('button', { name: /^Actions for/ })

function confirmations(page: Page): () => number {
  let number = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/users/auth/verify')) number++
  })
  return () => number
}

describe('own passkeys', () => {
  test('a second passkey is added, renamed, and deleted; each change is confirmed with a passkey and emailed (R172)', async () => {
    const owner = await newOwner(product, '/dashboard')
    const { page, workspace, key } = owner
    await signInByCode(owner)
    const confirmed = confirmations(page)
    await page.goto(`${product.address}/dashboard/profile/security-keys`)
    await page.getByText('You have only one passkey. Add a second one').waitFor()

    const beforeRenaming = new Date()
    await rows(page).first().click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('First key')
    await page.getByRole('button', { name: 'Rename passkey' }).click()
    await page.getByRole('button', { name: 'Actions for First key' }).waitFor()
    expect(confirmed()).toBe(1)
    expect((await product.mailTo(workspace.owner, beforeRenaming)).text).toContain('First key')

    await key.touch(false)
    const second = await plugIn(page)
    const beforeAdding = new Date()
    await page.getByRole('link', { name: 'Add security key' }).click()
    await page.getByLabel('Name').fill('Blue key')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByText('“Blue key” added').waitFor()
    await page.getByRole('button', { name: 'Actions for Blue key' }).waitFor()
    expect(await second.credentials()).toHaveLength(1)
    expect((await product.mailTo(workspace.owner, beforeAdding)).subject).toBe('A passkey was added to your account')

    const beforeDeleting = new Date()
    await page.getByRole('button', { name: 'Actions for Blue key' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete 1 passkey' }).click()
    await page.getByText('Passkey deleted').waitFor()
    await page.getByRole('button', { name: 'Actions for Blue key' }).waitFor({ state: 'detached' })
    expect((await product.mailTo(workspace.owner, beforeDeleting)).subject).toBe(
      'A passkey was deleted from your account',
    )
    await page.getByRole('button', { name: 'Actions for First key' }).waitFor()
    expect(confirmed()).toBe(1)
  })

  test('the last passkey stays, and the page says why', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/profile`)
    await rows(page).first().click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete 1 passkey' }).click()
    await page.getByText('This is your last sign-in method. Add another passkey first').waitFor()
    expect(await rows(page).count()).toBe(1)
  })

  test('nothing changes without the confirmation of the holder', async () => {
    const owner = await newOwner(product, '/dashboard')
    await signInByCode(owner)
    await owner.key.verifies(false)
    await owner.page.goto(`${product.address}/dashboard/profile/security-keys`)
    await rows(owner.page).first().click()
    await owner.page.getByRole('menuitem', { name: 'Rename…' }).click()
    await owner.page.getByRole('dialog').getByLabel('Name').fill('Stolen')
    await owner.page.getByRole('button', { name: 'Rename passkey' }).click()
    await owner.page.getByText('We could not verify you or the key').first().waitFor()
    const { body } = await apiCaller(product, await tokensOf(owner.page))('GET', '/users/auth/credentials')
    expect(JSON.stringify(body)).toContain('items')
    expect(JSON.stringify(body)).not.toContain('Stolen')
  })
})

test('own sessions are listed, and all others can be signed out', async () => {
  const { page, workspace } = await newOwner(product)
  const elsewhere = await newVisitor()
  await openConsole(elsewhere.page, product, await session(product, workspace.owner))
  await page.goto(`${product.address}/dashboard/profile`)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('1 session ended').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' })
  await elsewhere.page.reload()
  await elsewhere.page.waitForURL('**/auth/sign-in?redirectUrl=**')
  await page.reload()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
})

describe('own details', () => {
  test('a new name appears everywhere immediately', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/profile`)
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Name saved').waitFor()
    await page.getByRole('button', { name: "Ada Lovelace's account" }).waitFor()
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    await page.getByLabel('Last name').fill('Byron')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: "Ada Byron's account" }).waitFor()
  })

  test('leaving with unsaved input asks for confirmation', async () => {
    const { page } = await newOwner(product)
    await page.goto(`${product.address}/dashboard/profile`)
    await page.getByLabel('First name').fill('Augusta')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('First name').inputValue()).toBe('Augusta')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
  })

  test('a new email counts after its code, and then signs the user in', async () => {
    const { page } = await newOwner(product)
    const email = `${unique('ada')}@elsewhere.example`
    await page.goto(`${product.address}/dashboard/profile`)
    await page.getByRole('button', { name: 'Change email…' }).click()
    await page.getByLabel('New email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText(`We sent a 6-digit code to ${email}`).waitFor()
    const { code = '' } = await product.mailTo(email)
    await page.getByLabel('Digit 1 of 6').click()
    await page.keyboard.type(code)
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
    await page.getByText('Email changed').waitFor()
    await page.getByText(email).first().waitFor()
  })
})

test('the last owner cannot delete their account; another user can, and is signed out for good (R163)', async () => {
  const { page, workspace } = await newOwner(product)
  await page.goto(`${product.address}/dashboard/account-deletion`)
  const remove = async (on: Page) => {
    await on.getByRole('button', { name: 'Delete account…' }).click()
    await on.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  }
  await remove(page)
  await page.getByText('A workspace needs an owner. Add another owner first').waitFor()

  const email = `${unique('leaver')}@fern.example`
  const ask = apiCaller(product, await tokensOf(page))
  await ask('POST', '/administrator/tokens', { firstName: 'Lea', lastName: 'Ver', email, userId: email })
  const leaver = await newVisitor()
  await openConsole(
    leaver.page,
    product,
    await session(product, email, '--workspace', workspace.slug),
    '/dashboard/account-deletion',
  )
  await remove(leaver.page)
  await leaver.page.waitForURL('**/auth/sign-in')
  expect(await storedTokens(leaver.page)).toEqual({})
})

test('the key signs in again after each sign-out', async () => {
  const { page } = await newOwner(product, '/dashboard')
  for (let visit = 0; visit < 2; visit++) {
    await signOut(page)
    await usePasskey(page)
    await page.waitForURL('**/dashboard')
  }
})
