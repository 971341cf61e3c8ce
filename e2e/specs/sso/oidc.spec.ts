import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersEverywhere, newVisitor } from '../../browser.ts'
import { oidcApplication } from '../../oidc-application.ts'
import { allowLoopback, apiCaller, newOwner, signOut, tokensOf, usePasskey } from '../../workspace-setup.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const PIN = '739146'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const told = async (page: Page) =>
  JSON.parse((await page.locator('pre').textContent()) ?? '') as Record<string, unknown>

async function register(ask: ReturnType<typeof apiCaller>, slug: string, more: { own?: boolean; oidc?: object } = {}) {
  const application = await oidcApplication()
  const { body } = await ask('POST', '/api/sso/oidc/sp', {
    name: 'Ward board',
    own: more.own ?? true,
    oidc: {
      redirectUris: [application.redirect],
      postLogoutRedirectUris: [application.signedOut],
      backchannelLogoutUri: application.backchannel,
      ...more.oidc,
    },
  })
  const id = String(body['id'])
  const all = { everyone: true, groups: [], units: [], users: [] }
  expect((await ask('PUT', `/api/sso/applications/${id}/assignment`, all)).status).toBe(200)
  await application.knows(`${product.address}/oidc/${slug}`, String(body['clientId']), String(body['clientSecret']))
  return application
}

test('a passkey signs in to an application, immediately in another tab, and one sign-out ends both', async () => {
  const owner = await newOwner(product, '/dashboard')
  await allowLoopback(product, owner.workspace.slug, 'applications')
  const { page, workspace } = owner
  const ask = apiCaller(product, await tokensOf(page))
  const application = await register(ask, workspace.slug)
  await signOut(page)
  await page.goto(application.address)
  await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
  await usePasskey(page)
  await heading(page, 'Welcome')
  expect(await told(page)).toMatchObject({ name: 'Ada Fern', amr: ['hwk', 'user', 'mfa'], acr: 'phrh' })

  const other = await owner.context.newPage()
  await other.goto(application.address)
  await heading(other, 'Welcome')

  await page.goto(`${application.address}/?prompt=login`)
  await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
  await page.waitForTimeout(1100)
  await usePasskey(page)
  await heading(page, 'Welcome')

  await page.goto(`${application.address}/leave`)
  await heading(page, 'Sign out?')
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Session ended')
  await page.goto(application.address)
  await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
})

test('an application requires a PIN and gets it from a badge', async () => {
  const owner = await newOwner(product)
  await allowLoopback(product, owner.workspace.slug, 'applications')
  const ask = apiCaller(product, await tokensOf(owner.page))
  const { slug } = owner.workspace
  const application = await register(ask, slug, { oidc: { demand: 'card' } })
  const email = `una@${slug}.example`
  const person = await ask('POST', '/administrator/tokens', {
    userId: email,
    firstName: 'Una',
    lastName: 'Holm',
    email,
  })
  const assignment = { userId: person.body['id'], type: 2, activation: 1, cardId: '1234567890' }
  const made = await ask('POST', '/administrator/tokens/userInfo/securitykey', assignment)
  const { id } = made.body['key'] as { id: string }
  expect((await ask('PUT', `/administrator/tokens/securityKey/${id}/resetPin`, { pin: PIN })).status).toBe(200)

  const { page } = await newVisitor()
  await page.goto(application.address)
  await page.getByText('The application requires a card with its PIN.').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.keyboard.type('1234567890', { delay: 2 })
  await page.keyboard.press('Enter')
  await heading(page, 'Enter the PIN')
  await page.getByLabel('Card PIN').fill(PIN)
  await page.keyboard.press('Enter')
  await heading(page, 'Welcome')
  expect(await told(page)).toMatchObject({
    name: 'Una Holm',
    amr: ['swk', 'sc', 'pin', 'mfa'],
    acr: 'urn:claviger:acr:card',
  })

  // The application requires a card, but the owner has only a passkey
  await owner.page.goto(application.address)
  await owner.page.getByText('The application requires a card with its PIN.').waitFor()
})

test('a third-party application asks for consent, which the user revokes in the profile', async () => {
  const owner = await newOwner(product)
  await allowLoopback(product, owner.workspace.slug, 'applications')
  const { page, workspace } = owner
  const application = await register(apiCaller(product, await tokensOf(page)), workspace.slug, { own: false })
  await page.goto(application.address)
  await heading(page, 'Allow Ward board?')
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await heading(page, 'Welcome')
  await page.goto(`${product.address}/dashboard/profile`)
  await page.getByText('Ward board').waitFor()
  await page.getByRole('button', { name: 'Remove access' }).click()
  await page.getByText('Access removed').waitFor()
  await page.goto(application.address)
  await heading(page, 'Allow Ward board?')
  await page.getByRole('button', { name: "Don't allow" }).click()
  await heading(page, 'Refused')
})

test('offline access outlives the sign-out, and the user or an administrator ends it', async () => {
  const owner = await newOwner(product)
  await allowLoopback(product, owner.workspace.slug, 'applications')
  const { page, workspace } = owner
  const application = await register(apiCaller(product, await tokensOf(page)), workspace.slug, {
    oidc: { scopes: ['openid', 'profile', 'offline_access'], grantTypes: ['authorization_code', 'refresh_token'] },
  })
  const connect = async () => {
    const query = new URLSearchParams({ scope: 'openid profile offline_access', prompt: 'consent' })
    await page.goto(`${application.address}/?${query.toString()}`)
    await heading(page, 'Allow Ward board?')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await heading(page, 'Welcome')
  }
  const signInAgain = async () => {
    await page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
    await usePasskey(page)
    await page.waitForURL('**/dashboard**')
  }
  await connect()
  await page.goto(`${product.address}/dashboard/profile`)
  await signOut(page)
  expect((await application.renew()).claims()?.['name']).toBe('Ada Fern')
  await signInAgain()
  await page.goto(`${product.address}/dashboard/profile`)
  await page.getByRole('heading', { name: 'Offline access' }).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('button', { name: 'End access of Ward board' }).click()
  await page.getByText('Session ended').waitFor()
  await expect(application.renew()).rejects.toMatchObject({ error: 'invalid_grant' })

  await connect()
  await page.goto(`${product.address}/dashboard`)
  const { body } = await apiCaller(product, await tokensOf(page))('GET', '/users')
  await page.goto(`${product.address}/dashboard/users/${String(body['id'])}/sessions`)
  await page.getByRole('button', { name: 'End access of Ward board' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End 1 session' }).click()
  await page.getByRole('button', { name: 'End access of Ward board' }).waitFor({ state: 'detached' })
  await expect(application.renew()).rejects.toMatchObject({ error: 'invalid_grant' })
})
