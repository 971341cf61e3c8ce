import type { SamlKeys } from '@claviger/contract/sso/saml'
import { SAML } from '@node-saml/node-saml'
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

test('an Entra ID domain is federated from the catalog, and gets the ImmutableID and the multi-factor class', async () => {
  const { page, workspace } = await newOwner(product, '/dashboard/sso/apps')
  const ask = apiCaller(product, await tokensOf(page))
  await page.getByRole('link', { name: 'Add application' }).first().click()
  await page.getByLabel('Search applications').fill('federated')
  await page.getByRole('button', { name: /^Microsoft Entra ID \(federated domain\)/ }).click()
  await page.getByRole('button', { name: 'Add application' }).click()
  await heading(page, 'Microsoft Entra ID (federated domain) added')
  await page.getByText('-FederatedIdpMfaBehavior').waitFor()
  expect(await barriersEverywhere(page)).toEqual([])
  await page.getByRole('link', { name: 'Manage access' }).first().click()
  await page.getByRole('checkbox', { name: 'All users in this workspace' }).check({ force: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Microsoft Entra ID (federated domain) saved').waitFor()

  const { id } = (await ask('GET', '/users')).body
  const { userId, firstName, lastName, email } = (await ask('GET', `/administrator/tokens/${String(id)}`)).body
  const scimAttribute1 = '4dcf1c2b-9e4d-4a10-8f34-1c2d3e4f5a6b'
  const changed = { userId, firstName, lastName, email, scimAttribute1 }
  expect((await ask('PUT', `/administrator/tokens/${String(id)}`, changed)).status).toBe(200)
  const ours = (await ask('GET', '/api/sso/saml/keys')).body as unknown as SamlKeys
  const entra = new SAML({
    issuer: 'urn:federation:MicrosoftOnline',
    callbackUrl: 'https://login.microsoftonline.com/login.srf',
    entryPoint: ours.ssoUrl,
    idpIssuer: ours.entityId,
    idpCert: ours.signs.pem,
    audience: 'urn:federation:MicrosoftOnline',
    wantAuthnResponseSigned: false,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    authnContext: ['http://schemas.microsoft.com/claims/multipleauthn'],
    disableRequestedAuthnContext: false,
  })
  await page.route('https://login.microsoftonline.com/login.srf', route =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Signed in to Microsoft 365</h1>' }),
  )
  await signOut(page)
  const posted = page.waitForRequest('https://login.microsoftonline.com/login.srf')
  await page.goto(await entra.getAuthorizeUrlAsync('', undefined, {}))
  await heading(page, `Sign in to ${workspace.name}`)
  await usePasskey(page)
  const form = new URLSearchParams((await posted).postData() ?? '')
  await heading(page, 'Signed in to Microsoft 365')
  const { profile } = await entra.validatePostResponseAsync({ SAMLResponse: form.get('SAMLResponse') ?? '' })
  // [Convert]::ToBase64String(([guid]'4dcf1c2b-…').ToByteArray())
  expect(profile).toMatchObject({ nameID: 'KxzPTU2eEEqPNBwtPk9aaw==', attributes: { IDPEmail: userId } })
  expect(Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString()).toContain(
    '<saml:AuthnContextClassRef>http://schemas.microsoft.com/claims/multipleauthn<',
  )
})
