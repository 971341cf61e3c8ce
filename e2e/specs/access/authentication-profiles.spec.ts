import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { openIdProvider } from '../../openid-provider.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

test('an owner cannot lock all users out, and the sign-in page shows what was saved', async () => {
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'identity-providers')
  await page.goto(`${product.address}/dashboard/authentication-profile`)
  await page.getByText('All sign-in methods are available').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add profile' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New authentication profile' })
  await panel.getByLabel('Name').fill('Passwords only')
  for (const way of ['Passkey or security key', 'Access card and PIN', 'Code by email'])
    await panel.getByRole('checkbox', { name: way }).uncheck()
  await panel.getByRole('checkbox', { name: 'Password' }).check()
  await panel.getByRole('button', { name: 'Show affected users' }).click()
  await panel.getByText("You can't save this profile because no owner could sign in anymore.").waitFor()
  await panel.getByText('Passkey or security key: 1 user loses it').waitFor()
  await panel.getByRole('button', { name: 'Add profile' }).click()
  await panel.getByText('After this change, no owner could sign in anymore').first().waitFor()
  expect(await barriers(page)).toEqual([])

  await panel.getByLabel('Name').fill('Codes and passkeys')
  await panel.getByRole('checkbox', { name: 'Password' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Code by email' }).check()
  await panel.getByRole('checkbox', { name: 'Passkey or security key' }).check()
  const up = panel.getByRole('button', { name: 'Move Passkey or security key up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Add profile' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByText('Passkey or security key · Code by email').waitFor()
  expect(await barriers(page)).toEqual([])

  const other = await newVisitor()
  await other.page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
  await other.page.getByRole('button', { name: 'Email me a code' }).waitFor()
  const texts = await other.page.getByRole('button').allTextContents()
  expect(texts.filter(text => !/demo|Deutsch/.test(text))).toEqual(['Use a passkey or security key', 'Email me a code'])
  expect(await barriers(other.page)).toEqual([])

  await page.getByRole('button', { name: 'Actions for Codes and passkeys' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const editing = page.getByRole('dialog', { name: 'Codes and passkeys' })
  await editing.getByRole('combobox', { name: 'Start automatically with' }).click()
  await page.getByRole('option', { name: 'Passkey or security key' }).click()
  await editing.getByRole('button', { name: 'Save profile' }).click()
  await editing.waitFor({ state: 'hidden' })
  await page.goto(`${product.address}/auth/sign-out`)
  await page.waitForURL('**/auth/sign-in**')
  await page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
  await page.waitForURL('**/dashboard')
})

test('users are sent to an identity provider; an owner without a key signs in with the break-glass code, once (R13)', async () => {
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'identity-providers')
  const redirectUri = `${product.address}/api/sso/oidc/sp/callback`
  const { issuer } = await openIdProvider({ id: 'claviger', secret: 'theirs', redirectUri }, 'clinic.example')
  const ask = apiCaller(product, await tokensOf(page))
  const provider = {
    name: 'Clinic login',
    issuer,
    clientId: 'claviger',
    clientSecret: 'theirs',
    people: { domains: [] },
  }
  const { body: made } = await ask('POST', '/api/sso/oidc/idp', provider)
  await ask('PUT', '/api/sso/oidc/idp/active', { ids: [made['id']], active: true })

  await page.goto(`${product.address}/dashboard/authentication-profile`)
  await page.getByRole('button', { name: 'Add profile' }).first().click()
  const panel = page.getByRole('dialog', { name: 'New authentication profile' })
  await panel.getByLabel('Name', { exact: true }).fill('All at the clinic')
  await panel.getByRole('radio', { name: /External provider/ }).check({ force: true })
  await panel.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Clinic login' }).click()
  expect(await barriers(page)).toEqual([])
  await panel.getByRole('button', { name: 'Add profile' }).click()
  const once = page.getByRole('dialog', { name: 'Break-glass code' })
  const code = /([A-Z0-9]{4}-){5}[A-Z0-9]{4}/.exec(await once.innerText())?.[0] ?? 'no code'
  expect(await barriers(page)).toEqual([])
  await once.getByRole('button', { name: "I've copied it" }).click()
  await page.getByText('Redirected to Clinic login; owners keep their passkeys').waitFor()

  const other = await newVisitor()
  const use = async () => {
    await other.page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
    await other.page.getByRole('link', { name: 'Continue with Clinic login' }).waitFor()
    await other.page.getByRole('button', { name: 'Other sign-in methods' }).click()
    expect(await barriers(other.page)).toEqual([])
    await other.page.getByRole('button', { name: 'Use break-glass code' }).click()
    await other.page.getByLabel('Email').fill(workspace.owner)
    await other.page.getByLabel('Break-glass code').fill(code)
    await other.page.getByRole('button', { name: 'Create new passkey' }).click()
  }
  await use()
  await other.page.getByRole('button', { name: 'Confirm and continue' }).click()
  await other.page.getByRole('button', { name: 'Create passkey' }).click()
  await other.page.waitForURL('**/dashboard')
  await product.mailTo(workspace.owner, new Date(0), 'The break-glass code was used')
  await use()
  await other.page.getByText('This code is wrong or was already used').first().waitFor()
})
