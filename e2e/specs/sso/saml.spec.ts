import type { SamlKeys } from '@claviger/contract/sso/saml'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ownPair } from '../../../server/test/emulators/service-provider.ts'
import { barriersEverywhere } from '../../browser.ts'
import { allowLoopback, apiCaller, newOwner, signOut, tokensOf, usePasskey } from '../../workspace-setup.ts'
import { samlApplication } from '../../saml-application.ts'
import { sharedProduct } from '../../shared-product.ts'

const product = sharedProduct()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function register(ask: ReturnType<typeof apiCaller>, more: object = {}) {
  const pair = await ownPair()
  const application = await samlApplication(pair)
  const { entityId, acs, slo } = application
  const { body } = await ask('POST', '/api/sso/saml/sp', {
    name: 'Ward board',
    mapping: [{ name: 'mail', source: 'email' }],
    saml: {
      entityId,
      acs: [{ url: acs }],
      sloUrl: slo,
      requestsSigned: true,
      spCertificates: [pair.certificate],
      ...more,
    },
  })
  const id = String(body['id'])
  const all = { everyone: true, groups: [], units: [], users: [] }
  expect((await ask('PUT', `/api/sso/applications/${id}/assignment`, all)).status).toBe(200)
  const { body: ours } = await ask('GET', '/api/sso/saml/keys')
  const { entityId: issuer, ssoUrl, sloUrl, signs } = ours as unknown as SamlKeys
  application.knows({ entityId: issuer, ssoUrl, sloUrl, certificate: signs.pem })
  return { ...application, id }
}

test('a passkey signs in to a SAML application, and signing out here ends both', async () => {
  const { page, workspace } = await newOwner(product, '/dashboard')
  await allowLoopback(product, workspace.slug, 'applications')
  const ask = apiCaller(product, await tokensOf(page))
  const application = await register(ask)
  await signOut(page)
  await page.goto(application.address)
  await heading(page, `Sign in to ${workspace.name}`)
  await usePasskey(page)
  await heading(page, 'Welcome')
  expect(await page.locator('pre').textContent()).toContain('"mail":')

  await page.goto(`${application.address}/leave`)
  await heading(page, 'Session ended')
  await page.goto(application.address)
  await heading(page, `Sign in to ${workspace.name}`)
  await usePasskey(page)
  await heading(page, 'Welcome')

  await page.goto(`${product.address}/dashboard`)
  await signOut(page)
  await page.goto(application.address)
  await heading(page, `Sign in to ${workspace.name}`)
})

test('a user without access gets a plain reason', async () => {
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'applications')
  const ask = apiCaller(product, await tokensOf(page))
  const application = await register(ask)
  const nobody = { everyone: false, groups: [], units: [], users: [] }
  await ask('PUT', `/api/sso/applications/${application.id}/assignment`, nobody)
  await page.goto(application.address)
  await heading(page, "This sign-in can't continue")
  await page.getByText(/Reference for your administrator: [2-9A-Z]{8}/).waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
})

test('an application certificate that expires soon is on the dashboard, with a link to replace it', async () => {
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'applications')
  const ask = apiCaller(product, await tokensOf(page))
  const { id } = await register(ask)
  const told = page.getByText('1 application has a certificate that expires soon')
  await page.goto(`${product.address}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await told.count()).toBe(0)

  const shown = (await ask('GET', `/api/sso/saml/sp/${id}`)).body as { name: string; saml: object }
  const spCertificates = [(await ownPair(5 * 86_400_000)).certificate]
  const changed = { name: shown.name, mapping: [], saml: { ...shown.saml, spCertificates } }
  expect((await ask('PUT', `/api/sso/saml/sp/${id}`, changed)).status).toBe(200)
  await page.reload()
  await told.waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('link', { name: /Review/ }).click()
  await page.waitForURL(`**/dashboard/sso/apps/${id}?tab=saml`)
  await page.getByRole('heading', { level: 2, name: 'Claviger certificate' }).waitFor()
})
