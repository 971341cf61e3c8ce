import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, newVisitor } from '../../browser.ts'
import { openIdProvider } from '../../openid-provider.ts'
import { allowLoopback, apiCaller, newOwner, session, tokensOf, unique } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()

async function proven(page: Page, domain: string): Promise<void> {
  const root = `${unique('root')}@installation.example`
  await product.admin('create-super-admin', root)
  const ask = apiCaller(product, await session(product, root))
  const { body } = await apiCaller(product, await tokensOf(page))('GET', '/users')
  const { id: workspace } = body['workspace'] as { id: string }
  const added = await ask('POST', `/superAdmin/workspaces/${workspace}/trustDomains`, { domain })
  const decided = await ask('PUT', '/superAdmin/trustDomains', { id: added.body['id'], status: 1 })
  expect(decided.status).toBe(200)
}

test('a provider is added, tested, and turned on; a new user signs in with it and adds a passkey', async () => {
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'identity-providers')
  const domain = `${unique('clinic')}.example`
  await proven(page, domain)
  const redirectUri = `${product.address}/api/sso/oidc/sp/callback`
  const { issuer } = await openIdProvider({ id: 'claviger', secret: 'a secret of theirs', redirectUri }, domain)

  await page.goto(`${product.address}/dashboard/external-identity-providers`)
  await page.getByText('No identity providers yet').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Add provider' }).click()
  await page.getByText(redirectUri).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Clinic login')
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByLabel('Client ID').fill('claviger')
  await page.getByLabel('Client secret').fill('a secret of theirs')
  await page.getByRole('textbox', { name: 'Domains' }).fill(domain)
  await page.getByLabel('Match users at first sign-in by').selectOption('Email')
  await page.getByText('Choose this only if you control the addresses at the provider').waitFor()
  await page.getByText('Users are emailed when an account is linked').waitFor()
  await page.getByLabel('Create new users').check()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clinic login' }).waitFor()
  expect(await barriers(page)).toEqual([])

  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Test connection' }).click()
  const tab = await opened
  await tab.locator('input[name="login"]').fill('tessa')
  await tab.locator('input[name="password"]').fill('any')
  await tab.locator('button[type="submit"]').click()
  await tab.locator('button[type="submit"]').click()
  await tab.getByRole('heading', { level: 1, name: 'The connection works' }).waitFor()
  await tab.getByText('This person has no user here. A user would be created.').waitFor()
  expect(await barriers(tab)).toEqual([])
  await tab.close()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Clinic login turned on').waitFor()

  const guest = await newVisitor()
  await guest.page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
  await guest.page.getByRole('link', { name: 'Clinic login' }).click()
  await guest.page.locator('input[name="login"]').fill('nora')
  await guest.page.locator('input[name="password"]').fill('any')
  await guest.page.locator('button[type="submit"]').click()
  await guest.page.locator('button[type="submit"]').click()
  await guest.page.waitForURL('**/dashboard')
  await guest.page.getByRole('button', { name: /^Nora Elsewhere's account/ }).waitFor()
  await guest.page.goto(`${product.address}/dashboard/addSecurityKey`)
  await guest.page.getByRole('button', { name: 'Create passkey' }).click()
  await guest.page.waitForURL('**/dashboard/profile/security-keys')
  expect(await guest.key.credentials()).toHaveLength(1)
  await guest.page.goto(`${product.address}/dashboard/profile`)
  await guest.page.getByRole('button', { name: 'Disconnect Clinic login' }).waitFor()
  expect(await barriers(guest.page)).toEqual([])
})
