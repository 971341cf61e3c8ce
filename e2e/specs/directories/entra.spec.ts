import { expect, test } from 'vitest'
import { entraEmulator } from '../../../server/test/emulators/entra/entra.ts'
import { EntraRanks } from '../../../server/test/emulators/entra/ranks.ts'
import { importRoles, seededClient, seededSecret, seedEntra } from '../../../server/test/emulators/entra/seed.ts'
import { EntraSignIn, globalAdministrator } from '../../../server/test/emulators/entra/sign-in.ts'
import { barriers } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { allowLoopback, apiCaller, newOwner, tokensOf } from '../../workspace-setup.ts'
import { loopback } from '../../product.ts'
import { ownProduct, sharedProduct } from '../../shared-product.ts'

test('users are imported from Entra ID: consent, preview, import, and a resolved conflict', async () => {
  const product = sharedProduct()
  const entra = await entraEmulator()
  closeAfterTest(() => entra.close())
  seedEntra(entra, 60)
  const registered = entra.clients.get(seededClient)
  if (registered)
    Object.assign(registered, {
      roles: new Set(),
      asks: importRoles,
      redirects: [`${product.address}/dashboard/sync/azureAD`],
    })
  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'api-applications')
  const ask = apiCaller(product, await tokensOf(page))
  const anna = {
    userId: 'anna.adler@clinic.example',
    firstName: 'Anna',
    lastName: 'Before',
    email: 'anna.adler@clinic.example',
  }
  expect((await ask('POST', '/administrator/tokens', anna)).status).toBe(200)
  await page.goto(`${product.address}/dashboard/sync/azureAD`)
  await page.getByText('No tenants yet').waitFor()
  expect(await barriers(page)).toEqual([])
  const added = await ask('POST', '/api/api-application', {
    name: 'Clinic tenant',
    type: 'azure',
    tenantId: entra.tenant,
    clientId: seededClient,
    address: entra.address,
    secret: seededSecret,
  })
  expect(added.status).toBe(200)

  await page.reload()
  await page.getByRole('button', { name: 'Check permissions' }).click()
  await page.getByText('Not granted: User.Read.All, GroupMember.Read.All').waitFor()
  await page.getByRole('button', { name: 'Give consent at Microsoft…' }).click()
  await page.getByRole('link', { name: 'Accept' }).click()
  await page.getByText('The credentials are valid').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await barriers(page)).toEqual([])

  await page.getByText('Selected groups and their members').click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('surg')
  await page.getByRole('option', { name: 'Surgery' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('9 new users').waitFor()
  await page.getByText('1 conflict', { exact: true }).waitFor()
  await page.getByText('All users of the tenant or its administrative unit').click()
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText(/^[1-9]\d new users$/).waitFor()
  await page.getByText('Selected groups and their members').click()
  await page.getByRole('combobox', { name: 'Groups' }).fill('surg')
  await page.getByRole('option', { name: 'Surgery' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('9 new users').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('An owner must first approve this import').waitFor({ state: 'hidden' })
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByRole('heading', { name: '4. Import' }).waitFor()
  await page.getByText('Added').first().waitFor()

  await page.getByRole('link', { name: 'Resolve the conflict' }).click()
  await page.getByRole('button', { name: 'Same user…' }).click()
  await page.getByRole('button', { name: 'Link user' }).click()
  await page.getByText('No conflicts').waitFor()
  const { body } = await ask('GET', '/administrator/tokens/v2?search=anna.adler')
  expect(body).toMatchObject({ total: 1, items: [{ firstName: 'Anna', lastName: 'Adler' }] })
}, 180_000)

test("a tenant is connected by consent to the installation's application after its administrator signed in", async () => {
  const [signIn, ranks] = [new EntraSignIn(), new EntraRanks()]
  const entra = await entraEmulator({ more: [signIn.mount, ranks.mount] })
  closeAfterTest(() => entra.close())
  seedEntra(entra, 30)
  const operator = {
    ENTRA_CLIENT_ID: seededClient,
    ENTRA_CLIENT_SECRET: seededSecret,
    ENTRA_CLIENT_CLOUD: entra.address,
  }
  const product = await ownProduct({ ...loopback, ...operator })
  const redirects = [`${product.address}/dashboard/sync/azureAD`]
  const registered = { name: 'Claviger', secret: seededSecret, asks: importRoles, redirects, multi: true }
  entra.clients.set(seededClient, { ...registered, roles: new Set() })
  const [anna, ben] = entra.directory.ofType('user').map(one => one.thing.id)
  signIn.accounts.set('anna@clinic.example', { tenant: entra.tenant, oid: anna ?? '', roles: [globalAdministrator] })
  signIn.accounts.set('ben@clinic.example', { tenant: entra.tenant, oid: ben ?? '', roles: [] })

  const { page, workspace } = await newOwner(product)
  await allowLoopback(product, workspace.slug, 'api-applications')
  await page.goto(`${product.address}/dashboard/sync/azureAD`)
  await page.getByText('No tenants yet').waitFor()
  expect(await barriers(page)).toEqual([])
  const consent = async (account: string) => {
    await page.getByRole('button', { name: 'Connect with Microsoft…' }).click()
    await page.getByRole('link', { name: 'Accept' }).click()
    await page.getByRole('link', { name: account }).click()
  }
  await consent('ben@clinic.example')
  await page.getByText('Only a Global Administrator or Privileged Role Administrator').waitFor()
  await page.getByText('No tenants yet').waitFor()
  await consent('anna@clinic.example')
  await page.getByText('The credentials are valid').waitFor()
  await page.getByRole('radio', { name: 'Entra ID clinic.example' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await page.getByText('30 new users').waitFor()

  await page.goto(`${product.address}/dashboard/api/applications`)
  await page.getByText("This installation's application").waitFor()
  await page.getByRole('button', { name: 'Actions for Entra ID clinic.example' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('The clinic')
  expect(await page.getByText('Client secret').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save API application' }).click()
  await page.getByText('The clinic').first().waitFor()
}, 180_000)
